//go:build linux && (amd64 || arm64)

package timeline

import "testing"

// TestCrashInSync: a crash that waits for a sync happens in the first one from its point on, and another one at its point.
func TestCrashInSync(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		point  int
		inSync bool
		want   int
	}{{2, false, 2}, {2, true, 3}, {4, true, 6}, {7, true, 0}} {
		p := NewPoints(new(Clock), []Fault{{Kind: Crash, Point: c.point, InSync: c.inSync}})
		p.Start()
		crashed := 0
		for at := 1; at <= 8 && crashed == 0; at++ {
			pass := p.Pass
			if at%3 == 0 {
				pass = p.PassSync
			}
			if pass("at ", at) {
				crashed = at
			}
		}
		if crashed != c.want {
			t.Errorf("a crash from point %d on, in a sync: %t, happens at %d; want %d", c.point, c.inSync, crashed, c.want)
		}
	}
}
