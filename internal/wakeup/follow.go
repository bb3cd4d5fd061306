package wakeup

import (
	"github.com/checkmodel/checkmodel/internal/effects"
	"github.com/checkmodel/checkmodel/trace"
)

// Follow passes the events, after the faults that are spent, as long as they cover the sequence, and returns how many
// these are.
//
// Two equivalent sequences differ in the places of few events. So the first late events of the sequence, which
// come later in the events, stay where they are while the others pass, and next is the first event after the late ones.
func (w *Sequence) Follow(events []*trace.Event, spent *effects.FaultList) int {
	late, next := 0, 0
	for i, e := range events {
		spent = spent.With(e)
		if w.More == 0 && next < len(w.Events) {
			x := w.Events[next]
			if x.Actor == e.Actor && x.Alternative == e.Alternative && (late == 0 || w.independentOf(late, next)) {
				next++
				continue
			}
		}
		w.removeBetween(late, next)
		first := Initial{Event: e, Left: spent.LeftAfter(e)}
		if w.Partly(first) || !w.Covered(first) {
			return i
		}
		switch k := w.Pass(e); {
		case k >= late:
			late = k
		case k >= 0:
			late--
		}
		next = late
	}
	w.removeBetween(late, next)
	return len(events)
}

// removeBetween removes the events between the late ones and the next one.
func (w *Sequence) removeBetween(late, next int) {
	if passed := next - late; passed > 0 {
		copy(w.Events[passed:], w.Events[:late])
		w.Events = w.Events[passed:]
		if at := w.places.at; at != nil {
			copy(at[passed:], at[:late])
			w.places.at = at[passed:]
		}
	}
}

// independentOf reports whether the event at index k is clearly independent of the late events.
func (w *Sequence) independentOf(late, k int) bool {
	p := &w.places
	if p.order == nil || p.at[k] < 0 || w.Events[k].Budget != nil {
		return false
	}
	f := p.order.Filter(p.order.FootprintAt(p.at[k]), p.given)
	for _, at := range p.at[:late] {
		if at < 0 || !f.Apart(at) {
			return false
		}
	}
	return true
}
