package states_test

import (
	"fmt"
	"testing"

	"github.com/checkmodel/checkmodel/states"
	"github.com/checkmodel/checkmodel/trace"
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

// Workers part when one of them has a violation or an interleaving that is cut, or is told to part. None goes on then.
func TestPart(t *testing.T) {
	for name, part := range map[string]func(s *states.Search, end trace.Ending){
		"violation": func(s *states.Search, end trace.Ending) { end.Violating = true; _ = s.End(end) },
		"cut":       func(s *states.Search, end trace.Ending) { end.Outcome = trace.Cut; _ = s.End(end) },
		"told":      func(s *states.Search, end trace.Ending) { s.Part(); _ = s.End(end) },
	} {
		c := &counters{make([]int, 3), []int{10, 10, 10}}
		first := states.New(states.Config{Alone: 100})
		for !first.Shared() {
			prefix, _ := first.Begin()
			clear(c.done)
			_ = first.End(c.interleaving(first, prefix))
		}
		second := first.Join()
		prefix, _ := second.Begin()
		clear(c.done)
		part(second, c.interleaving(second, prefix))
		_, goesOn := first.Begin()
		if why := first.Parted(); why != states.Ordered || goesOn {
			t.Errorf("%s: the workers have parted for the reason %d; the first goes on: %v", name, why, goesOn)
		}
	}
}
