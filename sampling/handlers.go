package sampling

import (
	"github.com/checkmodel/checkmodel/trace"
	"github.com/checkmodel/checkmodel/trace/causality"
	"github.com/checkmodel/checkmodel/trace/kind"
)

// handlers is the order of a run in which messages to a process may commute. The steps of a process from a receive until
// the next one belong to the message that it takes. Messages that commute are handled in no order: neither their deliveries
// nor their steps depend on each other. All else is ordered as by the relation. In the paper of taPCT a
// message and its steps are one event (Kulahcioglu Ozkan, Majumdar, Oraee, section 5.3).
type handlers struct {
	relation causality.Relation
	commute  trace.Commutation

	before [][]uint64             // of each event: the set of the events before it
	hashes []uint64               // of each event and its dependences
	ties   []causality.Dependence // of the events before the current one on it
	lists  slots[[]handling]      // of each process
	races  [][2]int
}

// handling is a message of a process with its steps.
type handling struct {
	message trace.ValueID // NoValue for steps that belong to no message
	last    int           // the position of the last event so far
}

// compute sets the order to the order of the events. labels are hashes of the events, without their places. takers knows
// the taker of each message.
func (h *handlers) compute(events []trace.Event, labels []uint64, takers causality.Takers) {
	h.before, h.hashes, h.races = h.before[:0], h.hashes[:0], h.races[:0]
	h.lists.reset()
	for j := range events {
		h.add(events, j, labels[j], takers)
	}
}

// add adds the event at position j. First come the events without which it cannot happen, which it does not race with.
func (h *handlers) add(events []trace.Event, j int, label uint64, takers causality.Takers) {
	e := &events[j]
	h.ties = h.ties[:0]
	for i := range j {
		d := causality.Independent
		if events[i].Actor != e.Actor && !h.commutes(&events[i], e) {
			d = h.relation.Dependent(&events[i], e, takers)
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
		if !has64(set, i) && reversible(&events[i], e) {
			h.races = append(h.races, [2]int{i, j})
		}
		h.join(set, i)
	}
	h.before = append(h.before, set)
	h.hashes = append(h.hashes, trace.Mix(label, sum))
}

// commutes reports whether both events deliver messages that commute.
func (h *handlers) commutes(a, b *trace.Event) bool {
	return a.To == b.To && a.Kind.Is(kind.Carries) && b.Kind.Is(kind.Carries) && a.Delivers() && h.commute.Commute(a.To, a.Value, b.Value)
}

// follow makes the event at position j need earlier events of its actor: the events that belong to the same message, or if
// it takes a message, the events that belong to messages that do not commute with it.
func (h *handlers) follow(e *trace.Event, j int) {
	list := h.lists.at(e.Actor)
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
		if message == trace.NoValue || of.message == trace.NoValue || !h.commute.Commute(e.Actor, of.message, message) {
			h.ties[of.last] = causality.Irreversible
		}
	}
	*list = append(*list, handling{message, j})
}

// empty returns an empty set of the first j events.
func (h *handlers) empty(j int) []uint64 {
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
func (h *handlers) join(set []uint64, i int) {
	for k, bits := range h.before[i] {
		set[k] |= bits
	}
	set[i/64] |= 1 << (i % 64)
}

func has64(set []uint64, i int) bool { return set[i/64]>>(i%64)&1 != 0 }

// class returns a hash of the class of the run.
func (h *handlers) class() (class uint64) {
	for _, hash := range h.hashes {
		class += trace.Mix(hash, 2)
	}
	return class
}
