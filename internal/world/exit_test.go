package world_test

import (
	"slices"
	"testing"

	"github.com/checkmodel/checkmodel/internal/world/program"
	"github.com/checkmodel/checkmodel/proc"
	"github.com/checkmodel/checkmodel/trace"
	"github.com/checkmodel/checkmodel/trace/kind"
)

// TestExitEventsOrder: the events that follow the end of a process have an order that depends neither on
// the order in which other processes made links, nor on which process the search has met first.
func TestExitEventsOrder(t *testing.T) {
	for name, do := range map[string]func(p *proc.P, x proc.PID){
		"links":    func(p *proc.P, x proc.PID) { p.Link(x) },
		"monitors": func(p *proc.P, x proc.PID) { p.Monitor(x) },
		"tables":   func(p *proc.P, x proc.PID) { proc.NewTable[int, int](p, "t").GiveAway(p, x, 0) },
	} {
		sys := newSystem(func(p *proc.P) {
			x := p.Spawn("x", func(p *proc.P) { p.Receive(proc.Equal("end")) })
			p.Spawn("b", func(p *proc.P) { do(p, x); p.Receive() })
			p.Spawn("a", func(p *proc.P) { do(p, x); p.Receive() })
			p.Send(x, "end")
		})
		move := func(actor string) (follows []string) {
			a, _ := sys.ActorNamed(actor)
			for st := (trace.Step{Actor: a.ID}); sys.CanStep(st); {
				switch e := sys.Step(st); e.Kind {
				case kind.ExitSignal, kind.Down:
					follows = append(follows, sys.Actor(trace.ActorID(e.Object)).Name)
				case kind.TableRelease:
					follows = append(follows, sys.Detailed(&e).Table)
				}
			}
			return follows
		}
		want := []string{"a", "b"}
		if name == "tables" {
			want = []string{"a:t", "b:t"}
		}
		for _, order := range [][]string{{"main", "a", "b"}, {"main", "b", "a"}} {
			for _, actor := range order {
				move(actor)
			}
			if got := move("x"); !slices.Equal(got, want) {
				t.Errorf("%s, made in the order %v: when x ends, %v follow, want %v", name, order[1:], got, want)
			}
			sys.StepBack(0)
		}
		sys.Close()
	}
}

// TestSetBeforeTheFirstStep: the delivery and the ordered boards are set when the first process has
// requested an operation already; they hold for that, too.
func TestSetBeforeTheFirstStep(t *testing.T) {
	sends := newSystem(func(p *proc.P) { p.SendName("nobody", 1) })
	defer sends.Close()
	sends.SetDelivery(proc.Channel)
	if flags := sends.Enabled(nil)[0].Op.Flags; flags&kind.Delayed == 0 {
		t.Error("the first message is not delayed")
	}
	announces := newSystem(func(p *proc.P) { proc.Announce(p, 1) })
	defer announces.Close()
	announces.SetOrdered(map[program.Board]bool{}, nil)
	if flags := announces.Enabled(nil)[0].Op.Flags; flags&kind.Unordered == 0 {
		t.Error("the first announcement is ordered although nobody can tell")
	}
}
