package checker_test

import (
	"testing"

	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/proc"
	"github.com/checkmodel/checkmodel/trace"
	"github.com/checkmodel/checkmodel/trace/causality"
)

// TestNamedFault: a message to a name arrives twice, also where the search finds only later that it can come before another
// message, whatever comes first in the default order.
func TestNamedFault(t *testing.T) {
	m := checker.Model{Name: "named", Faults: checker.Faults{Duplicates: 1}, Main: func(p *proc.P) {
		server := p.Spawn("server", func(p *proc.P) { p.Receive(proc.Any()); p.ReceiveTimeout(proc.Any()) }, proc.Daemon)
		p.Spawn("client", func(p *proc.P) { p.Send(server, 1) }, proc.Daemon)
		p.Register("x", server)
		p.SendName("x", 2)
	}}
	all := namedClasses{}
	if _, err := checker.Check(t.Context(), m, checker.Options{Algorithm: checker.Naive, Observer: all, Workers: 1}); err != nil {
		t.Fatal(err)
	}
	for seed := range uint64(10) {
		r, err := checker.Check(t.Context(), m, checker.Options{Workers: 1, Seed: seed})
		if err != nil {
			t.Fatal(err)
		}
		if r.Interleavings != len(all) {
			t.Errorf("with seed %d there are %d interleavings, want one of each of the %d classes", seed, r.Interleavings, len(all))
		}
	}
}

// namedClasses is an observer of classes.
type namedClasses map[causality.Signature]bool

func (c namedClasses) Interleaving(_ int, _ trace.Outcome, events []trace.Event) {
	o := causality.Order{Relation: causality.Relation{ReceivePatterns: true}}
	o.Compute(events)
	c[o.Signature()] = true
}
