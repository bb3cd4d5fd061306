package optimaldpor_test

import (
	"maps"
	"testing"

	"pgregory.net/rapid"

	"github.com/checkmodel/checkmodel/optimaldpor"
)

// TestUnits compares searches of which others explore parts with a search alone, on drawn programs: the same classes, each once, and as many
// branches cut by the bound.
func TestUnits(t *testing.T) {
	units, beyond := 0, 0
	forSearches(t, func(t *rapid.T, pr program, c optimaldpor.Config, _ int) {
		one, err := explore(pr, optimaldpor.New(c), 400)
		if err != nil {
			t.Fatal(err)
		}
		if len(one.all) == 400 {
			t.Skip("too many interleavings")
		}
		share := rapid.IntRange(1, 4).Draw(t, "share")
		search, traces, asked := optimaldpor.NewSearch(c), one.traces[:0:0], 0
		search.HandOut(&optimaldpor.Elsewhere{
			Near: rapid.SampledFrom([]int{1, 1_000}).Draw(t, "near"),
			Room: func() (least int, ok bool) { asked++; return 0, asked%share == 0 },
			Hand: func(u *optimaldpor.Unit) {
				x, found, err := executeElsewhere(pr, c, u)
				if err != nil {
					t.Fatalf("%v\nin\n%s", err, pr)
				}
				for i := range found.Sequences {
					beyond += len(found.Sequences[i].Beyond)
				}
				units++
				traces = append(traces, x.traces...)
				search.Deliver(u, &optimaldpor.Outcome{Load: 1, Execute: func() (*optimaldpor.Explored, error) { return found, nil }})
			},
		})
		here, err := explore(pr, search.Explorer(nil, nil), 0)
		if err != nil {
			t.Fatalf("%v\nin\n%s", err, pr)
		}
		if got, want := classes(c.Relation, append(traces, here.traces...)), classes(c.Relation, one.traces); !maps.Equal(got, want) {
			t.Fatalf("%d classes, alone %d, in\n%s", len(got), len(want), pr)
		}
		if here.boundCut != one.boundCut {
			t.Fatalf("%d branches are cut, alone %d, in\n%s", here.boundCut, one.boundCut, pr)
		}
	})
	if units == 0 || beyond == 0 {
		t.Errorf("%d units, %d events beyond sequences", units, beyond)
	}
}
