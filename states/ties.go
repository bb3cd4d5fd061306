package states

import (
	"reflect"

	"github.com/checkmodel/checkmodel/trace"
)

// With receive patterns, two messages to a process are tied if one of its receives matches both: only that can tell
// which came first. Messages that are not tied are independent, and commute in the mailbox. Which receives a
// process will execute is not known in advance. The search notes their patterns, and takes for granted that no
// others follow. It begins again, with what it knows, if one ties messages that were independent before.
// In the end no receive has matched two messages that were independent.
//
// Only the receive that takes a message shows the order in one interleaving, and there may be none. So there are
// at least as many equivalence classes as for an enumeration with receive patterns, and as many where
// messages that are tied are always told apart.

// A message is explored alone if no other actor has delivered one that is tied with it (see exclusive.go).

// pair is what is known about two messages.
type pair uint8

const (
	unasked     pair = iota // no receive has matched both
	independent             // the same, and the search relies on it
	tied
)

// ties knows the messages to each process that are tied.
type ties struct {
	of []receiver // by ActorID
}

// receiver is what is known about a process.
type receiver struct {
	places   map[trace.ValueID]int
	values   []trace.ValueID // that were asked about, by their places
	pairs    [][]pair        // by two places, the greater first
	senders  []users         // of each of the values
	alone    []users         // the actors that have delivered it in a step that was explored alone
	patterns []trace.Patterns
	known    map[trace.Patterns]bool
}

func newTies() *ties { return &ties{} }

// again returns the same ties, as another commutation that takes nothing for granted any more.
func (t *ties) again() *ties {
	for i := range t.of {
		clear(t.of[i].alone)
	}
	next := *t
	return &next
}

func (t *ties) receiver(a trace.ActorID) *receiver {
	for int(a) >= len(t.of) {
		t.of = append(t.of, receiver{places: map[trace.ValueID]int{}, known: map[trace.Patterns]bool{}})
	}
	return &t.of[a]
}

// Commute reports whether no receive of a process has matched both messages.
func (t *ties) Commute(to trace.ActorID, a, b trace.ValueID) bool {
	r := t.receiver(to)
	i, j := r.place(a), r.place(b)
	p := r.pair(i, j)
	if *p == unasked {
		*p = independent
	}
	return *p != tied
}

func (r *receiver) pair(i, j int) *pair { return &r.pairs[max(i, j)][min(i, j)] }

// place returns the place of a message, which may be new.
func (r *receiver) place(v trace.ValueID) int {
	place, ok := r.places[v]
	if !ok {
		place = len(r.values)
		r.places[v] = place
		r.values = append(r.values, v)
		r.pairs = append(r.pairs, make([]pair, place+1))
		r.senders, r.alone = append(r.senders, users{}), append(r.alone, users{})
		for _, p := range r.patterns {
			if p.Match(v) {
				r.tie(place, p)
			}
		}
	}
	return place
}

// tie ties the message at a place, which the patterns match, with those before it that they match, and with an equal
// message. It reports whether the search did not rely on the contrary.
func (r *receiver) tie(place int, p trace.Patterns) (holds bool) {
	holds = true
	for i, was := range r.pairs[place] {
		if was != tied && p.Match(r.values[i]) {
			r.pairs[place][i] = tied
			holds = holds && was != independent && !r.alone[i].conflict(r.senders[place]) && !r.alone[place].conflict(r.senders[i])
		}
	}
	return holds
}

// conflict reports whether one of the actors is another than one of the others.
func (u users) conflict(v users) bool {
	return u.any && v.any && (u.more || v.more || u.one != v.one)
}

// note notes what a receive matches, or who delivers a message. It reports whether all that was taken for granted still
// holds.
func (t *ties) note(e *trace.Event) (holds bool) {
	holds = !e.IsReceive() || t.learn(e)
	if e.Delivers() {
		r := t.receiver(e.To)
		place := r.place(e.Value)
		r.senders[place].add(e.Actor)
		for i, by := range r.alone {
			holds = holds && (by.within(e.Actor) || *r.pair(i, place) != tied)
		}
	}
	return holds
}

// mayDeliver reports whether no actor but a has delivered a message that is tied with this one.
func (t *ties) mayDeliver(a, to trace.ActorID, v trace.ValueID) bool {
	r := t.receiver(to)
	place := r.place(v)
	for i, by := range r.senders {
		if *r.pair(i, place) == tied && !by.within(a) {
			return false
		}
	}
	return true
}

// delivered takes for granted that mayDeliver holds for an event.
func (t *ties) delivered(e *trace.Event) {
	r := t.receiver(e.To)
	r.alone[r.place(e.Value)].add(e.Actor)
}

// learn notes the patterns of a receive. It reports whether the search did not rely on that they do not exist.
func (t *ties) learn(e *trace.Event) (holds bool) {
	r := t.receiver(e.Actor)
	if r.knows(e.Patterns) {
		return true
	}
	holds = true
	r.patterns = append(r.patterns, e.Patterns)
	for place, v := range r.values {
		if e.Patterns.Match(v) && !r.tie(place, e.Patterns) {
			holds = false
		}
	}
	return holds
}

// knows reports whether the patterns were noted already, and notes those that can be compared.
func (r *receiver) knows(p trace.Patterns) bool {
	comparable := reflect.TypeOf(p).Comparable()
	if comparable && r.known[p] {
		return true
	}
	same, _ := p.(interface{ Same(trace.Patterns) bool })
	found := false
	for i := 0; same != nil && i < len(r.patterns) && !found; i++ {
		found = same.Same(r.patterns[i])
	}
	if comparable {
		r.known[p] = true
	}
	return found
}

// dependent reports whether the order of a step and a sleeping one makes a difference. Messages that are not tied may
// still depend on each other for another reason.
func (t *ties) dependent(e, asleep *trace.Event) bool {
	any := trace.Relation{}.Dependent(e, asleep, noTakers{}) != trace.Independent
	if !any || !e.Delivers() || e.To != asleep.To || !t.Commute(e.To, e.Value, asleep.Value) {
		return any
	}
	return trace.Relation{ReceivePatterns: true}.Dependent(e, asleep, noTakers{}) != trace.Independent
}
