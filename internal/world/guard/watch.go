package guard

import (
	"fmt"
	"runtime"
	"strconv"
	"sync"
	"sync/atomic"
)

// Watch shows another goroutine whether a system, or a twin of it, is executing code of the
// model, and lets it give up code that does not return. It also keeps the first fault found in the
// model, in whichever goroutine. The zero value is ready for use.
type Watch struct {
	occupied atomic.Bool // code of the model is being executed
	_        [64]byte    // keeps goroutines that wait for occupied from slowing that code down
	running  atomic.Pointer[Code]
	turns    atomic.Int64 // how often running has changed

	asleep atomic.Int64 // the number of goroutines that sleep until occupied is false
	mu     sync.Mutex
	free   sync.Cond // wakes them; its L is mu after the first use

	fault     atomic.Pointer[ModelError] // the first one found
	abandoned atomic.Bool                // the running code has been given up
	hurried   atomic.Bool                // the search should end soon

	own    atomic.Int64 // the number of goroutines of the checker
	others atomic.Int64 // at most this many others are known not to be leaks

	search    string // its number, a label of the goroutines of its processes
	trusting  bool   // do not look for leaks
	fruitless int    // the number of looks for leaks that found none; belongs to the running code
}

// Code is code of the model that the checker calls and waits for.
type Code struct {
	Process  string // the process that it belongs to
	Function string // the method that calls it, as tracebacks name it
	Receiver any    // a pointer, the receiver of that call
}

// Turns returns how often the checker has called the model or regained control.
func (w *Watch) Turns() int { return int(w.turns.Load()) }

// GiveUp returns an error that says where the model is if Turns still returns turns, and nil
// otherwise. If it returns an error and the code of the model returns later, the goroutine that
// uses the system ends.
func (w *Watch) GiveUp(turns int) *ModelError {
	c := w.running.Load()
	if c == nil || w.Turns() != turns {
		return nil
	}
	w.abandoned.Store(true)
	doing, frames := spinning(fmt.Sprintf("%s(%p", c.Function, c.Receiver))
	w.Report(stuckIn(c.Process, doing, frames))
	w.wake()
	return w.Fault()
}

// Expect adds to the number of goroutines of the checker.
func (w *Watch) Expect(goroutines int) { w.own.Add(int64(goroutines)) }

// Trust disables the check for goroutines that processes start. It must be called before a system
// is created.
func (w *Watch) Trust() { w.trusting = true }

// Trusts reports whether Trust was called.
func (w *Watch) Trusts() bool { return w.trusting }

// Begin must be called before the first process is executed. It counts the existing goroutines.
func (w *Watch) Begin() {
	w.others.Store(w.foreign())
	w.search = strconv.FormatInt(searches.Add(1), 10)
}

// Hurry asks all code that executes the model to end soon.
func (w *Watch) Hurry() { w.hurried.Store(true) }

// Hurried reports whether Hurry was called.
func (w *Watch) Hurried() bool { return w.hurried.Load() }

// Fault returns the first fault that was found in the model, or nil.
func (w *Watch) Fault() *ModelError { return w.fault.Load() }

// WithoutFault calls a function as if no fault had been found. No other goroutine may execute
// code of the model meanwhile.
func (w *Watch) WithoutFault(call func()) {
	fault := w.fault.Swap(nil)
	defer w.fault.Store(fault)
	call()
}

// Enter records that the checker calls the code. It waits until no other goroutine executes code of
// the model, which need not be safe for concurrent use.
func (w *Watch) Enter(c *Code) {
	w.take()
	w.running.Store(c)
	w.turns.Add(1)
}

// Apart calls a function while no code of the model is executed. The function may execute it under another watch.
func (w *Watch) Apart(call func()) {
	w.take()
	defer w.release()
	call()
}

// take waits until no code of the model is executed, and then lets none be executed until release.
func (w *Watch) take() {
	for tried := 0; !w.occupy(); tried++ {
		if tried == spins { // the code mostly returns sooner than a goroutine falls asleep
			w.sleep()
			break
		}
	}
}

// spins is the number of attempts of take before it sleeps. They last some tens of microseconds.
const spins = 100_000

// occupy sets occupied and reports whether it was false before.
func (w *Watch) occupy() bool { return !w.occupied.Load() && w.occupied.CompareAndSwap(false, true) }

// sleep sleeps until occupy succeeds.
func (w *Watch) sleep() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.free.L = &w.mu
	w.asleep.Add(1) // before occupy, so that a later release wakes this goroutine
	defer w.asleep.Add(-1)
	for !w.occupy() {
		if w.abandoned.Load() {
			runtime.Goexit()
		}
		w.free.Wait()
	}
}

// wake wakes all goroutines that sleep.
func (w *Watch) wake() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.free.Broadcast()
}

// Back records that the code has returned, and lets other goroutines execute code of the model.
func (w *Watch) Back() {
	w.running.Store(nil)
	w.turns.Add(1)
	w.release()
}

func (w *Watch) release() {
	w.occupied.Store(false)
	if w.asleep.Load() > 0 {
		w.wake()
	}
}

// Leave is Back followed by Check.
func (w *Watch) Leave() {
	w.Back()
	w.Check()
}

// Check panics if a fault was found in the model. It ends the goroutine if the code was given up.
func (w *Watch) Check() {
	if w.abandoned.Load() {
		runtime.Goexit()
	}
	if fault := w.Fault(); fault != nil {
		panic(fault)
	}
}

// Running returns the code of the model that is being executed, or nil.
func (w *Watch) Running() *Code { return w.running.Load() }

// foreign returns the number of goroutines that the checker has not started.
func (w *Watch) foreign() int64 { return int64(runtime.NumGoroutine()) - w.own.Load() }

// MoreGoroutines reports whether there are more goroutines than before. Other parts of the program
// than the model may have started them.
func (w *Watch) MoreGoroutines() bool {
	n := w.foreign()
	if n < w.others.Load() { // some have ended, and must not offset new ones
		w.others.Store(n)
	}
	return n > w.others.Load()
}

// Report records a fault, unless there is one already.
func (w *Watch) Report(fault *ModelError) { w.fault.CompareAndSwap(nil, fault) }

// stuckIn returns the error about code that does not return.
func stuckIn(process, doing string, frames []frame) *ModelError {
	frames = between(frames)
	calls, deep := foldRecursion(frames)
	e := &ModelError{Process: process, Source: Innermost(callsIn(frames)), Stack: calls}
	e.Problem = "it does not reach its next operation (its goroutine: " + doing + "). "
	if deep >= deepRecursion {
		e.Problem += fmt.Sprintf("It is %d calls deep in a recursion, which must end. ", deep)
	}
	e.Problem += "Between two operations a process must neither loop for ever nor wait: use Receive"
	return e
}

// deepRecursion is the number of calls from which a recursion is probably endless.
const deepRecursion = 1000
