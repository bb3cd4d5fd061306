package symmetry_test

import (
	"testing"

	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/proc"
	"github.com/checkmodel/checkmodel/proc/symmetric"
)

// first is the state of a waiter: the guest who has ordered first.
type first struct {
	Is  proc.PID
	Any bool
}

// TestLearnt: what a search learns about one of two guests, it learns about the other one, who does the same only where nothing is explored.
func TestLearnt(t *testing.T) {
	for name, c := range map[string]struct {
		main func(*proc.P)
		want string
	}{
		"who sends to whom": {mainOfServed, "verified, interleavings 8, violating 0: [] []"},
		"late delivery":     {mainOfBills, "verified, interleavings 4, violating 0: [] []"},
	} {
		m := checker.Model{Name: "inn", Delivery: proc.Channel, Main: c.main}
		o := options()
		o.LateDelivery = true
		for _, m.Symmetric = range [][]symmetric.Group{nil, {symmetric.Numbered("guest", 2, nil)}} {
			r, err := checker.Check(t.Context(), m, o)
			if err != nil {
				t.Fatal(err)
			}
			if got := counts(r); got != c.want {
				t.Errorf("%s, alike are %v: %s; want %s", name, m.Symmetric, got, c.want)
			}
		}
	}
}

// mainOfServed: a waiter serves the first guest who has ordered once the other one, who has got the bill, has ordered again. Before the
// bills, either guest is the first in an interleaving that is explored; after them, only one is.
func mainOfServed(p *proc.P) {
	waiter := p.Spawn("waiter", func(p *proc.P) {
		proc.Loop(p, first{}, func(f *first) bool {
			switch o := proc.Receive[order](p); {
			case o.Dish == 1 && !f.Any:
				f.Is, f.Any = o.From, true
			case o.Dish == 2 && f.Any && o.From != f.Is:
				p.Send(f.Is, served{})
			}
			return true
		})
	}, proc.Daemon)
	var guests []proc.PID
	for range 2 {
		guests = append(guests, p.Spawn("guest", func(p *proc.P) {
			p.Send(waiter, order{p.Self(), 0, 1})
			p.Receive(proc.Type[bill](), proc.Type[served]())
			p.Send(waiter, order{p.Self(), 0, 2})
		}, proc.Daemon))
	}
	for _, g := range guests {
		p.Send(g, bill{})
	}
}

// mainOfBills: the first guest who has ordered is served, gets a bill, and is served again, without a look at the bill. So messages to
// him are not delivered late. The other one gets two bills, in either order unless they are delivered late.
func mainOfBills(p *proc.P) {
	cook := p.Spawn("cook", func(p *proc.P) {
		proc.Loop(p, 0, func(*int) bool {
			p.Send(proc.Receive[order](p).From, bill{})
			return true
		})
	}, proc.Daemon)
	waiter := p.Spawn("waiter", func(p *proc.P) {
		proc.Loop(p, first{}, func(f *first) bool {
			o := proc.Receive[order](p)
			if f.Any {
				p.Send(cook, o)
			} else {
				p.Send(o.From, served{})
			}
			p.Send(o.From, bill{})
			if !f.Any {
				p.Send(o.From, served{})
			}
			f.Any = true
			return true
		})
	}, proc.Daemon)
	for range 2 {
		p.Spawn("guest", func(p *proc.P) {
			p.Send(waiter, order{p.Self(), 0, 1})
			proc.Receive[served](p)
			proc.Receive[served](p)
		}, proc.Daemon)
	}
}
