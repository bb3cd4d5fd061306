package checker

import (
	"cmp"
	"errors"
	"slices"
	"sort"

	"github.com/checkmodel/checkmodel/internal/explain"
	"github.com/checkmodel/checkmodel/internal/liveness"
	"github.com/checkmodel/checkmodel/internal/rules"
	"github.com/checkmodel/checkmodel/internal/stage"
	"github.com/checkmodel/checkmodel/internal/whole"
	"github.com/checkmodel/checkmodel/internal/world"
	"github.com/checkmodel/checkmodel/internal/world/guard"
	"github.com/checkmodel/checkmodel/trace"
)

// judgeGraphs judges the rules that need a graph of states. The stateful search has ended.
func (k *stateful) judgeGraphs() error {
	s := k.of
	for i := range s.tally.rules.List {
		if s.tally.rules.List[i].Graph() == "" {
			continue
		}
		if k.judged == nil {
			s.result.Events = k.events(s.first.strategy.Coverage().Merged.Transitions) // as for one worker
			k.judged = &Checkpoint{Findings: s.result.Findings.copied()}
		}
		if s.tally.over(s.ctx, 0) {
			s.tally.end(s.ctx)
			return nil
		}
		if s.result.Cycles == nil {
			s.result.Cycles = new(Cycles)
		}
		err := s.engine.Recovered(func() error { return graphs{s.first}.explore(i) })
		s.first.Interrupted(err)
		switch {
		case err == stage.ErrStopped:
			s.tally.end(s.ctx)
			return nil
		case err != nil:
			return s.first.Explain(err)
		}
	}
	return nil
}

// graphs judges rules by graphs of states.
type graphs struct{ *judge }

// explore looks for a violation of the rule with index i.
func (j graphs) explore(i int) error {
	j.found = execution{}
	j.rules.Begin()
	x := j.exploration(i)
	g, err := liveness.Explore(x)
	c := j.result.Cycles
	c.States, c.Transitions, c.Cut = c.States+g.States(), c.Transitions+g.Transitions(), c.Cut+g.Cut
	c.Beyond += g.Beyond
	if f := j.found.failure; f != nil {
		return j.tally.repeats(nil, f)
	}
	if err != nil {
		return err
	}
	if j.tally.rules.List[i].Possible {
		return j.deadEnd(i, x, g)
	}
	return j.fair(i, x, g)
}

// fair looks for a fair infinite interleaving that violates the Eventually with index i.
func (j graphs) fair(i int, x liveness.Exploration, g *liveness.Graph) error {
	stem, cycle, ok := g.Lasso(j.tally.rules.List[i].Strong)
	if !ok {
		return nil
	}
	j.repeater.Interleavings++
	lasso := slices.Concat(stem, cycle)
	from, repeats, err := x.Repeats(lasso)
	if j.result.Model.View != nil && err == nil && repeats { // states that only look the same may go on in different ways
		_, repeats, err = x.Repeats(append(lasso, cycle...))
	}
	var impossible *stage.Difference
	if viewed := j.result.Model.View; viewed != nil && (errors.As(err, &impossible) || err == nil && (!repeats || from > len(stem))) {
		return &guard.ModelError{Source: guard.Position(guard.Entry(viewed)), Problem: "the View takes states for one that go on in different ways: a cycle of " +
			"states as it shows them cannot be executed. It may leave out only what changes nothing but itself"}
	}
	if err != nil {
		return err
	}
	if !repeats || from > len(stem) {
		return j.repeater.Doubt("a cycle of states does not repeat when it is executed again")
	}
	return j.report(i, Violation{LoopFrom: from + 1})
}

// report adds the violation of the rule with index i that the current interleaving is to the result.
func (j graphs) report(i int, known Violation) error {
	v, err := j.violation(i, known)
	if err != nil {
		return err
	}
	return j.tally.repeats(v, j.found.failure)
}

// exploration returns the exploration of the states before the rule with index i holds, or of all states if it must
// stay possible.
func (j graphs) exploration(i int) liveness.Exploration {
	rule := &j.tally.rules.List[i]
	var words []uint64
	var numbers whole.Numbers
	var state []byte
	known := len(j.result.Growth) > 0
	j.sys.MergeBags(rule.Possible) // whether an interleaving is fair to a message depends on its channel
	return liveness.Exploration{
		Player: j.player, Observe: j.Observe, MaxEvents: j.result.Options.MaxEvents, Within: j.player.Within, Strong: rule.Strong, Past: rule.Possible,
		Outside: func() bool { return len(j.irrelevant) > 0 },
		Stop: func(g *liveness.Graph) bool {
			j.progress(g)
			return j.rules.Over() || j.found.failure != nil || j.hurried() || j.tally.over(j.search.ctx, g.Transitions())
		},
		AtCut: func() {
			if !known {
				j.result.Growth, known = world.Growth(j.sys, j.player.Events()), true
			}
		},
		Identify: func() (trace.Fingerprint, bool) {
			var print trace.Fingerprint
			exact := j.result.Options.ExactStates && j.result.Options.Replay == nil
			if state = state[:0]; exact {
				state = j.sys.Whole(state)
			} else {
				print = j.sys.Fingerprint()
			}
			holds := false
			if rule.Possible {
				words, holds = j.rules.InState(words[:0], i)
				if err := j.faulty(); err != nil && j.found.failure == nil {
					j.found.failure = &failure{err: err}
				}
			} else {
				open := false
				if words, open = j.rules.Before(words[:0], i); !open { // it has held by the view of this state
					return trace.Fingerprint{}, true
				}
			}
			if !exact {
				return print.Plus(trace.FingerprintOf(words)), holds
			}
			state = whole.Append(state, words...)
			return trace.Fingerprint{}.With(uint64(numbers.Of(state))), holds
		},
	}
}

