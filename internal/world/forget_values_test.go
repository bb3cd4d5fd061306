package world_test

import (
	"fmt"
	"testing"

	"github.com/checkmodel/checkmodel/internal/world"
	"github.com/checkmodel/checkmodel/internal/world/program"
	"github.com/checkmodel/checkmodel/proc"
	"github.com/checkmodel/checkmodel/trace"
	"github.com/checkmodel/checkmodel/trace/kind"
)

// TestForget: the values of events that are held keep their numbers. Other values get new ones.
func TestForget(t *testing.T) {
	sys := newSystem(func(p *proc.P) {
		table := proc.NewNamedTable[string, int](p, "table")
		n := p.Choose(1000)
		proc.Expose(p, fmt.Sprint("state ", n))
		p.Send(p.Self(), fmt.Sprint("message ", n))
		table.Insert(p, fmt.Sprint("key ", n), n)
		p.Receive(proc.Type[string]())
	})
	defer sys.Close()
	partner := sys.Partner()
	defer partner.Close()
	execute := func(s *world.System, n int32) (events []trace.Event) {
		for pending := s.Enabled(nil); len(pending) > 0; pending = s.Enabled(nil) {
			st := trace.Step{Actor: pending[0].Actor}
			if pending[0].Op.Kind == kind.Choose {
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
	before, numbers := words(kept), world.ValueNumbers(sys)
	var held []*trace.Event
	for i := range kept {
		held = append(held, &kept[i])
	}
	for n := range int32(900) {
		execute([]*world.System{sys, partner}[n%2], n)
		if n%3 == 0 {
			world.Forget([]*world.System{sys, partner}, held)
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
	if n := world.ValueNumbers(sys); n > 4*numbers {
		t.Errorf("there are %d numbers of values, after %d for one interleaving", n, numbers)
	}
	world.Forget([]*world.System{sys, partner}, nil)
	if got, all := world.Stored(sys); got > 4 || all > 4*400 {
		t.Errorf("with nothing held, %d values are left, of %d bytes", got, all)
	}
}

// TestForgetKeepsFirstState: the state with which the loop of the first process begins keeps its number.
func TestForgetKeepsFirstState(t *testing.T) {
	sys := newSystem(func(p *proc.P) {
		proc.Loop(p, "first", func(s *string) bool { *s = fmt.Sprint(p.Choose(10)); return true })
	})
	defer sys.Close()
	for n := range int32(5) {
		sys.Step(trace.Step{Alternative: n})
		world.Forget([]*world.System{sys}, nil)
		world.Number(sys, fmt.Sprint("another ", n))
	}
}

// TestForgetDisks: when values are forgotten, so is what operations on disks lead to.
func TestForgetDisks(t *testing.T) {
	sys := newSystem(func(p *proc.P) {
		p.Spawn("node", func(p *proc.P) {
			log := proc.File[int]("log")
			log.Append(p, 7)
			records, err := log.Read(p)
			p.Assert(err == nil, "found", "the log has %v: %v", records, err)
			proc.Announce(p, fmt.Sprint(records))
		}, proc.Node)
	})
	defer sys.Close()
	for n := range 5 {
		for pending := sys.Enabled(nil); len(pending) > 0; pending = sys.Enabled(nil) {
			e := sys.Step(trace.Step{Actor: pending[0].Actor})
			if e.Kind == kind.Announce && sys.Value(e.Value) != "[7]" {
				t.Errorf("in interleaving %d the node finds %v", n+1, sys.Value(e.Value))
			}
		}
		world.Forget([]*world.System{sys}, nil)
		world.Number(sys, fmt.Sprint("another ", n))
	}
}

// TestForgetEnds: after values are forgotten, processes still end for the same reason.
func TestForgetEnds(t *testing.T) {
	sys := newSystem(func(p *proc.P) {
		p.Spawn("child", func(*proc.P) {})
		p.Exit("enough")
	})
	defer sys.Close()
	for range 3 {
		sys.Step(trace.Step{Actor: 0})
		e := sys.Step(trace.Step{Actor: 1})
		if got := sys.ExitReason(&e); got != (trace.Reason{Value: program.Normal}) {
			t.Errorf("the child ends with %+v", got)
		}
		world.Forget([]*world.System{sys}, nil)
		for _, v := range []string{"takes", "the number", "of the reason"} {
			if _, err := sys.Intern(v); err != nil {
				t.Fatal(err)
			}
		}
	}
}
