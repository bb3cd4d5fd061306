package checker

import (
	"fmt"
	"reflect"
	"runtime"

	"github.com/checkmodel/checkmodel/internal/player"
	"github.com/checkmodel/checkmodel/internal/world/guard"
)

// A rule that keeps something from one interleaving for the next finds violations where there
// are none, or misses some, and "verified" would be wrong. The search cannot see into
// its variables. But it can ask twice:
//
//   - Before the first interleaving that shows something to a rule is judged, the rule is asked about the
//     last announcement alone, about the last two, and so on, each time twice in a row, and then
//     about all that once more. This shows what it has kept of the earlier ones.
//   - About interleavings that are executed again, and about each violation, it is asked again. This
//     shows clocks, random numbers and the order of maps.

// probes is how many of the last announcements are left out one by one.
const probes = 8

// probe asks the rule, which is the i-th, about parts of what it is shown of the present
// interleaving, if nothing was shown to it before.
func (a *asker) probe(rule *Rule, i int) error {
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

// askAgain asks the rule, which is the i-th, about the present interleaving once more where that is called for; it has
// found the breach, or nil.
func (a *asker) askAgain(rule *Rule, i int, found *breach) error {
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

// answer is what the rule says of an interleaving that shows this. A panic is an answer, as a part of
// an interleaving need not make sense.
func (a *asker) answer(rule *Rule, i int, shown []announcement) (answer string) {
	if a.over = a.over || a.j.hurried(); a.over {
		return ""
	}
	at, returned := moment{}, false
	a.j.search.engine.Calls.Begin(a, rule.endless)
	defer a.j.search.engine.Calls.End(a)
	defer func() {
		if problem := recover(); problem != nil {
			answer = "a panic"
		} else if !returned { // there is no way back
			_ = a.faulty(rule, at, nil)
		}
	}()
	answer = wording(a.hear(rule, i, shown, &at))
	returned = true
	return answer
}

// wording is what a rule says, in words.
func wording(b *breach) string {
	if b == nil {
		return "nothing"
	}
	return fmt.Sprintf("%q", b.violation.Explanation)
}

// impure is the error that a rule has said two things of the same.
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
