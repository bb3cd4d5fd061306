package checker

import (
	"errors"
	"slices"

	"github.com/checkmodel/checkmodel/internal/explain"
	"github.com/checkmodel/checkmodel/internal/liveness"
	"github.com/checkmodel/checkmodel/internal/stage"
	"github.com/checkmodel/checkmodel/internal/whole"
	"github.com/checkmodel/checkmodel/internal/world"
	"github.com/checkmodel/checkmodel/internal/world/guard"
	"github.com/checkmodel/checkmodel/trace"
)

// Cycles counts the states that were explored after the search, to find fair infinite interleavings that violate an
// [Eventually], and dead ends that violate an [AlwaysPossible]. It is the sum over these rules. An Eventually needs the states
// up to the moment at which it holds, an AlwaysPossible all states.
type Cycles struct {
	States      int `json:"states"`
	Transitions int `json:"transitions"`
	// Cut is how many states were not left because they are after Options.MaxEvents, and Beyond because Model.Within returns
	// false for them.
	Cut    int `json:"cut"`
	Beyond int `json:"beyond,omitempty"`
}

// judgeGraphs judges the rules that need a graph of states. The stateful search has ended.
func (k *stateful) judgeGraphs() error {
	s := k.of
	for i := range s.result.Model.Rules {
		rule := &s.result.Model.Rules[i]
		if rule.graph() == "" {
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
		err := s.engine.Recovered(func() error { return graphs{s.first}.explore(rule, i) })
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
func (j graphs) explore(rule *Rule, i int) error {
	j.found = execution{}
	x := j.exploration(rule, i)
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
	if rule.possible {
		return j.deadEnd(rule, i, x, g)
	}
	return j.fair(rule, i, x, g)
}

// fair looks for a fair infinite interleaving that violates the Eventually with index i.
func (j graphs) fair(rule *Rule, i int, x liveness.Exploration, g *liveness.Graph) error {
	stem, cycle, ok := g.Lasso(rule.strong)
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
	return j.report(rule, i, Violation{LoopFrom: from + 1})
}

// report adds the violation of the rule with index i that the current interleaving is to the result.
func (j graphs) report(rule *Rule, i int, known Violation) error {
	v, err := j.violation(rule, i, known)
	if err != nil {
		return err
	}
	return j.tally.repeats(v, j.found.failure)
}

// exploration returns the exploration of the states before the rule with index i holds, or of all states if it must
// stay possible.
func (j graphs) exploration(rule *Rule, i int) liveness.Exploration {
	var words []uint64
	var numbers whole.Numbers
	var state []byte
	known := len(j.result.Growth) > 0
	j.sys.MergeBags(rule.possible) // whether an interleaving is fair to a message depends on its channel
	return liveness.Exploration{
		Player: j.player, Observe: j.Observe, MaxEvents: j.result.Options.MaxEvents, Within: j.player.Within, Strong: rule.strong, Past: rule.possible,
		Outside: func() bool { return len(j.irrelevant) > 0 },
		Stop: func(g *liveness.Graph) bool {
			j.progress(g)
			return j.rules.over || j.found.failure != nil || j.hurried() || j.tally.over(j.search.ctx, g.Transitions())
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
			if rule.possible {
				words, holds = j.rules.inState(words[:0], rule, i)
			} else if words = j.rules.verdictState(words[:0], rule, i); words[1] == hasHeld { // by the view of this state
				return trace.Fingerprint{}, true
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
func (j graphs) violation(rule *Rule, i int, known Violation) (*Violation, error) {
	if err := j.repeater.Again(); err != nil {
		return nil, err
	}
	j.rules.shown = j.rules.shownTo(rule, j.rules.shown[:0])
	found, err := j.rules.evaluate(rule, i, j.rules.shown, false)
	if err == nil {
		err = j.rules.evaluateAgain(rule, i, found)
	}
	switch f := j.found.failure; {
	case err != nil:
		return nil, err
	case f != nil:
		return nil, nil
	case j.rules.over || found == nil:
		return nil, stage.ErrStopped
	}
	v := &known
	v.Property, v.Explanation = rule.Name, "for ever, "+found.violation.Explanation
	if rule.possible {
		v.Explanation = "not possible from here on: " + found.violation.Explanation
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
	if all := explain.Ordered(events, everything(len(events))); !j.recorded(v, all, all.AsExecuted()) {
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
	for i := range j.result.Model.Rules {
		var v *Violation
		var err error
		switch rule := &j.result.Model.Rules[i]; {
		case rule.eventual:
			v, err = j.lassoOf(rule, i, steps)
		case rule.possible:
			v, err = j.deadEndOf(rule, i, steps)
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
func (j graphs) lassoOf(rule *Rule, i int, steps trace.Schedule) (v *Violation, err error) {
	err = j.beside(func(*world.System) {}, func(other graphs) error {
		x := other.exploration(rule, i)
		from, repeats, err := x.Repeats(steps)
		if err == nil && repeats {
			v, err = other.violation(rule, i, Violation{LoopFrom: from + 1})
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
