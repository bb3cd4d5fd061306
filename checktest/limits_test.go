package checktest

import (
	"testing"
	"time"
)

// A search ends early enough before the deadline of the test to be reported, and
// leaves the others their part of the time.
func TestSearchTime(t *testing.T) {
	for _, c := range []struct {
		left  time.Duration
		part  int
		wants time.Duration
	}{
		{10 * time.Minute, 1, 570 * time.Second}, // a twentieth is kept
		{10 * time.Minute, 3, 190 * time.Second},
		{10 * time.Second, 1, 8 * time.Second}, // at least two seconds
		{time.Second, 1, 500 * time.Millisecond},
		{0, 2, 0},
	} {
		if got := searchTime(c.left, c.part); got != c.wants {
			t.Errorf("the first of %d searches in %v may last %v, want %v", c.part, c.left, got, c.wants)
		}
	}
	if got := searchTime(-time.Second, 1); got > 0 {
		t.Errorf("behind the deadline a search may last %v", got)
	}
}

// The deadline of this test is what a search goes by.
func TestBeforeDeadline(t *testing.T) {
	ctx, cancel := beforeDeadline(t, 2)
	defer cancel()
	ours, limited := t.Deadline()
	theirs, ok := ctx.Deadline()
	if ok != limited || limited && !theirs.Before(ours) {
		t.Errorf("the search ends at %v (%t), the test at %v (%t)", theirs, ok, ours, limited)
	}
}
