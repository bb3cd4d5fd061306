package checker

import (
	"context"
	"time"

	"github.com/checkmodel/checkmodel/internal/world"
	"github.com/checkmodel/checkmodel/optimaldpor"
	"github.com/checkmodel/checkmodel/proc"
	"github.com/checkmodel/checkmodel/trace"
	"github.com/checkmodel/checkmodel/trace/causality"
)

// Phases says how a search spends its time. The rest is spent on executing the program.
type Phases struct {
	Total    time.Duration
	Ordering time.Duration // happens-before and races
	Planning time.Duration // planning for the races
}

// MeasurePhases runs the search and measures its phases.
func MeasurePhases(m Model, o Options) (Phases, error) {
	s := &stopwatch{Optimal: optimaldpor.New((&setup{Options: o}).config()), order: causality.Order{Relation: o.Relation()}}
	o.MaxEvents = DefaultMaxEvents
	x := searchWith(context.Background(), m, o, s)
	start := time.Now()
	_, err := x.simulate(func() *world.System { return world.NewSystem(proc.Body(m.Main), x.Loop.Watch) })
	s.Total = time.Since(start) - s.Ordering // which is done twice
	return s.Phases, err
}

// stopwatch measures optimal DPOR. The time for happens-before cannot be measured from outside, so
// it is computed once more.
type stopwatch struct {
	*optimaldpor.Optimal
	Phases
	events []trace.Event
	same   int // number of events shared with the previous interleaving
	order  causality.Order
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
