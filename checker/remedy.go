package checker

import (
	"context"

	"github.com/checkmodel/checkmodel/internal/series"
	"github.com/checkmodel/checkmodel/result"
)

// remedies tries changes of a model whose search has the given result, with the options. It returns the changes that leave
// fewer interleavings. Each search has at most as many interleavings as the given one.
func (o setup) remedies(ctx context.Context, r *result.Record) (all []Remedy) {
	if r.Stop != NotStopped && r.Stop != OutOfBudget || o.Replay != nil || o.Bound.Several() || r.Interleavings < 2 {
		return nil
	}
	o.Explain, o.Examples, o.Witness, o.Observer, o.Saving, o.Resume = false, 0, "", nil, nil, nil
	o.Until, o.MaxInterleavings = UntilEnd, r.Interleavings
	return series.Remedies(series.Variants(o.model.rules(), o.AnyDeliveriesRace, o.faults()), r.Interleavings, func(v *series.Variant) (*result.Record, error) {
		changed := o
		switch {
		case v.Faults != nil:
			changed.Faults = v.Faults
		case v.Patterns:
			changed.AnyDeliveriesRace = false
		default:
			changed.model.Rules = nil
			for _, r := range v.Rules {
				changed.model.Rules = append(changed.model.Rules, Rule{Property{Name: r.Name}, r})
			}
		}
		return changed.search(ctx)
	})
}
