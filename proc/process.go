package proc

import (
	"math"

	"github.com/checkmodel/checkmodel/internal/world/program"
	"github.com/checkmodel/checkmodel/internal/world/values"
	"github.com/checkmodel/checkmodel/trace"
	"github.com/checkmodel/checkmodel/trace/kind"
)

// P is the handle by which a process performs operations. Only the process that it was passed to may
// call its methods. In deferred functions of a process that was stopped from outside, they have no
// effect and do not return.
//
// Every operation that another process can observe or influence is one event of the interleaving,
// and other processes may take steps before it.
type P struct{ x program.Execution }

// Body returns the function of a process in the form that the engine executes. Models do not need it.
func Body(function func(*P)) program.Body { return body(function) }

// body implements world.Body.
type body func(*P)

func (b body) New() (x *program.Execution, call func()) {
	p := new(P)
	return &p.x, func() { b(p) }
}

func (body) Down(monitor *values.Ref, of *trace.Actor, reason any) any {
	return Down{Ref{monitor}, PID{of}, reason}
}

func (body) Exited(from *trace.Actor, reason any) any { return Exited{PID{from}, reason} }

func (body) Inherited(message any, from *trace.Actor) any {
	return message.(inheritance).from(PID{from})
}

func (body) Call(message any) *values.Call {
	if m, is := message.(interface{ call() *values.Call }); is {
		if c := m.call(); c.Ref != nil {
			return c
		}
	}
	return nil
}

// Self returns the process's own PID.
func (p *P) Self() PID { return PID{p.x.Actor()} }

// Choose returns a number from 0 to n-1; the search explores each of them. It is an event if n > 1; n
// must be at least 1 and at most 2147483647. A process that makes a million calls that are no events,
// such as Choose(1), before its next event is assumed to loop for ever, which is an error of the
// model.
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

func choice(n int) program.Operation {
	return program.Operation{Op: trace.Op{Kind: kind.Choose, Alternatives: int32(n)}}
}

// Pick returns one alternative; the search explores each of them, and traces show which one
// it is. There must be at least one. It is an event if there are several.
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

// PID identifies a process. It is a plain value: compare it with ==, send it in messages, store it in
// tables. The zero PID identifies no process; sending to it is an error of the model.
type PID struct{ actor *trace.Actor }

// String returns the name of the process: the name that was given to Spawn, with "#2" and so on for
// later processes of the same name and parent, and after the name of its parent unless the parent
// is the first process. See [P.Spawn].
func (p PID) String() string {
	if p.actor == nil {
		return "no process"
	}
	return p.actor.Name
}
