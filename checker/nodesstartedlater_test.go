package checker_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/checkmodel/checkmodel/bounding"
	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/proc"
)

// TestNodeOfAKilledProcess: each search finds that a node is started before its parent is killed, crashes or ends, and after it.
func TestNodeOfAKilledProcess(t *testing.T) {
	started := func(p *proc.P) { p.Assert(false, "never", "the node has started") }
	for name, main := range map[string]func(*proc.P){
		"killed": func(p *proc.P) {
			p.Kill(p.Spawn("a", func(p *proc.P) { p.Spawn("k", started, proc.Node) }, proc.Daemon))
		},
		"killed beside a node": func(p *proc.P) {
			p.Spawn("z", func(*proc.P) {}, proc.Node)
			p.Kill(p.Spawn("a", func(p *proc.P) { p.Spawn("k", started, proc.Node) }, proc.Daemon))
		},
		"crashed": func(p *proc.P) {
			p.Spawn("a", func(p *proc.P) {
				a := p.Self()
				p.Spawn("k", func(p *proc.P) { p.Assert(p.IsAlive(a), "never", "the parent is down") }, proc.Node)
				p.Receive()
			}, proc.Node, proc.Daemon)
		},
		"told by a link": func(p *proc.P) {
			p.Spawn("a", func(p *proc.P) {
				p.Spawn("b", func(p *proc.P) { p.Exit("enough") }, proc.Linked)
				p.Spawn("k", started, proc.Node)
			}, proc.Daemon)
		},
	} {
		m := checker.Model{Name: "m", Main: main, Faults: checker.Faults{Crashes: 1}}
		for seed := range uint64(10) {
			for _, o := range []checker.Options{{}, {AnyDeliveriesRace: true}, {Algorithm: checker.Source}, {Algorithm: checker.Auto},
				{Algorithm: checker.States}, {Algorithm: checker.Naive}, {Bound: bounding.Tree(8)}, {Workers: 2}} {
				o.Seed, o.Until, o.TrustModel = seed, checker.UntilEnd, true
				how := fmt.Sprintf("%s, algorithm %q, bound %v, seed %d", name, o.Algorithm, o.Bound, seed)
				r, err := checker.Check(t.Context(), m, o)
				if err != nil {
					t.Fatalf("%s: %v", how, err)
				}
				if !slices.ContainsFunc(r.Violations, func(v *checker.Violation) bool { return v.Property == "never" }) {
					t.Errorf("%s: %s, without a violation of %q", how, r.Verdict, "never")
				}
			}
		}
	}
}
