package main

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestEstimates: the section about estimates is that of the record, small searches give the recorded estimates, and after each part of a
// search the interval holds the number of interleavings in at least 9 of 10 searches that have one.
func TestEstimates(t *testing.T) {
	var all []estimated
	if err := json.Unmarshal([]byte(read(t, "../"+estimatesRaw)), &all); err != nil {
		t.Fatal(err)
	}
	if section := estimatesSection(all); !strings.Contains(read(t, "../"+randomPage), section) {
		t.Errorf("%s does not have what the record gives:\n%s", randomPage, section)
	}
	again := 0
	for _, s := range estimatedSearches() {
		i := slices.IndexFunc(all, func(e estimated) bool { return e.Search == s.name })
		if i < 0 || all[i].Interleavings > 800 {
			continue
		}
		e, err := s.estimate()
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(all[i], e); diff != "" {
			t.Errorf("%s has other estimates than recorded (-recorded +now):\n%s", s.name, diff)
		}
		again++
	}
	if again < 10 {
		t.Errorf("%d searches are made again, want at least 10", again)
	}
	for i, part := range fractions {
		shown, holds := 0, 0
		for _, e := range all {
			if f := e.Estimates[i]; f.Stable {
				shown++
				if f.holds(e.Interleavings) {
					holds++
				}
			}
		}
		if shown < len(all)/2 || 10*holds < 9*shown {
			t.Errorf("after %.0f %% of a search, %d of %d have an interval, and %d of these hold the number of interleavings", 100*part, shown, len(all), holds)
		}
	}
}
