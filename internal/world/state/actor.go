// Package state holds the present state of a world, apart from its tables and processes: the actors, which take steps, the cells, which they
// read and write, timers and channels. All can be undone, and tell states apart.
package state

import (
	"github.com/checkmodel/checkmodel/internal/world/program"
	"github.com/checkmodel/checkmodel/trace"
)

// Actor takes steps: a process, a timer, a channel, or faults. It outlives an interleaving.
type Actor interface {
	Base() *Common
	// Pending returns the next operation of the actor, nil if there is none.
	Pending() *program.Operation
	// Enabled reports whether the pending operation can be performed now.
	Enabled(op *program.Operation) bool
	// Fingerprint returns the fingerprint of the actor.
	Fingerprint(e *Equivalence) trace.Fingerprint
	// Whole appends the contents that the fingerprint hashes, or nothing if there are none.
	Whole(e *Equivalence, b []byte) []byte
	// Values calls add with each value that the actor has.
	Values(add func(trace.ValueID))
}

// Automaton is an actor that performs its operations itself.
type Automaton interface {
	Actor
	// Perform performs the pending operation, and completes its event.
	Perform(ev *trace.Event)
	// Undo undoes the last operation that it has performed.
	Undo(op *trace.Op)
}

// Common is embedded in all actors.
type Common struct {
	Actor   *trace.Actor
	Started bool  // it exists in the present state
	Place   int32 // among the started actors
	Steps   int32 // the number of its events
	// Events may enable or disable it without changing it: they spend a budget of faults, or enable a restart. An event changes its
	// own actor, and an actor that gets a message or a signal by it.
	Dependent bool
	print     trace.Fingerprint // its part of the fingerprint of the state
	stale     bool              // print is not up to date
}

// Base implements [Actor].
func (c *Common) Base() *Common { return c }

// Print returns the part of the actor in the fingerprint of the state when that was asked for last.
func (c *Common) Print() trace.Fingerprint { return c.print }

// Enabled implements [Actor] for actors that can always move.
func (*Common) Enabled(*program.Operation) bool { return true }

// Values implements [Actor] for actors without values.
func (*Common) Values(func(trace.ValueID)) {}

// Actors are the actors of the present state.
type Actors struct {
	known     []Actor // by number, nil if unknown
	started   []Actor // in the order of their starts
	dependent int     // how many of the started actors are dependent

	printed bool // Fingerprint was called
	print   trace.Fingerprint
	stale   []Actor // the actors that have changed since the last call
}

// Find returns the actor with that identity, which newActor creates if there is none.
func Find[A Actor](as *Actors, id *trace.Actor, newActor func(Common) A) A {
	for int(id.ID) >= len(as.known) {
		as.known = append(as.known, nil)
	}
	if as.known[id.ID] == nil {
		as.known[id.ID] = newActor(Common{Actor: id})
	}
	return as.known[id.ID].(A)
}

// Known returns the actor with that number, which must be known.
func (as *Actors) Known(id trace.ActorID) Actor { return as.known[id] }

// Find returns the actor with that number, nil if it is not known.
func (as *Actors) Find(id trace.ActorID) Actor {
	if id < 0 || int(id) >= len(as.known) {
		return nil
	}
	return as.known[id]
}

// All returns all known actors; some are nil.
func (as *Actors) All() []Actor { return as.known }

// Started returns the actors in the order of their starts.
func (as *Actors) Started() []Actor { return as.started }

// Dependent reports whether some started actor is dependent.
func (as *Actors) Dependent() bool { return as.dependent > 0 }

// Start adds an actor to the present state.
func (as *Actors) Start(a Actor) {
	c := a.Base()
	c.Started, c.Steps, c.Place = true, 0, int32(len(as.started))
	as.started = append(as.started, a)
	if c.Dependent {
		as.dependent++
	}
	as.Changed(a)
}

// Retract undoes all starts except the first n.
func (as *Actors) Retract(n int) {
	for _, a := range as.started[n:] {
		c := a.Base()
		c.Started = false
		as.Changed(a)
		if c.Dependent {
			as.dependent--
		}
	}
	as.started = as.started[:n]
}

// Printed reports whether changes of actors must be told.
func (as *Actors) Printed() bool { return as.printed }

// Changed says that an actor has changed, started, or no longer exists.
func (as *Actors) Changed(a Actor) {
	if c := a.Base(); as.printed && !c.stale {
		c.stale = true
		as.stale = append(as.stale, a)
	}
}

// AllChanged says that any actor may have changed.
func (as *Actors) AllChanged() {
	for _, a := range as.started {
		as.Changed(a)
	}
}

// Fingerprint returns the sum of the fingerprints of the started actors.
func (as *Actors) Fingerprint(e *Equivalence) trace.Fingerprint {
	if !as.printed {
		as.printed = true
		as.AllChanged()
	}
	for i, a := range as.stale {
		c := a.Base()
		as.print, c.stale = as.print.Minus(c.print), false
		if c.print = (trace.Fingerprint{}); c.Started {
			c.print = a.Fingerprint(e)
			as.print = as.print.Plus(c.print)
		}
		as.stale[i] = nil
	}
	as.stale = as.stale[:0]
	return as.print
}
