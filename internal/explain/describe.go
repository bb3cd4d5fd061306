package explain

import (
	"cmp"
	"errors"
	"slices"

	"github.com/checkmodel/checkmodel/internal/lenient"
	"github.com/checkmodel/checkmodel/internal/stage"
	"github.com/checkmodel/checkmodel/internal/world/guard"
	"github.com/checkmodel/checkmodel/optimaldpor"
	"github.com/checkmodel/checkmodel/result"
	"github.com/checkmodel/checkmodel/trace"
	"github.com/checkmodel/checkmodel/trace/kind"
)

// Recorder describes interleavings of a player.
type Recorder struct {
	Player     *stage.Player       // has executed the interleaving
	Stop       func() bool         // ends a description early
	Likenesses *lenient.Likenesses // of messages in the world of the player
	// Why returns why the interleaving is explored, or false if that is not known.
	Why func() (optimaldpor.Reversal, bool)
}

// Describe executes the events of the class in the given order with new processes, and describes them in a violation: it sets Trace,
// Schedule, Steps, Reversal and Stack, and with waiting the processes that wait in the end, except daemons without messages. It
// returns false if the order is not possible, or does not lead to the same end.
func (r *Recorder) Describe(v *result.Violation, c *Class, order []int, waiting bool) bool {
	w := r.Player.World().Copy(stage.Recorder)
	defer w.Close()
	t := &trace.Trace{Actors: []string{w.Actor(0).Name}}
	d := new(result.Violation)
	d.Trace = t
	rec := &recording{class: c, order: order, world: w, likenesses: r.Likenesses.In(w), Violation: d}
	rec.details, _ = w.World.(stage.Recording)
	p := stage.New(w)
	p.Stop = r.Stop
	if err := rec.play(p); err != nil || len(t.Entries) < len(order) {
		return false
	}
	if rec.details != nil {
		for k := range t.Entries {
			t.Entries[k].Handled = rec.details.Handler(k + 1)
		}
		t.Next = c.next(w, rec.details)
	}
	c.relate(t, order)
	d.Steps = d.Schedule.Named(w.Actor)
	if why, ok := r.Why(); ok && c.Fault == nil {
		d.Reversal = r.reversal(why, p, c.Events(order))
	}
	if waiting {
		d.Waiting = slices.DeleteFunc(w.Waiting(), func(w trace.Waiting) bool { return w.Daemon && len(w.Mailbox) == 0 })
	}
	v.Trace, v.Schedule, v.Steps, v.Reversal, v.Stack, v.Waiting = d.Trace, d.Schedule, d.Steps, d.Reversal, d.Stack, d.Waiting
	return true
}

// recording is the guide that executes the events of a class in an order.
type recording struct {
	class   *Class
	order   []int
	world   *stage.World
	details stage.Recording // of the world; nil if it has none
	others  []string        // actors that could move instead

	declared map[trace.DeclaredState]string // the text of each declared state, which is left out of the key

	likenesses        *lenient.Likenesses
	*result.Violation // under way
}

var errOther = errors.New("the order leads to something else")

// Choose returns the step of the next event.
func (r *recording) Choose(v trace.View) (trace.Step, bool) {
	n := len(r.Trace.Entries)
	if n == len(r.order) {
		return trace.Step{}, false
	}
	st := r.class.events[r.order[n]].Step()
	r.others = nil
	for _, p := range v.Enabled {
		if p.Actor != st.Actor {
			r.others = append(r.others, v.State.Name(p.Actor))
		}
	}
	return st, true
}

// Observe describes an event.
func (r *recording) Observe(depth int, now *trace.Event) error {
	before := &r.class.events[r.order[depth]]
	if !before.Same(&now.Op) || before.Result != now.Result || before.Index != now.Index ||
		(before.Taken != now.Taken || !before.Set.Same(now.Set)) && now.Kind != kind.Demonitor { // a flushed message may be left out
		return errOther
	}
	e := r.world.Detailed(now)
	e.Number = depth + 1
	e.Instead, e.Likeness = r.others, r.likenesses.Event(now)
	if a := now.Starts(); a != trace.NoActor {
		r.Trace.Actors = append(r.Trace.Actors, r.world.Actor(a).Name)
	}
	if r.details != nil {
		e.Declared = r.changed(r.details.Declared(now))
		r.Stack = r.details.ExitStack() // in the end, the stack of the last event
	}
	r.Trace.Entries = append(r.Trace.Entries, e)
	r.Schedule = append(r.Schedule, now.Step())
	return nil
}

