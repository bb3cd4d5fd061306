package world

import (
	"reflect"
	"runtime"

	"github.com/checkmodel/checkmodel/internal/world/guard"
	"github.com/checkmodel/checkmodel/internal/world/values"
	"github.com/checkmodel/checkmodel/trace"
)

// Body is the function of a process, which package proc implements.
type Body interface {
	// New returns a handle for the function, and the execution that is part of it.
	New() (handle any, x *Execution)
	// Execute calls the function with a handle that New has returned.
	Execute(handle any)
	Messages
}

// Messages makes the messages that no process sends. Their types are those of package proc.
type Messages interface {
	// Down returns what a monitor says of the end of a process.
	Down(monitor *values.Ref, of *trace.Actor, reason any) any
	// Exited returns what an exit signal is to a process that traps exits.
	Exited(from *trace.Actor, reason any) any
	// Inherited completes the message by which an heir gets a table of a process.
	Inherited(message any, from *trace.Actor) any
}

// Program is what a process executes. The same place in the spawn tree may get
// another program in another interleaving.
type Program struct {
	Actor  *trace.Actor
	Body   Body
	Daemon bool
}

// Execution is one execution of the function of a process, in a coroutine. Package proc
// gives it to the model as a P. Its exported methods must be called by that coroutine.
type Execution struct {
	naming
	sys      *System
	code     guard.Code
	yield    func(struct{}) bool
	route    []*history // the past, to be walked again without executing it
	walked   int        // how many points of it have been
	next     Operation
	departed bool    // it is about to yield, and executes no code of the model until then
	returned bool    // the function has returned
	reason   *Reason // why the process ends
	atRest   bool    // nothing of the function is left
	stopped  bool    // it must do nothing any more
	trial    *trial  // not nil if this only shows whether the process does the same again
	asked    *conditions
	idled    int // how many calls since the last operation were no operations

	exposed  map[trace.ValueID]trace.ValueID // the last state, by board
	Log      journal                         // what was logged since the last operation
	acted    string                          // file:line of the first call since the last operation; only in a recording
	panicked []string                        // the calls that led to a panic; only in a recording
}

func (x *Execution) init(s *System, actor *trace.Actor) {
	x.sys, x.naming = s, naming{dir: s.directory, actor: actor}
	x.code = guard.Code{Process: actor.Name, Function: executes, Receiver: x}
}

// The methods that call code of the model, as tracebacks name them.
var (
	packagePath = reflect.TypeFor[System]().PkgPath()
	executes    = packagePath + ".(*Execution).execute"
	holds       = packagePath + ".(*conditions).hold"
)

// execute is all that a coroutine does. However the function of the process ends, the
// coroutine does not end. It asks for the end of the process, or goes back to the
// checker, and stays there until it is closed.
//
//go:noinline
func (x *Execution) execute(body Body, handle any) {
	defer x.park()
	defer x.finish()
	body.Execute(handle)
	x.returned = true
}

// park goes back to the checker without asking for an operation.
func (x *Execution) park() {
	if broken := recover(); broken != nil { // not by the model: finish has recovered that
		panic(broken)
	}
	x.yield(struct{}{})
}

// Perform asks for an operation and returns its result when it has been executed.
func (x *Execution) Perform(op Operation) Result {
	if !x.request(op) {
		runtime.Goexit()
	}
	h := x.route[x.walked]
	x.walked++
	return h.via
}

// Ask performs an operation whose result is yes or no.
func (x *Execution) Ask(op trace.Op) bool { return x.Perform(Operation{Op: op}).Is() }

// request asks for an operation and waits until it has been executed. It returns false
// if the coroutine is closed meanwhile.
func (x *Execution) request(op Operation) bool {
	x.claim()
	if x.failed() && op.Kind != trace.Exit { // waiting in a deferred function would hide the failure
		runtime.Goexit()
	}
	x.idled = 0
	if x.trial != nil {
		x.trial.asked = append(x.trial.asked, op)
	}
	if x.walked < len(x.route) {
		x.compare(x.route[x.walked].parent, &op)
		x.Log.taken() // it was recorded by the first execution
		return true
	}
	if x.trial != nil {
		x.compare(x.trial.at, &op)
	}
	x.settle()
	x.departed = true // from here on others may execute code of the model
	x.sys.watch.Back()
	op.site = x.here()
	if x.sys.recording {
		noted := notes{source: x.callSite(), acted: x.acted, log: x.Log.taken(), stack: x.panicked}
		if op.notes != nil {
			noted.picks = op.notes.picks
		}
		op.notes = &noted
		x.acted = ""
	}
	x.next = op
	x.stopped = !x.yield(struct{}{})
	return !x.stopped
}

// Recording reports whether a trace is being recorded.
func (x *Execution) Recording() bool { return x.sys.recording }

// Logs comes first in each call that logs. It reports whether a trace is being recorded.
func (x *Execution) Logs(call string) bool {
	x.claim()
	x.Idle(call)
	return x.sys.recording
}

// Value returns a copy of the value with that number.
func (x *Execution) Value(id trace.ValueID) any { return x.sys.values.Get(id) }

// Asserts notes that the process asserts a property.
func (x *Execution) Asserts(property string) {
	x.act()
	if _, known := x.sys.asserted.Load(property); !known {
		x.sys.asserted.Store(property, nil)
	}
}

// Leave leaves the function of the process. A recover in the model cannot prevent it,
// and deferred functions cannot undo a failed assertion.
func (x *Execution) Leave(r Reason) {
	x.Intern("the reason", r)
	if !x.failed() {
		x.reason = &r
	}
	runtime.Goexit()
}

// failed reports whether the process ends because of a failed assertion.
func (x *Execution) failed() bool {
	return x.reason != nil && x.reason.Property != "" && !x.reason.Deliberate
}

// finish is deferred by what calls the function of the process. It asks for the end of
// the process.
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
		x.reason = &Reason{Property: NoCrash, Text: "process " + x.actor.Name + " panicked: " + text, Value: text}
		if x.sys.recording {
			x.panicked = guard.Stack(16)
		}
	case x.returned:
		x.reason = &Reason{Value: Normal}
	default:
		x.Misuse("the process called runtime.Goexit, as t.Fatal, t.FailNow and t.Skip do. " +
			"Use Assert for what must hold, and return or Exit to end the process")
	}
	x.request(Operation{Op: trace.Op{Kind: trace.Exit, Value: x.Intern("the reason", *x.reason)}})
}