// progress tells the observer how much was explored, if it wants to know.
func (j graphs) progress(g *liveness.Graph) {
	c := j.result.Cycles
	if o, wants := j.result.Options.Observer.(Judging); wants && c != nil { // not a replay
		o.Judging(c.States+g.States(), c.Transitions+g.Transitions())
	}
}

// violation describes the current interleaving, which violates the rule with index i by its continuations. It adds to the
// known part of the violation. It returns nil if the condition of the rule has panicked.
func (j graphs) violation(i int, known Violation) (*Violation, error) {
	if err := j.repeater.Again(); err != nil {
		return nil, err
	}
	found, err := j.rules.JudgeAgain(i)
	if err == nil {
		err = j.faulty()
	}
	switch f := j.found.failure; {
	case err != nil:
		return nil, err
	case f != nil:
		return nil, nil
	case j.rules.Over() || found == nil:
		return nil, stage.ErrStopped
	}
	v, rule := &known, &j.tally.rules.List[i]
	v.Property, v.Explanation = rule.Name, "for ever, "+found.Text
	if rule.Possible {
		v.Explanation = "not possible from here on: " + found.Text
	}
	v.Length, v.Viewed = len(j.player.Events()), j.result.Model.View != nil
	v.Kind = kindOf(v, j.player)
	if err := j.describeOrder(v); err != nil {
		return nil, err
	}
	return v, nil
}

// describeOrder describes the current interleaving, which goes on, in the order of its events.
func (j graphs) describeOrder(v *Violation) error {
	events := j.player.Events()
	if all := explain.Ordered(events, rules.Everything(len(events))); !j.recorded(v, all, all.AsExecuted()) {
		if j.hurried() {
			return stage.ErrStopped
		}
		return j.repeater.Attribute("the schedule of an infinite interleaving cannot be executed again")
	}
	return nil
}

// ahead has the violations by continuations of a replay.
type ahead struct {
	known      bool
	violations []*Violation
	err        error // if that could not be found out
}

// atViolation reports whether the current interleaving of a replay violates a rule that needs a graph of states: it can
// repeat its last events for ever, so that this is fair, or nothing that can follow is right. It must be called once.
func (j graphs) atViolation() bool {
	j.ahead.known = true
	steps := trace.Schedule{}
	for _, e := range j.player.Events() {
		steps = append(steps, e.Step())
	}
	for i := range j.tally.rules.List {
		var v *Violation
		var err error
		switch rule := &j.tally.rules.List[i]; {
		case rule.Eventual:
			v, err = j.lassoOf(i, steps)
		case rule.Possible:
			v, err = j.deadEndOf(i, steps)
		}
		switch {
		case err != nil && err != stage.ErrStopped: // if it is to be stopped, the replay is stopped, too
			j.ahead.err = err
			return true
		case v != nil:
			j.ahead.violations = append(j.ahead.violations, v)
		}
	}
	return len(j.ahead.violations) > 0
}

// lassoOf returns the violation of the Eventually with index i by a schedule that is replayed, nil if it is none.
func (j graphs) lassoOf(i int, steps trace.Schedule) (v *Violation, err error) {
	err = j.beside(func(*world.System) {}, func(other graphs) error {
		x := other.exploration(i)
		from, repeats, err := x.Repeats(steps)
		if err == nil && repeats {
			v, err = other.violation(i, Violation{LoopFrom: from + 1})
		}
		return err
	})
	return v, err
}

// beside calls the function with a judge of another world of the same program. It returns the function's error, or the model's.
func (j graphs) beside(prepare func(*world.System), judge func(graphs) error) error {
	return j.search.engine.Recovered(func() error {
		w := j.world.Copy(stage.Twin)
		defer w.Close()
		prepare(world.Simulated(w))
		p := stage.New(w)
		other := graphs{j.search.newJudge(p)}
		p.Back = other.Back
		err := judge(other)
		if f := other.found.failure; f != nil {
			return f.err
		}
		return err
	})
}

// addAhead records the violations that atViolation has found. If nothing can move at the end of a replay, it was not called yet.
func (j graphs) addAhead(outcome trace.Outcome) error {
	if _, replays := j.search.driver.(*replaying); replays && j.search.setup.look == nil && outcome == trace.Complete && !j.ahead.known {
		j.atViolation()
	}
	j.found.violations = append(j.found.violations, j.ahead.violations...)
	return j.ahead.err
}

// deadEnd looks for a dead end that violates the AlwaysPossible with index i in a graph, which was explored as x says.
func (j graphs) deadEnd(i int, x liveness.Exploration, g *liveness.Graph) error {
	steps, states, ok := g.DeadEnd()
	if !ok {
		return nil
	}
	j.repeater.Interleavings++
	if err := x.Execute(steps); err != nil {
		return err
	}
	return j.report(i, Violation{DeadEnd: states})
}

// deadEndOf returns the violation of the AlwaysPossible with index i by a schedule that is replayed, up to the first event
// after which there is no hope; nil if there is hope at its end. The continuations are explored in a system like the search's.
// If its faults do not admit the schedule, they are explored in the system of the replay.
func (j graphs) deadEndOf(i int, steps trace.Schedule) (v *Violation, err error) {
	judge := func(other graphs) error {
		var failed error
		x := other.exploration(i)
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
			v, failed = other.violation(i, Violation{DeadEnd: states})
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
