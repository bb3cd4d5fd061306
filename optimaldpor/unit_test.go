package optimaldpor_test

import (
	"errors"
	"maps"
	"testing"
	"testing/synctest"

	"pgregory.net/rapid"

	"github.com/checkmodel/checkmodel/optimaldpor"
	"github.com/checkmodel/checkmodel/trace"
)

// TestUnits compares searches of which others explore parts with a search alone, on drawn programs: the same classes, each once, and as many
// branches cut by the bound.
func TestUnits(t *testing.T) {
	units, rests, splits, beyond := 0, 0, 0, 0
	forSearches(t, func(t *rapid.T, pr program, c optimaldpor.Config, _ int) {
		one, err := explore(pr, optimaldpor.New(c), 400)
		if err != nil {
			t.Fatal(err)
		}
		if len(one.all) == 400 {
			t.Skip("too many interleavings")
		}
		share, asked := rapid.IntRange(1, 4).Draw(t, "share"), 0
		search := optimaldpor.NewSearch(c)
		elsewhere := others{program: pr, config: c, search: search, most: rapid.SampledFrom([]int{1, 3, 1_000}).Draw(t, "most")}
		search.HandOut(&optimaldpor.Elsewhere{
			Least: rapid.IntRange(1, 3).Draw(t, "least"),
			Load:  rapid.SampledFrom([]int{1, 2_000, 1_000_000}).Draw(t, "load"),
			Room:  func() bool { asked++; return asked%share == 0 },
			Hand:  elsewhere.hand,
		})
		var begun int
		var counted []int // interleavings; others were explored before their turn, and discarded
		count := func(i int) bool { counted = append(counted, i); return true }
		explorer := search.Explorer(func() bool { return count(begun - 1) }, func(optimaldpor.Batch) optimaldpor.Batch {
			return &batch{begun - 1, count}
		})
		here, err := explore(pr, beginnings{explorer, &begun}, 0)
		if err := errors.Join(err, elsewhere.err); err != nil {
			t.Fatalf("%v\nin\n%s", err, pr)
		}
		units += len(elsewhere.found)
		splits += elsewhere.splits
		for _, b := range elsewhere.found {
			if len(b.Open) > 0 {
				rests++
			}
			for _, q := range b.Sequences {
				beyond += len(q.Steps) - q.Events
			}
		}
		traces := elsewhere.traces
		for _, i := range counted {
			traces = append(traces, here.traces[i])
		}
		if got, want := classes(c.Relation, traces), classes(c.Relation, one.traces); !maps.Equal(got, want) {
			t.Fatalf("%d classes, alone %d, in\n%s", len(got), len(want), pr)
		}
		if here.boundCut != one.boundCut {
			t.Fatalf("%d branches are cut, alone %d, in\n%s", here.boundCut, one.boundCut, pr)
		}
	})
	t.Logf("%d units, %d with a rest, %d tasks split off others, %d events beyond sequences", units, rests, splits, beyond)
	if units == 0 || rests == 0 || splits == 0 {
		t.Error("units, rests or splits are missing")
	}
}

// TestIdle: a second explorer works only while others wait for units.
func TestIdle(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		rivals := program{{write(1, 1)}, {write(1, 2)}, {write(1, 3)}}
		search, idle := optimaldpor.NewSearch(optimaldpor.Config{}), 0
		search.HandOut(&optimaldpor.Elsewhere{Least: 1, Load: 1, Room: func() bool { return false }, Idle: func() int { return idle }})
		one := func(x *optimaldpor.Optimal) int {
			found, err := explore(rivals, x, 1)
			if err != nil {
				t.Error(err)
			}
			return len(found.all)
		}
		first, second := search.Explorer(nil, nil), search.Explorer(nil, nil)
		one(first)
		executed := 0
		go func() { executed = one(second) }()
		if synctest.Wait(); executed > 0 {
			t.Error("a second explorer works although nobody waits for units")
		}
		idle = 1
		one(first)
		if synctest.Wait(); executed == 0 {
			t.Error("a second explorer waits although others wait for units")
		}
	})
}

// beginnings counts the interleavings that an explorer has begun.
type beginnings struct {
	*optimaldpor.Optimal
	begun *int
}

func (b beginnings) Begin() (trace.Schedule, bool) {
	*b.begun++
	return b.Optimal.Begin()
}

// batch is a batch of one interleaving.
type batch struct {
	number int
	count  func(number int) bool
}

// Count implements [optimaldpor.Batch].
func (b *batch) Count() bool { return b.count(b.number) }
