package rules

import (
	"fmt"
	"slices"

	"github.com/checkmodel/checkmodel/internal/stage"
	"github.com/checkmodel/checkmodel/internal/world/guard"
)

// A rule that keeps state from one interleaving for the next misses violations, or finds some that do not
// exist. So the search evaluates it repeatedly:
//
//   - In the first interleaving with announcements for the rule, on the last Announcement, on the last two,
//     and so on, each twice in a row; then on all of these once more. This detects state.
//   - For each interleaving that is repeated or has a violation, once more. This detects clocks, random
//     numbers and the order of maps.

// probes is the maximal number of last announcements on which a rule is probed, in addition to all of them.
const probes = 8

// probe evaluates the rule with index i on parts of the first interleaving with announcements for it.
func (a *Evaluator) probe(i int) error {
	if a.Trust || len(a.shown) == 0 {
		return nil
	}
	if a.probed == nil {
		a.probed = make([]bool, len(a.Common.List))
	}
	if a.probed[i] {
		return nil
	}
	a.probed[i] = true
	rule := &a.Common.List[i]
	answers := make([]string, min(len(a.shown), probes)+1)
	for round := range 2 {
		for k := range answers {
			part := a.shown[len(a.shown)-min(k+1, len(a.shown)):]
			if k+1 == len(answers) {
				part = a.shown
			}
			for again := range 2 {
				switch answer := a.answer(i, part); {
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

// Confirm evaluates the rule with index i once more if the interleaving was repeated or has a finding.
func (a *Evaluator) Confirm(i int, found *Finding) error {
	if a.Trust || found == nil && !a.Repeater.Repeated() || a.fault != nil {
		return nil
	}
	before := wording(found)
	switch answer := a.answer(i, a.shown); {
	case a.over:
		return stage.ErrStopped
	case answer != before:
		return impure(&a.Common.List[i], before, answer)
	}
	return a.checkExchange(i, found)
}

// manyExchanged is how many pairs of events are exchanged in an interleaving.
const manyExchanged = 8

// checkExchange evaluates the rule with index i, which has the finding, where two successive events are exchanged whose order
// must make no difference to it.
func (a *Evaluator) checkExchange(i int, found *Finding) error {
	rule := &a.Common.List[i]
	if rule.Ends == nil {
		return nil
	}
	left := manyExchanged
	for k := 1; k < len(a.shown) && left > 0; k++ {
		b, c := &a.shown[k-1], &a.shown[k]
		if b.Process == c.Process || rule.Ends(b.values.Value(b.number)) != rule.Ends(c.values.Value(c.number)) {
			continue
		}
		left--
		other := slices.Clone(a.shown)
		other[k-1], other[k] = other[k], other[k-1]
		again, _ := a.evaluate(i, other, true)
		if a.shouldStop() {
			return stage.ErrStopped
		}
		if (again == nil) != (found == nil) {
			return &guard.ModelError{Source: guard.Position(rule.Code), Problem: fmt.Sprintf(
				"the rule %q can tell which of two events comes first, %s of process %s or %s of process %s, and by its Intervals it cannot: "+
					"it answers %s, and in the other order %s. Let its Intervals tell which events are ends",
				rule.Name, a.sys.Values.Text(b.number), b.Process, a.sys.Values.Text(c.number), c.Process, wording(found), wording(again))}
		}
	}
	return nil
}

// answer describes the finding of the rule on the announcements. A panic is an answer, as a part of an
// interleaving may be unexpected.
func (a *Evaluator) answer(i int, shown []Announcement) string {
	if a.shouldStop() {
		return ""
	}
	found, _ := a.evaluate(i, shown, true)
	return wording(found)
}

func wording(b *Finding) string {
	if b == nil {
		return "nothing"
	}
	return fmt.Sprintf("%q", b.Text)
}

func impure(rule *Rule, first, second string) error {
	remedy := "Its answer must depend on its arguments alone"
	if rule.Events {
		remedy = "A Monitor must keep its state in variables of the function start"
	}
	return &guard.ModelError{Source: guard.Position(rule.Code), Problem: fmt.Sprintf(
		"the rule %q is not a pure function: called twice with the same arguments, it answers first %s, then %s. %s",
		rule.Name, first, second, remedy)}
}
