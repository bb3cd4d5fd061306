package guard

import (
	"runtime"
	"slices"
	"testing"
)

// caller has a method that is called by wrappers, too: of the embedded value, and of the method as a value.
type caller struct{}

type embeds struct{ caller }

type calls interface{ call(n int) [2][]uintptr }

// call returns the addresses that Follow and runtime.Callers find below n further calls of itself.
//
//go:noinline
func (c caller) call(n int) [2][]uintptr {
	if n > 0 {
		return c.call(n - 1)
	}
	var r Returns
	if !r.Follow() {
		return [2][]uintptr{}
	}
	var all [64]uintptr
	return [2][]uintptr{r[:], all[:runtime.Callers(2, all[:])]}
}

// TestFollow: the addresses on the stack are those of runtime.Callers, except for wrappers and inlined calls; and they are the
// same if and only if the calls are.
func TestFollow(t *testing.T) {
	var one, other calls = caller{}, embeds{}
	value := other.call
	lines := []func(int) [2][]uintptr{
		func(n int) [2][]uintptr { return one.call(n) },
		func(n int) [2][]uintptr { return one.call(n) },
		func(n int) [2][]uintptr { return other.call(n) },
		func(n int) [2][]uintptr { return value(n) },
	}
	var met [][]uintptr
	for n := range 3 {
		for i, line := range lines {
			for again := range 2 {
				var got [2][]uintptr
				ended := make(chan bool)
				go func() { // a goroutine without other calls
					got = line(n)
					ended <- true
				}()
				<-ended
				followed, want := got[0], got[1]
				if followed == nil {
					t.Skip("calls cannot be followed on this processor")
				}
				found := 0
				for _, pc := range followed {
					if found < len(want) && pc == want[found] {
						found++
					}
				}
				if found < len(want)-1 { // Callers ends with the entry point of the goroutine, which is no return address
					t.Fatalf("line %d, %d calls deeper: %d of %d addresses of runtime.Callers are found in order: %x, %x", i, n, found, len(want), followed, want)
				}
				if known := slices.ContainsFunc(met, func(m []uintptr) bool { return slices.Equal(m, followed) }); known != (again == 1) {
					t.Errorf("line %d, %d calls deeper, for the %d. time: known: %v", i, n, again+1, known)
				}
				met = append(met, followed)
			}
		}
	}
}
