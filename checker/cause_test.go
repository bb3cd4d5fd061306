package checker_test

import (
	"testing"

	"github.com/checkmodel/checkmodel/bounding"
	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/internal/testsize"
	"github.com/checkmodel/checkmodel/models/corfu"
	"github.com/checkmodel/checkmodel/models/litmus"
	"github.com/checkmodel/checkmodel/proc"
)

// Every interleaving except the first has one cause, the most frequent come first, and collecting
// them changes nothing else.
func TestCauses(t *testing.T) {
	for _, m := range append(litmus.Models(), corfu.Models()[0]) {
		o := checker.Options{TrustModel: !testsize.Long(), Explain: true, Until: checker.UntilEnd, Bound: bounding.Tree(3)}
		r, err := checker.Check(t.Context(), m, o)
		if err != nil {
			t.Fatal(err)
		}
		sum, last := 0, r.Interleavings
		for _, c := range r.Causes {
			sum += c.Count
			if c.Count > last || c.First.Process == "" || c.Second.Operation == "" {
				t.Errorf("%s: the cause %+v comes after one of %d interleavings", m.Name, c, last)
			}
			last = c.Count
		}
		if sum != r.Interleavings-1 {
			t.Errorf("%s: %d of %d interleavings have a cause", m.Name, sum, r.Interleavings)
		}
		o.Explain = false
		if plain, err := checker.Check(t.Context(), m, o); err != nil || plain.Interleavings != r.Interleavings || plain.Causes != nil {
			t.Errorf("%s: without the causes there are %d interleavings instead of %d, %v", m.Name, plain.Interleavings, r.Interleavings, err)
		}
	}
}

// The end of a process that has exposed a state races with exposures and other such ends if a rule
// is about living processes. Otherwise only exposures race.
func TestCausesOfRules(t *testing.T) {
	always := checker.Always(checker.Property{Name: "small"}, func([]checker.Exposed[int]) error { return nil })
	for _, living := range []bool{true, false} {
		m := checker.Model{Name: "m", Rules: []checker.Rule{always}, Main: func(p *proc.P) {
			p.Spawn("a", func(p *proc.P) { proc.Expose(p, 1) })
			p.Spawn("b", func(p *proc.P) { proc.Expose(p, 2) })
		}}
		if living {
			m.Rules[0] = always.Living()
		}
		r, err := checker.Check(t.Context(), m, checker.Options{Explain: true})
		if err != nil {
			t.Fatal(err)
		}
		ends := 0
		for _, c := range r.Causes {
			if !c.Shown {
				t.Errorf("living %v: the cause %+v has nothing to do with what is shown to rules", living, c)
			}
			if c.Living != (c.First.Operation == "end" || c.Second.Operation == "end") {
				t.Errorf("living %v: the cause is %+v", living, c)
			}
			if c.Living {
				ends++
			}
		}
		if len(r.Causes) == 0 || (ends > 0) != living {
			t.Errorf("living %v: %d of %d causes are ends", living, ends, len(r.Causes))
		}
	}
}
