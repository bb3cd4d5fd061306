package wakeup

import (
	"slices"

	"github.com/checkmodel/checkmodel/internal/effects"
	"github.com/checkmodel/checkmodel/trace"
	"github.com/checkmodel/checkmodel/trace/causality"
)

// Executed returns a sequence of events that were executed after others. beyond are events that remain possible after it. reversed is the
// index of the reversed event if it flushes a monitor; otherwise -1. More further alternatives of the last event are planned.
func Executed(relation causality.Relation, before, events, beyond []*trace.Event, reversed int, more int32) Sequence {
	w := Sequence{Events: events, More: more, relation: relation}
	all := executed{before: before, events: events, reversed: reversed}
	w.takers = w.takersOf(events, all)
	if len(beyond) > 0 {
		w.Beyond = slices.Clone(beyond)
		all.events = slices.Concat(events, beyond)
		w.wider = w.takersOf(all.events, all)
	}
	return w
}

// Reversed returns the index of the reversed event if it flushes a monitor; otherwise -1.
func (w *Sequence) Reversed() int {
	reversed := -1
	for i, e := range w.Events {
		if effects.Flushes(e) && !slices.ContainsFunc(w.takers.flushes(), func(f *trace.Event) bool { return f.ID() == e.ID() }) {
			reversed = i
		}
	}
	return reversed
}

// executed is the takers of a sequence that was executed.
type executed struct {
	before, events []*trace.Event
	reversed       int // see Executed
}

// Taker implements causality.Takers.
func (x executed) Taker(message *trace.Event) *trace.Event {
	for _, e := range x.events {
		if e.IsReceive() && (e.Taken == message.Message || e.Set.Has(message.Message)) {
			return e
		}
	}
	return nil
}

func (x executed) flushes() (all []*trace.Event) {
	for i, e := range slices.Concat(x.before, x.events) {
		if effects.Flushes(e) && i-len(x.before) != x.reversed {
			all = append(all, e)
		}
	}
	return all
}
