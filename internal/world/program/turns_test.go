package program

import "testing"

// TestComparisonsHaveABudget: the longer the histories, the fewer turns are compared. A point that is found pays for one operation.
func TestComparisonsHaveABudget(t *testing.T) {
	const depth = 1_000
	k := &histories{}
	compared := func(times int) (n int) {
		for range times {
			known := &History{Head: &head{}}
			known.First.Store(&History{Parent: known})
			found := &History{same: known, Depth: depth, Head: &head{}}
			if _, to := k.turnsToCompare(found); len(to) > 0 {
				n += len(to)
			}
		}
		return n
	}
	if n := compared(200); n != freeComparisons/depth {
		t.Errorf("%d turns are compared at first, want %d", n, freeComparisons/depth)
	}
	k.added = 10 * depth
	if n := compared(200); n != 10 {
		t.Errorf("%d turns are compared after %d points, want 10", n, k.added)
	}
}
