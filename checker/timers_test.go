package checker

import (
	"testing"

	"github.com/checkmodel/checkmodel/bounding"
	"github.com/checkmodel/checkmodel/proc"
)

// TestTimersExpireLast: the first interleaving is one in which no timer expires while another
// process can move, and an expiry before that costs bound.
func TestTimersExpireLast(t *testing.T) {
	m := Model{Name: "m", Main: func(p *proc.P) {
		self := p.Self()
		p.SendAfter(self, "late")
		for range 2 {
			p.Spawn("worker", func(p *proc.P) {
				p.Send(self, "work")
				p.Send(self, "done")
			})
		}
		for range 4 {
			p.Assert(proc.Receive[string](p) != "late", "in time", "the timer has expired")
		}
	}}
	for bound, want := range []Verdict{Bounded, Violated} {
		for _, a := range []Algorithm{Optimal, Source} {
			r, err := Check(t.Context(), m, Options{Bound: bounding.Tree(bound), Algorithm: a})
			if err != nil {
				t.Fatal(err)
			}
			if r.Verdict != want {
				t.Errorf("%s, bound %d: %s in %d interleavings, want %s", a, bound, r.Verdict, r.Interleavings, want)
			}
		}
	}
}

// TestTimersExpire: a timer expires although processes poll without an end.
func TestTimersExpire(t *testing.T) {
	m := Model{Name: "m", Main: func(p *proc.P) {
		polls := func(p *proc.P) {
			for {
				if _, ok := proc.ReceiveTimeout[string](p); ok {
					return
				}
			}
		}
		for range 2 {
			p.SendAfter(p.Spawn("polls", polls), "end")
		}
	}}
	r, err := Check(t.Context(), m, Options{MaxEvents: 200, MaxInterleavings: 1})
	if err != nil {
		t.Fatal(err)
	}
	if r.DepthCut != 0 {
		t.Error("the first interleaving is cut before both timers have expired")
	}
}
