// Package handling orders the events of a run in which messages to a process may commute.
package handling

import (
	"github.com/checkmodel/checkmodel/internal/turns"
	"github.com/checkmodel/checkmodel/trace"
	"github.com/checkmodel/checkmodel/trace/causality"
	"github.com/checkmodel/checkmodel/trace/kind"
)

// Order is the order of a run in which messages to a process may commute. The steps of a process from a receive until
// the next one belong to the message that it takes. Messages that commute are handled in no order: neither their deliveries
// nor their steps depend on each other. All else is ordered as by the relation. In the paper of taPCT a
// message and its steps are one event (Kulahcioglu Ozkan, Majumdar, Oraee, section 5.3).
type Order struct {
	Relation causality.Relation // of all other events
	Commute  trace.Commutation  // says which messages commute

	// Races are the pairs of positions of events that depend on each other, and between which nothing comes in the order. The order of some
	// cannot be reversed.
	Races [][2]int

	before [][]uint64             // of each event: the set of the events before it
	hashes []uint64               // of each event and its dependences
	ties   []causality.Dependence // of the events before the current one on it
	lists  [][]handling           // of each process
}

// handling is a message of a process with its steps.
type handling struct {
	message trace.ValueID // NoValue for steps that belong to no message
	last    int           // the position of the last event so far
}

// Compute sets the order to the order of the events. labels are hashes of the events, without their places. takers knows
// the taker of each message.
func (h *Order) Compute(events []trace.Event, labels []uint64, takers causality.Takers) {
	h.before, h.hashes, h.Races = h.before[:0], h.hashes[:0], h.Races[:0]
	for a := range h.lists {
		h.lists[a] = h.lists[a][:0]
	}
	for j := range events {
		h.add(events, j, labels[j], takers)
	}
}

// add adds the event at position j. First come the events without which it cannot happen, which it does not race with.
func (h *Order) add(events []trace.Event, j int, label uint64, takers causality.Takers) {
	e := &events[j]
	h.ties = h.ties[:0]
	for i := range j {
		d := causality.Independent
		if events[i].Actor != e.Actor && !h.commutes(&events[i], e) {
			d = h.Relation.Dependent(&events[i], e, takers)
		}
		h.ties = append(h.ties, d)
	}
	h.follow(e, j)
	set := h.empty(j)
	sum := uint64(0)
	for i, d := range h.ties {
		if d != causality.Independent {
			sum += trace.Mix(h.hashes[i], 1)
		}
		if d == causality.Irreversible {
			h.join(set, i)
		}
	}
	for i := j - 1; i >= 0; i-- {
		if d := h.ties[i]; d == causality.Independent || d == causality.Irreversible {
			continue
		}
		if set[i/64]>>(i%64)&1 == 0 {
			h.Races = append(h.Races, [2]int{i, j})
		}
		h.join(set, i)
	}
	h.before = append(h.before, set)
	h.hashes = append(h.hashes, trace.Mix(label, sum))
}

// commutes reports whether both events deliver messages that commute.
func (h *Order) commutes(a, b *trace.Event) bool {
	return a.To == b.To && a.Kind.Is(kind.Carries) && b.Kind.Is(kind.Carries) && a.Delivers() && h.Commute.Commute(a.To, a.Value, b.Value)
}

// follow makes the event at position j need earlier events of its actor: the events that belong to the same message, or if
// it takes a message, the events that belong to messages that do not commute with it.
func (h *Order) follow(e *trace.Event, j int) {
	h.lists = turns.Grown(h.lists, int(e.Actor)+1)
	list := &h.lists[e.Actor]
	if n := len(*list); n > 0 && !e.IsReceive() && e.Kind != kind.Exit {
		last := &(*list)[n-1]
		h.ties[last.last] = causality.Irreversible
		last.last = j
		return
	}
	message := trace.NoValue
	if e.Taken != trace.NoEvent && e.Set == nil { // no claim is about several
		message = e.Result
	}
	for _, of := range *list {
		if message == trace.NoValue || of.message == trace.NoValue || !h.Commute.Commute(e.Actor, of.message, message) {
			h.ties[of.last] = causality.Irreversible
		}
	}
	*list = append(*list, handling{message, j})
}

// empty returns an empty set of the first j events.
func (h *Order) empty(j int) []uint64 {
	n := (j + 63) / 64
	if j < cap(h.before) {
		if set := h.before[:j+1][j]; cap(set) >= n {
			clear(set[:n])
			return set[:n]
		}
	}
	return make([]uint64, n)
}

// join adds an event, and all events before it, to a set.
func (h *Order) join(set []uint64, i int) {
	for k, bits := range h.before[i] {
		set[k] |= bits
	}
	set[i/64] |= 1 << (i % 64)
}

// Class returns a hash of the class of the run.
func (h *Order) Class() (class uint64) {
	for _, hash := range h.hashes {
		class += trace.Mix(hash, 2)
	}
	return class
}
