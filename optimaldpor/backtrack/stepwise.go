package backtrack

import (
	"slices"

	"github.com/checkmodel/checkmodel/bounding"
	"github.com/checkmodel/checkmodel/internal/turns"
	"github.com/checkmodel/checkmodel/internal/wakeup"
	"github.com/checkmodel/checkmodel/trace"
)

// Config holds the parameters of a strategy.
type Config struct {
	Bound bounding.Bound // limits the search to interleavings of low cost
	// Seed chooses the order in which actors move where nothing is planned; 0 is the order of
	// creation. Otherwise View.State must be set.
	Seed uint64
	// MaxEvents is the number of events after which an interleaving is cut; 0 is no limit. It
	// makes the turns of actors shorter that could move for ever.
	MaxEvents int
}

func (c Config) stepwise() stepwise {
	return stepwise{bound: c.Bound, turn: turns.RoundRobin{Seed: c.Seed, Limit: c.MaxEvents}}
}

// stepwise is the common part of the strategies that plan single steps. They keep only the states
// on the path of the present interleaving.
type stepwise struct {
	bound    bounding.Bound
	run      wakeup.Execution
	turn     turns.RoundRobin
	plan     int // how many events of the present interleaving were planned
	started  bool
	boundCut int
}

// branchAt returns the schedule of the interleaving that takes a step after the first a events.
func (s *stepwise) branchAt(a int, st trace.Step) (schedule trace.Schedule, more bool) {
	s.plan = a + 1
	for i := range a {
		schedule = append(schedule, s.run.Events[i].Step())
	}
	return append(schedule, st), true
}

// observe records the event at position depth. It returns false if the event is shared with an
// earlier interleaving.
func (s *stepwise) observe(depth int, e *trace.Event) (isNew bool) {
	s.run.Observe(depth, e)
	s.turn.Observe(depth, e)
	return depth+1 >= s.plan
}

// Coverage returns how often steps were not explored because of the bound: Naive counts each step,
// the other strategies count each time that a state was left with such steps.
func (s *stepwise) Coverage() trace.Coverage { return trace.Coverage{BoundCut: s.boundCut} }

// stepState is a state on the path.
type stepState struct {
	backtrack plannedSteps  // to be explored from here, in this order
	done      exploredSteps // from here, the last one being the present
	explored  int           // how many these are
	cost      int           // of the path
}

// add records the event to which the present step leads.
func (s *stepState) add(e *trace.Event) {
	s.done.add(e)
	s.explored++
}

// awake returns the pending operations for which asleep is false.
func awake(all []trace.Pending, asleep func(trace.Pending) bool) []trace.Pending {
	return slices.DeleteFunc(slices.Clone(all), asleep)
}
