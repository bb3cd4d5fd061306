package program

import (
	"reflect"
	"runtime"

	"github.com/checkmodel/checkmodel/internal/world/conditions"
	"github.com/checkmodel/checkmodel/internal/world/guard"
	"github.com/checkmodel/checkmodel/internal/world/values"
	"github.com/checkmodel/checkmodel/trace"
	"github.com/checkmodel/checkmodel/trace/kind"
)

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
	if op.Kind.Is(kind.Receives) {
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
	if x.turn != nil && (op.Kind == kind.TableLookup || op.Kind == kind.TableMember) && !x.sys.Polling {
		op.Does = new(Poll)
	}
	if x.trial != nil {
		x.trial.asked = append(x.trial.asked, *op)
	}
	if x.walked < len(x.route) {
		x.compare(x.route[x.walked].Parent, op)
		x.asserts = 0
		x.Log.drain() // it was recorded by the first execution
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
		noted := notes{Source: x.callSite(), Acted: x.acted, Log: x.Log.drain(), Stack: x.panicked}
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
		x.reason = &trace.Reason{Property: NoCrash, Text: "panicked: " + text, Process: x.Actor().Name, Value: text}
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

// compare stops a process that requests another operation than before at the point h of its history, or
// begins a turn of a loop in another state.
func (x *Execution) compare(h *History, now *Operation) {
	turn := x.turnHead()
	if h.Op.Same(&now.Op) && conditions.Alike(h.Op.Does, now.Does) && h.Head.same(turn) {
		return
	}
	how := samePast
	if x.trial != nil {
		how = x.trial.How
	}
	for k := h; k != nil; k = k.Parent {
		if k.Merged.Load() {
			how = sameState
		}
	}
	op := *now // otherwise now would escape to the heap
	before, asks := x.sys.present.RequestOf(x.Actor(), &h.Op), x.sys.present.RequestOf(x.Actor(), &op)
	asks.Source = x.callSite()
	if !h.Head.same(turn) {
		before.Turn, asks.Turn = h.Head.text(x.sys, turn), turn.text(x.sys, h.Head)
	}
	if x.trial != nil && x.trial.Differs != nil {
		x.trial.Differs(before, asks)
		x.stopped, x.atRest = true, false
		runtime.Goexit()
	}
	x.stop(NotDeterministic(x.sys.present.StepAt(x.Actor(), h), before, asks, how))
}
