package checker

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/checkmodel/checkmodel/internal/stage"
	"github.com/checkmodel/checkmodel/internal/world"
	"github.com/checkmodel/checkmodel/optimaldpor"
	"github.com/checkmodel/checkmodel/proc"
	"github.com/checkmodel/checkmodel/trace"
	"github.com/checkmodel/checkmodel/trace/causality"
)

// Floor holds the interleavings of a search. They are executed again, one after the other, without what the search does to
// find them: this is what each search of them has to do at least.
type Floor struct {
	model     Model
	relation  causality.Relation
	schedules []trace.Schedule
}

// NewFloor runs the search and records its interleavings.
func NewFloor(m Model, o Options) (*Floor, error) {
	s := &scribe{Optimal: optimaldpor.New((&setup{Options: o}).config())}
	o.MaxEvents = DefaultMaxEvents
	f := &Floor{model: m, relation: o.Relation()}
	x := searchWith(context.Background(), m, o, s)
	_, err := x.simulate(f.system)
	f.schedules = s.all
	return f, err
}

func (f *Floor) system() *world.System {
	sys := world.NewSystem(proc.Body(f.model.Main), nil)
	sys.SetIntervals(f.model.rules().Intervals())
	sys.SetOrdered(f.model.rules().Boards())
	return sys
}

// Interleavings returns how many there are.
func (f *Floor) Interleavings() int { return len(f.schedules) }

// Execute executes the interleavings in a new system: the events after the place where each leaves the one before. It
// returns how many events these are, and how much of the time it took to find the order and the races of each interleaving.
func (f *Floor) Execute() (events int, ordering time.Duration, err error) {
	sys := f.system()
	defer sys.Close()
	p, same := stage.New(world.Simulation{System: sys}), 0
	p.Back = func(depth int) { same = depth }
	order := causality.Order{Relation: f.relation}
	for i, schedule := range f.schedules {
		outcome, err := p.Play(schedule, nobody{})
		if err == nil && (outcome != trace.Complete || len(p.Events()) != len(schedule)) {
			err = fmt.Errorf("%d events of %d", len(p.Events()), len(schedule))
		}
		if err != nil {
			return 0, 0, fmt.Errorf("interleaving %d: %w", i, err)
		}
		events += len(schedule) - same
		start := time.Now()
		order.Update(p.Events(), same)
		ordering += time.Since(start)
	}
	return events, ordering, nil
}

// nobody observes nothing.
type nobody struct{}

func (nobody) Choose(trace.View) (trace.Step, bool) { return trace.Step{}, false }
func (nobody) Observe(_ int, _ *trace.Event) error  { return nil }

// scribe records the interleavings of optimal DPOR.
type scribe struct {
	*optimaldpor.Optimal
	present trace.Schedule
	all     []trace.Schedule
}

func (s *scribe) Observe(depth int, e *trace.Event) error {
	s.present = append(s.present[:depth], e.Step())
	return s.Optimal.Observe(depth, e)
}

func (s *scribe) End(end trace.Ending) error {
	s.all = append(s.all, slices.Clone(s.present[:end.Events]))
	return s.Optimal.End(end)
}
