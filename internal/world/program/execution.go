package program

import (
	"bytes"

	"github.com/checkmodel/checkmodel/internal/world/conditions"
	"github.com/checkmodel/checkmodel/internal/world/guard"
	"github.com/checkmodel/checkmodel/internal/world/identity"
	"github.com/checkmodel/checkmodel/trace"
)

// Body is the function of a process. Package proc implements it.
type Body interface {
	// New returns a new execution of the function, and a function that calls it.
	New() (x *Execution, call func())
	identity.Messages
}

// Program is the code of a process. The same place in the spawn tree may have different programs
// in different interleavings.
type Program struct {
	Actor  *trace.Actor
	Body   Body
	Daemon bool
	Node   bool         // it has a disk, and may have faults
	Life   int32        // of a node, counted from 1; 0 if the process does not crash
	Home   *trace.Actor // the node to which it belongs: itself, or the next one above; nil if there is none
}

// Execution is one execution of the function of a process, in a coroutine. Package proc
// gives it to the model as a P. Its exported methods must be called by that coroutine.
type Execution struct {
	identity.Naming
	sys      *Runner
	code     guard.Code
	yield    func(struct{}) bool
	route    []*History // the past, whose results the function gets without the operations being executed
	walked   int        // how many points of the route have been passed
	next     Operation
	departed bool          // it is about to yield, and executes no code of the model until then
	returned bool          // the function has returned
	reason   *trace.Reason // why the process ends
	atRest   bool          // the function has returned or panicked, and its deferred functions have run
	stopped  bool          // it must not perform operations any more
	trial    *Trial        // not nil if this only tests whether the process does the same again
	asked    *conditions.Evaluator
	taken    int32  // from which life of which node the last receive has taken a message; see connections.go
	idled    int    // the calls since the last operation that were no operations
	asserts  uint64 // the bits of the properties that were asserted since the last operation

	origin  *History   // the point at which the process began
	turn    *head      // if it has begun a turn of a loop since the last operation
	exposed []exposure // by board
	loops   int        // how many loops it has begun
	Log     journal    // since the last operation

	// In a recording: file:line of the first call since the last operation, and the calls that led
	// to a panic.
	acted    string
	panicked []string
}

func (x *Execution) init(s *Runner, pr *Program) {
	x.sys, x.Naming = s, s.Naming(pr.Actor, pr.Life, s.birthsOf(pr.Actor.ID))
	x.code = guard.Code{Process: pr.Actor.Name, Function: executes, Receiver: x}
}

// Value returns a copy of the value with that number.
func (x *Execution) Value(id trace.ValueID) any { return x.sys.Values.Get(id) }

// journal holds the lines that a process logs between two operations.
type journal struct {
	lines   []string
	unended []byte // the text after the last line break
}

// Line adds a line.
func (j *journal) Line(line string) { j.lines = append(j.lines, line) }

// Text adds text; its last line may be continued later.
func (j *journal) Text(text []byte) {
	j.unended = append(j.unended, text...)
	for {
		line, rest, ended := bytes.Cut(j.unended, []byte("\n"))
		if !ended {
			return
		}
		j.lines, j.unended = append(j.lines, string(line)), rest
	}
}

// drain removes and returns all lines.
func (j *journal) drain() []string {
	if len(j.unended) > 0 {
		j.lines, j.unended = append(j.lines, string(j.unended)), nil
	}
	lines := j.lines
	j.lines = nil
	return lines
}

// Conditions returns the conditions of the process.
func (x *Execution) Conditions() *conditions.Evaluator {
	if x.asked == nil {
		x.asked = conditions.NewEvaluator(x.sys.Values, x.sys.Watch, x.Actor().Name)
	}
	return x.asked
}

// Trial is an execution of a process that only tests whether the process does the same again.
type Trial struct {
	How   Circumstance
	At    *History    // where it ends
	asked []Operation // the requests so far
	// differs is called with the first request that is another one, and the trial ends; with nil, that is a fault of
	// the model.
	Differs func(before, now trace.Request)
}

// turnHead returns the head of a loop, if the process has begun a turn since its last operation; else nil.
func (x *Execution) turnHead() *head {
	h := x.turn
	x.turn = nil
	return h
}