// changed returns the declared states that are not as before, and notes them.
func (r *recording) changed(now []trace.DeclaredState) (changed []trace.DeclaredState) {
	for _, d := range now {
		key := trace.DeclaredState{Process: d.Process, Part: d.Part}
		if r.declared[key] == d.Text {
			continue
		}
		if r.declared == nil {
			r.declared = map[trace.DeclaredState]string{}
		}
		r.declared[key] = d.Text
		changed = append(changed, d)
	}
	return changed
}

// play executes the order. If the model has a fault at the last event, it must have the fault again.
func (r *recording) play(p *stage.Player) error {
	want := r.class.Fault
	if want == nil {
		_, err := p.Play(nil, r)
		return err
	}
	fault := faultOf(func() { _, _ = p.Play(nil, r) })
	if fault == nil || len(r.Trace.Entries) != len(r.order)-1 || fault.Process != want.Process || fault.Problem != want.Problem {
		return errOther
	}
	begun := r.details.LastEvent()
	return r.Observe(len(r.order)-1, &begun)
}

// faultOf returns the fault of the model with which the function panics, or nil.
func faultOf(function func()) (fault *guard.ModelError) {
	defer func() {
		switch problem := recover().(type) {
		case nil:
		case *guard.ModelError:
			fault = problem
		default:
			panic(problem)
		}
	}()
	function()
	return nil
}

// next returns the next operations in the world, which has executed the class, except for a process with a
// fault.
func (c *Class) next(w *stage.World, details stage.Recording) []trace.Pause {
	pauses := details.Pauses()
	if c.Fault == nil {
		return pauses
	}
	interrupted := w.Actor(c.events[len(c.events)-1].Actor).Name
	return slices.DeleteFunc(pauses, func(p trace.Pause) bool { return p.Process == interrupted })
}

// Events returns the identities of the events at those positions.
func (c *Class) Events(order []int) []trace.EventID {
	ids := make([]trace.EventID, len(order))
	for k, i := range order {
		ids[k] = c.events[i].ID()
	}
	return ids
}

// sender returns the position of the event that sent a message, also of a copy.
func (c *Class) sender(message trace.EventID) int {
	sent := c.order.Position(message)
	if of := &c.events[sent]; of.Kind == kind.Deliver { // a copy
		return c.order.Position(of.Cause)
	}
	return sent
}

// relate sets which entries of the trace happen before others, and which race.
func (c *Class) relate(t *trace.Trace, order []int) {
	number := make([]int, len(c.events)) // 0 if it is left out
	for k, i := range order {
		number[i] = k + 1
	}
	for k, i := range order {
		e, ev := &t.Entries[k], &c.events[i]
		for _, j := range c.before[i] {
			e.After = append(e.After, number[j])
		}
		slices.Sort(e.After)
		if ev.Set != nil {
			for _, m := range ev.Set.Messages {
				e.Collected = append(e.Collected, number[c.sender(m)])
			}
			slices.Sort(e.Collected)
		} else if c.order.Position(ev.Taken) >= 0 {
			e.Sent = number[c.sender(ev.Taken)]
		} else if ev.Cause != trace.NoEvent && ev.Kind != kind.Exit && ev.Kind != kind.Choose && !ev.IsFault() {
			e.Sent = number[c.order.Position(ev.Cause)]
		}
	}
	for _, r := range c.order.Races() {
		if number[r.First] > 0 && number[r.Second] > 0 {
			t.Races = append(t.Races, trace.Pair{First: number[r.First], Second: number[r.Second]})
		}
	}
	slices.SortFunc(t.Races, func(a, b trace.Pair) int { return cmp.Or(a.First-b.First, a.Second-b.Second) })
}
