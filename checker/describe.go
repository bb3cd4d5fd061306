package checker

import (
	"errors"
	"slices"

	"github.com/checkmodel/checkmodel/internal/player"
	"github.com/checkmodel/checkmodel/proc"
	"github.com/checkmodel/checkmodel/trace"
)

// Reversal says why an interleaving was explored: in an earlier one Second came
// behind First, and in this one it comes in front of it.
type Reversal struct {
	First, Second Side
	// Choice says that the two are one event, a choice that turns out differently.
	Choice bool
	// Ends says that Second ends the process of First, which in the earlier interleaving
	// had gone further by then. First is that end.
	Ends bool
}

// Side is one of the two events of a [Reversal].
type Side struct {
	Process   string
	Operation string
	Source    string
	Number    int // in the trace, 0 if it is not there
}

// describe puts a violation into words that those events of the present interleaving
// show. It executes what led to them once more with new processes, in the order that reads best.
func (x *exploration) describe(v *Violation, evidence []int) error {
	s := newStory(x.player.Events()[:length(evidence)], evidence)
	if x.result.Options.Replay == nil && x.retell(v, s, s.tell()) {
		return nil
	}
	if x.hurried() {
		return errOver
	}
	// Another order should lead to the same; the present one must.
	if err := x.repeatNow(); err != nil {
		return err
	}
	all := ordered(x.player.Events()[:length(evidence)], evidence)
	if !x.retell(v, s, s.asExecuted()) && !x.retell(v, all, all.asExecuted()) {
		if x.hurried() {
			return errOver
		}
		return x.blame("the schedule of a violation cannot be executed again")
	}
	return nil
}

// exemplify describes the present interleaving, if another example is asked for.
func (x *exploration) exemplify() error {
	r := x.result
	if len(r.Examples) == r.Options.Examples {
		return nil
	}
	n := len(r.Examples) + 1
	v := &Violation{Interleaving: n, Count: 1, Shown: n}
	if err := x.describe(v, everything(len(x.player.Events()))); err != nil {
		return err
	}
	r.Examples = append(r.Examples, v)
	return nil
}

// recording is the guide that executes the events of a class in an order of its own, and puts them into
// words.
type recording struct {
	class  *story
	order  []int // positions in class
	sys    *proc.System
	trace  *trace.Trace
	others []string // that could move instead
	v      *Violation
}

// errOther says that the order does not lead to the same.
var errOther = errors.New("the order leads to something else")

// Choose returns the step of the next event.
func (r *recording) Choose(v trace.View) (trace.Step, bool) {
	n := len(r.trace.Entries)
	if n == len(r.order) {
		return trace.Step{}, false
	}
	st := r.class.events[r.order[n]].Step()
	r.others = nil
	for _, p := range v.Enabled {
		if p.Actor != st.Actor {
			r.others = append(r.others, r.sys.Actor(p.Actor).Name)
		}
	}
	return st, true
}

// Observe describes an event.
func (r *recording) Observe(depth int, now *trace.Event) error {
	before := &r.class.events[r.order[depth]]
	if !before.Same(&now.Op) || before.Result != now.Result || before.Index != now.Index ||
		before.Taken != now.Taken && now.Kind != trace.Demonitor { // what that throws away may be left out
		return errOther
	}
	e := r.sys.Detailed(now)
	e.Instead = r.others
	if a := now.Starts(); a != trace.NoActor {
		r.trace.Actors = append(r.trace.Actors, r.sys.Actor(a).Name)
	}
	r.trace.Entries = append(r.trace.Entries, e)
	r.v.Schedule = append(r.v.Schedule, now.Step())
	r.v.Stack = r.sys.ExitStack() // that of the last event counts
	return nil
}

