package checker

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/checkmodel/checkmodel/bounding"
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
		o := Options{
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
	o := Options{Bound: bounding.Tree(5).From(1), Until: UntilEnd}
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

// TestForgedLevels: a checkpoint with results of lower bounds that no search has written is refused.
func TestForgedLevels(t *testing.T) {
	m := Model{Name: "writers", Main: fiveWriters}
	o := Options{Bound: bounding.Tree(5).From(1), Until: UntilEnd, MaxInterleavings: 40}
	fresh := func() (saved *Checkpoint) {
		part := o
		part.Resume, part.Saving = nil, &Saving{Save: func(c *Checkpoint) error { saved = throughFile(t, c); return nil }}
		if _, err := Check(t.Context(), m, part); err != nil || saved == nil || len(saved.Levels) == 0 {
			t.Fatalf("%v: %+v", err, saved)
		}
		return saved
	}
	o.Resume = fresh()
	if _, err := Check(t.Context(), m, o); err != nil {
		t.Fatal(err)
	}
	for want, forge := range map[string]func(*Checkpoint){
		"only one of Levels and Below":     func(c *Checkpoint) { c.Below = nil },
		" one of Levels and Below":         func(c *Checkpoint) { c.Levels = nil },
		"Levels for the bounds 1 to 5":     func(c *Checkpoint) { c.Levels = append(c.Levels, make([]Level, 9)...) },
		"Levels[0] cannot be {Bound:2":     func(c *Checkpoint) { c.Levels[0].Bound++ },
		"Levels[0].Interleavings is -1":    func(c *Checkpoint) { c.Levels[0].Interleavings = -1 },
		"BoundCut:0 FirstViolation:0}":     func(c *Checkpoint) { c.Levels[0].BoundCut = 0 },
		"Levels[0].FirstViolation is -1":   func(c *Checkpoint) { c.Levels[0].FirstViolation = -1 },
		"Below is not what the last":       func(c *Checkpoint) { c.Below.Interleavings++ },
		"Violating is -1":                  func(c *Checkpoint) { c.Below.Violating = -1 },
		"Goals has 1 goals":                func(c *Checkpoint) { c.Below.Goals = make([]Goal, 1) },
		"bound is 1..5, and was ": func(c *Checkpoint) { c.Search[0].Value = "5" },
	} {
		o.Resume = fresh()
		forge(o.Resume)
		if _, err := Check(t.Context(), m, o); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("the error is %v, want %q", err, want)
		}
	}
	single := Options{Bound: bounding.Tree(5), Until: UntilEnd}
	single.Resume = fresh()
	single.Resume.Search = single.settings(&m)
	if _, err := Check(t.Context(), m, single); err == nil || !strings.Contains(err.Error(), "and there is one bound") {
		t.Errorf("one bound goes on with several: %v", err)
	}
}
