package optimaldpor

import (
	"slices"

	"github.com/checkmodel/checkmodel/trace"
)

// conflicts remembers which messages conflict with which others in states on the path, so that many messages that race to
// one receive cost little: each of n such messages comes first in a sequence of each of n interleavings, and would be compared
// with n branches each time.
//
// Whether a message conflicts with a later one depends on the receive that takes the earlier one. If this receive is the next event of its
// actor, it is the same whenever the message comes next in the same state, and has the same patterns.
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
		c.states = grownTo(c.states, k+1)
		c.states[k].events = start
		c.used++
	}
	s := &c.states[k]
	s.with = grownTo(s.with, int(first.Actor)+1)
	set := &s.with[first.Actor]
	if words := (actors + 63) / 64; len(*set) < words {
		c.size += words - len(*set)
		*set = grownTo(*set, words)
	}
	return *set
}

func grownTo[T any](list []T, n int) []T {
	if n > len(list) {
		list = append(list, make([]T, n-len(list))...)
	}
	return list
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

// isNext reports whether an event can come next where the sequence begins: it was enabled before, and its actor has not moved since.
func (s *sequence) isNext(e *trace.Event) bool {
	at := s.order.Position(e.ID())
	return at < 0 || at >= s.start
}

// refuses, of a front that is not zero, reports whether a branch of the state cannot cover the sequence, as its first event conflicts with the event of the branch.
// It may return false although that is so.
func (f *front) refuses(branch *trace.Event, relation trace.Relation, takers trace.Takers) bool {
	if branch.Budget != nil || branch.Actor == f.first.Actor {
		return false
	}
	word, bit := int(branch.Actor)/64, uint64(1)<<(branch.Actor%64)
	if word >= len(f.conflicts) || !branch.IsMessage() {
		return false
	}
	if f.conflicts[word]&bit == 0 {
		if relation.Dependent(f.first, branch, takers) == trace.Independent {
			return false
		}
		f.conflicts[word] |= bit
	}
	return true
}
