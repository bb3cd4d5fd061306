package program

import (
	"bytes"
	"reflect"
	"runtime"

	"github.com/checkmodel/checkmodel/internal/world/conditions"
	"github.com/checkmodel/checkmodel/internal/world/guard"
	"github.com/checkmodel/checkmodel/internal/world/identity"
	"github.com/checkmodel/checkmodel/internal/world/values"
	"github.com/checkmodel/checkmodel/trace"
	"github.com/checkmodel/checkmodel/trace/kind"
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

	origin  *History                        // the point at which the process began
	turn    *head                           // if it has begun a turn of a loop since the last operation
	exposed map[trace.ValueID]trace.ValueID // the last state, by board
	Log     journal                         // since the last operation

	// In a recording: file:line of the first call since the last operation, and the calls that led
	// to a panic.
	acted    string
	panicked []string
}

func (x *Execution) init(s *Runner, pr *Program) {
	x.sys, x.Naming = s, s.Naming(pr.Actor, pr.Life, s.birthsOf(pr.Actor.ID))
	x.code = guard.Code{Process: pr.Actor.Name, Function: executes, Receiver: x}
}

// The methods that call code of the model, named as in tracebacks.
var (
	packagePath = reflect.TypeFor[Execution]().PkgPath()
	executes    = packagePath + ".(*Execution).execute"
)

// execute is the function of a coroutine. However the function of the process ends, the coroutine
// does not end: it requests the end of the process, or yields, and waits until it is closed.
//
//go:noinline
func (x *Execution) execute(call func()) {
	defer x.park()
	defer x.finish()
	call()
	x.returned = true
}

// park yields without requesting an operation.
func (x *Execution) park() {
	if broken := recover(); broken != nil { // a bug here: finish recovers panics of the model
		panic(broken)
	}
	x.yield(struct{}{})
}

// Perform requests an operation and returns its result when it has been executed.
func (x *Execution) Perform(op Operation) Result {
	if !x.request(&op) {
		runtime.Goexit()
	}
	h := x.route[x.walked]
	x.walked++
	if op.Kind == kind.Receive || op.Kind == kind.ReceiveTimeout {
		x.taken = h.Via.N
	}
	return h.Via
}

// Repeats reports whether the next operation gets a known result. It is only compared with the known operation.
func Repeats(x *Execution) bool { return x.walked < len(x.route) && x.trial == nil }

// Ask performs an operation whose result is yes or no.
func (x *Execution) Ask(op trace.Op) bool { return x.Perform(Operation{Op: op}).Is() }

// request requests an operation and waits until it has been executed. It returns false if the
// coroutine is closed meanwhile.
func (x *Execution) request(op *Operation) bool {
	x.claim()
	if x.failed() && op.Kind != kind.Exit { // waiting in a deferred function would hide the failure
		runtime.Goexit()
	}
	x.idled = 0
	if x.trial != nil {
		x.trial.asked = append(x.trial.asked, *op)
	}
	if x.walked < len(x.route) {
		x.compare(x.route[x.walked].Parent, op)
		x.asserts = 0
		x.Log.taken() // it was recorded by the first execution
		return true
	}
	if x.trial != nil {
		x.compare(x.trial.At, op)
	}
	x.settle()
	x.departed = true // from here on others may execute code of the model
	x.sys.Watch.Back()
	if !x.returned { // otherwise no call of the model is on the stack
		op.Site = x.here()
	}
	if x.sys.recording {
		noted := notes{Source: x.callSite(), Acted: x.acted, Log: x.Log.taken(), Stack: x.panicked}
		if op.Notes != nil {
			noted.picks = op.Notes.picks
		}
		op.Notes = &noted
		x.acted = ""
	}
	x.next = *op
	x.stopped = !x.yield(struct{}{})
	return !x.stopped
}

// Recording reports whether a trace is being recorded.
func (x *Execution) Recording() bool { return x.sys.recording }

// Logs must be called first by each call that logs. It reports whether a trace is being recorded.
func (x *Execution) Logs(call string) bool {
	x.claim()
	x.Idle(call)
	return x.sys.recording
}

// Value returns a copy of the value with that number.
func (x *Execution) Value(id trace.ValueID) any { return x.sys.Values.Get(id) }

// Leave ends the function of the process, by runtime.Goexit, so that recover cannot prevent it. A
// deferred function cannot replace the reason of a failed assertion or assumption.
func (x *Execution) Leave(r trace.Reason) {
	x.Intern("the reason", r)
	if !x.failed() {
		x.reason = &r
	}
	runtime.Goexit()
}

func (x *Execution) failed() bool {
	return x.reason != nil && (x.reason.Irrelevant || x.reason.Property != "" && !x.reason.Deliberate)
}

// finish requests the end of the process. It is deferred.
func (x *Execution) finish() {
	problem := recover()
	if fault, ok := problem.(*guard.ModelError); ok {
		x.stop(fault)
	}
	x.atRest = x.reason == nil && (x.returned || problem != nil)
	switch {
	case x.stopped:
		return
	case x.failed(), x.reason != nil && problem == nil:
	case problem != nil:
		text := values.PanicText(problem)
		x.reason = &trace.Reason{Property: NoCrash, Text: "process " + x.Actor().Name + " panicked: " + text, Value: text}
		if x.sys.recording {
			x.panicked = guard.Stack(16)
		}
	case x.returned:
		x.reason = normally
	default:
		x.Misuse("the process called runtime.Goexit, as t.Fatal, t.FailNow and t.Skip do. " +
			"Use Assert for what must hold, and return or Exit to end the process")
	}
	op := trace.Op{Kind: kind.Exit, Value: ending(x)}
	if x.reason.Irrelevant {
		op.Flags = kind.Unmet
	}
	x.request(&Operation{Op: op})
}

// normally is the reason of a process whose function has returned.
var normally = &trace.Reason{Value: Normal}

// ending returns the number of the reason why a process ends.
func ending(x *Execution) trace.ValueID {
	if x.reason != normally {
		return x.Intern("the reason", *x.reason)
	}
	if x.sys.normally == trace.NoValue {
		x.sys.normally = x.Intern("the reason", *normally)
	}
	return x.sys.normally
}

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

// taken removes and returns all lines.
func (j *journal) taken() []string {
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

// begun returns the head of a loop, if the process has begun a turn since its last operation; else nil.
func (x *Execution) begun() *head {
	h := x.turn
	x.turn = nil
	return h
}
