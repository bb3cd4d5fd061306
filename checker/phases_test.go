package checker

import (
	"context"
	"time"

	"github.com/checkmodel/checkmodel/optimaldpor"
	"github.com/checkmodel/checkmodel/proc"
	"github.com/checkmodel/checkmodel/trace"
)

// Phases says on what a search spends its time. What is not Ordering or Planning
// is spent on executing the program.
type Phases struct {
	Total    time.Duration
	Ordering time.Duration // happens-before and races
	Planning time.Duration // what comes of the races
}

// MeasurePhases makes the search and measures its phases.
func MeasurePhases(m Model, o Options) (Phases, error) {
	s := &stopwatch{Optimal: optimaldpor.New(o.config()), order: trace.Order{Relation: o.Relation()}}
	o.MaxEvents = DefaultMaxEvents
	x := newSearch(context.Background(), m, o, s)
	start := time.Now()
	_, err := x.run(func() *proc.System { return proc.NewWatchedSystem(m.Main, x.engine.Watch) })
	s.Total = time.Since(start) - s.Ordering // which was done twice
	return s.Phases, err
}

// stopwatch is optimal DPOR under measurement. What that does for happens-before
// cannot be seen from outside, so it is done once more.
type stopwatch struct {
	*optimaldpor.Optimal
	Phases
	events []trace.Event
	same   int // how many of them are those of the interleaving before
	order  trace.Order
}

func (s *stopwatch) Observe(depth int, e *trace.Event) error {
	s.same = min(s.same, depth)
	s.events = append(s.events[:depth], *e)
	return s.Optimal.Observe(depth, e)
}

func (s *stopwatch) End(end trace.Ending) error {
	events := end.Events
	s.events = s.events[:events]
	start := time.Now()
	s.order.Update(s.events, min(s.same, events))
	s.same = events
	ordered := time.Now()
	err := s.Optimal.End(end)
	s.Ordering += ordered.Sub(start)
	s.Planning += time.Since(ordered) - ordered.Sub(start)
	return err
}
