// Package gotest lets a test be explored: all orders of its goroutines that can make a difference.
//
//	func TestCounter(t *testing.T) {
//		gotest.Explore(t, func(t *testing.T) {
//			var c Counter
//			var group sync.WaitGroup
//			for range 2 {
//				group.Go(c.Increment)
//			}
//			group.Wait()
//			if c.Value() != 2 {
//				t.Errorf("the value is %d", c.Value())
//			}
//		})
//	}
//
// The command go test executes the body once, as it is written. The command 'checkmodel test' explores it; see docs/goroutines.md.
package gotest

import (
	"strconv"
	"sync"
	"testing"

	"github.com/checkmodel/checkmodel/internal/linear"
)

// Explore executes the body. Under 'checkmodel test' the body is executed once for each order of its operations that can make a
// difference. It must make everything that it uses, and do the same each time except for that order. A violation is a failure of the test, a
// panic, a data race, and a goroutine that waits for ever, also after the body has ended. Each of the goals must be reached in some order; see
// [Reach].
func Explore(t *testing.T, body func(t *testing.T), goals ...string) {
	t.Helper()
	body(t)
}

// Reach says that a goal is reached, which must be among those that Explore is given. It says so only under 'checkmodel test', and does nothing otherwise.
func Reach(goal string) {}

// Linearizable returns a function that executes an operation on an object, and returns its result. The operations must have the results
// of a single object that executes one operation at a time, each at some moment between its call and its return (Herlihy, Wing,
// "Linearizability: A Correctness Condition for Concurrent Objects", 1990). Otherwise the test fails.
//
//	add := gotest.Linearizable(t, 0, func(sum, n int) (int, int) { return sum + n, sum + n })
//	go add(1, func() int { return counter.Add(1) })
//
// The object is specified by its initial state and by apply, which returns the state after an operation, and its result; it must be a pure function,
// and must not change data to which the state refers. Results are equal if reflect.DeepEqual says so. An operation that does not return may take effect
// at any time after its call, or not at all. The time grows exponentially with the number of operations that overlap.
func Linearizable[S, C, R any](t *testing.T, initial S, apply func(state S, call C) (S, R)) func(call C, execute func() R) R {
	var mu sync.Mutex
	known, calls := linear.New[S, C, R](initial), 0
	see := func(name string, e linear.Event[C, R]) string {
		mu.Lock()
		defer mu.Unlock()
		if !e.Returned {
			calls++
			name = "call " + strconv.Itoa(calls)
		}
		next, err := known.Next(apply, name, e)
		if known = next; err != nil {
			t.Errorf("not linearizable: %v", err)
		}
		return name
	}
	return func(call C, execute func() R) R {
		name := see("", linear.Event[C, R]{Call: call})
		result := execute()
		see(name, linear.Event[C, R]{Result: result, Returned: true})
		return result
	}
}
