package optimaldpor_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/checkmodel/checkmodel/bounding"
	"github.com/checkmodel/checkmodel/optimaldpor"
	"github.com/checkmodel/checkmodel/trace"
)

// withChoices draws programs with choices of several alternatives.
func withChoices(t *rapid.T) program {
	pr := programs(t)
	for range rapid.IntRange(1, 3).Draw(t, "choices") {
		a := rapid.IntRange(0, len(pr)-1).Draw(t, "who chooses")
		at := rapid.IntRange(0, len(pr[a])).Draw(t, "before")
		op := choose(int32(rapid.IntRange(3, 7).Draw(t, "alternatives")))
		pr[a] = append(pr[a][:at:at], append([]trace.Op{op}, pr[a][at:]...)...)
	}
	return pr
}

// TestAlternativesTogether holds a search, in which a branch stands for several alternatives of a
// choice, against one that plans each of them alone: the interleavings and their order, what the
// bound cuts, and what is known of the rest are the same.
func TestAlternativesTogether(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		pr := withChoices(t)
		relation := trace.Relation{ReceivePatterns: rapid.Bool().Draw(t, "patterns")}
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
		if diff := cmp.Diff(want.outlooks, got.outlooks); diff != "" {
			t.Fatalf("outlooks (-apart +together):\n%s\nof\n%s", diff, pr)
		}
	})
}
