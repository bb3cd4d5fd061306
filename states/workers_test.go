package states_test

import (
	"bytes"
	"fmt"
	"slices"
	"testing"

	"github.com/checkmodel/checkmodel/internal/testsize"
	"github.com/checkmodel/checkmodel/states"
	"github.com/checkmodel/checkmodel/trace"
)

// execute explores an interleaving, and reports whether there was one.
func execute(s *states.Explorer, c *counters) bool {
	prefix, more := s.Begin()
	if more {
		clear(c.done)
		_ = s.End(c.interleaving(s, prefix))
	}
	return more
}

// Two workers take turns, each in a system of its own. They explore each pair once, and find what one worker finds.
func ExampleExplorer_Join() {
	system := func() *counters { return &counters{make([]int, 3), []int{10, 10, 10}} }
	first, c := states.New(states.Config{Alone: 100}), system()
	for !first.Shared() {
		execute(first, c)
	}
	second, d := first.Join(), system()
	for execute(first, c) && execute(second, d) {
	}
	if first.Parting() == states.Together {
		m := first.Coverage().Merged
		fmt.Println(m.Interleavings, "interleavings in", m.States, "states, by two workers")
	}
	// Output: 5550996791340 interleavings in 1300 states, by two workers
}

// Workers part when one of them has a violation or an interleaving that is cut, or is told to part. None goes on then.
func TestPart(t *testing.T) {
	for name, part := range map[string]func(s *states.Explorer, end trace.Ending){
		"violation": func(s *states.Explorer, end trace.Ending) { end.Violating = true; _ = s.End(end) },
		"cut":       func(s *states.Explorer, end trace.Ending) { end.Outcome = trace.Cut; _ = s.End(end) },
		"told":      func(s *states.Explorer, end trace.Ending) { s.Part(); _ = s.End(end) },
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
		if why := first.Parting(); why != states.Ordered || goesOn {
			t.Errorf("%s: the workers have parted for the reason %d; the first goes on: %v", name, why, goesOn)
		}
	}
}

// TestResumeTogether saves and resumes a shared search again and again, while it forgets all that it can. A pair on the path may
// be known then, and not the ones below it. The first worker executes some interleavings before the other one joins it.
func TestResumeTogether(t *testing.T) {
	config := states.Config{Alone: 30, MaxBytes: 1}
	for pause := range testsize.Sample(5, 100) {
		system := func() *counters { return &counters{make([]int, 3), []int{8, 8, 8}} }
		first, c, d := states.New(config), system(), system()
		for !first.Shared() {
			execute(first, c)
		}
		for more, wait := true, pause; more; wait += 1 + wait/2 {
			for i := 0; i < pause%7 && more; i++ {
				more = execute(first, c)
			}
			second := first.Join()
			for i := 0; i < wait && more; i++ {
				more = execute(first, c) && execute(second, d)
			}
			if more {
				first = resumed(t, config, first, c)
			}
		}
		if got := fmt.Sprint(first.Coverage().Merged.Interleavings); got != "9465511770" || first.Parting() != states.Together {
			t.Fatalf("%d interleavings before it is saved: it has found %s", pause, got)
		}
	}
}

// resumed returns a search that goes on where another one is.
func resumed(t *testing.T, config states.Config, s *states.Explorer, c *counters) *states.Explorer {
	var pairs bytes.Buffer
	saved := s.Save()
	next := states.New(config)
	if err := s.WritePairs(&pairs); err != nil {
		t.Fatal(err)
	}
	if err := next.ReadPairs(&pairs, saved); err != nil {
		t.Fatal(err)
	}
	clear(c.done)
	var steps trace.Schedule
	err := next.Resume(saved, state{counters: c}, func(depth int, st trace.Step) (*trace.Event, error) {
		for ; len(steps) > depth; steps = steps[:len(steps)-1] {
			c.done[steps[len(steps)-1].Actor]--
		}
		steps = append(steps, st)
		e := c.step(st.Actor)
		return &e, nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return next
}

// A worker that meets an actor with a greater number than all before has learned something.
func TestNewActor(t *testing.T) {
	c := &counters{make([]int, 3), []int{10, 10, 10}}
	first := states.New(states.Config{Alone: 100})
	for !first.Shared() {
		prefix, _ := first.Begin()
		clear(c.done)
		_ = first.End(c.interleaving(first, prefix))
	}
	second, d := first.Join(), &counters{make([]int, 4), []int{10, 10, 10, 1}}
	prefix, _ := second.Begin()
	_ = second.End(d.interleaving(second, prefix))
	if why := first.Parting(); why != states.Learned {
		t.Errorf("the workers have parted for the reason %d", why)
	}
}

// TestOrderOfActors lists what can move in another order each time: a state has no order of it.
func TestOrderOfActors(t *testing.T) {
	var found [2]trace.Exploration
	for by := range found {
		c := &counters{make([]int, 4), []int{3, 3, 3, 3}}
		s := states.New(states.Config{})
		choices := 0
		for prefix, more := s.Begin(); more; prefix, more = s.Begin() {
			clear(c.done)
			var end trace.Ending
			for ; end.Outcome != trace.Abandoned; end.Events++ {
				enabled := c.enabled()
				if len(enabled) == 0 {
					break
				}
				choices += by
				if choices%2 == 1 {
					slices.Reverse(enabled)
				}
				var next trace.Step
				if end.Events < len(prefix) {
					next = prefix[end.Events]
				} else if st, ok := s.Choose(trace.View{Enabled: enabled, State: state{counters: c}}); ok {
					next = st
				} else {
					end.Outcome = trace.Abandoned
					continue
				}
				e := c.step(next.Actor)
				e.Key = trace.ValueID((int(next.Actor)+c.done[next.Actor])%2 + 1)
				_ = s.Observe(end.Events, &e)
			}
			_ = s.End(end)
		}
		found[by] = *s.Coverage().Merged
	}
	if found[0] != found[1] || found[0].Twins == 0 {
		t.Errorf("it has found\n%+v\nin one order, and in other ones\n%+v", found[0], found[1])
	}
}
