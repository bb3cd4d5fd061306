package states_test

import (
	"fmt"

	"github.com/checkmodel/checkmodel/states"
)

// Two workers take turns, each in a system of its own. They explore each pair once, and find what one worker finds.
func ExampleSearch_Join() {
	system := func() *counters { return &counters{make([]int, 3), []int{10, 10, 10}} }
	interleaving := func(s *states.Search, c *counters) bool {
		prefix, more := s.Begin()
		if more {
			clear(c.done)
			_ = s.End(c.interleaving(s, prefix))
		}
		return more
	}
	first, c := states.New(states.Config{Alone: 100}), system()
	for !first.Shared() {
		interleaving(first, c)
	}
	second, d := first.Join(), system()
	for interleaving(first, c) && interleaving(second, d) {
	}
	if first.Parted() == states.Together {
		m := first.Coverage().Merged
		fmt.Println(m.Interleavings, "interleavings in", m.States, "states, by two workers")
	}
	// Output: 5550996791340 interleavings in 1300 states, by two workers
}
