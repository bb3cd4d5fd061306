package world

import (
	"cmp"
	"fmt"
	"runtime"

	"github.com/checkmodel/checkmodel/internal/world/guard"
	"github.com/checkmodel/checkmodel/internal/world/values"
	"github.com/checkmodel/checkmodel/trace"
)

// Misuse stops the analysis, because the model asks for something that has no meaning.
// It does not return.
func (x *Execution) Misuse(format string, args ...any) {
	x.stop(&guard.ModelError{Source: x.callSite(), Problem: fmt.Sprintf(format, args...)})
}

// stop stops the analysis because of a fault of the process, or of another one that the error
// names. What deferred functions do is no fault if they run because the process was stopped.
func (x *Execution) stop(fault *guard.ModelError) {
	if !x.stopped {
		fault.Process = cmp.Or(fault.Process, x.actor.Name)
		x.sys.watch.Report(fault)
	}
	x.stopped, x.atRest = true, false // also if it was about to ask for its end
	runtime.Goexit()
}

// claim comes first in every operation. It stops code that uses the handle of another
// process, and deferred functions of a process that has been stopped.
func (x *Execution) claim() {
	if x.sys.watch.Running() != &x.code {
		x.trespassed()
	}
	if x.stopped {
		runtime.Goexit()
	}
}

// trespassed reports that x is used by code that is not its process: by the process
// that is being executed, or else by a goroutine. It does not return.
func (x *Execution) trespassed() {
	const remedy = "A P may only be used by the process that it was given to, in the function that it was given to"
	if c := x.sys.watch.Running(); c != nil && guard.InCoroutine() {
		if y, ok := c.Receiver.(*Execution); ok {
			y.Misuse("it uses a P that is not its own, but that of process %s. %s", x.actor.Name, remedy)
		}
	}
	x.sys.watch.Report(&guard.ModelError{Process: x.actor.Name, Source: x.callSite(), Problem: "its P is used outside of it, " +
		"by a goroutine, in a receive pattern, or after its end. " + remedy + "; what shall run beside it is a process of its own, started by Spawn"})
	runtime.Goexit()
}

// mostIdle is how many calls that are no events a process may make before its next event.
const mostIdle = 1_000_000

// Idle is called where a process asks for something that is no event. A process that makes such
// calls for ever never comes to an event, and only a clock could tell that from outside.
func (x *Execution) Idle(call string) {
	x.act()
	if x.idled++; x.idled > mostIdle {
		x.Misuse("it does not come to its next event: it has made %d calls that are none, the last of %s. "+
			"Let the loop in which it is come to an end, or to something that others can see", mostIdle, call)
	}
}

// Intern returns the number of a value that is about to leave the process. What says in
// an error what the value is for.
func (x *Execution) Intern(what string, v any) trace.ValueID {
	x.claim()
	id, err := x.sys.values.Intern(v)
	if err != nil {
		x.Misuse("%s: %v", what, err)
	}
	return id
}

// Panicked returns the error that something which the checker calls outside of all
// processes, such as a condition or a rule, did not return: problem is what recover says,
// nil for runtime.Goexit. It must be called by the function that is deferred.
// What is the beginning of a sentence that names it, remedy another sentence.
func Panicked(what string, problem any, remedy string) *guard.ModelError {
	how := "called runtime.Goexit, as t.Fatal, t.FailNow and t.Skip do"
	if problem != nil {
		how = "panicked: " + values.PanicText(problem)
	}
	return guard.Outside(what + " " + how + ". " + remedy)
}

// Leak returns an error if a goroutine comes from a process and waits while no process
// does anything; see [guard.Watch.Leak].
func (s *System) Leak() *guard.ModelError { return s.watch.Leak(s.sourceOf) }

// settle stops the process, which is about to ask for an operation, if a goroutine
// comes from a process and waits: from now on it is executed beside the processes.
func (x *Execution) settle() {
	w := x.sys.watch
	if !w.MoreGoroutines() {
		return
	}
	if !guard.InCoroutine() { // another goroutine uses its P
		x.trespassed()
	}
	fault := w.Look(func(process string) string {
		if process == x.actor.Name {
			return x.callSite()
		}
		return x.sys.sourceOf(process)
	})
	if fault != nil {
		x.stop(fault)
	}
}

// sourceOf returns file:line of the operation that the process of that name asks for, ""
// if that is not known.
func (w words) sourceOf(name string) string {
	id, ok := w.s.actors.ByName(name)
	if !ok {
		return ""
	}
	a, _ := w.s.actor(id.ID)
	if p, ok := a.(*process); ok && p.running() && p.at != nil {
		return p.at.op.site.line(&w.s.helpers)
	}
	return ""
}

// site is the innermost return addresses of the call of an operation. To note
// them is cheap; they are put into words when they are asked for.
type site [8]uintptr

// here returns the call of an operation.
func (x *Execution) here() *site {
	var s site
	runtime.Callers(4, s[:])
	known := x.sys.sites[s]
	if known == nil {
		kept := s
		known = &kept
		x.sys.sites[s] = known
	}
	return known
}

// line returns file:line of the innermost call that was made by the model and not by
// a helper, or "".
func (s *site) line(h *guard.Helpers) string {
	if s == nil {
		return ""
	}
	n := 0
	for n < len(s) && s[n] != 0 {
		n++
	}
	return guard.Innermost(h.Without(guard.CallsOf(s[:n], len(s))))
}

// callSite is the line from which the present operation is called, or the helper that calls it.
func (x *Execution) callSite() string { return guard.Innermost(x.sys.helpers.Without(guard.Stack(16))) }

// act notes where the process makes a call that need not be an operation.
func (x *Execution) act() {
	if x.sys.recording && x.acted == "" {
		x.acted = x.callSite()
	}
}

// AddHelper notes the function of the model that has called Helper of package proc. The
// argument is the return address of that call.
func AddHelper(x *Execution, pc uintptr) { x.sys.helpers.Add(pc) }
