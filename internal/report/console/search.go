package console

import (
	"fmt"
	"slices"

	"github.com/checkmodel/checkmodel/bounding"
	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/internal/report/advice"
	"github.com/checkmodel/checkmodel/internal/report/document"
	"github.com/checkmodel/checkmodel/internal/report/prose"
)

// around writes the result of a search around a given interleaving within its bound. Without a bound, the verdict suffices.
func (t sections) around() {
	b := t.r.Options.Bound
	if t.r.Options.Around == nil || !b.Limits() || t.r.Stop != checker.NotStopped || t.r.Verdict == checker.Failed {
		return
	}
	within := "up to " + prose.Plural(b.Last(), "departure") + " from the given one"
	if b.Kind() != bounding.ByTree {
		within = fmt.Sprintf("departures from the given one that cost at most %d", b.Last())
	}
	beyond := "What leads further away was cut " + prose.Plural(t.r.BoundCut, "time")
	if t.r.BoundCut == 0 {
		beyond = "There are no others"
	}
	t.Paragraph(t.b, fmt.Sprintf("Explored is one interleaving of each class that the search reaches by %s: %d. %s. A departure reverses the order of two events, or takes "+
		"another outcome of a choice, with all that this needs; the rest happens in the order of the given interleaving, as far as possible.", within, t.r.Interleavings, beyond))
}

// searches says how the items were searched: in one sentence, or, if they were searched in
// different ways, in one sentence for each way, with the names of the items. It ignores items that
// failed before their search began, unless all did.
func searches(items []document.Item) []string {
	began := slices.DeleteFunc(slices.Clone(items), func(it document.Item) bool {
		return it.Result.Verdict == checker.Failed && it.Result.Interleavings == 0
	})
	if len(began) == 0 {
		began = items[:1]
	}
	ways, names := advice.Groups(began, func(it *document.Item) string { return document.Search(it.Result) })
	if len(ways) == 1 {
		return []string{"Searched by " + ways[0] + "."}
	}
	return prose.Each(ways, func(way string) string { return advice.Who(names[way]) + ": searched by " + way + "." })
}
