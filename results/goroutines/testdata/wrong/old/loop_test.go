//go:build go1.21

// Package old has a mistake that Go 1.22 has ended.
package old

import (
	"sync"
	"testing"

	"github.com/checkmodel/checkmodel/gotest"
)

// TestLoopVariable: before Go 1.22 the iterations of a loop had one variable.
func TestLoopVariable(t *testing.T) {
	gotest.Explore(t, func(t *testing.T) {
		var group sync.WaitGroup
		var mu sync.Mutex
		sum := 0
		for _, n := range []int{1, 2} {
			group.Add(1)
			go func() {
				defer group.Done()
				mu.Lock()
				defer mu.Unlock()
				sum += n
			}()
		}
		group.Wait()
		if sum != 3 {
			t.Errorf("the sum is %d", sum)
		}
	})
}
