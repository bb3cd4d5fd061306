package guard

import (
	"fmt"
	"runtime"
	"strconv"
	"sync"
	"sync/atomic"
)

// Watch shows another goroutine whether a system, or one of its twins, is executing code of the
// model, and lets it give up code that does not return. The zero value is ready for use.
//
// Faults that are found outside of the goroutine that uses the system are reported
// here, because the model may start goroutines although it must not.
type Watch struct {
	occupied atomic.Bool // code of the model is being executed
	_        [64]byte    // so that waiting for occupied does not slow that code down
	running  atomic.Pointer[Code]
	turns    atomic.Int64 // how often running has changed

	asleep atomic.Int64 // goroutines that have gone to sleep until occupied is false
	mu     sync.Mutex
	free   sync.Cond // wakes them; its L is mu after the first use

	fault     atomic.Pointer[ModelError] // the first one found
	abandoned atomic.Bool                // the running code has been given up
	hurried   atomic.Bool                // the search should end soon

	own    atomic.Int64 // goroutines that the checker has started
	others atomic.Int64 // at most this many others are known not to be strays

	search    string // its number, a label of the goroutines of its processes
	trusting  bool   // do not look for strays
	fruitless int    // how many looks for strays have found none; belongs to the running code
}

// Code is code of the model that the checker calls and waits for.
type Code struct {
	Process  string // the process that it belongs to
	Function string // the method that calls it, as tracebacks name it
	Receiver any    // a pointer, the receiver of that call
}

// frame returns the text that identifies the goroutine in a traceback.
func (c *Code) frame() string { return fmt.Sprintf("%s(%p", c.Function, c.Receiver) }

// Turns returns how often the checker has called the model or regained control.
func (w *Watch) Turns() int { return int(w.turns.Load()) }

// GiveUp returns an error that says where the model is if no turn has been made since
// there were this many, and nil otherwise. If it returns an error and the code of the
// model returns later, the goroutine that uses the system ends.
func (w *Watch) GiveUp(turns int) *ModelError {
	c := w.running.Load()
	if c == nil || w.Turns() != turns {
		return nil
	}
	w.abandoned.Store(true)
	w.Report(stuck(c))
	w.wake()
	return w.Fault()
}

// Expect tells the watch that the checker has this many goroutines more, or fewer.
func (w *Watch) Expect(goroutines int) { w.own.Add(int64(goroutines)) }

// Trust switches off the look for goroutines that processes have started. It must be
// called before there is a system.
func (w *Watch) Trust() { w.trusting = true }

// Begin counts the goroutines that exist before the first process is executed.
func (w *Watch) Begin() {
	w.others.Store(w.foreign())
	w.search = strconv.FormatInt(searches.Add(1), 10)
}

// Hurry asks everything that executes the model to end soon.
func (w *Watch) Hurry() { w.hurried.Store(true) }

// Hurried reports whether Hurry was called.
func (w *Watch) Hurried() bool { return w.hurried.Load() }

// Fault returns the first fault that was found in the model, or nil.
func (w *Watch) Fault() *ModelError { return w.fault.Load() }

// WithoutFault calls a function while the model counts as one without a fault. No code of
// the model may be executed by other goroutines meanwhile.
func (w *Watch) WithoutFault(call func()) {
	fault := w.fault.Swap(nil)
	defer w.fault.Store(fault)
	call()
}

// Enter notes that the checker calls the code. It waits until no other goroutine
// executes code of the model, which is not made for several.
func (w *Watch) Enter(c *Code) {
	w.take()
	w.running.Store(c)
	w.turns.Add(1)
}

// take waits until no code of the model is executed, and keeps it so until release.
func (w *Watch) take() {
	for tried := 0; !w.occupy(); tried++ {
		if tried == spins { // mostly the code returns sooner than a goroutine falls asleep
			w.sleep()
			break
		}
	}
}

// spins is how often take looks before it goes to sleep: for some tens of microseconds.
const spins = 100_000

// occupy sets occupied, and reports whether it was false.
func (w *Watch) occupy() bool { return !w.occupied.Load() && w.occupied.CompareAndSwap(false, true) }

// sleep waits, however long that takes, until occupy succeeds.
func (w *Watch) sleep() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.free.L = &w.mu
	w.asleep.Add(1) // before it looks again, so that a later release wakes it
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

// Back notes that the code has returned.
func (w *Watch) Back() {
	w.running.Store(nil)
	w.turns.Add(1)
	w.release()
}

// release lets other goroutines execute code of the model.
func (w *Watch) release() {
	w.occupied.Store(false)
	if w.asleep.Load() > 0 {
		w.wake()
	}
}

// Leave notes that the code has returned, and panics if a fault was found.
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

// foreign returns how many goroutines there are that the checker has not started.
func (w *Watch) foreign() int64 { return int64(runtime.NumGoroutine()) - w.own.Load() }

// MoreGoroutines reports whether there are more goroutines than before. The model may have
// started them, but so may others.
func (w *Watch) MoreGoroutines() bool {
	n := w.foreign()
	if n < w.others.Load() { // some have ended, and must not make up for new ones
		w.others.Store(n)
	}
	return n > w.others.Load()
}

// Report reports a fault. Only the first one counts.
func (w *Watch) Report(fault *ModelError) { w.fault.CompareAndSwap(nil, fault) }

// stuck says where code is that does not return.
func stuck(c *Code) *ModelError {
	doing, frames := traceback(c.frame())
	return stuckIn(c.Process, doing, frames)
}

func stuckIn(process, doing string, frames []frame) *ModelError {
	e := &ModelError{Process: process, Source: Innermost(callsIn(frames))}
	calls, deep := foldRecursion(frames)
	e.Stack = calls
	e.Problem = "it does not come to its next operation (its goroutine: " + doing + "). "
	if deep >= deepRecursion {
		e.Problem += fmt.Sprintf("It is %d calls deep in a recursion, which must come to an end. ", deep)
	}
	e.Problem += "Between two operations a process must neither loop for ever nor wait for anything: " +
		"not for a channel, a lock, or time. Use Receive, messages and timers instead"
	return e
}

// deepRecursion is how many calls deep a recursion is that is probably endless.
const deepRecursion = 1000
