package guard

import (
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

// callers are the packages of this module, besides those of notOfModel, that call a model.
var callers = []string{"checker.", "internal/explain.", "internal/explorer.", "internal/player.", "optimaldpor.", "trace.", "table.", "cli."}

// InCoroutine reports whether it is called in a coroutine, as all processes are.
func InCoroutine() bool {
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
