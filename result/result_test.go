package result_test

import (
	"testing"

	"github.com/checkmodel/checkmodel/result"
)

// TestMissed: a goal is missed only by a complete search, and not if every interleaving may have ended before it.
func TestMissed(t *testing.T) {
	for want, change := range map[int][]func(*result.Record){
		1: {func(*result.Record) {}, func(r *result.Record) { r.Violating, r.SleepSetBlocked = 2, 1 }},
		0: {
			func(r *result.Record) { r.BoundCut = 1 }, func(r *result.Record) { r.Stop = result.Canceled },
			func(r *result.Record) { r.Goals[0].Hits = 1 }, func(r *result.Record) { r.Violating = 5 }, func(r *result.Record) { r.Violating, r.Left = 4, 1 },
		},
	} {
		for i, change := range change {
			r := &result.Record{}
			r.Interleavings, r.Goals = 5, []result.Goal{{}}
			if change(r); len(r.Missed()) != want {
				t.Errorf("%d goals are missed after change %d, want %d", len(r.Missed()), i, want)
			}
		}
	}
}

// TestCopyOfFindings: a search that goes on does not change what was saved.
func TestCopyOfFindings(t *testing.T) {
	f := result.Findings{Violations: []*result.Violation{{Count: 1}}, Goals: []result.Goal{{Hits: 1}}, Judged: map[string]int{"a": 1}}
	saved := f.Copy()
	f.Violations[0].Count, f.Goals[0].Hits, f.Judged["a"] = 2, 2, 2
	if saved.Violations[0].Count != 1 || saved.Goals[0].Hits != 1 || saved.Judged["a"] != 1 {
		t.Errorf("the copy has changed: %+v", saved)
	}
}
