package proc

import (
	"fmt"
	"runtime"
	"strconv"
	"sync"
	"sync/atomic"
)

// Watch is what another goroutine can see of a system, and of its twins: whether
// code of the model is being executed, and whether it comes back. The zero value
// is ready.
//
// It is also where a fault is reported that is found outside of the goroutine
// that uses the system: the model may start goroutines, though it must not.
type Watch struct {
	occupied atomic.Bool // there is a guest: somebody whose code is being executed
	_        [64]byte    // who waits for that to change is not to slow down the guest
	guest    atomic.Pointer[guest]
	turns    atomic.Int64 // how often that has changed

	asleep atomic.Int64 // how many wait for that and have gone to sleep
	mu     sync.Mutex
	free   sync.Cond // wakes them; its L is mu once there was one

	fault     atomic.Pointer[ModelError] // the first that was found
	abandoned atomic.Bool                // nobody waits for the guest any more
	hurried   atomic.Bool                // whoever executes the model shall end soon

	own    atomic.Int64 // how many goroutines the checker has started
	others atomic.Int64 // how many others there may be, of which none is known to be a stray

	search    string // its number, which the goroutines of its processes have as a label
	trusting  bool   // strays are of no interest
	fruitless int    // how often strays have been looked for in vain; belongs to the guest
}

// guest is code of the model that the checker has called and waits for.
type guest struct {
	process   *P          // whose code it is; nil if that is a condition
	condition *conditions // or else nil
}

// name returns the name of the process whose code it is.
func (g *guest) name() string {
	if g.process == nil {
		return g.condition.process
	}
	return g.process.actor.Name
}

// frame returns what its goroutine can be told by in a traceback: its coroutine
// executes P.execute, or else the checker conditions.hold.
func (g *guest) frame() string {
	if g.process == nil {
		return fmt.Sprintf("%s(*conditions).hold(%p", packagePath, g.condition)
	}
	return fmt.Sprintf("%s(*P).execute(%p", packagePath, g.process)
}

// Turns returns how often the checker has called the model or come back from it.
func (w *Watch) Turns() int { return int(w.turns.Load()) }

// GiveUp is called when the model should have come back since there were so many
// turns. If it has not, GiveUp returns an error that says where it is, and the
// goroutine that uses the system ends should the model ever come back.
// Otherwise it returns nil.
func (w *Watch) GiveUp(turns int) *ModelError {
	g := w.guest.Load()
	if g == nil || w.Turns() != turns {
		return nil
	}
	w.abandoned.Store(true)
	w.blame(stuck(g))
	w.wake()
	return w.Fault()
}

// Expect is told that the checker has so many goroutines more, or fewer.
func (w *Watch) Expect(goroutines int) { w.own.Add(int64(goroutines)) }

// Trust is called before there is a system, if goroutines that processes have started
// are not to be looked for.
func (w *Watch) Trust() { w.trusting = true }

// begin counts the goroutines that there are before the first process is executed.
func (w *Watch) begin() {
	w.others.Store(w.foreign())
	w.search = strconv.FormatInt(searches.Add(1), 10)
}

// Hurry asks all who execute the model to come to an end soon.
func (w *Watch) Hurry() { w.hurried.Store(true) }

// Hurried reports whether Hurry was called.
func (w *Watch) Hurried() bool { return w.hurried.Load() }

// Fault returns the first fault that was found in the model, or nil.
func (w *Watch) Fault() *ModelError { return w.fault.Load() }

// Absolved calls a function for which the model counts as one without a fault. No one else may
// be executing code of the model.
func (w *Watch) Absolved(call func()) {
	fault := w.fault.Swap(nil)
	defer w.fault.Store(fault)
	call()
}

// enter notes that the checker calls the guest. It waits for the code of the
// model that another goroutine executes: the model is not made for several.
func (w *Watch) enter(g *guest) {
	w.take()
	w.guest.Store(g)
	w.turns.Add(1)
}

// take waits until no code of the model is executed, and none will be before release.
func (w *Watch) take() {
	for tried := 0; !w.occupy(); tried++ {
		if tried == patientFor { // most guests stay for less than it takes to go to sleep
			w.sleep()
			break
		}
	}
}

// occupy reports whether there was no guest; now there is one.
func (w *Watch) occupy() bool { return !w.occupied.Load() && w.occupied.CompareAndSwap(false, true) }

// sleep waits until it could occupy, however long that takes.
func (w *Watch) sleep() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.free.L = &w.mu
	w.asleep.Add(1) // before it looks again: whoever leaves later knows of it
	defer w.asleep.Add(-1)
	for !w.occupy() {
		if w.abandoned.Load() {
			runtime.Goexit()
		}
		w.free.Wait()
	}
}

// wake wakes all who sleep.
func (w *Watch) wake() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.free.Broadcast()
}

// patientFor is how often one who waits looks whether there is a guest still: for
// some tens of microseconds.
const patientFor = 100_000

// back notes that the guest has come back.
func (w *Watch) back() {
	w.guest.Store(nil)
	w.turns.Add(1)
	w.release()
}

// release lets others execute code of the model.
func (w *Watch) release() {
	w.occupied.Store(false)
	if w.asleep.Load() > 0 {
		w.wake()
	}
}

// leave notes that the guest has come back, and panics if it was at fault.
func (w *Watch) leave() {
	w.back()
	w.check()
}

// check panics if the model was found to be at fault.
func (w *Watch) check() {
	if w.abandoned.Load() {
		runtime.Goexit()
	}
	if fault := w.Fault(); fault != nil {
		panic(fault)
	}
}

// executes reports whether it is the code of p that is being executed.
func (w *Watch) executes(p *P) bool { return w.executing() == p }

// executing returns the process whose code is being executed, or nil.
func (w *Watch) executing() *P {
	if g := w.guest.Load(); g != nil {
		return g.process
	}
	return nil
}

// foreign returns how many goroutines there are that the checker has not started.
func (w *Watch) foreign() int64 { return int64(runtime.NumGoroutine()) - w.own.Load() }

// crowded reports whether there are more goroutines than there were. The model may have
// started them; but others may, too.
func (w *Watch) crowded() bool {
	n := w.foreign()
	if n < w.others.Load() { // some have ended, and must not make up for new ones
		w.others.Store(n)
	}
	return n > w.others.Load()
}

// blame reports a fault. Only the first one counts.
func (w *Watch) blame(fault *ModelError) { w.fault.CompareAndSwap(nil, fault) }

// stuck says where a guest is that does not come back.
func stuck(g *guest) *ModelError {
	doing, frames := traceback(g.frame())
	return stuckIn(g.name(), doing, frames)
}

func stuckIn(process, doing string, frames []frame) *ModelError {
	e := &ModelError{Process: process, Source: innermost(callsIn(frames))}
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
