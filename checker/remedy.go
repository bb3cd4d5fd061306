package checker

import (
	"context"
	"slices"

	"github.com/checkmodel/checkmodel/faults"
	"github.com/checkmodel/checkmodel/result"
)

// remedies tries changes of a model whose search has the given result, with the options. It returns the changes that leave
// fewer interleavings. Each search has at most as many interleavings as the given one.
func (o setup) remedies(ctx context.Context, r *result.Record) (all []Remedy) {
	if r.Stop != NotStopped && r.Stop != OutOfBudget || o.Replay != nil || o.Bound.Several() || r.Interleavings < 2 {
		return nil
	}
	o.Explain, o.Examples, o.Observer, o.Saving, o.Resume = false, 0, nil, nil, nil
	o.Until, o.MaxInterleavings = UntilEnd, r.Interleavings
	try := func(s Remedy, o setup) {
		changed, err := o.search(ctx)
		if err != nil || changed.Stop != NotStopped || changed.Interleavings >= r.Interleavings {
			return
		}
		s.Interleavings = changed.Interleavings
		s.Violated = slices.ContainsFunc(changed.Violations, func(v *Violation) bool { return slices.Contains(s.Rules, v.Property) })
		all = append(all, s)
	}
	for _, c := range o.model.rules().Changes() {
		changed := o
		changed.model.Rules = nil
		for _, r := range c.Rules {
			changed.model.Rules = append(changed.model.Rules, Rule{Property{Name: r.Name}, r})
		}
		try(c.Remedy, changed)
	}
	if o.AnyDeliveriesRace {
		patterns := o
		patterns.AnyDeliveriesRace = false
		try(Remedy{Change: WithPatterns}, patterns)
	}
	for _, k := range faults.Kinds() {
		less := o.faults()
		if k.Happens != "" && *k.Number(&less) > 0 {
			less = less.Without(&k)
			without := o
			without.Faults = &less
			try(Remedy{Change: Change(k.Name)}, without)
		}
	}
	slices.SortStableFunc(all, func(a, b Remedy) int { return a.Interleavings - b.Interleavings })
	return all
}
