package checker

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/checkmodel/checkmodel/optimaldpor"
	"github.com/checkmodel/checkmodel/proc"
	"github.com/checkmodel/checkmodel/trace"
)

// A StaleSchedule says that a schedule cannot be replayed: it belongs to another
// model, to an earlier version of this one, or to another delivery.
type StaleSchedule struct {
	Step    int // counted from 1
	Problem string
}

// Error says which step is not possible, and why.
func (e *StaleSchedule) Error() string {
	return fmt.Sprintf("step %d of the schedule is not possible: %s; the schedule belongs to another model, to an earlier version of this one, or to another delivery",
		e.Step, e.Problem)
}

// replay is the strategy that executes one schedule, and goes on behind its end
// in the order in which a search begins.
type replay struct {
	steps trace.NamedSchedule
	rest  *optimaldpor.Optimal // knows that order
	sys   *proc.System
	begun bool
	next  int               // of the steps
	names map[string]string // of actors by number, as in a NamedStep
	stale *StaleSchedule
}

func newReplay(o *Options) *replay {
	return &replay{
		steps: o.Replay,
		rest:  optimaldpor.New(o.Relation(), nil),
		names: map[string]string{"#0": proc.FirstProcess},
	}
}

// Prefer is that of the order behind the end of the schedule.
func (r *replay) Prefer(rank func(trace.ActorID) uint64) { r.rest.Prefer(rank) }

// Limit is that of the same order.
func (r *replay) Limit(events int) { r.rest.Limit(events) }

// Begin returns true for the one interleaving.
func (r *replay) Begin() (trace.Schedule, bool) {
	if r.begun {
		return nil, false
	}
	r.begun = true
	return r.rest.Begin()
}

// Choose returns the next step of the schedule. It abandons the interleaving if
// that is not possible.
func (r *replay) Choose(enabled []trace.Pending) (trace.Step, bool) {
	if r.next == len(r.steps) {
		return r.rest.Choose(enabled)
	}
	st := r.steps[r.next]
	r.next++
	if name, ok := r.names[st.Actor]; ok {
		st.Actor = name
	}
	for _, p := range enabled {
		if r.sys.Actor(p.Actor).Name != st.Actor {
			continue
		}
		if st.Alternative > 0 && st.Alternative >= p.Op.Alternatives {
			r.impossible("process %s has no alternative %d; it is at %v", st.Actor, st.Alternative, r.at(p.Actor))
			return trace.Step{}, false
		}
		return trace.Step{Actor: p.Actor, Alternative: st.Alternative}, true
	}
	r.impossible("process %s cannot move%s; %s", st.Actor, r.why(st.Actor), r.movable(enabled))
	return trace.Step{}, false
}

func (r *replay) impossible(format string, args ...any) {
	r.stale = &StaleSchedule{Step: r.next, Problem: fmt.Sprintf(format, args...)}
}

func (r *replay) at(id trace.ActorID) proc.Asked {
	at, _ := r.sys.Pending(id)
	return at
}

// why says why the actor cannot move.
func (r *replay) why(name string) string {
	for id := range trace.ActorID(r.sys.Actors()) {
		if r.sys.Actor(id).Name != name {
			continue
		}
		if at, ok := r.sys.Pending(id); ok {
			return fmt.Sprintf(", it waits at %v", at)
		}
		return ", it has ended or has not begun"
	}
	return ", there is none of that name"
}

// movable lists those that can move.
func (r *replay) movable(enabled []trace.Pending) string {
	var names []string
	for _, p := range enabled {
		names = append(names, r.sys.Actor(p.Actor).Name)
	}
	return "those that can move are " + strings.Join(names, ", ")
}

// Observe takes note of the event at position depth.
func (r *replay) Observe(depth int, e *trace.Event) error {
	if a := e.Starts(); a != trace.NoActor {
		r.names["#"+strconv.Itoa(len(r.names))] = r.sys.Actor(a).Name
	}
	return r.rest.Observe(depth, e)
}

// End reports whether the schedule could be executed to its end.
func (r *replay) End(events int, _ trace.Outcome) error {
	switch {
	case r.stale != nil:
		return r.stale
	case r.next < len(r.steps):
		return &StaleSchedule{Step: r.next + 1, Problem: fmt.Sprintf("the interleaving has ended behind step %d", events)}
	}
	return nil
}

// BoundCut returns 0: nothing is planned.
func (r *replay) BoundCut() int { return 0 }

// replayed keeps the trace of an interleaving that was replayed, also if it ended
// with an error, which is returned.
func (x *exploration) replayed(err error) error {
	if x.result.Options.Replay == nil {
		return err
	}
	sys := x.sys.Recorder()
	defer sys.Close()
	tr := &trace.Trace{}
	differs := x.again(sys, len(x.events), func(e *trace.Event) {
		tr.Entries = append(tr.Entries, sys.Entry(e))
	})
	x.result.Replayed = tr
	if err == nil {
		err = differs
	}
	return err
}
