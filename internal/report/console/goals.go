package console

import (
	"fmt"
	"slices"
	"strings"

	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/internal/report/advice"
	"github.com/checkmodel/checkmodel/internal/report/document"
	"github.com/checkmodel/checkmodel/internal/report/prose"
)

// goals lists the goals of a model and how often they were reached, unless the search ended for
// another reason, or a replay failed.
func (t sections) goals() {
	if len(t.r.Goals) == 0 || t.r.Stop == checker.AtViolation || advice.Unfit(t.r) {
		return
	}
	t.b.WriteString("\n  Goals:\n")
	for _, g := range t.d.Goals {
		reached := "not reached so far"
		switch {
		case g.Hits > 0 && t.r.Merged != nil: // it does not count how often
			reached = "reached"
			if g.First > 0 {
				reached = fmt.Sprintf("reached, first in interleaving %d", g.First)
			}
		case g.Hits > 0:
			reached = fmt.Sprintf("reached in %s, first in interleaving %d", prose.Plural(g.Hits, "interleaving"), g.First)
		case t.r.Complete():
			reached = "not reached in any interleaving"
		}
		reached += advice.SeldomText(t.d, &g)
		fmt.Fprintf(t.b, "    %s\n", t.Broken(prose.Clean(g.Name)+": "+reached, 4, 8))
	}
}

// vacuous writes the unlisted properties that were asserted, if listed ones were not; what operations never did; and
// the exposures and announcements for which rules wait that had nothing to judge.
func (t sections) vacuous() {
	if t.r.Verdict == checker.Failed { // the error is more important
		return
	}
	if names := document.Unasserted(t.r); len(names) > 0 {
		text := fmt.Sprintf("The model lists %s: no process asserts that, in any interleaving%s.", strings.Join(names, ", "), advice.SoFar(t.r))
		others := slices.DeleteFunc(slices.Clone(t.r.Asserted), func(name string) bool {
			return slices.ContainsFunc(t.r.Model.Properties, func(p checker.Property) bool { return p.Name == name })
		})
		if len(others) > 0 {
			text += " Properties that they assert and it does not list: " + prose.Clean(strings.Join(others, ", ")) + "."
		}
		t.Paragraph(t.b, text)
	}
	if text := advice.Gaps(t.Text, t.r.Gaps); text != "" {
		t.Paragraph(t.b, text)
	}
	instead := ""
	if len(t.r.Shown) > 0 {
		instead = " They show: " + strings.Join(t.r.Shown, ", ") + "."
	}
	for _, p := range t.r.Unasked {
		t.Paragraph(t.b, fmt.Sprintf("The property %s had nothing to judge%s: no process %s.%s", prose.Clean(p.Name), advice.SoFar(t.r), prose.Clean(t.r.Model.Rule(p.Name).Asks()), prose.Clean(instead)))
	}
}
