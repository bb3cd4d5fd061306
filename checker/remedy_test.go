package checker_test

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"github.com/checkmodel/checkmodel/bounding"
	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/internal/testsize"
	"github.com/checkmodel/checkmodel/proc"
)

// exposing is a model of processes that expose a number each, and announce a text, under the rules.
func exposing(rules ...checker.Rule) checker.Model {
	return checker.Model{Name: "exposing", Rules: rules, Main: func(p *proc.P) {
		for i := range 3 {
			p.Spawn("process", func(p *proc.P) {
				proc.Expose(p, i)
				proc.Announce(p, "done")
			})
		}
	}}
}

func holding(name string, wrong ...int) checker.Rule {
	return checker.Always(checker.Property{Name: name}, func(all []checker.Exposed[int]) error {
		for _, n := range wrong {
			if len(all) == n {
				return errors.New("there are too many")
			}
		}
		return nil
	})
}

// TestRemedies: what a change leaves is what a search of the changed model explores. All rules about states of a type change together.
// Nothing is said of changes that save nothing.
func TestRemedies(t *testing.T) {
	told := checker.Monitor(checker.Property{Name: "told"}, func() func(string, string) error {
		return func(string, string) error { return nil }
	})
	finally := checker.Finally(checker.Property{Name: "finally"}, func([]checker.Exposed[int]) error { return nil })
	sometimes := checker.Sometimes(checker.Property{Name: "sometimes"}, func([]checker.Exposed[int]) bool { return true })
	for _, c := range []struct {
		name  string
		rules []checker.Rule
		o     checker.Options
		all   int
		want  string
	}{
		{name: "an Always", rules: []checker.Rule{holding("a")}, all: 6, want: "[{at the end [a] int 1 false}]"},
		{name: "two, which race for each other", rules: []checker.Rule{holding("a"), finally, holding("b")}, all: 6, want: "[{at the end [a b] int 1 false}]"},
		{name: "at the end it is violated", rules: []checker.Rule{holding("a", 3)}, o: checker.Options{TrustModel: !testsize.Long(), Until: checker.UntilEnd}, all: 6, want: "[{at the end [a] int 1 true}]"},
		{name: "the living", rules: []checker.Rule{holding("a").Living()}, all: 90, want: "[{at the end [a] int 1 false} {not living [a] int 6 false}]"},
		{name: "events", rules: []checker.Rule{told, holding("a")}, all: 36, want: "[{without [told] string 6 false} {at the end [a] int 6 false}]"},
		{name: "nothing to save", rules: []checker.Rule{finally, sometimes}, all: 1, want: "[]"},
		{name: "a search that was stopped", rules: []checker.Rule{holding("a")}, o: checker.Options{TrustModel: !testsize.Long(), MaxInterleavings: 4}, all: 4, want: "[{at the end [a] int 1 false}]"},
		{name: "a search that a violation stops", rules: []checker.Rule{holding("a", 2)}, o: checker.Options{TrustModel: !testsize.Long(), Until: checker.UntilFirst}, all: 1, want: "[]"},
		{name: "a bound", rules: []checker.Rule{holding("a")}, o: checker.Options{TrustModel: !testsize.Long(), Bound: bounding.Tree(1)}, all: 4, want: "[{at the end [a] int 1 false}]"},
	} {
		c.o.Explain = true
		r, err := checker.Check(t.Context(), exposing(c.rules...), c.o)
		if err != nil {
			t.Fatal(err)
		}
		if got := fmt.Sprint(r.Remedies); got != c.want || r.Interleavings != c.all {
			t.Errorf("%s: of %d interleavings, %s; want of %d, %s", c.name, r.Interleavings, got, c.all, c.want)
		}
		c.o.Explain = false
		if r, err := checker.Check(t.Context(), exposing(c.rules...), c.o); err != nil || r.Remedies != nil {
			t.Errorf("%s: %v, %v without Explain", c.name, r.Remedies, err)
		}
	}
}

// TestRemediesOfFaults: each budget of faults is left out in turn, with what needs it, and receive patterns are tried if the search has none.
func TestRemediesOfFaults(t *testing.T) {
	m := checker.Model{Name: "m", Faults: checker.Faults{Crashes: 1, Restarts: 1, Disk: checker.DiskTorn, Losses: 1}, Main: func(p *proc.P) {
		node := p.Spawn("node", func(p *proc.P) { p.Receive() }, proc.Node, proc.Daemon)
		p.Spawn("a", func(p *proc.P) { p.Send(node, 1) })
		p.Spawn("b", func(p *proc.P) { p.Send(node, 2) })
	}}
	count := func(o checker.Options) int {
		o.Until = checker.UntilEnd
		r, err := checker.Check(t.Context(), m, o)
		if err != nil {
			t.Fatal(err)
		}
		return r.Interleavings
	}
	r, err := checker.Check(t.Context(), m, checker.Options{Explain: true, Until: checker.UntilEnd})
	if err != nil {
		t.Fatal(err)
	}
	want := map[checker.Change]int{
		"crashes":  count(checker.Options{Faults: &checker.Faults{Losses: 1}}),
		"restarts": count(checker.Options{Faults: &checker.Faults{Crashes: 1, Losses: 1}}),
		"losses":   count(checker.Options{Faults: &checker.Faults{Crashes: 1, Restarts: 1}}),
	}
	before := 0
	for _, s := range r.Remedies {
		if want[s.Change] != s.Interleavings || s.Interleavings < before || s.Interleavings >= r.Interleavings {
			t.Errorf("%+v, want %d, in ascending order and less than %d", s, want[s.Change], r.Interleavings)
		}
		before = s.Interleavings
		delete(want, s.Change)
	}
	if len(want) > 0 {
		t.Errorf("nothing is said of %v", want)
	}
}

// What would be left of the interleavings if a rule were about the end only.
func ExampleRemedy() {
	m := checker.Model{
		Name:  "counters",
		Rules: []checker.Rule{checker.Always(checker.Property{Name: "small"}, func(all []checker.Exposed[int]) error { return nil })},
		Main: func(p *proc.P) {
			for i := range 4 {
				p.Spawn("counter", func(p *proc.P) { proc.Expose(p, i) })
			}
		},
	}
	r, err := checker.Check(context.Background(), m, checker.Options{Explain: true})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, s := range r.Remedies {
		fmt.Println(s.Change, s.Rules, s.About, s.Interleavings, "of", r.Interleavings)
	}
	// Output:
	// at the end [small] int 1 of 24
}
