package checker

import (
	"github.com/checkmodel/checkmodel/proc"
	"github.com/checkmodel/checkmodel/trace"
)

// World says what the numbers in the events of a search stand for.
type World interface {
	// Actor returns the identity of an actor.
	Actor(trace.ActorID) *trace.Actor
	// Value returns a copy of a value that was sent or stored, nil for NoValue.
	Value(trace.ValueID) any
	// ExitReason returns why a process ended, for an event that ended it.
	ExitReason(*trace.Event) proc.Reason
}

// Inspector is an Observer that looks into the events.
type Inspector interface {
	Observer
	// Inspect is called once, before the first interleaving. The world is there
	// until Check returns.
	Inspect(World)
}

// introduce shows the world to an observer that wants to see it.
func (x *exploration) introduce() {
	if i, ok := x.result.Options.Observer.(Inspector); ok {
		i.Inspect(x.sys)
	}
	x.forecast()
}
