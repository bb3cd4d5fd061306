package world

import (
	"runtime"

	"github.com/checkmodel/checkmodel/internal/world/guard"
	"github.com/checkmodel/checkmodel/internal/world/values"
	"github.com/checkmodel/checkmodel/trace"
)

// Asserts notes that the process asserts a property.
func (x *Execution) Asserts(property string) {
	x.Act()
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
