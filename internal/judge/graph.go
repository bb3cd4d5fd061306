package judge

import (
	"errors"
	"slices"

	"github.com/checkmodel/checkmodel/internal/liveness"
	"github.com/checkmodel/checkmodel/internal/stage"
	"github.com/checkmodel/checkmodel/internal/whole"
	"github.com/checkmodel/checkmodel/internal/world/guard"
	"github.com/checkmodel/checkmodel/result"
	"github.com/checkmodel/checkmodel/trace"
)

// Graph is a graph of states, by which a rule is judged after the last interleaving of a stateful search.
type Graph struct {
	*liveness.Graph
	Growth []trace.Growth // in the first interleaving that was cut

	judge *Judge
	rule  int
	x     liveness.Exploration
	err   error // that ended the exploration
}

// Explore returns the graph for the rule with index i.
func (j *Judge) Explore(i int) *Graph {
	j.found = Execution{}
	j.rules.Begin()
	g := &Graph{judge: j, rule: i, x: j.exploration(i)}
	known := false
	g.x.AtCut = func() {
		if !known {
			g.Growth, known = j.System.Growth(j.Player.Events()), true
		}
	}
	g.Graph, g.err = liveness.Explore(g.x)
	return g
}

// Judge looks for a violation of the rule, which then enters the result.
func (g *Graph) Judge() error {
	j := g.judge
	if f := j.found.Failure; f != nil {
		return j.Tally.Continues(nil, f)
	}
	if g.err != nil {
		return g.err
	}
	if j.Rules.List[g.rule].Possible {
		return j.deadEnd(g.rule, g.x, g.Graph)
	}
	return j.fair(g.rule, g.x, g.Graph)
}

// fair looks for a fair infinite interleaving that violates the Eventually with index i.
func (j *Judge) fair(i int, x liveness.Exploration, g *liveness.Graph) error {
	stem, cycle, ok := g.Lasso(j.Rules.List[i].Strong)
	if !ok {
		return nil
	}
	j.Repeater.Interleavings++
	lasso := slices.Concat(stem, cycle)
	from, repeats, err := x.Repeats(lasso)
	if j.View != 0 && err == nil && repeats { // states that only look the same may go on in different ways
		_, repeats, err = x.Repeats(append(lasso, cycle...))
	}
	var impossible *stage.Difference
	if j.View != 0 && (errors.As(err, &impossible) || err == nil && (!repeats || from > len(stem))) {
		return &guard.ModelError{Source: guard.Position(j.View), Problem: "the View takes states for one that go on in different ways: a cycle of " +
			"states as it shows them cannot be executed. It may leave out only what changes nothing but itself"}
	}
	if err != nil {
		return err
	}
	if !repeats || from > len(stem) {
		return j.Repeater.Doubt("a cycle of states does not repeat when it is executed again")
	}
	return j.report(i, result.Violation{LoopFrom: from + 1})
}

// report adds the violation of the rule with index i that the current interleaving is to the result.
func (j *Judge) report(i int, known result.Violation) error {
	v, err := j.violation(i, known)
	if err != nil {
		return err
	}
	return j.Tally.Continues(v, j.found.Failure)
}

// exploration returns the exploration of the states before the rule with index i holds, or of all states if it must
// stay possible.
func (j *Judge) exploration(i int) liveness.Exploration {
	rule := &j.Rules.List[i]
	var words []uint64
	var numbers whole.Numbers
	var state []byte
	j.System.MergeBags(rule.Possible) // whether an interleaving is fair to a message depends on its channel
	return liveness.Exploration{
		Player: j.Player, Observe: j.Observe, MaxEvents: j.MaxEvents, Within: j.Player.Within, Strong: rule.Strong, Past: rule.Possible,
		Outside: func() bool { return len(j.irrelevant) > 0 },
		Stop: func(g *liveness.Graph) bool {
			if j.Progress != nil {
				j.Progress(g.States(), g.Transitions())
			}
			return j.rules.Over() || j.found.Failure != nil || j.shouldLeave() || j.Tally.Over(j.Context, g.Transitions())
		},
		AtCut: func() {},
		Identify: func() (trace.Fingerprint, bool) {
			var print trace.Fingerprint
			exact := j.Exact && !j.Replays
			if state = state[:0]; exact {
				state = j.System.Whole(state)
			} else {
				print = j.System.Fingerprint()
			}
			holds := false
			if rule.Possible {
				words, holds = j.rules.InState(words[:0], i)
				if err := j.faulty(); err != nil && j.found.Failure == nil {
					j.found.Failure = &Failure{Err: err}
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

// violation describes the current interleaving, which violates the rule with index i by its continuations. It adds to the
// known part of the violation. It returns nil if the condition of the rule has panicked.
func (j *Judge) violation(i int, known result.Violation) (*result.Violation, error) {
	if err := j.Repeater.Again(); err != nil {
		return nil, err
	}
	found, err := j.rules.JudgeAgain(i)
	if err == nil {
		err = j.faulty()
	}
	switch f := j.found.Failure; {
	case err != nil:
		return nil, err
	case f != nil:
		return nil, nil
	case j.rules.Over() || found == nil:
		return nil, stage.ErrStopped
	}
	v, rule := &known, &j.Rules.List[i]
	v.Property, v.Explanation = rule.Name, "for ever, "+found.Text
	if rule.Possible {
		v.Explanation = "not possible from here on: " + found.Text
	}
	v.Length, v.Viewed = len(j.Player.Events()), j.View != 0
	v.Kind = textOf(v, j.Player)
	if err := j.describeOrder(v); err != nil {
		return nil, err
	}
	return v, nil
}

// deadEnd looks for a dead end that violates the AlwaysPossible with index i in a graph, which was explored as x says.
func (j *Judge) deadEnd(i int, x liveness.Exploration, g *liveness.Graph) error {
	steps, states, ok := g.DeadEnd()
	if !ok {
		return nil
	}
	j.Repeater.Interleavings++
	if err := x.Execute(steps); err != nil {
		return err
	}
	return j.report(i, result.Violation{DeadEnd: states})
}
