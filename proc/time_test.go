package proc_test

import (
	"testing"

	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/proc"
)

// A receive with a limit leaves nothing in the mailbox: neither if the message comes before the end of the time, nor if
// both have come.
func TestReceiveWithinLeavesNothing(t *testing.T) {
	m := checker.Model{Name: "within", Main: func(p *proc.P) {
		self := p.Self()
		p.Spawn("sender", func(p *proc.P) { p.Send(self, 1) })
		_, ok := proc.ReceiveWithin[int](p, 3)
		left, is := p.ReceiveTimeout(proc.Where(func(m any) bool { return m != any(1) }))
		p.Assert(!is, "nothing left", "%v is left", left)
		if ok {
			p.Reach("in time")
		} else {
			p.Reach("not in time")
		}
	}, Goals: []checker.Property{{Name: "in time"}, {Name: "not in time"}}}
	for _, a := range []checker.Algorithm{checker.Optimal, checker.States} {
		r, err := checker.Check(t.Context(), m, checker.Options{Algorithm: a, Until: checker.UntilEnd})
		if err != nil || r.Verdict != checker.Verified || r.Goals[0].Hits == 0 || r.Goals[1].Hits == 0 {
			t.Errorf("%s: %s, goals %+v; %v", a, r.Verdict, r.Goals, err)
		}
	}
}
