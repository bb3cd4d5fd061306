package program

import (
	"cmp"
	"fmt"
	"runtime"

	"github.com/checkmodel/checkmodel/internal/world/guard"
	"github.com/checkmodel/checkmodel/trace"
)

// Misuse reports an error of the model and stops the process. It does not return.
func (x *Execution) Misuse(format string, args ...any) {
	x.stop(&guard.ModelError{Source: x.callSite(), Problem: fmt.Sprintf(format, args...)})
}

// stop reports a fault, of the process unless it names another one, and stops the process. Deferred
// functions that run because the process was stopped report no faults.
func (x *Execution) stop(fault *guard.ModelError) {
	if !x.stopped {
		fault.Process = cmp.Or(fault.Process, x.Actor().Name)
		x.sys.Watch.Report(fault)
	}
	x.stopped, x.atRest = true, false // even if it was about to end
	runtime.Goexit()
}

// claim is called first by every operation. It stops code that uses the handle of another process,
// and deferred functions of a stopped process.
func (x *Execution) claim() {
	if x.sys.Watch.Running() != &x.code {
		x.trespassed()
	}
	if x.stopped {
		runtime.Goexit()
	}
}

// trespassed reports that another process, or a goroutine, uses x. It does not return.
func (x *Execution) trespassed() {
	if c := x.sys.Watch.Running(); c != nil && guard.InCoroutine() {
		if y, ok := c.Receiver.(*Execution); ok {
			y.Misuse("it uses a P that is not its own: a P of process %s. Use the P that its function was given", x.Actor().Name)
		}
	}
	x.sys.Watch.Report(&guard.ModelError{Process: x.Actor().Name, Source: x.callSite(),
		Problem: "its P is used outside of it, by a goroutine, in a receive pattern, or after its end. " +
			"What runs beside it must be a process of its own, started by Spawn"})
	runtime.Goexit()
}

// mostIdle is how many calls that are no events a process may make before its next event.
const mostIdle = 1_000_000

// Idle is called by calls that are no events. It detects loops of such calls, which otherwise only a
// clock could detect.
func (x *Execution) Idle(call string) {
	x.act()
	x.idle(call)
}

// idle is Idle for calls that handle nothing.
func (x *Execution) idle(call string) {
	if x.idled++; x.idled > mostIdle {
		x.Misuse("it does not reach its next event: it called %s and the like %d times without performing an operation. Let its loop end", call, mostIdle)
	}
}

// Intern returns the number of a value that the process passes on. The parameter what names the value in errors.
func (x *Execution) Intern(what string, v any) trace.ValueID {
	x.claim()
	id, err := x.sys.Values.Intern(v)
	if err != nil {
		x.Misuse("%s: %v", what, err)
	}
	return id
}

// settle stops the process, which is about to request an operation, if some process has started a
// goroutine that waits.
func (x *Execution) settle() {
	w := x.sys.Watch
	if !w.MoreGoroutines() {
		return
	}
	if !guard.InCoroutine() { // another goroutine uses its P
		x.trespassed()
	}
	fault := w.Look(func(process string) string {
		if process == x.Actor().Name {
			return x.callSite()
		}
		return x.sys.present.SourceOf(process)
	})
	if fault != nil {
		x.stop(fault)
	}
}

// here returns the site of the present operation, by the return addresses on the stack if these can be followed.
func (x *Execution) here() *site {
	sys := x.sys
	if n := sys.Helpers.Len(); n != sys.helped {
		clear(sys.sites)
		clear(sys.returns)
		sys.helped = n
	}
	var above guard.Returns
	if !above.Follow() {
		return x.siteHere()
	}
	known := sys.returns[above]
	if known == nil {
		known = x.siteHere()
		sys.returns[above] = known
	}
	return known
}

// siteHere finds the site out. If its innermost addresses reach a call that is not in a helper,
// the first known site with these addresses stands for all: each further address takes time.
//
//go:noinline
func (x *Execution) siteHere() *site {
	sys := x.sys
	var s site
	runtime.Callers(5, s[:guard.Near])
	if known := sys.sites[s]; known != nil {
		return known
	}
	key, called := s, sys.Helpers.Called([guard.Near]uintptr(s[:]))
	if runtime.Callers(5, s[:]); !called {
		key = s
	}
	known := sys.sites[key]
	if known == nil {
		kept := s
		known = &kept
		sys.sites[key] = known
	}
	return known
}

// callSite returns file:line of the call of the present operation, or of the helper that calls it.
func (x *Execution) callSite() string { return guard.Innermost(x.sys.Helpers.Without(guard.Stack(16))) }

// act records the call site of a call that may be no operation.
func (x *Execution) act() {
	if x.sys.recording && x.acted == "" {
		x.acted = x.callSite()
	}
}

// AddHelper adds the function of the model that contains pc, the return address of a call of Helper.
func AddHelper(x *Execution, pc uintptr) { x.sys.Helpers.Add(pc) }