// retell executes the events of the story in that order and describes them. It
// returns false if that is not possible, or does not lead to the same end.
func (x *exploration) retell(v *Violation, s *story, told []int) bool {
	sys := x.sys.Recorder()
	defer sys.Close()
	v.Schedule = nil
	r := &recording{class: s, order: told, sys: sys, trace: &trace.Trace{Actors: []string{sys.Actor(0).Name}}, v: v}
	p := player.New(sys)
	p.Stop = x.hurried
	if err := r.play(p); err != nil || len(r.trace.Entries) < len(told) {
		return false
	}
	t := r.trace
	for k := range t.Entries {
		t.Entries[k].Handled = sys.Handled(k + 1)
	}
	s.relate(t, told)
	t.Next = s.next(sys)
	v.Trace, v.Steps = t, v.Schedule.Named(sys.Actor)
	if s.fault == nil {
		v.Reversal = x.reversal(sys, s.names(told))
	}
	if v.Process == "" && v.Property != "" {
		v.Waiting = slices.DeleteFunc(sys.Waiting(), func(w proc.Waiting) bool { return w.Daemon && len(w.Mailbox) == 0 })
	}
	return true
}

// play executes the order. Where the last event is one at which the model is at fault, it must be so again.
func (r *recording) play(p *player.Player) error {
	want := r.class.fault
	if want == nil {
		_, err := p.Play(nil, r)
		return err
	}
	var fault *proc.ModelError
	err := recovered(func() error { _, err := p.Play(nil, r); return err })
	if !errors.As(err, &fault) || len(r.trace.Entries) != len(r.order)-1 || fault.Process != want.Process || fault.Problem != want.Problem {
		return errOther
	}
	begun := r.sys.Begun()
	return r.Observe(len(r.order)-1, &begun)
}

// names returns the identities of the events.
func (s *story) names(told []int) []trace.EventID {
	ids := make([]trace.EventID, len(told))
	for k, i := range told {
		ids[k] = s.events[i].ID()
	}
	return ids
}

// relate sets what the entries of the trace have to do with each other.
func (s *story) relate(t *trace.Trace, told []int) {
	number := make([]int, len(s.events)) // 0 if it is not told
	for k, i := range told {
		number[i] = k + 1
	}
	for k, i := range told {
		e, ev := &t.Entries[k], &s.events[i]
		for _, j := range s.before[i] {
			e.After = append(e.After, number[j])
		}
		slices.Sort(e.After)
		if sent := s.order.Position(ev.Taken); sent >= 0 {
			e.Sent = number[sent]
		} else if ev.Cause != trace.NoEvent {
			e.Sent = number[s.order.Position(ev.Cause)]
		}
	}
	for _, r := range s.order.Races() {
		if number[r.First] > 0 && number[r.Second] > 0 {
			t.Races = append(t.Races, trace.Pair{First: number[r.First], Second: number[r.Second]})
		}
	}
	slices.SortFunc(t.Races, func(a, b trace.Pair) int {
		if a.First != b.First {
			return a.First - b.First
		}
		return a.Second - b.Second
	})
}

// reversal says why the present interleaving is explored, nil if for no reason or
// none that is known. The system has executed it as told.
func (x *exploration) reversal(sys *proc.System, told []trace.EventID) *Reversal {
	m, ok := x.strategy.(explaining)
	if !ok {
		return nil
	}
	why, ok := m.Reversal()
	if !ok {
		return nil
	}
	return &Reversal{
		First:  x.side(why.First, sys, told),
		Second: x.side(why.Second, sys, told),
		Choice: why.First == why.Second,
		Ends:   endsIt(x.event(why.First), x.event(why.Second)),
	}
}

// endsIt reports whether the second event is why the first one happens, which is the end
// of its process. What the process did in its place before is not known.
func endsIt(first, second *trace.Event) bool {
	return first != nil && second != nil && first.Kind == trace.Exit && second.Fatal == first.Actor
}

// side describes an event, which need not have happened in the end.
func (x *exploration) side(id trace.EventID, sys *proc.System, told []trace.EventID) Side {
	if k := slices.Index(told, id); k >= 0 {
		return said(sys.Executed(k+1), k+1)
	}
	for i := range x.player.Events() {
		if x.player.Events()[i].ID() == id {
			return said(x.sys.Executed(i+1), 0)
		}
	}
	asked, ok := x.sys.Pending(id.Actor)
	if !ok {
		asked.Process = x.sys.Actor(id.Actor).Name
	}
	return said(asked, 0)
}

func said(a proc.Asked, number int) Side {
	return Side{Process: a.Process, Operation: a.Operation, Source: a.Source, Number: number}
}
