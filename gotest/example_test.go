package gotest_test

import (
	"sync"
	"sync/atomic"
	"testing"

	"github.com/checkmodel/checkmodel/gotest"
)

// TestExplore: go test executes the body once.
func TestExplore(t *testing.T) {
	times := 0
	gotest.Explore(t, func(t *testing.T) {
		times++
		var n atomic.Int64
		var group sync.WaitGroup
		for range 2 {
			group.Go(func() { n.Add(1) })
		}
		group.Wait()
		if n.Load() != 2 {
			t.Errorf("n is %d", n.Load())
		}
		gotest.Reach("both")
	}, "both")
	if times != 1 {
		t.Errorf("it was executed %d times", times)
	}
}

// TestLinearizable: go test judges the operations that it executes.
func TestLinearizable(t *testing.T) {
	gotest.Explore(t, func(t *testing.T) {
		var sum atomic.Int64
		add := gotest.Linearizable(t, 0, func(sum, n int64) (int64, int64) { return sum + n, sum + n })
		var group sync.WaitGroup
		for range 2 {
			group.Go(func() { add(1, func() int64 { return sum.Add(1) }) })
		}
		group.Wait()
	})
}
