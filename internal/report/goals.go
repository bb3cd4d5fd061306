package report

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/checkmodel/checkmodel/checker"
)

// Goal is something that some interleaving must reach.
type Goal struct {
	Name  string `json:"name"`
	Doc   string `json:"doc,omitempty"`
	Hits  int    `json:"hits"`  // the number of interleavings that reach it; 1 if a search of states has reached it
	First int    `json:"first"` // the number of the first of them, 0 if there is none
}

func newGoal(g checker.Goal) Goal { return Goal{g.Name, g.Doc, g.Hits, g.First} }

// goals lists the goals of a model and how often they were reached, unless the search ended for
// another reason, or a replay failed.
func (t sections) goals() {
	if len(t.r.Goals) == 0 || t.r.Stop == checker.AtViolation || unfit(t.r) {
		return
	}
	t.b.WriteString("\n  Goals:\n")
	for _, g := range t.r.Goals {
		reached := "not reached so far"
		switch {
		case g.Hits > 0 && t.r.Merged != nil: // it does not count how often
			reached = "reached"
			if g.First > 0 {
				reached = fmt.Sprintf("reached, first in interleaving %d", g.First)
			}
		case g.Hits > 0:
			reached = fmt.Sprintf("reached in %s, first in interleaving %d", plural(g.Hits, "interleaving"), g.First)
		case t.r.Complete():
			reached = "not reached in any interleaving"
		}
		fmt.Fprintf(t.b, "    %s\n", t.Broken(clean(g.Name)+": "+reached, 4, 8))
	}
}

// unasked returns the names of the rules that had nothing to judge.
func unasked(r *checker.Result) []string {
	return each(r.Unasked, func(rule checker.Rule) string { return nameOf(rule.Property) })
}

// Judged is a property that was asserted, or a rule that had something to judge, in so many interleavings.
type Judged struct {
	Name          string `json:"name"`
	Rule          bool   `json:"rule,omitempty"`
	Interleavings int    `json:"interleavings"`
}

func judgedOf(r *checker.Result) []Judged {
	return each(slices.Sorted(maps.Keys(r.Judged)), func(name string) Judged {
		return Judged{name, slices.ContainsFunc(r.Model.Rules, func(rule checker.Rule) bool { return rule.Name == name }), r.Judged[name]}
	})
}

// unasserted returns the names of the properties that no process asserted.
func unasserted(r *checker.Result) []string { return each(r.Unasserted, nameOf) }

// vacuous says, for properties that no process asserted, which unlisted properties were asserted,
// and for rules that had nothing to judge, what they wait for.
func (t sections) vacuous() {
	if names := unasserted(t.r); len(names) > 0 {
		text := fmt.Sprintf("The model lists %s: no process asserts that, in any interleaving.", strings.Join(names, ", "))
		others := slices.DeleteFunc(slices.Clone(t.r.Asserted), func(name string) bool {
			return slices.ContainsFunc(t.r.Model.Properties, func(p checker.Property) bool { return p.Name == name })
		})
		if len(others) > 0 {
			text += " What they assert and it does not list: " + clean(strings.Join(others, ", ")) + "."
		}
		t.paragraph(t.b, text)
	}
	instead := ""
	if len(t.r.Shown) > 0 {
		instead = " What they show: " + strings.Join(t.r.Shown, ", ") + "."
	}
	for _, rule := range t.r.Unasked {
		t.paragraph(t.b, fmt.Sprintf("The property %s had nothing to judge: no process %s.%s", clean(rule.Name), clean(rule.Asks()), clean(instead)))
	}
}

// unfit reports whether r is a replay that failed. Then the numbers of what was explored, and what
// was not found, mean nothing.
func unfit(r *checker.Result) bool {
	return r.Options.Replay != nil && r.Verdict == checker.Failed
}

// Missed says which goals no interleaving reaches, or returns "" if there are none.
func Missed(r *checker.Result) string {
	names := each(r.Missed(), func(g checker.Goal) string { return clean(g.Name) })
	if len(names) == 0 {
		return ""
	}
	return "not reached: " + strings.Join(names, ", ")
}
