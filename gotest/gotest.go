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

import "testing"

// Explore executes the body. Under 'checkmodel test' the body is executed once for each order of its operations that can make a
// difference. It must make everything that it uses, and do the same each time except for that order. A violation is a failure of the test, a
// panic, a data race, and a goroutine that waits for ever, also after the body has ended.
func Explore(t *testing.T, body func(t *testing.T)) {
	t.Helper()
	body(t)
}
