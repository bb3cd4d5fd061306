package optimaldpor_test

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/checkmodel/checkmodel/bounding"
	"github.com/checkmodel/checkmodel/optimaldpor"
	"github.com/checkmodel/checkmodel/trace/causality"
)

// wide draws programs with choices of up to ten alternatives, one after the other and in several
// actors, also as their first events, and a few other operations.
func wide(t *rapid.T) program {
	pr := make(program, rapid.IntRange(1, 3).Draw(t, "actors"))
	addOperations(t, pr, rapid.IntRange(0, 3).Draw(t, "operations"))
	most := 300 // combinations of alternatives
	for range rapid.SampledFrom([]int{3, 2, 3, 1}).Draw(t, "choices") {
		n := min(most, rapid.SampledFrom([]int{5, 3, 7, 10, 2}).Draw(t, "alternatives"))
		most = max(2, most/n)
		a := rapid.IntRange(0, len(pr)-1).Draw(t, "who chooses")
		at := rapid.IntRange(0, len(pr[a])).Draw(t, "before")
		pr[a] = slices.Insert(pr[a], at, choose(int32(n)))
	}
	return pr
}

// TestAlternativesTogether holds a search, in which a branch stands for several alternatives of a
// choice, against one that plans each of them alone: the interleavings and their order, what the
// bound cuts, and what is known of the rest are the same.
func TestAlternativesTogether(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		pr := wide(t)
		relation := causality.Relation{ReceivePatterns: rapid.Bool().Draw(t, "patterns")}
		bound := rapid.SampledFrom([]bounding.Bound{{}, bounding.Tree(1), bounding.Tree(3), bounding.Delay(2), bounding.Delay(4)}).Draw(t, "bound")
		apart := optimaldpor.NewSearch(optimaldpor.Config{Relation: relation, Bound: bound})
		apart.PlanApart()
		want := alone(t, pr, apart, 400)
		got := alone(t, pr, optimaldpor.NewSearch(optimaldpor.Config{Relation: relation, Bound: bound}), 400)
		if diff := cmp.Diff(want.all, got.all); diff != "" {
			t.Fatalf("interleavings (-apart +together):\n%s\nof\n%s", diff, pr)
		}
		if want.boundCut != got.boundCut {
			t.Fatalf("%d are cut by the bound if alternatives are planned apart, %d if together, in\n%s", want.boundCut, got.boundCut, pr)
		}
		if diff := cmp.Diff(want.estimates, got.estimates); diff != "" {
			t.Fatalf("estimates (-apart +together):\n%s\nof\n%s", diff, pr)
		}
	})
}
