package bounding_test

import (
	"math"
	"testing"

	"github.com/checkmodel/checkmodel/bounding"
)

// TestCharges lists what the children of a node cost, first child first.
func TestCharges(t *testing.T) {
	for _, c := range []struct {
		bound bounding.Bound
		name  string
		limit int
		costs []int
	}{
		{bounding.Tree(0), "tree", 0, []int{0, 1, 1, 1, 1}},
		{bounding.Tree(3), "tree", 3, []int{0, 1, 1, 1, 1}},
		{bounding.Delay(0), "delay", 0, []int{0, 1, 2, 3, 4}},
		{bounding.Delay(3), "delay", 3, []int{0, 1, 2, 3, 4}},
		{bounding.None{}, "none", math.MaxInt, []int{0, 0, 0, 0, 0}},
	} {
		if c.bound.Name() != c.name || c.bound.Limit() != c.limit {
			t.Errorf("the bound is %s %d, want %s %d", c.bound.Name(), c.bound.Limit(), c.name, c.limit)
		}
		for sibling, want := range c.costs {
			if got := c.bound.Charge(sibling); got != want {
				t.Errorf("%s: child %d costs %d, want %d", c.name, sibling, got, want)
			}
		}
	}
}
