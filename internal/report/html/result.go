package html

import (
	"fmt"
	"strings"

	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/internal/report/advice"
	"github.com/checkmodel/checkmodel/internal/report/document"
	"github.com/checkmodel/checkmodel/internal/report/prose"
)

// pageResult is the part of a page about a model without a violation.
type pageResult struct {
	Package, Model, Doc string
	Found               string // the verdict, and its meaning
	Complete            bool
	Facts               [][2]string // a name and a value each
}

// resultOf returns the part of a page about the document, which has no violation.
func resultOf(d *document.Document) pageResult {
	r := pageResult{Package: d.Package, Model: d.Model, Doc: d.Doc, Found: advice.NoViolation(d), Complete: d.Verdict == checker.Verified}
	add := func(name, value string) { r.Facts = append(r.Facts, [2]string{name, value}) }
	add("Interleavings", string(d.Interleavings))
	for _, n := range []struct {
		name  string
		value int
	}{
		{"Events executed", d.Events}, {"Branches cut by the bound", d.BoundCut}, {"Interleavings cut by the depth", d.DepthCut},
		{"Interleavings cut by Within", d.Beyond}, {"Irrelevant: an assumption did not hold", d.Left},
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
		add("Property "+p.Name, fmt.Sprintf("%s in %s", how, prose.Plural(p.Interleavings, "interleaving")))
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
	if text := advice.Gaps(prose.Text{Full: true}, d.Gaps); text != "" {
		add("Gaps", text)
	}
	for _, g := range d.Goals {
		add("Goal "+g.Name, advice.GoalReach(d, g)+advice.SeldomText(d, &g))
	}
	return r
}
