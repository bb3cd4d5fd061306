package states_test

import (
	"bytes"
	"fmt"

	"github.com/checkmodel/checkmodel/states"
	"github.com/checkmodel/checkmodel/trace"
	"github.com/checkmodel/checkmodel/trace/kind"
)

// counters is a system in which each actor increments one counter, a number of times. Its state is how
// often each actor has moved.
type counters struct{ done, times []int }

func (c *counters) enabled() (all []trace.Pending) {
	for a := range c.times {
		if c.done[a] < c.times[a] {
			all = append(all, trace.Pending{Actor: trace.ActorID(a), Op: &trace.Op{Kind: kind.TableUpdateCounter, Key: 1}})
		}
	}
	return all
}

func (c *counters) step(a trace.ActorID) trace.Event {
	e := trace.NewEvent(a, int32(c.done[a]), trace.Op{Kind: kind.TableUpdateCounter, Key: 1})
	e.Effect, e.After = trace.Update, trace.ValueID(c.done[a]+1)
	c.done[a]++
	return e
}

// explore executes what the search chooses, each interleaving from its beginning.
func (c *counters) explore(s *states.Explorer) {
	for {
		prefix, more := s.Begin()
		if !more {
			return
		}
		clear(c.done)
		_ = s.End(c.interleaving(s, prefix))
	}
}

func (c *counters) interleaving(s *states.Explorer, prefix trace.Schedule) (end trace.Ending) {
	for ; ; end.Events++ {
		enabled := c.enabled()
		if len(enabled) == 0 {
			return end
		}
		var next trace.Step
		if end.Events < len(prefix) {
			next = prefix[end.Events]
		} else if st, ok := s.Choose(trace.View{Enabled: enabled, State: state{counters: c}}); ok {
			next = st
		} else {
			end.Outcome = trace.Abandoned
			return end
		}
		e := c.step(next.Actor)
		_ = s.Observe(end.Events, &e)
	}
}

// state implements trace.State. The search calls Fingerprint only.
type state struct {
	trace.State
	*counters
}

func (s state) Daemons() bool { return false }

func (s state) Failing(nodes []trace.ActorID) []trace.ActorID { return nodes }
func (s state) Home(trace.ActorID) trace.ActorID              { return trace.NoActor }

func (s state) Fingerprint() (f trace.Fingerprint) {
	for _, n := range s.done {
		f = f.With(uint64(n))
	}
	return f
}

func (state) Name(trace.ActorID) string                { return "" }
func (state) Named(string) (trace.ActorID, bool)       { return trace.NoActor, false }
func (state) Pending(trace.ActorID) (op, place string) { return "", "" }
func (state) Mailbox(trace.ActorID) []string           { return nil }

// Three actors that increment one counter ten times each have 30!/(10!)³ orders, but the state is only
// how often each has moved.
func ExampleExplorer() {
	c := &counters{make([]int, 3), []int{10, 10, 10}}
	s := states.New(states.Config{})
	c.explore(s)
	found := s.Coverage().Merged
	fmt.Println(found.Interleavings, "interleavings in", found.States, "states")
	// Output: 5550996791340 interleavings in 1300 states
}

// How far a search is, after 100 of the paths that it takes.
func ExampleProgress() {
	c := &counters{make([]int, 3), []int{10, 10, 10}}
	s := states.New(states.Config{})
	for range 100 {
		prefix, _ := s.Begin()
		clear(c.done)
		_ = s.End(c.interleaving(s, prefix))
	}
	p := s.Progress()
	fmt.Println(p.Interleavings, "interleavings so far, in", p.States, "states")
	// Output: 184745 interleavings so far, in 109 states
}

// A search is saved after some interleavings, and another one goes on.
func ExampleExplorer_Save() {
	c := &counters{make([]int, 3), []int{10, 10, 10}}
	s := states.New(states.Config{})
	for range 50 {
		prefix, _ := s.Begin()
		clear(c.done)
		_ = s.End(c.interleaving(s, prefix))
	}
	saved, pairs := s.Save(), new(bytes.Buffer)
	if err := s.WritePairs(pairs); err != nil {
		fmt.Println(err)
	}
	fmt.Println(saved.Interleavings, "interleavings after", saved.Transitions, "transitions")

	s = states.New(states.Config{})
	if err := s.ReadPairs(pairs, saved); err != nil {
		fmt.Println(err)
	}
	clear(c.done)
	var path trace.Schedule
	err := s.Resume(saved, state{counters: c}, func(depth int, st trace.Step) (*trace.Event, error) {
		path = path[:depth]
		clear(c.done)
		for _, before := range path {
			c.step(before.Actor)
		}
		path = append(path, st)
		e := c.step(st.Actor)
		return &e, nil
	})
	if err != nil {
		fmt.Println(err)
	}
	c.explore(s)
	m := s.Coverage().Merged
	fmt.Println(m.Interleavings, "interleavings after", m.Transitions, "transitions")
	// Output:
	// 2997 interleavings after 188 transitions
	// 5550996791340 interleavings after 3941 transitions
}
