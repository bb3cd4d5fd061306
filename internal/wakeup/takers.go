package wakeup

import (
	"cmp"
	"slices"

	"github.com/checkmodel/checkmodel/internal/effects"
	"github.com/checkmodel/checkmodel/trace"
	"github.com/checkmodel/checkmodel/trace/causality"
	"github.com/checkmodel/checkmodel/trace/kind"
)

// takers finds which receive takes a message of a sequence, or of an event that is compared with
// it.
type takers interface {
	causality.Takers
	// flushes returns the events that flush monitors, in the sequence and before it. They would
	// take the message of their monitor if it were sent.
	flushes() []*trace.Event
}

// takersCopy is a copy of takers, independent of the sequence they are of.
type takersCopy struct {
	takes []taking // in the order of the messages
	flush []*trace.Event
}

// taking is the receive that takes a message. kind and number tell the message from another message that
// may be sent in its place in another branch, if either is the message of a monitor.
type taking struct {
	message trace.EventID
	kind    kind.Kind
	number  int32
	by      *trace.Event
}

// byMessage compares the message of t with another one.
func byMessage(t taking, message trace.EventID) int {
	return cmp.Or(cmp.Compare(t.message.Actor, message.Actor), cmp.Compare(t.message.Index, message.Index))
}

// Taker implements causality.Takers.
func (r takersCopy) Taker(message *trace.Event) *trace.Event {
	if k, found := slices.BinarySearchFunc(r.takes, message.Message, byMessage); found {
		if t := &r.takes[k]; t.kind == message.Kind && t.number == message.Number {
			return t.by
		}
	}
	for _, f := range r.flush {
		if effects.FlushedBy(message, f) {
			return f
		}
	}
	return nil
}

func (r takersCopy) flushes() []*trace.Event { return r.flush }

// afterFlush is takers after one more event that flushes a monitor.
type afterFlush struct {
	takers
	flush *trace.Event
}

// Taker implements causality.Takers.
func (b afterFlush) Taker(message *trace.Event) *trace.Event {
	if t := b.takers.Taker(message); t != nil || !effects.FlushedBy(message, b.flush) {
		return t
	}
	return b.flush
}

func (b afterFlush) flushes() []*trace.Event { return append(slices.Clip(b.takers.flushes()), b.flush) }
