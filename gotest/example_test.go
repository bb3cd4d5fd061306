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
	})
	if times != 1 {
		t.Errorf("it was executed %d times", times)
	}
}
