package checker

import (
	"context"
	"fmt"
	"testing"

	"github.com/checkmodel/checkmodel/bounding"
	"github.com/checkmodel/checkmodel/internal/testsize"
	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// leveled is the result of a search with several bounds.
func leveled(r *Result) string { return fmt.Sprintln(r.Levels) + summarized(r) }

// TestResumeBounds interrupts searches with several bounds repeatedly, at any point, and compares them with
// an uninterrupted search: the same interleavings, in the same order, and the same result.
func TestResumeBounds(t *testing.T) {
	resumed, between := 0, 0
	checkMany(t, func(t *rapid.T) {
		m := drawModel(t)
		search := func(o Options) (pages []string, r *Result) {
			d := &diary{}
			o.Observer = d
			r, err := Check(context.Background(), m, o)
			if err != nil {
				t.Fatal(err)
			}
			return d.pages, r
		}
		const all = 200
		kind := rapid.SampledFrom([]bounding.Bound{bounding.Tree(3), bounding.Delay(4)}).Draw(t, "kind")
		o := Options{TrustModel: !testsize.Long(),
			Bound: kind.From(rapid.IntRange(0, 2).Draw(t, "first")), Until: rapid.SampledFrom(endings).Draw(t, "until"),
			MaxInterleavings: all, Workers: 1,
		}
		if rapid.Bool().Draw(t, "around") {
			o.Around = drawGuide(t, m, o)
		}
		want, whole := search(o)

		o.Workers = rapid.IntRange(1, 2).Draw(t, "workers")
		var got []string
		for budget := 0; ; {
			budget = min(budget+rapid.IntRange(1, 8).Draw(t, "until the interrupt"), all)
			var saved *Checkpoint
			part := o
			part.MaxInterleavings = budget
			part.Saving = &Saving{Identity: "this", Save: func(c *Checkpoint) error { saved = throughFile(t, c); return nil }}
			p, r := search(part)
			got = append(got, p...)
			if saved == nil || budget == all {
				if diff := cmp.Diff(leveled(whole), leveled(r)); diff != "" {
					t.Fatalf("result (-in one go +interrupted):\n%s", diff)
				}
				break
			}
			if o.Resume = saved; saved.Interleavings == 0 {
				between++
			}
			resumed++
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Fatalf("interleavings (-in one go +interrupted):\n%s", diff)
		}
	})
	if (resumed == 0 || between == 0) && !testing.Short() { // then there are few programs
		t.Errorf("%d searches were resumed, %d of them between two bounds", resumed, between)
	}
}

// TestBudgetOfAllBounds: the budget of interleavings is for all bounds together, and a resumed search starts
// each higher bound anew.
func TestBudgetOfAllBounds(t *testing.T) {
	m := Model{Name: "writers", Main: fiveWriters}
	o := Options{TrustModel: !testsize.Long(), Bound: bounding.Tree(5).From(1), Until: UntilEnd}
	whole, err := Check(t.Context(), m, o)
	if err != nil {
		t.Fatal(err)
	}
	part := o
	part.MaxInterleavings = 40
	part.Saving = &Saving{Save: func(c *Checkpoint) error { o.Resume = throughFile(t, c); return nil }}
	r, err := Check(t.Context(), m, part)
	if err != nil {
		t.Fatal(err)
	}
	sum := 0
	for _, l := range r.Levels {
		sum += l.Interleavings
	}
	if r.Stop != OutOfBudget || sum != part.MaxInterleavings || len(r.Levels) == len(whole.Levels) {
		t.Errorf("with a budget of %d interleavings it stops so: %q, after %v", part.MaxInterleavings, r.Stop, r.Levels)
	}
	if r, err = Check(t.Context(), m, o); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(whole.Levels, r.Levels); diff != "" {
		t.Errorf("searches (-in one go +resumed):\n%s", diff)
	}
}
