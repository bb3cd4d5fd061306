package optimaldpor

import (
	"slices"

	"github.com/checkmodel/checkmodel/trace"
)

// conflicts remembers which messages conflict in states on the path. If n processes send to one receive, each of their
// messages comes first in a sequence of each of n interleavings, and would be compared with n branches each time.
//
// Whether a message conflicts with a later one depends on the receive that takes the earlier one. If this receive is the next
// event of its actor, the same messages conflict whenever the earlier one comes next in the same state.
type conflicts struct {
	states []state
	used   int // how many of these are in use
	size   int // how many numbers there are in all
}

// state is the conflicts in the state to which so many events lead: a set of actors for each actor, those whose next event is a
// message that conflicts with that of the actor.
type state struct {
	events int
	with   [][]uint64
}

// manyConflicts is the size above which all conflicts are forgotten.
const manyConflicts = 1 << 20

// back forgets the conflicts in states after more than so many events.
func (c *conflicts) back(depth int) {
	for k := c.used - 1; k >= 0; k-- {
		if s := &c.states[k]; s.events > depth {
			for a := range s.with {
				clear(s.with[a])
			}
			c.used--
			c.states[k], c.states[c.used] = c.states[c.used], c.states[k]
		}
	}
}

// of returns the set of actors for the first message of a sequence, which begins in the given state.
func (c *conflicts) of(first *trace.Event, start, actors int) []uint64 {
	if c.size > manyConflicts {
		*c = conflicts{}
	}
	k := slices.IndexFunc(c.states[:c.used], func(s state) bool { return s.events == start })
	if k < 0 {
		k = c.used
		c.states = grown(c.states, k+1)
		c.states[k].events = start
		c.used++
	}
	s := &c.states[k]
	s.with = grown(s.with, int(first.Actor)+1)
	set := &s.with[first.Actor]
	if words := (actors + 63) / 64; len(*set) < words {
		c.size += words - len(*set)
		*set = grown(*set, words)
	}
	return *set
}

// front tells which branches of the state where a sequence begins conflict with its first event. The zero front tells nothing.
type front struct {
	first     *trace.Event
	conflicts []uint64
}

// front returns the front of a sequence that has just been built.
func (o *interleaving) front() front {
	s := &o.seq
	if len(s.events) == 0 {
		return front{}
	}
	first := s.events[0]
	if !s.relation.ReceivePatterns || first.Budget != nil || !first.IsMessage() {
		return front{}
	}
	taker := s.Taker(first)
	if taker == nil || !trace.IsNext(s.order, taker, s.start) {
		return front{}
	}
	return front{first, o.conflicts.of(first, s.start, trace.Width(s.order))}
}

// refuses reports whether the first event conflicts with the event of a branch of the same state, so that the branch
// does not cover the sequence. It may return false although they conflict. The front must not be zero.
func (f *front) refuses(branch *trace.Event, relation trace.Relation, takers trace.Takers) bool {
	word, bit := int(branch.Actor)/64, uint64(1)<<(branch.Actor%64)
	if word >= len(f.conflicts) || branch.Budget != nil || !branch.IsMessage() {
		return false
	}
	if f.conflicts[word]&bit == 0 {
		if !f.conflictsWith(branch, relation, takers) {
			return false
		}
		f.conflicts[word] |= bit
	}
	return true
}

// conflictsWith reports whether the first event conflicts with a message of another actor.
func (f *front) conflictsWith(e *trace.Event, relation trace.Relation, takers trace.Takers) bool {
	return e.Actor != f.first.Actor && e.Budget == nil && e.IsMessage() && relation.Dependent(f.first, e, takers) != trace.Independent
}

// isNext reports whether the actor of an event that could happen before has not moved when the sequence begins.
func (s *sequence) isNext(e *trace.Event) bool {
	at := s.order.Position(e.ID())
	return at < 0 || at >= s.start
}
