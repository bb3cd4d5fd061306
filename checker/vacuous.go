package checker

import (
	"cmp"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"github.com/checkmodel/checkmodel/internal/printable"
	"github.com/checkmodel/checkmodel/internal/rules"
	"github.com/checkmodel/checkmodel/internal/tally"
	"github.com/checkmodel/checkmodel/internal/world/program"
	"github.com/checkmodel/checkmodel/result"
)

// vacuous sets which properties were not asserted, and which rules had nothing to judge, unless a violation or the end of a replay
// has stopped the search.
func (o *setup) vacuous(r *result.Record, common *rules.Common) {
	shown := tally.Union(r.Shown, common.Texts()) // also before the search was resumed
	r.Shown = nil
	if r.Stop == AtViolation || r.Stop == Replayed || !r.Explored() {
		return
	}
	r.Unasserted = o.unasserted(r)
	r.Unasked = nil
	for _, i := range common.Shown(false) {
		if rule := o.model.Rules[i]; !rule.is.Goal {
			r.Unasked = append(r.Unasked, rule.Property)
		}
	}
	if len(r.Unasked) > 0 {
		r.Shown = shown
	}
}

// Vacuous returns an error if a rule is about a type that no process exposes or announces, so that it holds without a meaning.
// An incomplete search may not have reached such an exposure. Then it is an error only if processes expose or announce another
// type that no rule is about. A search with fewer external events or other faults than the model's has no such error. A search
// that has found a violation has none either.
func (r *Result) Vacuous() error {
	if len(r.Unasked) == 0 || r.Violating > 0 || len(r.Options.Without) > 0 || !reflect.DeepEqual(r.Options.faults(), r.Model.Faults) {
		return nil
	}
	judged := func(shown string) bool {
		return slices.ContainsFunc(r.Model.Rules, func(rule Rule) bool { return program.Holds(rule.is.Board) == shown })
	}
	if !r.Complete() && !slices.ContainsFunc(r.Shown, func(shown string) bool { return !judged(shown) }) {
		return nil
	}
	instead := cmp.Or(strings.Join(r.Shown, ", "), "nothing")
	rule := r.Model.Rule(r.Unasked[0].Name)
	return &Failure{Model: r.Model.Name, Cause: fmt.Errorf("the rule %q has nothing to judge: no process %s. What processes show: %s. "+
		"A rule sees what is shown as exactly its type; correct the type of the rule, or that of the call of proc.Expose or proc.Announce",
		printable.OneLine(rule.Name), rule.Asks(), instead)}
}
