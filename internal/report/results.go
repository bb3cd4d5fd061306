package report

import (
	"fmt"
	"strings"

	"github.com/checkmodel/checkmodel/checker"
)

// pageResult is the part of a page about a model without a violation.
type pageResult struct {
	Package, Model, Doc string
	Found               string // the verdict, and its meaning
	Complete            bool
	Facts               [][2]string // a name and a value each
}

// result returns the part of a page about the document, which has no violation.
func (d *Document) result() pageResult {
	r := pageResult{Package: d.Package, Model: d.Model, Doc: d.Doc, Found: d.found(), Complete: d.Verdict == checker.Verified}
	add := func(name, value string) { r.Facts = append(r.Facts, [2]string{name, value}) }
	add("Interleavings", string(d.Interleavings))
	for _, n := range []struct {
		name  string
		value int
	}{
		{"Events executed", d.Events}, {"Branches cut by the bound", d.BoundCut}, {"Interleavings cut by the depth", d.DepthCut},
		{"Interleavings cut by Within", d.Beyond}, {"Left, as an assumption did not hold", d.Left},
		{"Sleep-set blocked", d.SleepSetBlocked},
	} {
		if n.value > 0 {
			add(n.name, fmt.Sprint(n.value))
		}
	}
	if d.States != nil && d.States.States > 0 {
		add("States", fmt.Sprint(d.States.States))
	}
	add("Search", string(d.Strategy))
	add("Delivery", string(d.Delivery))
	for _, p := range d.Parameters {
		add("Parameter "+p.Name, fmt.Sprintf("%d (by default %d)", p.Value, p.Default))
	}
	if len(d.Declared) > 0 {
		add("Declared, and not found", strings.Join(d.Declared, ", "))
	}
	for _, p := range d.Judged {
		how := "asserted"
		if p.Rule {
			how = "judged"
		}
		add("Property "+p.Name, fmt.Sprintf("%s in %s", how, plural(p.Interleavings, "interleaving")))
	}
	if len(d.Asserted) > 0 && len(d.Judged) == 0 {
		add("Asserted", strings.Join(d.Asserted, ", "))
	}
	if len(d.Unasserted) > 0 {
		add("Never asserted", strings.Join(d.Unasserted, ", "))
	}
	if len(d.Unasked) > 0 {
		add("Rules that had nothing to judge", strings.Join(d.Unasked, ", "))
	}
	for _, g := range d.Goals {
		add("Goal "+g.Name, d.reached(g)+d.seldom(&g))
	}
	return r
}

// reached says how often a goal was reached.
func (d *Document) reached(g checker.Goal) string {
	switch {
	case g.Hits > 0 && d.States != nil: // it does not count how often
		return "reached"
	case g.Hits > 0:
		return "reached in " + plural(g.Hits, "interleaving")
	case d.Verdict == checker.Verified:
		return "not reached in any interleaving"
	}
	return "not reached so far"
}

// found says that there is no violation, and within which limits that is known.
func (d *Document) found() string {
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
		if d.DepthCut > 0 || len(limits) == 0 {
			limits = append(limits, "in the first "+plural(d.Depth, "event")+" of each interleaving")
		}
		text += " " + strings.Join(limits, ", ")
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
