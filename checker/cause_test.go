package checker_test

import (
	"testing"

	"github.com/checkmodel/checkmodel/bounding"
	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/models/corfu"
	"github.com/checkmodel/checkmodel/models/litmus"
)

// Every interleaving but the first has one cause, the most frequent come first,
// and asking for them changes nothing else.
func TestCauses(t *testing.T) {
	for _, m := range append(litmus.Models(), corfu.Models()[0]) {
		o := checker.Options{Explain: true, KeepGoing: true, Bound: bounding.Tree(3)}
		r, err := checker.Check(t.Context(), m, o)
		if err != nil {
			t.Fatal(err)
		}
		sum, last := 0, r.Interleavings
		for _, c := range r.Causes {
			sum += c.Count
			if c.Count > last || c.First.Process == "" || c.Second.Operation == "" {
				t.Errorf("%s: the cause %+v comes behind one of %d interleavings", m.Name, c, last)
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
