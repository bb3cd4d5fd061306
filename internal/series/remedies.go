package series

import (
	"slices"

	"github.com/checkmodel/checkmodel/faults"
	"github.com/checkmodel/checkmodel/internal/rules"
	"github.com/checkmodel/checkmodel/result"
)

// Variant is a change of a search that may leave fewer interleavings.
type Variant struct {
	result.Remedy
	Rules    rules.List     // in place of the model's; nil for a change of something else
	Patterns bool           // messages race only where a receive can tell which came first
	Faults   *faults.Budget // in place of the search's; nil for a change of something else
}

// Variants returns the changes of a search with the rules and the faults; unordered says that any two messages to one mailbox race.
func Variants(l rules.List, unordered bool, f faults.Budget) (all []Variant) {
	for _, c := range l.Changes() {
		all = append(all, Variant{Remedy: c.Remedy, Rules: c.Rules})
	}
	if unordered {
		all = append(all, Variant{Remedy: result.Remedy{Change: result.WithPatterns}, Patterns: true})
	}
	for _, k := range faults.Kinds() {
		if less := f; k.Happens != "" && *k.Number(&less) > 0 {
			less = less.Without(&k)
			all = append(all, Variant{Remedy: result.Remedy{Change: result.Change(k.Name)}, Faults: &less})
		}
	}
	return all
}

// Remedies returns the variants that leave less than most interleavings, as search counts them, the fewest first.
func Remedies(all []Variant, most int, search func(*Variant) (*result.Record, error)) (remedies []result.Remedy) {
	for i := range all {
		s := all[i].Remedy
		r, err := search(&all[i])
		if err != nil || r.Stop != result.NotStopped || r.Interleavings >= most {
			continue
		}
		s.Interleavings = r.Interleavings
		s.Violated = slices.ContainsFunc(r.Violations, func(v *result.Violation) bool { return slices.Contains(s.Rules, v.Property) })
		remedies = append(remedies, s)
	}
	slices.SortStableFunc(remedies, func(a, b result.Remedy) int { return a.Interleavings - b.Interleavings })
	return remedies
}
