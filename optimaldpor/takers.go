package optimaldpor

import (
	"slices"

	"github.com/checkmodel/checkmodel/trace"
)

// takers knows who takes the messages of a sequence, and of what is compared with it
// where that begins.
type takers interface {
	trace.Takers
	// flushes returns the events that flush monitors, in the sequence and before it: the
	// message of a monitor that is not there would be taken by these.
	flushes() []*trace.Event
}

// takersOf remembers who takes the messages of the events, and those of monitors.
func takersOf(events []*trace.Event, by takers) takers {
	t := remembered{takes: map[trace.EventID]taking{}}
	for _, e := range events {
		if !e.Delivers() {
			continue
		}
		if taker := by.Taker(e); taker != nil && taker.IsReceive() {
			t.takes[e.Message] = taking{e.Kind, e.Key, copied(taker)}
		}
	}
	for _, f := range by.flushes() {
		t.flush = append(t.flush, copied(f))
	}
	return t
}

// remembered is takers that do not depend on what they were made from.
type remembered struct {
	takes map[trace.EventID]taking
	flush []*trace.Event
}

// taking is the receive that takes a message, and enough of this to tell it from what may
// be sent in its place in another branch, if either is the message of a monitor.
type taking struct {
	kind trace.Kind
	key  trace.ValueID
	by   *trace.Event
}

// Taker implements trace.Takers.
func (r remembered) Taker(message *trace.Event) *trace.Event {
	if t := r.takes[message.Message]; t.by != nil && t.kind == message.Kind && t.key == message.Key {
		return t.by
	}
	for _, f := range r.flush {
		if message.FlushedBy(f) {
			return f
		}
	}
	return nil
}

func (r remembered) flushes() []*trace.Event { return r.flush }

// behind is takers behind an event that flushes a monitor.
type afterFlush struct {
	takers
	flush *trace.Event
}

// Taker implements trace.Takers.
func (b afterFlush) Taker(message *trace.Event) *trace.Event {
	if t := b.takers.Taker(message); t != nil || !message.FlushedBy(b.flush) {
		return t
	}
	return b.flush
}

func (b afterFlush) flushes() []*trace.Event { return append(slices.Clip(b.takers.flushes()), b.flush) }
