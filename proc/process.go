package proc

import (
	"math"

	"github.com/checkmodel/checkmodel/internal/world"
	"github.com/checkmodel/checkmodel/internal/world/values"
	"github.com/checkmodel/checkmodel/trace"
)

// P is a process's handle to the world. Its methods are the operations of the process that it was
// given to; they must be called by that process only. In deferred functions they do nothing, and
// do not return, if the process was stopped from outside.
//
// Every operation that can be seen by, or depends on, another process is one
// event of the interleaving, and other processes may move before it.
type P struct{ x world.Execution }

// Body returns the function of a process in the form in which the engine executes it. A
// model does not need it.
func Body(function func(*P)) world.Body { return body(function) }

// body implements world.Body.
type body func(*P)

// New implements world.Body.
func (body) New() (handle any, x *world.Execution) {
	p := new(P)
	return p, &p.x
}

// Execute implements world.Body.
func (b body) Execute(handle any) { b(handle.(*P)) }

// Down implements world.Messages.
func (body) Down(monitor *values.Ref, of *trace.Actor, reason any) any {
	return Down{Ref{monitor}, PID{of}, reason}
}

// Exited implements world.Messages.
func (body) Exited(from *trace.Actor, reason any) any { return Exited{PID{from}, reason} }

// Inherited implements world.Messages.
func (body) Inherited(message any, from *trace.Actor) any { return message.(bequest).from(PID{from}) }

// Self returns the process's own PID.
func (p *P) Self() PID { return PID{p.x.Actor()} }

// Choose returns a number from 0 to n-1; the search explores each of them. It is
// an event if n > 1; n must be at least 1 and at most 2147483647. A process that calls it with 1, or
// anything else that is no event, a million times before its next event is taken
// for one that never comes to it: that is an error of the model.
func (p *P) Choose(n int) int {
	if n < 1 {
		p.x.Misuse("Choose(%d): there must be at least one alternative", n)
	}
	if n > math.MaxInt32 {
		p.x.Misuse("Choose(%d): there can be at most %d alternatives", n, math.MaxInt32)
	}
	if n == 1 {
		p.x.Idle("Choose with one alternative")
		return 0
	}
	return int(p.x.Perform(choice(n)).N)
}

func choice(n int) world.Operation {
	return world.Operation{Op: trace.Op{Kind: trace.Choose, Alternatives: int32(n)}}
}

// Pick returns one of the alternatives; the search explores each of them, and traces
// show which it is. There must be at least one. It is an event if there are several.
func Pick[T any](p *P, alternatives ...T) T {
	if len(alternatives) == 0 {
		p.x.Misuse("Pick: there must be at least one alternative")
	}
	if len(alternatives) < 2 || !p.x.Recording() {
		return alternatives[p.Choose(len(alternatives))]
	}
	op := choice(len(alternatives))
	words := make([]string, len(alternatives))
	for i, a := range alternatives {
		words[i] = Format(a)
	}
	op.Offer(words)
	return alternatives[p.x.Perform(op).N]
}

// PID names a process. It is a plain value: compare it with ==, send it in messages, store it in
// tables. The zero PID names no process; sending to it is an error in the model.
type PID struct{ actor *trace.Actor }

// String returns the name of the process: the name it was spawned under, with
// "#2" and so on for later processes of the same name and parent, and with the
// name of its parent before it unless that is the first process. See [P.Spawn].
func (p PID) String() string {
	if p.actor == nil {
		return "no process"
	}
	return p.actor.Name
}
