package checker

import (
	"cmp"
	"errors"
	"sort"

	"github.com/checkmodel/checkmodel/internal/liveness"
	"github.com/checkmodel/checkmodel/internal/stage"
	"github.com/checkmodel/checkmodel/internal/world"
	"github.com/checkmodel/checkmodel/trace"
)

// AlwaysPossible returns the property that the exposed states of type S can always become right: from each reachable state, a
// state can be reached in which they are right (AG EF in the logic CTL). For example, the lock can always be taken again, and a
// leader can always still be elected. holds returns nil, or an error that names in one sentence the missing condition. It is
// given the states as by [Finally], of each state of the model; it is given none where nothing has been exposed.
//
// The property does not say that such a state is ever reached. [Eventually] does, and needs fairness. It is enough that some
// steps lead there: of processes, timers and channels, any alternative of proc.P.Choose, and any fault that the model still
// admits. A violation is a dead end: a state from which no right one can be reached any more, such as a deadlock or a livelock,
// or the end of all processes. Violation.Trace is a shortest way to a dead end. Its last event is the first from which no right
// state can be reached. Violation.DeadEnd says how many states can follow.
//
// The property needs a search of [States]; for a model with it, the empty Algorithm means States. After the search, all steps
// of all states are explored, once for each such rule, and then backwards from the right states, in time linear in the steps. A
// state from which the search does not go on, because of Options.MaxEvents or Model.Within, counts as one from which anything
// can be reached, and the property is then not verified. As for Eventually, states must come again.
func AlwaysPossible[S any](p Property, holds func([]Exposed[S]) error) Rule {
	r := Finally(p, holds)
	r.atEnd, r.possible = false, holds != nil
	return r
}

// orderless reports whether a rule cannot tell the order in which processes expose states.
func (r *Rule) orderless() bool { return r.atEnd || r.goal || r.possible }

// inState appends the present exposures to the rule with index i, an AlwaysPossible, and returns whether its condition
// holds there.
func (a *evaluator) inState(words []uint64, r *Rule, i int) (_ []uint64, holds bool) {
	var states []announcement
	a.shown = a.shownTo(r, a.shown[:0])
	for _, s := range a.shown {
		show(&states, s)
	}
	from := len(words)
	words = a.words(words, i, theLatest, states)
	key := a.key(words[from:])
	wrong, known := a.violated[key]
	if !known {
		found, err := a.judgeState(r, i, states)
		if err != nil && a.j.found.failure == nil {
			a.j.found.failure = &failure{err: err}
		}
		if err != nil || a.over || a.j.found.failure != nil {
			return words, false // the exploration ends
		}
		if a.violated == nil {
			a.violated = map[trace.Fingerprint]bool{}
		}
		wrong = found != nil
		a.violated[key] = wrong
	}
	if words = a.asSeen(words, from); wrong {
		return append(words, violated), false
	}
	return words, true
}

// judgeState evaluates the rule with index i on the states, and again to see whether it is pure.
func (a *evaluator) judgeState(r *Rule, i int, states []announcement) (*finding, error) {
	a.shown = states
	if err := a.probe(r, i); err != nil {
		return nil, err
	}
	found, err := a.evaluate(r, i, states, false)
	if err == nil {
		err = a.evaluateAgain(r, i, found)
	}
	return found, err
}

// deadEnd looks for a dead end that violates the AlwaysPossible with index i in a graph, which was explored as x says.
func (j graphs) deadEnd(rule *Rule, i int, x liveness.Exploration, g *liveness.Graph) error {
	steps, states, ok := g.DeadEnd()
	if !ok {
		return nil
	}
	j.repeater.Interleavings++
	if err := x.Execute(steps); err != nil {
		return err
	}
	return j.report(rule, i, Violation{DeadEnd: states})
}

// deadEndOf returns the violation of the AlwaysPossible with index i by a schedule that is replayed, up to the first event
// after which there is no hope; nil if there is hope at its end. The continuations are explored in a system like the search's.
// If its faults do not admit the schedule, they are explored in the system of the replay.
func (j graphs) deadEndOf(rule *Rule, i int, steps trace.Schedule) (v *Violation, err error) {
	judge := func(other graphs) error {
		var failed error
		x := other.exploration(rule, i)
		x.MaxEvents = max(x.MaxEvents, DefaultMaxEvents) // after the schedule
		x.AtCut = func() {}
		dead := func(events int) bool {
			n, err := x.DeadEnd(steps[:events])
			failed = cmp.Or(failed, err)
			return n > 0
		}
		least := len(steps)
		if !dead(least) {
			return failed
		}
		if least > 1 && dead(least-1) { // longer than any that a search finds
			least = 1 + sort.Search(least-2, func(n int) bool { return dead(n + 1) })
		}
		states, err := x.DeadEnd(steps[:least])
		if failed = cmp.Or(failed, err); failed == nil && other.found.failure == nil {
			v, failed = other.violation(rule, i, Violation{DeadEnd: states})
		}
		return failed
	}
	err = j.beside(j.search.driver.(*replaying).asExplored, judge)
	var impossible *stage.Difference
	if errors.As(err, &impossible) {
		err = j.beside(func(*world.System) {}, judge)
	}
	return v, err
}
