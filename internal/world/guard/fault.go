// Package guard finds code of a model that the checker cannot check: code that does
// not return, that starts goroutines, or that panics where it must not. It knows
// goroutines and their calls, not processes and their operations.
package guard

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
	Process string // the process, "" if the fault is outside of processes, as in a rule
	Step    int    // the step of the interleaving, from 1; 0 if it does not matter
	Source  string // file:line of the call, if known
	Problem string // the expected behaviour, the behaviour found, and the remedy
	// Stack lists the calls of the model that led there, innermost first, each as "function
	// file:line"; recurring calls are listed once, with their number. It is nil if it adds nothing.
	Stack []string
}

// Error returns the problem after the place where it was found.
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

// between returns the calls of the model. The innermost calls are of the checker, which examines the stack; the outermost have
// called the model, directly or through the standard library.
func between(calls []frame) []frame {
	outside := func(f frame) bool {
		return slices.ContainsFunc(callers, func(name string) bool { return strings.HasPrefix(f.function, house+name) }) &&
			ofModel(f.function) && !strings.Contains(f.position, "_test.go:")
	}
	for len(calls) > 0 && (outside(calls[0]) || !ofModel(calls[0].function)) {
		calls = calls[1:]
	}
	i := slices.IndexFunc(calls, outside)
	if i < 0 {
		return calls
	}
	for i > 0 && (!ofModel(calls[i-1].function) || inLibrary(calls[i-1].position)) {
		i--
	}
	return calls[:i]
}

// callers lists the packages of this module that call a model, by the beginnings of their names.
var callers = []string{"checker.", "internal/", "optimaldpor.", "trace.", "table."}

// InCoroutine reports whether it is called in a coroutine, in which all processes are executed.
func InCoroutine() bool {
	var pcs [128]uintptr
	n := runtime.Callers(1, pcs[:])
	return n == len(pcs) || pcs[n-2] == foot()
}

// foot is the second outermost return address in every coroutine. Goroutines started by a go
// statement have another one.
var foot = sync.OnceValue(func() uintptr {
	var pcs [16]uintptr
	n := 0
	next, stop := iter.Pull(func(func(struct{}) bool) { n = runtime.Callers(1, pcs[:]) })
	next()
	stop()
	return pcs[n-2]
})

// StuckString returns an error about a method String of the model that was called to describe a
// value and has not returned, in a goroutine whose traceback satisfies belongs. It returns nil if
// there is none.
func StuckString(belongs func(traceback string) bool) *ModelError {
	for _, goroutine := range goroutineTracebacks() {
		if !belongs(goroutine) {
			continue
		}
		doing, frames := parseTraceback(goroutine)
		called := slices.IndexFunc(frames, func(f frame) bool { return f.function == house+"internal/world/values.describe" })
		if called < 0 {
			continue
		}
		return &ModelError{Source: Innermost(callsIn(frames[:called])), Stack: callsIn(frames[:called]), Problem: fmt.Sprintf(
			"%s does not return (its goroutine: %s). It is called to describe a value, and must return at once",
			method(frames[:called]), doing)}
	}
	return nil
}

// NotReturned returns the error that a function which the checker calls outside of all processes
// does not return. Its goroutine is the one whose traceback contains the text. The parameter what is the subject
// of a sentence, remedy another sentence.
func NotReturned(what, text, remedy string) *ModelError {
	doing, frames := spinning(text)
	calls := callsIn(between(frames))
	return &ModelError{Source: Innermost(calls), Stack: calls,
		Problem: fmt.Sprintf("%s does not return (its goroutine: %s). %s", what, doing, remedy)}
}

// Endless returns the error that a function of the model does not return. It has that entry point, is called by a function in
// whose traceback the text is, and must return at once. The parameter what is the subject of a sentence.
func Endless(what, text string, entry uintptr) *ModelError {
	fault := NotReturned(what, text, "It must return at once, whatever it is asked about")
	fault.Source = cmp.Or(fault.Source, Position(entry))
	return fault
}

// method names the method String among the calls, as "the method String of main.Msg".
func method(frames []frame) string {
	for _, f := range slices.Backward(frames) {
		if owner, ok := strings.CutSuffix(f.function, ".String"); ok && ofModel(f.function) {
			return "the method String of " + owner[strings.LastIndexByte(owner, '/')+1:]
		}
	}
	return "a method String"
}

// Outside returns the error that code of the model which the checker calls outside of all
// processes panicked. It must be called by the deferred function, while the calls of the model
// are still on the stack.
func Outside(problem string) *ModelError {
	var pcs [64]uintptr
	calls := callsIn(between(framesOf(pcs[:runtime.Callers(1, pcs[:])])))
	calls = calls[:min(16, len(calls))]
	return &ModelError{Source: Innermost(calls), Problem: problem, Stack: calls}
}
