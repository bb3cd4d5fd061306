package proc

import (
	"cmp"
	"fmt"
	"iter"
	"runtime"
	"slices"
	"strings"
	"sync"
)

// ModelError says that a model cannot be checked because of how it is written.
type ModelError struct {
	Process string // in which process; "" if it is in none, but in a rule of the model
	Step    int    // at which step of the interleaving, from 1; 0 if that does not matter
	Source  string // file:line of the call, if known
	Problem string // what was expected, what was found, what to do
	// Stack are the calls of the model that led there, innermost first, each as "function
	// file:line", and what recurs once, with how often; nil if they do not say more.
	Stack []string
}

// Error returns the problem with where it is.
func (e *ModelError) Error() string {
	var where []string
	if e.Process != "" {
		where = append(where, "process "+e.Process)
	}
	if e.Step > 0 {
		where = append(where, fmt.Sprintf("step %d", e.Step))
	}
	text := strings.Join(where, ", ")
	if e.Source != "" {
		if e.Step > 0 {
			text += ","
		}
		text = strings.TrimSpace(text + " at " + e.Source)
	}
	if text == "" {
		return e.Problem
	}
	return text + ": " + e.Problem
}

// Panicked returns the error that something which the checker calls outside of all
// processes, as a condition, a rule or what returns the models, did not return: problem is what recover says,
// nil for runtime.Goexit. It must be called by the function that is deferred.
// What is the beginning of a sentence that names it, remedy another sentence.
func Panicked(what string, problem any, remedy string) *ModelError {
	how := "called runtime.Goexit, as t.Fatal, t.FailNow and t.Skip do"
	if problem != nil {
		how = "panicked: " + panicText(problem)
	}
	calls := between(stack(16))
	return &ModelError{Source: innermost(calls), Problem: what + " " + how + ". " + remedy, Stack: calls}
}

// between returns those of the calls, each "function file:line", that the model makes
// between the innermost calls of the checker, which look for the others, and those by
// which it has called the model.
func between(calls []string) []string {
	outside := func(call string) bool {
		return slices.ContainsFunc(callers, func(name string) bool { return strings.HasPrefix(call, house+name) })
	}
	for len(calls) > 0 && outside(calls[0]) {
		calls = calls[1:]
	}
	if i := slices.IndexFunc(calls, outside); i >= 0 {
		calls = calls[:i]
	}
	return calls
}

// callers are those of our own packages that call a model, besides this one.
var callers = []string{"checker.", "internal/explain.", "internal/explorer.", "internal/player.", "optimaldpor.", "trace.", "table.", "cli."}

// misuse stops the analysis: the model asked for something that has no meaning.
// It does not return.
func (p *P) misuse(format string, args ...any) {
	p.stop(&ModelError{Source: p.callSite(), Problem: fmt.Sprintf(format, args...)})
}

// stop stops the analysis because of a fault of the process, or of another one that it
// names; but what deferred
// functions do that run because it was stopped already is no fault.
func (p *P) stop(fault *ModelError) {
	if !p.stopped {
		fault.Process = cmp.Or(fault.Process, p.actor.Name)
		p.sys.watch.blame(fault)
	}
	p.stopped, p.atRest = true, false // also one that was about to ask for its end
	runtime.Goexit()
}

// claim comes first in every operation. It stops what uses the handle of a
// process without being that process, and deferred functions of a process that
// has been stopped.
func (p *P) claim() {
	if !p.sys.watch.executes(p) {
		p.trespassed()
	}
	if p.stopped {
		runtime.Goexit()
	}
}

// trespassed blames whoever uses p without being its process: the process that
// is being executed, or else a goroutine. It does not return.
func (p *P) trespassed() {
	const remedy = "A P may only be used by the process that it was given to, in the function that it was given to"
	if q := p.sys.watch.executing(); q != nil && inCoroutine() {
		q.misuse("it uses a P that is not its own, but that of process %s. %s", p.actor.Name, remedy)
	}
	p.sys.watch.blame(&ModelError{Process: p.actor.Name, Source: p.callSite(), Problem: "its P is used outside of it, " +
		"by a goroutine, in a receive pattern, or after its end. " + remedy + "; what shall run beside it is a process of its own, started by Spawn"})
	runtime.Goexit()
}

// inCoroutine reports whether it is called in a coroutine, as all processes are.
func inCoroutine() bool {
	var pcs [128]uintptr
	n := runtime.Callers(1, pcs[:])
	return n == len(pcs) || pcs[n-2] == foot()
}

// foot is the outermost return address but one in every coroutine. Goroutines
// that a go statement starts have another.
var foot = sync.OnceValue(func() uintptr {
	var pcs [16]uintptr
	n := 0
	next, stop := iter.Pull(func(func(struct{}) bool) { n = runtime.Callers(1, pcs[:]) })
	next()
	stop()
	return pcs[n-2]
})
