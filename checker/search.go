package checker

import (
	"cmp"

	"github.com/checkmodel/checkmodel/bounding"
)

// Search says how a model is to be searched, as far as Options leave that open. The zero
// value asks for nothing.
type Search struct {
	// Algorithm is the search algorithm; "" is Optimal, or Source where the bound needs that.
	Algorithm Algorithm
	// Bound limits the search to cheap interleavings, as bounding.Tree(4) does; the zero Bound is
	// no limit. Options ask for a search without one by bounding.None.
	Bound bounding.Bound
	// MaxInterleavings is the budget of interleavings; 0 is no limit.
	MaxInterleavings int
	// MaxEvents is how many events an interleaving may have before it is cut; 0 is
	// DefaultMaxEvents.
	MaxEvents int
	// Seconds is after how many seconds the search ends; 0 is no limit. How far it comes by then
	// depends on the machine. The command and package checktest see to it. Check itself has no
	// clock: it ends when its context is done.
	Seconds int
}

// For returns the options of a search of the model: what o does not say, the model may
// (Model.Delivery and Model.Search). A replay has the delivery and the limit on events only.
// Check does the same itself.
func (o Options) For(m *Model) Options {
	o.Delivery = cmp.Or(o.Delivery, m.Delivery)
	o.MaxEvents = cmp.Or(o.MaxEvents, m.Search.MaxEvents, DefaultMaxEvents)
	if o.Replay == nil {
		o.Algorithm = cmp.Or(o.Algorithm, m.Search.Algorithm)
		if o.Strategy != nil {
			o.Algorithm = Own
		}
		o.MaxInterleavings = cmp.Or(o.MaxInterleavings, m.Search.MaxInterleavings)
		o.Bound = cmp.Or(o.Bound, m.Search.Bound)
		if o.Bound.Kind() == bounding.ByPreemption {
			o.Algorithm = cmp.Or(o.Algorithm, Source)
		}
	}
	if !o.Bound.Limits() {
		o.Bound = bounding.Bound{}
	}
	return o
}
