package checker

import (
	"fmt"
	"reflect"
	"runtime"

	"github.com/checkmodel/checkmodel/proc"
)

// A rule that keeps something from one interleaving for the next finds violations where there
// are none, or misses some, and whoever reads "verified" would not know. The search cannot see into
// its variables. But it can ask twice:
//
//   - Before the first interleaving that shows something to a rule is judged, the rule is asked about the
//     last announcement alone, about the last two, and so on, each time twice in a row, and then
//     about all that once more. What it has kept by then of the ones in front shows.
//   - About interleavings that are executed again (see repeat.go), and about each violation, it is
//     asked again. Clocks, random numbers and the order of maps show.

// probes is how many of the last announcements are left out one by one.
const probes = 8

// probe asks the rule, which is the i-th, about parts of what it is shown of the present
// interleaving, if nothing was shown to it before.
func (x *exploration) probe(rule *Rule, i int) error {
	if x.result.Options.TrustModel || len(x.shown) == 0 {
		return nil
	}
	if x.probed == nil {
		x.probed = make([]bool, len(x.result.Model.Rules))
	}
	if x.probed[i] {
		return nil
	}
	x.probed[i] = true
	answers := make([]string, min(len(x.shown), probes)+1)
	for round := range 2 {
		for k := range answers {
			part := x.shown[len(x.shown)-min(k+1, len(x.shown)):]
			if k+1 == len(answers) {
				part = x.shown
			}
			for again := range 2 {
				switch answer := x.answer(rule, i, part); {
				case x.over:
					return errOver
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
func (x *exploration) askAgain(rule *Rule, i int, found *breach) error {
	if x.result.Options.TrustModel || found == nil && x.repeated != x.interleavings || x.found.failure != nil {
		return nil
	}
	before := wording(found)
	switch answer := x.answer(rule, i, x.shown); {
	case x.over:
		return errOver
	case answer != before:
		return impure(rule, before, answer)
	}
	return nil
}

// answer is what the rule says of an interleaving that shows this. A panic is an answer, as a part of
// an interleaving need not make sense.
func (x *exploration) answer(rule *Rule, i int, shown []announcement) (answer string) {
	if x.over = x.over || x.hurried(); x.over {
		return ""
	}
	at, returned := moment{}, false
	x.hearings.begin(x, rule)
	defer x.hearings.end(x)
	defer func() {
		if problem := recover(); problem != nil {
			answer = "a panic"
		} else if !returned { // there is no way back
			_ = x.faulty(rule, at, nil)
		}
	}()
	answer = wording(x.hear(rule, i, shown, &at))
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
	return &proc.ModelError{Source: where(rule.code), Problem: fmt.Sprintf(
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
