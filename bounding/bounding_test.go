package bounding_test

import (
	"math"
	"testing"

	"github.com/checkmodel/checkmodel/bounding"
	"github.com/checkmodel/checkmodel/trace"
)

// TestCharges lists what the branches of a state cost, first branch first.
func TestCharges(t *testing.T) {
	for _, c := range []struct {
		bound bounding.Bound
		kind  bounding.Kind
		limit int
		costs []int
	}{
		{bounding.Tree(0), "tree", 0, []int{0, 1, 1, 1, 1}},
		{bounding.Tree(3), "tree", 3, []int{0, 1, 1, 1, 1}},
		{bounding.Delay(0), "delay", 0, []int{0, 1, 2, 3, 4}},
		{bounding.Delay(3), "delay", 3, []int{0, 1, 2, 3, 4}},
		{bounding.Preemption(3), "preemption", 3, []int{0, 0, 0, 0, 0}},
		{bounding.None(), "", math.MaxInt, []int{0, 0, 0, 0, 0}},
		{bounding.Bound{}, "", math.MaxInt, []int{0, 0, 0, 0, 0}},
	} {
		if c.bound.Kind() != c.kind || c.bound.Limit() != c.limit || c.bound.Limits() != (c.kind != "") {
			t.Errorf("the bound is %q %d, want %q %d", c.bound.Kind(), c.bound.Limit(), c.kind, c.limit)
		}
		for sibling, want := range c.costs {
			if got := c.bound.Charge(bounding.Branch{Sibling: sibling, Before: trace.NoActor, Actor: 1}); got != want {
				t.Errorf("%s: branch %d costs %d, want %d", c.kind, sibling, got, want)
			}
		}
	}
}

// TestPreemption: a step costs one if another actor takes it than the one before, and that could
// have gone on.
func TestPreemption(t *testing.T) {
	for branch, want := range map[bounding.Branch]int{
		{Before: trace.NoActor, Actor: 1}:                   0,
		{Before: 1, Enabled: true, Actor: 1}:                0,
		{Before: 1, Enabled: true, Actor: 2}:                1,
		{Before: 1, Enabled: false, Actor: 2}:               0,
		{Before: 1, Enabled: true, Actor: 1, Sibling: 3}:    0,
		{Before: 1, Enabled: true, Actor: 2, Sibling: 3}:    1,
		{Before: 1, Enabled: false, Actor: 2, Sibling: 100}: 0,
	} {
		b := bounding.Preemption(2)
		if got := b.Charge(branch); got != want {
			t.Errorf("%+v costs %d, want %d", branch, got, want)
		}
		if !b.Admits(branch, 1) || b.Admits(branch, 2) != (want == 0) || b.Admits(branch, 3) {
			t.Errorf("%+v is not admitted as it should be", branch)
		}
	}
}

// TestSeveral has sequences of bounds.
func TestSeveral(t *testing.T) {
	b := bounding.Delay(4).From(1)
	if !b.Several() || b.First() != 1 || b.Last() != 4 || b.Limit() != 4 {
		t.Errorf("several bounds from 1 to 4 are %+v", b)
	}
	if b = b.At(2); !b.Several() || b.First() != 1 || b.Last() != 4 || b.Limit() != 2 {
		t.Errorf("one of several bounds from 1 to 4 is %+v", b)
	}
	if b = bounding.Tree(3); b.Several() || b.First() != 3 || b.Last() != 3 {
		t.Errorf("the bound 3 is %+v", b)
	}
	if b = bounding.Tree(3).From(3); !b.Several() {
		t.Errorf("the bounds from 3 to 3 are %+v", b)
	}
}

// A bound is the one that Parse makes of its text.
func TestText(t *testing.T) {
	for _, b := range []bounding.Bound{{}, bounding.None(), bounding.Tree(4), bounding.Tree(4).From(0), bounding.Preemption(2), bounding.Delay(3).From(1)} {
		text, err := b.MarshalText()
		var again bounding.Bound
		if err != nil || again.UnmarshalText(text) != nil || again != b {
			t.Errorf("%+v is written as %q, and read as %+v", b, text, again)
		}
	}
	for _, text := range []string{"x", "-1", "3..2", "4..", "far:2", "preemption:", "preemption:none", ":3"} {
		if b, err := bounding.Parse(text); err == nil {
			t.Errorf("%q is read as %+v", text, b)
		}
	}
}
