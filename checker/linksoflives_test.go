package checker_test

import (
	"testing"

	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/internal/testsize"
	"github.com/checkmodel/checkmodel/proc"
)

// The exit signal of a link that was removed has no effect on a later link with the same node, after its restart.
func TestSignalOfAnOldLink(t *testing.T) {
	main := func(p *proc.P) {
		self := p.Self()
		node := p.Spawn("node", func(p *proc.P) {
			p.Send(self, "up")
			p.Receive()
		}, proc.Node, proc.Daemon)
		p.TrapExits(true)
		if _, up := p.ReceiveTimeout(proc.Equal("up")); !up {
			return
		}
		p.Link(node)
		p.Unlink(node)
		if _, again := p.ReceiveTimeout(proc.Equal("up")); !again {
			return
		}
		p.ReceiveTimeout(proc.Type[proc.Exited]()) // of the first link
		p.Link(node)
		p.Reach("linked again")
		_, told := p.ReceiveTimeout(proc.Type[proc.Exited]())
		p.Assert(!told, "not told", "the node crashes only once, before the second link")
	}
	for _, d := range []proc.Delivery{proc.Instant, proc.Channel, proc.Bag} {
		m := checker.Model{Name: "links", Main: main, Faults: checker.Faults{Crashes: 1, Restarts: 1}, Delivery: d, Goals: []checker.Property{{Name: "linked again"}}}
		r, err := checker.Check(t.Context(), m, checker.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if r.Verdict != checker.Verified || r.Goals[0].Hits == 0 {
			t.Errorf("%s: %s, %d times linked again", d, r.Verdict, r.Goals[0].Hits)
		}
	}
}

// The exit signal of a link arrives even if there is a link with the next life of the node by then, or that life has removed its links;
// not if the process to which it goes has removed its links.
func TestSignalBesideALaterLink(t *testing.T) {
	for _, c := range []struct {
		name     string
		again    func(p *proc.P, node proc.PID)
		nextLife func(p *proc.P, main proc.PID)
		late     bool
	}{
		{"linked again", func(p *proc.P, node proc.PID) { p.Link(node) }, func(*proc.P, proc.PID) {}, true},
		{"unlinked by the next life", func(*proc.P, proc.PID) {}, func(p *proc.P, main proc.PID) { p.Unlink(main) }, true},
		{"unlinked", func(p *proc.P, node proc.PID) { p.Unlink(node) }, func(*proc.P, proc.PID) {}, false},
	} {
		main := func(p *proc.P) {
			self := p.Self()
			p.TrapExits(true)
			table := proc.NewTable[int, int](p, "lives")
			table.Insert(p, 0, 0)
			node := p.Spawn("node", func(p *proc.P) {
				if proc.UpdateCounter(p, table, 0, 1) == 2 {
					c.nextLife(p, self)
					p.Send(self, "up again")
				}
				p.Receive()
			}, proc.Node, proc.Daemon, proc.Linked)
			if _, up := p.ReceiveTimeout(proc.Equal("up again")); !up {
				return
			}
			c.again(p, node)
			if _, told := p.ReceiveTimeout(proc.Type[proc.Exited]()); told {
				return
			}
			if _, told := p.ReceiveTimeout(proc.Type[proc.Exited]()); told {
				p.Reach("told late")
			}
		}
		for _, d := range []proc.Delivery{proc.Instant, proc.Channel, proc.Bag} {
			m := checker.Model{Name: "links", Main: main, Faults: checker.Faults{Crashes: 1, Restarts: 1}, Delivery: d, Goals: []checker.Property{{Name: "told late"}}}
			r, err := checker.Check(t.Context(), m, checker.Options{TrustModel: !testsize.Long(), Until: checker.UntilEnd})
			if err != nil {
				t.Fatal(err)
			}
			if late := r.Goals[0].Hits > 0; late != (c.late && d == proc.Bag) {
				t.Errorf("%s, %s: %s, %d times told late", c.name, d, r.Verdict, r.Goals[0].Hits)
			}
		}
	}
}
