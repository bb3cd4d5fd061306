package states

import (
	"reflect"
	"slices"

	"github.com/checkmodel/checkmodel/trace"
	"github.com/checkmodel/checkmodel/trace/causality"
)

// With receive patterns, two messages to a process are tied if some receive of the process matches both: only such a receive can
// tell which came first. Messages that are not tied are independent, and commute in the mailbox. Which receives a
// process will execute is not known in advance. The search notes their patterns, and takes for granted that no
// others follow. It begins again, with this knowledge, if a later receive ties messages that were independent before.
// In the end no receive has matched two messages that were independent.
//
// Only the receive that takes a message shows the order in one interleaving, and there may be none. So there are
// at least as many equivalence classes as for an enumeration with receive patterns, and as many where
// messages that are tied are always told apart.

// A message is explored alone if no other actor has delivered one that is tied with it (see persistent.go).

// relation is the known relation of two messages.
type relation uint8

const (
	unasked     relation = iota // no receive has matched both
	independent                 // the same, and the search relies on it
	tied
)

// messageDeps knows the messages to each process that are tied.
type messageDeps struct {
	of    []receiver       // by ActorID
	noted []trace.Schedule // the steps to each event that has added a value or patterns to a receiver, and its own
}

// receiver holds the known facts about a process.
type receiver struct {
	places   map[trace.ValueID]int
	values   []trace.ValueID // that were delivered, by their places
	pairs    [][]relation    // by two places, the greater first
	senders  []users         // of each of the values
	alone    []users         // the actors that have delivered it in a step that was explored alone
	patterns []trace.Patterns
	known    map[trace.Patterns]bool
}

func newTies() *messageDeps { return &messageDeps{} }

// again returns the same ties, as another commutation that takes nothing for granted any more.
func (t *messageDeps) again() *messageDeps {
	for i := range t.of {
		clear(t.of[i].alone)
	}
	next := *t
	return &next
}

func (t *messageDeps) receiver(a trace.ActorID) *receiver {
	for int(a) >= len(t.of) {
		t.of = append(t.of, receiver{places: map[trace.ValueID]int{}, known: map[trace.Patterns]bool{}})
	}
	return &t.of[a]
}

// Commute reports whether no receive of a process has matched both messages, which were delivered to it.
func (t *messageDeps) Commute(to trace.ActorID, a, b trace.ValueID) bool {
	r := t.receiver(to)
	i, ok := r.places[a]
	j, too := r.places[b]
	if !ok || !too {
		return false
	}
	p := r.pair(i, j)
	if *p == unasked {
		*p = independent
	}
	return *p != tied
}

func (r *receiver) pair(i, j int) *relation { return &r.pairs[max(i, j)][min(i, j)] }

// add adds a message that was not delivered before.
func (r *receiver) add(v trace.ValueID) {
	place := len(r.values)
	r.places[v], r.values = place, append(r.values, v)
	r.pairs = append(r.pairs, make([]relation, place+1))
	r.senders, r.alone = append(r.senders, 0), append(r.alone, 0)
	for _, p := range r.patterns {
		if p.Match(v) {
			r.tie(place, p)
		}
	}
}

// tie ties the message at a place, which the patterns match, with the earlier messages that they match, and with an equal
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

// note notes the patterns of a receive, or that the user delivers a message. The event is the last event of the steps. It
// reports whether all that was taken for granted still holds.
func (t *messageDeps) note(e *trace.Event, user trace.ActorID, steps trace.Schedule) (holds bool) {
	holds = true
	if e.IsReceive() {
		holds = t.learn(e, steps)
	}
	if e.Delivers() {
		t.meet(e, steps)
		r := t.receiver(e.To)
		place := r.places[e.Value]
		r.senders[place].add(user)
		for i, by := range r.alone {
			holds = holds && (by.within(user) || *r.pair(i, place) != tied)
		}
	}
	return holds
}

// learn notes the patterns of a receive. It reports whether the search did not rely on that they do not exist.
func (t *messageDeps) learn(e *trace.Event, steps trace.Schedule) (holds bool) {
	r := t.receiver(e.Actor)
	if r.knows(e.Patterns()) {
		return true
	}
	holds = true
	r.patterns, t.noted = append(r.patterns, e.Patterns()), append(t.noted, slices.Clone(steps))
	for place, v := range r.values {
		if e.Patterns().Match(v) && !r.tie(place, e.Patterns()) {
			holds = false
		}
	}
	return holds
}

// meet notes the message that an event delivers.
func (t *messageDeps) meet(e *trace.Event, steps trace.Schedule) {
	if r := t.receiver(e.To); !r.met(e.Value) {
		r.add(e.Value)
		t.noted = append(t.noted, slices.Clone(steps))
	}
}

func (r *receiver) met(v trace.ValueID) bool {
	_, ok := r.places[v]
	return ok
}

// mayDeliver reports whether no actor but a has delivered a message that is tied with this one.
func (t *messageDeps) mayDeliver(a, to trace.ActorID, v trace.ValueID) bool {
	r := t.receiver(to)
	place, met := r.places[v]
	for i, by := range r.senders {
		if !by.within(a) && (!met || *r.pair(i, place) == tied) {
			return false
		}
	}
	return true
}

// sole reports whether only the actor of the event has delivered messages to the same process.
func (t *messageDeps) sole(e *trace.Event) bool {
	return !slices.ContainsFunc(t.receiver(e.To).senders, func(by users) bool { return !by.within(e.Actor) })
}

// delivered takes for granted that mayDeliver holds for an event of the user.
func (t *messageDeps) delivered(e *trace.Event, user trace.ActorID) {
	r := t.receiver(e.To)
	r.alone[r.places[e.Value]].add(user)
}

// knows reports whether the patterns were noted already, and notes them if they can be compared.
func (r *receiver) knows(p trace.Patterns) bool {
	comparable := reflect.TypeOf(p).Comparable()
	if comparable && r.known[p] {
		return true
	}
	same, _ := p.(interface{ Same(any) bool })
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
func (t *messageDeps) dependent(e, asleep *trace.Event) bool {
	any := causality.Relation{}.Dependent(e, asleep, noTakers{}) != causality.Independent
	if !any || !e.Delivers() || e.To != asleep.To || !t.Commute(e.To, e.Value, asleep.Value) {
		return any
	}
	return causality.Relation{ReceivePatterns: true}.Dependent(e, asleep, noTakers{}) != causality.Independent
}

// noTakers takes no message: a sleeping event has not been executed.
type noTakers struct{}

func (noTakers) Taker(*trace.Event) *trace.Event { return nil }
