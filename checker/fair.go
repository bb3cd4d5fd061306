package checker

import (
	"errors"
	"slices"

	"github.com/checkmodel/checkmodel/internal/explain"
	"github.com/checkmodel/checkmodel/internal/liveness"
	"github.com/checkmodel/checkmodel/internal/player"
	"github.com/checkmodel/checkmodel/internal/whole"
	"github.com/checkmodel/checkmodel/internal/world"
	"github.com/checkmodel/checkmodel/internal/world/guard"
	"github.com/checkmodel/checkmodel/trace"
)

// Cycles says what was explored to find fair interleavings without end that violate an [Eventually], for all of these
// together: the states up to the moment at which it holds.
type Cycles struct {
	States, Transitions int
	// Cut is how many states were not left because they are after Options.MaxEvents, and Beyond because Model.Within returns
	// false for them.
	Cut, Beyond int
}

// fair looks for fair interleavings without end in which an Eventually never holds. The search of states has ended.
func (s *search) fair() error {
	for i := range s.result.Model.Rules {
		rule := &s.result.Model.Rules[i]
		if !rule.eventual {
			continue
		}
		if s.ended == nil {
			s.result.Events = s.events(s.first.strategy.Coverage().Merged.Transitions) // as for one worker
			s.ended = s.result.established()
		}
		if s.tally.over(s.ctx, 0) {
			s.tally.end(s.ctx)
			return nil
		}
		if s.result.Cycles == nil {
			s.result.Cycles = new(Cycles)
		}
		err := s.engine.Recovered(func() error { return lassos{s.first}.fair(rule, i) })
		s.first.Interrupted(err)
		switch {
		case err == player.ErrStopped:
			s.tally.end(s.ctx)
			return nil
		case err != nil:
			return s.first.Explain(err)
		}
	}
	return nil
}

// lassos judges fair interleavings without end: some events, and a cycle that repeats for ever.
type lassos struct{ *judge }

// fair looks for a fair interleaving without end that violates the rule with index i.
func (j lassos) fair(rule *Rule, i int) error {
	j.player.Afresh, j.found = false, execution{}
	x := j.exploration(rule, i)
	g, err := liveness.Explore(x)
	c := j.result.Cycles
	c.States, c.Transitions, c.Cut = c.States+g.States(), c.Transitions+g.Transitions(), c.Cut+g.Cut
	c.Beyond += g.Beyond
	if err != nil {
		return err
	}
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
	var impossible *player.Difference
	if viewed := j.result.Model.View; viewed != nil && (errors.As(err, &impossible) || err == nil && (!repeats || from > len(stem))) {
		return &guard.ModelError{Source: where(entry(viewed)), Problem: "the View takes states for one that go on in different ways: a cycle of " +
			"states as it shows them cannot be executed. It may leave out only what changes nothing but itself"}
	}
	if err != nil {
		return err
	}
	if !repeats || from > len(stem) {
		return j.repeater.Doubt("a cycle of states is none when it is executed again")
	}
	v, err := j.lasso(rule, i, from)
	if err != nil {
		return err
	}
	return j.tally.repeats(v, j.found.failure)
}

// exploration is that of the states before the rule with index i holds.
func (j lassos) exploration(rule *Rule, i int) liveness.Exploration {
	var words []uint64
	var numbers whole.Numbers
	var state []byte
	known := len(j.result.Growth) > 0
	j.sys.MergeBags(false) // whether an interleaving is fair to a message depends on its channel
	return liveness.Exploration{
		Player: j.player, Observe: j.Observe, MaxEvents: j.result.Options.MaxEvents, Within: j.player.Within, Strong: rule.strong,
		Stop: func(g *liveness.Graph) bool {
			j.progress(g)
			return j.hurried() || j.tally.over(j.search.ctx, g.Transitions())
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
			words = j.rules.judged(words[:0], rule, i) // by the view of this state
			if words[1] == hasHeld || len(j.irrelevant) > 0 {
				return trace.Fingerprint{}, true
			}
			if !exact {
				return print.Plus(trace.FingerprintOf(words)), false
			}
			state = whole.Append(state, words...)
			return trace.Fingerprint{}.With(uint64(numbers.Of(state))), false
		},
	}
}

// progress tells the observer how much was explored, if it wants to know.
func (j lassos) progress(g *liveness.Graph) {
	if o, wants := j.result.Options.Observer.(Judging); wants {
		c := j.result.Cycles
		o.Judging(c.States+g.States(), c.Transitions+g.Transitions())
	}
}

// lasso describes the current interleaving, which violates the rule with index i if it repeats its events for ever, from
// those after the first ones on. The violation is nil if the condition of the rule has panicked.
func (j lassos) lasso(rule *Rule, i, first int) (*Violation, error) {
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
		return nil, player.ErrStopped
	}
	events := j.player.Events()
	v := &Violation{Property: rule.Name, Explanation: "for ever, " + found.violation.Explanation, Length: len(events), LoopFrom: first + 1, Viewed: j.result.Model.View != nil}
	v.Kind = kindOf(v, j.player)
	if err := j.describeLoop(v); err != nil {
		return nil, err
	}
	return v, nil
}

// describeLoop describes the current interleaving, which repeats its last events for ever, in the order of its events.
func (j lassos) describeLoop(v *Violation) error {
	events := j.player.Events()
	if all := explain.Ordered(events, everything(len(events))); !j.recorded(v, all, all.AsExecuted()) {
		if j.hurried() {
			return player.ErrStopped
		}
		return j.repeater.Attribute("the schedule of an interleaving without end cannot be executed again")
	}
	return nil
}

// repetition says that the interleaving of a replay repeats its events for ever, and violates a rule by that.
type repetition struct{ rule, from int }

// atLasso reports whether the current interleaving of a replay can repeat its last events for ever, so that this is fair
// and violates an Eventually.
func (j lassos) atLasso() bool {
	steps := trace.Schedule{}
	for _, e := range j.player.Events() {
		steps = append(steps, e.Step())
	}
	for i := range j.result.Model.Rules {
		rule := &j.result.Model.Rules[i]
		if !rule.eventual {
			continue
		}
		sys := j.sys.Twin()
		p := player.New(sys)
		other := lassos{j.search.newJudge(p)}
		p.Back = other.Back
		x := other.exploration(rule, i)
		from, repeats, err := x.Repeats(steps)
		sys.Close()
		if err == nil && repeats {
			j.repeats = &repetition{i, from}
			return true
		}
	}
	return false
}

// foundLasso records the violation that atLasso has found.
func (j lassos) foundLasso() error {
	if j.repeats == nil {
		return nil
	}
	v, err := j.lasso(&j.result.Model.Rules[j.repeats.rule], j.repeats.rule, j.repeats.from)
	if v != nil {
		j.found.violations = append(j.found.violations, v)
	}
	return err
}
