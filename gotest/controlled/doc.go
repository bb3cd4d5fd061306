// Package controlled takes the place, in explored code, of go statements, channels, and the packages sync, sync/atomic, time and
// testing. The names and the behaviour are theirs. The command 'checkmodel test' puts them into a copy of the code; a test
// can also use them as they are:
//
//	func Models() []checker.Model {
//		return []checker.Model{controlled.Model("counter", func(t *controlled.T) {
//			var mu controlled.Mutex
//			…
//		})}
//	}
//
// Each use is an operation whose order relative to others is explored. Before all explorations, while packages are initialised, channels
// can be made, locks do nothing, and atomic variables and maps keep what is stored, in each exploration anew.
package controlled

import (
	"fmt"
	"os"

	"github.com/checkmodel/checkmodel/internal/goroutine"
	"github.com/checkmodel/checkmodel/internal/world/guard"
	"github.com/checkmodel/checkmodel/proc"
)

// here returns the goroutine that runs, which wants to do something.
func here(what string) *goroutine.Goroutine {
	g := goroutine.Current()
	if g == nil {
		panic("checkmodel: " + what + " outside of the function that gotest.Explore explores, or in a goroutine that no go statement of " +
			"rewritten code has started; do it within the function")
	}
	return g
}

// do executes an operation on an object. It does nothing while packages are initialised.
func do(o *goroutine.Object, of string, u goroutine.Use) (result int32, ok bool) {
	if goroutine.Early() {
		return 0, true
	}
	g := here("an operation on a " + of)
	u.Object, u.Name = o.Find(g, of)
	return g.Do(&u)
}

// fatal ends the goroutine as the runtime ends a program, which cannot recover.
func fatal(text string) {
	g := here(text)
	g.Fail(proc.NoCrash, "ends the program: fatal error: "+text)
	g.Leave()
}

// refuse ends the exploration: something cannot be explored.
func refuse(what, instead string) {
	fault := &guard.ModelError{Problem: fmt.Sprintf("%s cannot be explored; %s", what, instead), Stack: goroutine.Calls()}
	if g := goroutine.Current(); g != nil {
		fault.Process = g.Name()
	}
	panic(fault)
}

// runtimeError is a panic of the runtime.
type runtimeError string

// Error implements error.
func (e runtimeError) Error() string { return string(e) }

// RuntimeError implements runtime.Error.
func (e runtimeError) RuntimeError() {}

// Go starts a goroutine with a label for traces.
func Go(label string, f func()) { here("a go statement").Go(label, f) }

// Gosched is runtime.Gosched.
func Gosched() {
	g := here("Gosched")
	if g.Spent() {
		g.Do(&goroutine.Use{Verb: goroutine.Never})
	}
	g.Idle()
	g.Do(&goroutine.Use{Verb: goroutine.Yield})
}

// Exit is os.Exit. That the program ends is a violation.
func Exit(code int) {
	if goroutine.Early() {
		os.Exit(code)
	}
	here("os.Exit").EndAll(proc.NoCrash, fmt.Sprintf("ends the program with status %d", code))
}

// SetFinalizer is runtime.SetFinalizer. It does nothing: no program may depend on when a finalizer runs.
func SetFinalizer(object, finalizer any) {}

// Goexit is runtime.Goexit.
func Goexit() { here("Goexit").Leave() }

// Recovered is given what a deferred function has recovered, and returns it. A goroutine that must end goes on to end.
func Recovered(r any) any { return goroutine.Recover(r) }

// Choose returns a number from 0 to n-1; each is explored. It panics if n < 1.
func Choose(n int) int {
	if n < 1 {
		panic(fmt.Sprintf("Choose(%d): there must be at least one alternative", n))
	}
	return here("Choose").Choose(n)
}

// Uncontrolled returns the function, which has a name. It ends the exploration if it is one, as what the function does cannot be controlled.
func Uncontrolled[F any](name string, f F) F {
	if goroutine.Current() != nil {
		refuse("a call of "+name, "let the test pass an interface or a function in its place, as of net.Pipe, or data in memory, as of testing/iotest, testing/fstest or bytes")
	}
	return f
}
