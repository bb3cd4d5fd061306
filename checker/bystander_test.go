package checker

import (
	"testing"

	"github.com/checkmodel/checkmodel/proc"
)

// TestNoBystander: a message that has not been taken by then is not a part of what led to a
// violation, although the search knows that it is taken later, before another one.
func TestNoBystander(t *testing.T) {
	m := Model{Name: "bystander", Properties: []Property{{Name: "first"}}, Main: func(p *proc.P) {
		server := p.Spawn("server", func(p *proc.P) {
			for {
				p.Receive()
			}
		}, proc.Daemon)
		p.Spawn("bystander", func(p *proc.P) { p.Send(server, "hello") })
		self := p.Self()
		for i := range 2 {
			p.Spawn("client", func(p *proc.P) {
				p.Send(server, "mine")
				p.Send(self, i)
			})
		}
		a := proc.Receive[int](p)
		proc.Receive[int](p)
		p.Assert(a == 0, "first", "it is %d", a)
	}}
	for _, algorithm := range []Algorithm{Optimal, Source} {
		r, err := Check(t.Context(), m, Options{Algorithm: algorithm})
		if err != nil || len(r.Violations) == 0 {
			t.Fatal(err, r.Violations)
		}
		for _, e := range r.Violations[0].Trace.Entries {
			if e.Process == "bystander" {
				t.Errorf("%s: %s is told of", algorithm, e.Operation)
			}
		}
	}
}
