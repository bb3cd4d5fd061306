package advice

import (
	"fmt"
	"slices"
	"strings"

	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/internal/report/document"
	"github.com/checkmodel/checkmodel/internal/report/prose"
)

// DescribedCount returns how many of the violations are described; the others are listed.
func DescribedCount(t prose.Text, all []document.Violation) int {
	switch {
	case len(all) == 0 || t.Full:
		return len(all)
	case !all[Foremost(all)].Declared:
		return max(1, t.Show)
	}
	return t.Show
}

// Headline names in one sentence the violated property and the place.
func Headline(v *document.Violation) string {
	switch {
	case v.Property == "" && v.LoopFrom > 0 && v.LoopFrom == len(v.Trace):
		return fmt.Sprintf("an infinite interleaving: event %d, marked *, repeats for ever", v.LoopFrom)
	case v.Property == "" && v.LoopFrom > 0:
		return fmt.Sprintf("an infinite interleaving: events %d to %d, marked *, repeat for ever", v.LoopFrom, len(v.Trace))
	case v.Property == "" && v.Explanation != "":
		return fmt.Sprintf("interleaving %d: %s", v.Interleaving, prose.Clean(v.Explanation))
	case v.Reaches != "":
		return fmt.Sprintf("%s is reached after %s", prose.Clean(v.Reaches), prose.Plural(len(v.Trace), "event"))
	case v.Property == "":
		return fmt.Sprintf("interleaving %d", v.Interleaving)
	}
	declared := "declared"
	if !v.Declared {
		declared = "not declared"
	}
	more := ""
	if v.Count > 1 {
		more = fmt.Sprintf(" and %d more", v.Count-1)
	}
	return fmt.Sprintf("%s is violated (%s) in interleaving %d%s: %s",
		prose.Clean(v.Property), declared, v.Interleaving, more, prose.Clean(v.Explanation))
}

// Undeclared returns the violations that the model does not declare.
func Undeclared(d *document.Document) (all []document.Violation) {
	for i := range d.Distinct {
		if !d.Distinct[i].Declared {
			all = append(all, d.Distinct[i])
		}
	}
	return all
}

// Unmet lists the expectations that a complete search has not met.
func Unmet(d *document.Document) (all []string) {
	if d.Verdict == checker.Verified && len(d.Declared) > 0 {
		all = append(all, "no interleaving has the declared violation of "+strings.Join(d.Declared, ", "))
	}
	for _, g := range d.Goals {
		if g.Hits == 0 {
			all = append(all, "no interleaving reaches "+g.Name)
		}
	}
	return all
}

// Outcome summarizes in one line the findings, their limits, and the size of the search.
func Outcome(d *document.Document) string {
	text := string(d.Verdict)
	switch {
	case d.Error != "":
		text += ": " + d.Problem
	case len(d.Distinct) == 0:
		text = NoViolation(d)
	default:
		text += ": " + Headline(&d.Distinct[Foremost(d.Distinct)])
	}
	n := "s"
	if d.Interleavings == "1" {
		n = ""
	}
	text += fmt.Sprintf("; %s interleaving%s explored", d.Interleavings, n)
	if d.Left > 0 {
		text += fmt.Sprintf(", %d irrelevant: an assumption did not hold", d.Left)
	}
	if d.BoundCut > 0 {
		text += fmt.Sprintf(", %d cut by the bound", d.BoundCut)
	}
	if d.Beyond > 0 {
		text += fmt.Sprintf(", %d cut by Within", d.Beyond)
	}
	if d.DepthCut > 0 {
		text += fmt.Sprintf(", %d cut by the depth limit", d.DepthCut)
	}
	return text
}

// GoalReach says how often a goal was reached.
func GoalReach(d *document.Document, g checker.Goal) string {
	switch {
	case g.Hits > 0 && d.States != nil: // it does not count how often
		return "reached"
	case g.Hits > 0:
		return "reached in " + prose.Plural(g.Hits, "interleaving")
	case d.Verdict == checker.Verified:
		return "not reached in any interleaving"
	}
	return "not reached so far"
}

// NoViolation says that there is no violation, and within which limits that is known.
func NoViolation(d *document.Document) string {
	text := "no violation"
	switch d.Verdict {
	case checker.Verified:
		text += " in any interleaving"
		if !d.Asked {
			text += "; nothing was asked but that no process crashes or waits for ever"
		}
		if d.Viewed {
			text += ", up to the View of the model"
		}
	case checker.Bounded:
		var limits []string
		if d.Bound != nil && d.BoundCut > 0 {
			limits = append(limits, fmt.Sprintf("within the bound %d", *d.Bound))
		}
		if d.Beyond > 0 || d.Cycles != nil && d.Cycles.Beyond > 0 {
			limits = append(limits, "in the states that Within of the model allows")
		}
		if d.DepthCut > 0 || len(limits) == 0 && d.Unexplored == "" {
			limits = append(limits, "in the first "+prose.Plural(d.Depth, "event")+" of each interleaving")
		}
		if len(limits) > 0 {
			text += " " + strings.Join(limits, ", ")
		}
		if d.Unexplored != "" {
			text += " in the explored part; " + d.Unexplored
		}
	case checker.Sampled:
		text += " in these runs, drawn at random"
	default:
		text += " until the search ended"
		if d.Stop != "" {
			text += " (" + d.Stop + ")"
		}
	}
	return string(d.Verdict) + ": " + text
}

// Foremost returns the index of the violation that [Text.Violations] describes. One bug can have many
// explanations, if these name processes or values, and the first is not the easiest to follow. Of
// examples, which have no property, it is the first.
func Foremost(all []document.Violation) int {
	best := max(0, slices.IndexFunc(all, func(v document.Violation) bool { return !v.Declared }))
	for i := range all {
		if p := all[best].Property; p != "" && all[i].Property == p && len(all[i].Trace) < len(all[best].Trace) {
			best = i
		}
	}
	return best
}

// EntryOf is the headline of a violation in a list.
func EntryOf(v *document.Violation) string {
	if v.Property == "" {
		return Headline(v)
	}
	declared, more := "declared", ""
	if !v.Declared {
		declared = "not declared"
	}
	if v.Count > 1 {
		more = fmt.Sprintf(" and %d more", v.Count-1)
	}
	return fmt.Sprintf("%s (%s), in interleaving %d%s: %s", prose.Clean(v.Property), declared, v.Interleaving, more, prose.Clean(v.Explanation))
}

// Unlisted says how many interleavings have violations that were not kept because there are too
// many kinds. It returns "" if there are none.
func Unlisted(r *checker.Result) string { return FurtherKinds(r.Unlisted, len(r.Violations)) }

func FurtherKinds(interleavings, kinds int) string {
	if interleavings == 0 {
		return ""
	}
	return fmt.Sprintf("Violations of further kinds are not kept: there are %d kinds, each a property with its explanation, and %s with others. "+
		"Explanations without values make fewer kinds.", kinds, prose.Plural(interleavings, "interleaving"))
}
