package checker

import (
	"testing"

	"github.com/checkmodel/checkmodel/proc"
)

// TestOwnName: what a process sends to a name of its own is not delayed, as nothing is that
// it sends to itself, and so comes in front of what it sends itself later.
func TestOwnName(t *testing.T) {
	main := func(p *proc.P) {
		p.Register("me", p.Self())
		p.SendName("me", 1)
		p.Send(p.Self(), 2)
		got := proc.Receive[int](p)
		p.Assert(got == 1, "order", "got %d", got)
		proc.Receive[int](p)
	}
	for _, d := range proc.Deliveries() {
		holds(t, main, Options{Delivery: d})
	}
}
