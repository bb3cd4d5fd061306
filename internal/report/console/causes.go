package console

import (
	"fmt"
	"strings"

	"github.com/checkmodel/checkmodel/internal/report/advice"
	"github.com/checkmodel/checkmodel/internal/report/document"
	"github.com/checkmodel/checkmodel/internal/report/prose"
)

// causes writes why there are so many interleavings, and possible remedies.
func (t sections) causes() {
	if len(t.d.Causes) == 0 {
		return
	}
	fmt.Fprintf(t.b, "\n  %s\n\n", t.Broken("Why there are so many interleavings: each but the first was explored because two\n  operations can come in either order, or a choice can turn out differently.", 2, 2))
	for i := range t.d.Causes[:min(advice.Listed, len(t.d.Causes))] {
		c := &t.d.Causes[i]
		first, second := advice.CausePlace(t.Text, &c.First), advice.CausePlace(t.Text, &c.Second)
		switch {
		case c.Choice:
			second = ""
		case c.Ends:
			first, second = second, "ends "+prose.Clean(c.First.Process)+" sooner or later"
		}
		fmt.Fprintf(t.b, "  %6d  %s\n", c.Count, t.Broken(first, 10, 14))
		if second != "" {
			fmt.Fprintf(t.b, "          %s\n", t.Broken(second, 10, 14))
		}
		if c.Living {
			t.b.WriteString("          (a rule of the living can tell which came first)\n")
		}
	}
	if more := len(t.d.Causes) - advice.Listed; more > 0 {
		fmt.Fprintf(t.b, "          and %s\n", prose.Plural(more, "more pair"))
	}
	t.remedies()
	t.b.WriteString("\n  What may help:\n")
	for _, a := range advice.Pieces(t.Text, t.d) {
		fmt.Fprintf(t.b, "  %6d  %s\n", a.Count, t.Broken(strings.ReplaceAll(a.Text, "\n", "\n          "), 10, 10))
		for _, p := range a.Places {
			fmt.Fprintf(t.b, "          %6d  %s\n", p.Count, t.Broken(p.Place, 18, 22))
		}
	}
}

// remedies says which changes leave how many interleavings, as was counted.
func (t sections) remedies() {
	if len(t.d.Remedies) > 0 {
		t.b.WriteString("\n  Savings by changes, counted by searches with them:\n")
	}
	for _, s := range t.d.Remedies {
		left := fmt.Sprintf("(%d of %s left)", s.Interleavings, t.d.Interleavings)
		fmt.Fprintf(t.b, "  %6d  %s\n", document.Explored(t.r).Int()-s.Interleavings, t.Broken(advice.Effect(&s)+" "+left, 10, 10))
	}
}
