package checker

import (
	"slices"

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
	s := newStory(x.events[:length(evidence)], evidence)
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
	all := ordered(x.events[:length(evidence)], evidence)
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
	if err := x.describe(v, everything(len(x.events))); err != nil {
		return err
	}
	r.Examples = append(r.Examples, v)
	return nil
}

// retell executes the events of the story in that order and describes them. It
// returns false if that is not possible, or does not lead to the same end.
func (x *exploration) retell(v *Violation, s *story, told []int) bool {
	sys := x.sys.Recorder()
	defer sys.Close()
	t := &trace.Trace{}
	v.Schedule = nil
	var enabled []trace.Pending
	for _, i := range told {
		if x.hurried() {
			return false
		}
		before := &s.events[i]
		enabled = sys.Enabled(enabled[:0])
		if !sys.CanStep(before.Step()) {
			return false
		}
		now, ok := s.execute(sys, i)
		if !ok || !before.Same(&now.Op) || before.Result != now.Result || before.Index != now.Index {
			return false
		}
		if before.Taken != now.Taken && now.Kind != trace.Demonitor { // what that throws away may be left out
			return false
		}
		e := sys.Detailed(&now)
		for _, p := range enabled {
			if p.Actor != now.Actor {
				e.Instead = append(e.Instead, sys.Actor(p.Actor).Name)
			}
		}
		if a := now.Starts(); a != trace.NoActor {
			t.Actors = append(t.Actors, sys.Actor(a).Name)
		}
		t.Entries = append(t.Entries, e)
		v.Schedule = append(v.Schedule, now.Step())
		v.Stack = sys.ExitStack() // that of the last event counts
	}
	t.Actors = append([]string{sys.Actor(0).Name}, t.Actors...)
	for k := range t.Entries {
		t.Entries[k].Handled = sys.Handled(k + 1)
	}
	s.relate(t, told)
	t.Next = s.next(sys)
	v.Trace, v.Steps = t, v.Schedule.Named(sys.Actor)
	v.Reversal = x.reversal(sys, s.names(told))
	if v.Process == "" && v.Property != "" {
		v.Waiting = slices.DeleteFunc(sys.Waiting(), func(w proc.Waiting) bool { return w.Daemon && len(w.Mailbox) == 0 })
	}
	return true
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
	for i := range x.events {
		if x.events[i].ID() == id {
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
