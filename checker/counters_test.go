package checker

import (
	"testing"

	"github.com/checkmodel/checkmodel/internal/randomprograms"
	"github.com/checkmodel/checkmodel/proc"
	"pgregory.net/rapid"
)

func checkCounters(t *rapid.T) {
	checkMain(t, randomprograms.DrawCounting(t), false, proc.Instant, tooMany)
}

// TestCounterFromNothing: whether the select sees the counter depends on which of the two begins it.
func TestCounterFromNothing(t *testing.T) {
	checkMain(t, randomprograms.Counting([][]randomprograms.Counted{
		{{Do: "delete"}, {Do: "count from", By: 3}},
		{{Do: "count from", By: -1}, {Do: "select", By: 5}},
		{{Do: "select", By: 1}},
	}), false, proc.Instant, 10*tooMany)
}

// TestCounterIsForeseen: the select of 2 sees the result of 3 and then -1, but not that of -1
// before 3.
func TestCounterIsForeseen(t *testing.T) {
	checkMain(t, randomprograms.Counting([][]randomprograms.Counted{
		{{Do: "count", By: 3}},
		{{Do: "select", By: 2}, {Do: "count", By: 1}},
		{{Do: "count", By: -1}, {Do: "await", By: 1}},
	}), false, proc.Instant, 10*tooMany)
}
