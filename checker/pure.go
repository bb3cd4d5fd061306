package checker

import (
	"fmt"
	"reflect"
	"runtime"

	"github.com/checkmodel/checkmodel/internal/player"
	"github.com/checkmodel/checkmodel/internal/world/guard"
)

// A rule that keeps something from one interleaving for the next misses violations, or finds some that
// do not exist. The search cannot see variables of the rule, but it evaluates the rule repeatedly:
//
//   - In the first interleaving with announcements for the rule, it evaluates the rule on the last
//     announcement alone, on the last two, and so on, each twice in a row, and then all that once
//     more. This shows whether the rule has kept something of earlier evaluations.
//   - For interleavings that are repeated, and for each violation, it evaluates the rule again. This
//     shows clocks, random numbers and the order of maps.

// probes is the largest number of last announcements on which a rule is probed, besides all of them.
const probes = 8

// probe evaluates the rule with index i on parts of the first interleaving that has announcements for it.
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
					return player.ErrStopped
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

// evaluateAgain evaluates the rule with index i on the current interleaving once more, if that was
// repeated, or has a finding.
func (a *evaluator) evaluateAgain(rule *Rule, i int, found *finding) error {
	if a.j.result.Options.TrustModel || found == nil && !a.j.repeater.Repeated() || a.j.found.failure != nil {
		return nil
	}
	before := wording(found)
	switch answer := a.answer(rule, i, a.shown); {
	case a.over:
		return player.ErrStopped
	case answer != before:
		return impure(rule, before, answer)
	}
	return nil
}

// answer describes the finding of the rule on the announcements. A panic is an answer, as a part of an
// interleaving need not make sense.
func (a *evaluator) answer(rule *Rule, i int, shown []announcement) (answer string) {
	if a.over = a.over || a.j.hurried(); a.over {
		return ""
	}
	at, returned := moment{}, false
	a.j.search.engine.Calls.Begin(a, rule.endless)
	defer a.j.search.engine.Calls.End(a)
	defer func() {
		if problem := recover(); problem != nil {
			answer = "a panic"
		} else if !returned { // the goroutine exits
			_ = a.rulePanicked(rule, at, nil)
		}
	}()
	answer = wording(a.judge(rule, i, shown, &at))
	returned = true
	return answer
}

// wording describes a finding, which may be nil.
func wording(b *finding) string {
	if b == nil {
		return "nothing"
	}
	return fmt.Sprintf("%q", b.violation.Explanation)
}

// impure returns the error that a rule gives different answers to the same announcements.
func impure(rule *Rule, first, second string) error {
	remedy := "what it says must follow from its arguments alone"
	if rule.events {
		remedy = "what a Monitor has to remember belongs into variables of the function start"
	}
	return &guard.ModelError{Source: where(rule.code), Problem: fmt.Sprintf(
		"the rule %q is not a pure function: asked twice about the same, it says first %s, then %s. It keeps something in between, or uses a clock, random numbers or the order of a map; %s",
		rule.Name, first, second, remedy)}
}

// entry returns where the code of a function begins.
func entry(function any) uintptr { return reflect.ValueOf(function).Pointer() }

// where returns file:line of a function.
func where(code uintptr) string {
	f := runtime.FuncForPC(code)
	if f == nil {
		return ""
	}
	file, line := f.FileLine(code)
	return fmt.Sprintf("%s:%d", file, line)
}
