package world

import (
	"github.com/checkmodel/checkmodel/internal/world/program"
	"github.com/checkmodel/checkmodel/trace"
)

// dependsOnOthers reports whether events may enable or disable the actor without changing it: they spend a budget of faults, or
// enable a restart. An event changes its own actor, and an actor that gets a message or a signal by it.
// Timers depend on other timers only, which lookAtDue takes into account, and an Await on changesTables.
func dependsOnOthers(a actor) bool {
	switch a := a.(type) {
	case *process:
		return a.node
	case *channel, *timer:
		return false
	}
	return true
}

// prints holds the sum of the fingerprints of actors, from the first call of Fingerprint on.
type prints struct {
	printed bool
	print   trace.Fingerprint
	stale   []actor // the actors that have changed since the last call
}

// changed says that an actor has changed, started, or no longer exists.
func (p *prints) changed(a actor) {
	if c := a.base(); p.printed && !c.stale {
		c.stale = true
		p.stale = append(p.stale, a)
	}
}

// actor takes steps: a process, a timer, a channel, or faults. It outlives an interleaving.
type actor interface {
	base() *common
	// pending returns the next operation of the actor, nil if there is none.
	pending() *program.Operation
	// enabled reports whether the pending operation can be performed now.
	enabled(s *System, op *program.Operation) bool
	// fingerprint returns the fingerprint of the actor.
	fingerprint(s *System) trace.Fingerprint
	// whole appends the contents that the fingerprint hashes, or nothing if there are none.
	whole(s *System, b []byte) []byte
}

// common is embedded in all actors.
type common struct {
	id      *trace.Actor
	started bool              // it exists in the present state of the world
	place   int32             // among the started actors
	steps   int32             // the number of its events
	print   trace.Fingerprint // its part of the system's print
	stale   bool              // print is not up to date
}

func (c *common) base() *common { return c }

// enabled returns true, unless a kind of actor has a method of its own.
func (c *common) enabled(*System, *program.Operation) bool { return true }

// find returns the actor with that identity, which newActor creates if there is none.
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
	c.started, c.steps, c.place = true, 0, int32(len(s.started))
	s.started = append(s.started, a)
	if dependsOnOthers(a) {
		s.dependent++
	}
	s.changed(a)
}

// unstart undoes the last start.
func unstart(s *System) {
	last := len(s.started) - 1
	s.started[last].base().started = false
	s.changed(s.started[last])
	if dependsOnOthers(s.started[last]) {
		s.dependent--
	}
	s.started = s.started[:last]
}
