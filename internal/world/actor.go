package world

import "github.com/checkmodel/checkmodel/trace"

// actor is what takes steps: a process, a timer, or a channel. What is known of it
// outlives an interleaving.
type actor interface {
	base() *common
	// pending returns the operation that the actor is about to perform, nil if there is none.
	pending() *Operation
	// enabled reports whether the pending operation can be performed now.
	enabled(s *System, op *Operation) bool
}

// common is what all actors have.
type common struct {
	id      *trace.Actor
	started bool  // it is in the present state of the world
	steps   int32 // how many events it has had
}

func (c *common) base() *common { return c }

// enabled is true, as only a process can wait.
func (c *common) enabled(*System, *Operation) bool { return true }

// find returns the actor with that identity, which newActor makes if there is none.
func find[A actor](s *System, id *trace.Actor, newActor func(common) A) A {
	for int(id.ID) >= len(s.known) {
		s.known = append(s.known, nil)
	}
	if s.known[id.ID] == nil {
		s.known[id.ID] = newActor(common{id: id})
	}
	return s.known[id.ID].(A)
}

// start adds an actor to the present state of the world.
func (s *System) start(a actor) {
	c := a.base()
	c.started, c.steps = true, 0
	s.started = append(s.started, a)
}

// unstart undoes start, for the actor that was started last.
func (s *System) unstart() {
	last := len(s.started) - 1
	s.started[last].base().started = false
	s.started = s.started[:last]
}
