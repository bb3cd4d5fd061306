package report

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/checkmodel/checkmodel/checker"
)

// goals lists the goals of a model and how often they were reached, unless the search ended for
// another reason, or a replay failed.
func (t sections) goals() {
	if len(t.r.Goals) == 0 || t.r.Stop == checker.AtViolation || unfit(t.r) {
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
			reached = fmt.Sprintf("reached in %s, first in interleaving %d", plural(g.Hits, "interleaving"), g.First)
		case t.r.Complete():
			reached = "not reached in any interleaving"
		}
		reached += t.d.seldom(&g)
		fmt.Fprintf(t.b, "    %s\n", t.Broken(clean(g.Name)+": "+reached, 4, 8))
	}
}

// seldomShare is the share of drawn runs, in percent, below which a goal is seldom reached.
const seldomShare = 1

// seldom warns if few of the runs that were drawn have reached the goal; otherwise it returns "".
func (d *Document) seldom(g *checker.Goal) string {
	switch {
	case !d.seldomReached(g):
		return ""
	case g.Hits == 0:
		return "; so these runs say nothing about what happens from there on"
	}
	return fmt.Sprintf("; that is %.2g %% of the runs, so they say little about what happens from there on", 100*float64(g.Hits)/float64(d.Runs))
}

// seldomReached reports whether less than [seldomShare] percent of the runs that were drawn have reached the goal.
func (d *Document) seldomReached(g *checker.Goal) bool {
	return d.Sample != nil && d.Run == 0 && seldom(g.Hits, d.Runs)
}

func seldom(hits, runs int) bool { return 100*hits < seldomShare*runs }

// hardlyReached returns the names of the goals that less than [seldomShare] percent of the runs that were drawn have reached.
func hardlyReached(r *checker.Result) (names []string) {
	if r.Sample == nil || r.Options.Run > 0 || r.Stop == checker.AtViolation {
		return nil
	}
	for _, g := range r.Goals {
		if seldom(g.Hits, r.Sample.Runs) {
			names = append(names, clean(g.Name))
		}
	}
	return names
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

// soFar returns the words after a property that a search never met; "" if the search is complete.
func soFar(r *checker.Result) string {
	if r.Complete() {
		return ""
	}
	return " so far"
}

// vacuous writes, for properties that no process asserted, which unlisted properties were asserted,
// and for rules that had nothing to judge, for which exposures and announcements they wait.
func (t sections) vacuous() {
	if t.r.Verdict == checker.Failed { // the error is more important
		return
	}
	if names := unasserted(t.r); len(names) > 0 {
		text := fmt.Sprintf("The model lists %s: no process asserts that, in any interleaving%s.", strings.Join(names, ", "), soFar(t.r))
		others := slices.DeleteFunc(slices.Clone(t.r.Asserted), func(name string) bool {
			return slices.ContainsFunc(t.r.Model.Properties, func(p checker.Property) bool { return p.Name == name })
		})
		if len(others) > 0 {
			text += " Properties that they assert and it does not list: " + clean(strings.Join(others, ", ")) + "."
		}
		t.paragraph(t.b, text)
	}
	instead := ""
	if len(t.r.Shown) > 0 {
		instead = " They show: " + strings.Join(t.r.Shown, ", ") + "."
	}
	for _, rule := range t.r.Unasked {
		t.paragraph(t.b, fmt.Sprintf("The property %s had nothing to judge%s: no process %s.%s", clean(rule.Name), soFar(t.r), clean(rule.Asks()), clean(instead)))
	}
}

// unfit reports whether r is a replay that failed. Then the numbers of explored interleavings and
// of missing findings mean nothing.
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
