package proc

import (
	"fmt"
	"testing"

	"github.com/checkmodel/checkmodel/trace"
)

// TestForget: only the values of events that are held keep their numbers, and the others'
// are given anew.
func TestForget(t *testing.T) {
	sys := NewSystem(func(p *P) {
		table := NewNamedTable[string, int](p, "table")
		n := p.Choose(1000)
		Expose(p, fmt.Sprint("state ", n))
		p.Send(p.Self(), fmt.Sprint("message ", n))
		table.Insert(p, fmt.Sprint("key ", n), n)
		p.Receive(Type[string]())
	})
	defer sys.Close()
	partner := sys.Partner()
	defer partner.Close()
	execute := func(s *System, n int32) (events []trace.Event) {
		for pending := s.Enabled(nil); len(pending) > 0; pending = s.Enabled(nil) {
			st := trace.Step{Actor: pending[0].Actor}
			if pending[0].Op.Kind == trace.Choose {
				st.Alternative = n
			}
			events = append(events, s.Step(st))
		}
		s.StepBack(0)
		return events
	}
	words := func(events []trace.Event) (all []string) {
		for _, e := range events {
			all = append(all, fmt.Sprint(e.Kind, sys.Value(e.Value), sys.Value(e.Result)))
		}
		return all
	}
	kept := execute(sys, 7)
	before, numbers := words(kept), len(*sys.values.list.Load())
	shown := fmt.Sprint(sys.Shown())
	var held []*trace.Event
	for i := range kept {
		held = append(held, &kept[i])
	}
	for n := range int32(900) {
		execute([]*System{sys, partner}[n%2], n)
		if n%3 == 0 {
			Forget([]*System{sys, partner}, held)
		}
	}
	if got := words(kept); fmt.Sprint(got) != fmt.Sprint(before) {
		t.Errorf("the events that are held were %q and are %q", before, got)
	}
	if again := words(execute(partner, 7)); fmt.Sprint(again) != fmt.Sprint(before) {
		t.Errorf("executed again, the events are %q, want %q", again, before)
	}
	for i, e := range execute(sys, 7) {
		if e.Value != kept[i].Value || e.Key != kept[i].Key || e.Result != kept[i].Result {
			t.Errorf("event %d holds other numbers: %+v, was %+v", i, e, kept[i])
		}
	}
	if n := len(*sys.values.list.Load()); n > 4*numbers {
		t.Errorf("there are %d numbers of values, after %d for one interleaving", n, numbers)
	}
	if got := fmt.Sprint(sys.Shown()); got != shown {
		t.Errorf("shown is %s, want %s", got, shown)
	}
	Forget([]*System{sys, partner}, nil)
	if got, all := len(sys.values.byKey), sys.values.size.Load(); got > 4 || all > 4*400 {
		t.Errorf("with nothing held, %d values are left, of %d bytes", got, all)
	}
}

// TestSelectionForgets: what a receive knows of a number does not count for the value that
// gets it next.
func TestSelectionForgets(t *testing.T) {
	sys := NewSystem(func(p *P) { p.Receive() })
	defer sys.Close()
	p := &P{sys: sys, actor: sys.Actor(0)}
	s := p.selection(Type[int]())
	first := sys.known(1)
	if !s.Match(first) {
		t.Fatal("it does not match 1")
	}
	held := trace.NewEvent(0, 0, trace.Op{Kind: trace.Receive, Patterns: s})
	Forget([]*System{sys}, []*trace.Event{&held})
	second := sys.known("text")
	if second != first {
		t.Fatalf("the number is %d, was %d", second, first)
	}
	if s.Match(second) {
		t.Error("it matches a text that has the number of 1 now")
	}
	if n, difference := s.recheck(s); n != 1 || difference != "" {
		t.Errorf("%d answers are compared: %s", n, difference)
	}
}
