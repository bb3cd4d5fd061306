package state

import (
	"github.com/checkmodel/checkmodel/internal/effects"
	"github.com/checkmodel/checkmodel/internal/world/program"
	"github.com/checkmodel/checkmodel/trace"
	"github.com/checkmodel/checkmodel/trace/kind"
)

// Exchange has the images of actors and values under an exchange of processes that are alike.
type Exchange interface {
	Actor(trace.ActorID) trace.ActorID
	Value(trace.ValueID) trace.ValueID
	// Origin returns the point at which the process that stands for a process has begun.
	Origin(trace.ActorID) *program.History
}

// Exchanged sets the exchange, or nil, after which Whole appends the contents of parts. No actor may then have links, monitors, tables
// or timers.
func (e *Equivalence) Exchanged(x Exchange) {
	if e.exchange, e.as = x, nil; x != nil {
		e.as = x.Value
	}
}

// Exchanges reports whether there is an exchange.
func (e *Equivalence) Exchanges() bool { return e.exchange != nil }

// Actor returns the actor that stands for an actor.
func (e *Equivalence) Actor(id trace.ActorID) trace.ActorID {
	if e.exchange == nil {
		return id
	}
	return e.exchange.Actor(id)
}

// Origin returns the beginning of the process that stands for another one, which has come to a point.
func (e *Equivalence) Origin(id trace.ActorID, at *program.History) *program.History {
	if e.exchange == nil {
		return at.Origin()
	}
	return e.exchange.Origin(id)
}

// Op returns the operation that stands for an operation.
func (e *Equivalence) Op(op trace.Op) trace.Op {
	if op.Value = e.Stands(op.Value); (op.Kind.Is(kind.Carries) || op.Kind.Is(kind.Starts)) && op.Flags&kind.Named == 0 {
		op.Object = int32(e.Actor(trace.ActorID(op.Object)))
	}
	return op
}

// Cell returns the cell that stands for a cell of an actor, or of none.
func (e *Equivalence) Cell(c trace.Cell) trace.Cell {
	if e.exchange != nil && c.Space != effects.Board {
		c.Object = int32(e.exchange.Actor(trace.ActorID(c.Object)))
	}
	return c
}
