package checker

import (
	"fmt"
	"slices"

	"github.com/checkmodel/checkmodel/internal/stage"
	"github.com/checkmodel/checkmodel/internal/world"
	"github.com/checkmodel/checkmodel/internal/world/guard"
)

// A rule that keeps state from one interleaving for the next misses violations, or finds some that do not
// exist. So the search evaluates it repeatedly:
//
//   - In the first interleaving with announcements for the rule, on the last announcement, on the last two,
//     and so on, each twice in a row; then on all of these once more. This detects state.
//   - For each interleaving that is repeated or has a violation, once more. This detects clocks, random
//     numbers and the order of maps.

// probes is the maximal number of last announcements on which a rule is probed, in addition to all of them.
const probes = 8

// probe evaluates the rule with index i on parts of the first interleaving with announcements for it.
func (a *evaluator) probe(rule *Rule, i int) error {
	if a.j.result.Options.TrustModel || len(a.shown) == 0 {
		return nil
	}
	if a.probed == nil {
		a.probed = make([]bool, len(a.j.result.Model.Rules))
	}
	if a.probed[i] {
		return nil
	}
	a.probed[i] = true
	answers := make([]string, min(len(a.shown), probes)+1)
	for round := range 2 {
		for k := range answers {
			part := a.shown[len(a.shown)-min(k+1, len(a.shown)):]
			if k+1 == len(answers) {
				part = a.shown
			}
			for again := range 2 {
				switch answer := a.answer(rule, i, part); {
				case a.over:
					return stage.ErrStopped
				case round == 0 && again == 0:
					answers[k] = answer
				case answer != answers[k]:
					return impure(rule, answers[k], answer)
				}
			}
		}
	}
	return nil
}

// evaluateAgain evaluates the rule with index i once more if the interleaving was repeated or has a finding.
func (a *evaluator) evaluateAgain(rule *Rule, i int, found *finding) error {
	if a.j.result.Options.TrustModel || found == nil && !a.j.repeater.Repeated() || a.j.found.failure != nil {
		return nil
	}
	before := wording(found)
	switch answer := a.answer(rule, i, a.shown); {
	case a.over:
		return stage.ErrStopped
	case answer != before:
		return impure(rule, before, answer)
	}
	return a.exchanged(rule, i, found)
}

// manyExchanged is how many pairs of events are exchanged in an interleaving.
const manyExchanged = 8

// exchanged evaluates the rule with index i, which has the finding, where two successive events are exchanged whose order
// must make no difference to it.
func (a *evaluator) exchanged(rule *Rule, i int, found *finding) error {
	if rule.ends == nil {
		return nil
	}
	left := manyExchanged
	for k := 1; k < len(a.shown) && left > 0; k++ {
		b, c := &a.shown[k-1], &a.shown[k]
		if b.process == c.process || rule.ends(b.values.Value(b.number)) != rule.ends(c.values.Value(c.number)) {
			continue
		}
		left--
		other := slices.Clone(a.shown)
		other[k-1], other[k] = other[k], other[k-1]
		again, _ := a.evaluate(rule, i, other, true)
		if a.over = a.over || a.j.hurried(); a.over {
			return stage.ErrStopped
		}
		if (again == nil) != (found == nil) {
			return &guard.ModelError{Source: guard.Position(rule.code), Problem: fmt.Sprintf(
				"the rule %q can tell which of two events comes first, %s of process %s or %s of process %s, and by its Intervals it cannot: "+
					"it answers %s, and in the other order %s. Let its Intervals tell which events are ends",
				rule.Name, world.Text(a.j.sys, b.number), b.process, world.Text(a.j.sys, c.number), c.process, wording(found), wording(again))}
		}
	}
	return nil
}

// answer describes the finding of the rule on the announcements. A panic is an answer, as a part of an
// interleaving may be unexpected.
func (a *evaluator) answer(rule *Rule, i int, shown []announcement) string {
	if a.over = a.over || a.j.hurried(); a.over {
		return ""
	}
	found, _ := a.evaluate(rule, i, shown, true)
	return wording(found)
}

func wording(b *finding) string {
	if b == nil {
		return "nothing"
	}
	return fmt.Sprintf("%q", b.violation.Explanation)
}

func impure(rule *Rule, first, second string) error {
	remedy := "Its answer must depend on its arguments alone"
	if rule.events {
		remedy = "A Monitor must keep its state in variables of the function start"
	}
	return &guard.ModelError{Source: guard.Position(rule.code), Problem: fmt.Sprintf(
		"the rule %q is not a pure function: called twice with the same arguments, it answers first %s, then %s. %s",
		rule.Name, first, second, remedy)}
}
