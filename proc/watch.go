package proc

import (
	"fmt"
	"runtime"
	"strings"
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
	occupied  atomic.Bool // there is a guest; for who would rather wait awake
	mu        sync.Mutex
	free      sync.Cond   // there is no guest; its L is mu once it has been waited for
	guest     guest       // whose code is being executed; nil while it is the checker's
	turns     int         // how often that has changed
	fault     *ModelError // the first that was found
	abandoned bool        // nobody waits for the guest any more

	goroutines atomic.Int64 // how many there should be: as in the beginning, and the coroutines
}

// guest is code of the model that the checker has called and waits for.
type guest interface {
	whose() string // the process
	frame() string // what its goroutine can be told by in a traceback
}

// whose and frame make P a guest: its coroutine executes P.execute.
func (p *P) whose() string { return p.actor.Name }
func (p *P) frame() string { return fmt.Sprintf("%s(*P).execute(%p", packagePath, p) }

// Turns returns how often the checker has called the model or come back from it.
func (w *Watch) Turns() int {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.turns
}

// GiveUp is called when the model should have come back since there were so many
// turns. If it has not, GiveUp returns an error that says where it is, and the
// goroutine that uses the system ends should the model ever come back.
// Otherwise it returns nil.
func (w *Watch) GiveUp(turns int) *ModelError {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.guest == nil || w.turns != turns {
		return nil
	}
	w.abandoned = true
	if w.fault == nil {
		w.fault = stuck(w.guest)
	}
	w.free.Broadcast()
	return w.fault
}

// Expect is told that the checker has so many goroutines more, or fewer.
func (w *Watch) Expect(goroutines int) { w.goroutines.Add(int64(goroutines)) }

// Fault returns the first fault that was found in the model, or nil.
func (w *Watch) Fault() *ModelError {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.fault
}

// enter notes that the checker calls the guest. It waits for the code of the
// model that another goroutine executes: the model is not made for several.
func (w *Watch) enter(g guest) {
	for range patientFor { // to go to sleep takes longer than most guests stay
		if !w.occupied.Load() {
			break
		}
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	for w.guest != nil {
		if w.abandoned {
			runtime.Goexit()
		}
		w.free.L = &w.mu
		w.free.Wait()
	}
	w.guest = g
	w.occupied.Store(true)
	w.turns++
}

// patientFor is how often one who waits looks whether there is a guest still: for
// some tens of microseconds.
const patientFor = 300_000

// back notes that the guest has come back.
func (w *Watch) back() (fault *ModelError, abandoned bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.guest = nil
	w.occupied.Store(false)
	w.turns++
	w.free.Signal()
	return w.fault, w.abandoned
}

// leave notes that the guest has come back, and panics if it was at fault.
func (w *Watch) leave() {
	fault, abandoned := w.back()
	if abandoned {
		runtime.Goexit()
	}
	if fault != nil {
		panic(fault)
	}
}

// executes reports whether it is the code of p that is being executed.
func (w *Watch) executes(p *P) bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.guest == p
}

// executing returns the process whose code is being executed, or nil.
func (w *Watch) executing() *P {
	w.mu.Lock()
	defer w.mu.Unlock()
	p, _ := w.guest.(*P)
	return p
}

// crowded reports whether there are more goroutines than there should be. The
// model may have started them; but others may, too.
func (w *Watch) crowded() bool { return int64(runtime.NumGoroutine()) > w.goroutines.Load() }

// blame reports a fault. Only the first one counts.
func (w *Watch) blame(fault *ModelError) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.fault == nil {
		w.fault = fault
	}
}

// stuck says where a guest is that does not come back.
func stuck(g guest) *ModelError {
	doing, calls := traceback(g.frame())
	e := &ModelError{Process: g.whose(), Source: innermost(calls), Stack: calls}
	e.Problem = "it does not come to its next operation (its goroutine: " + doing + "). " +
		"Between two operations a process must neither loop for ever nor wait for anything: " +
		"not for a channel, a lock, or time. Use Receive, messages and timers instead"
	return e
}

// traceback returns what the goroutine is doing whose traceback contains the
// frame, and the calls of the model in it, innermost first.
func traceback(frame string) (doing string, calls []string) {
	buf := make([]byte, 1<<20)
	n := runtime.Stack(buf, true)
	for n == len(buf) && n < 1<<26 {
		buf = make([]byte, 2*n)
		n = runtime.Stack(buf, true)
	}
	for goroutine := range strings.SplitSeq(string(buf[:n]), "\n\n") {
		if strings.Contains(goroutine, frame) {
			return parseTraceback(goroutine)
		}
	}
	return "unknown", nil
}

// parseTraceback reads the traceback of one goroutine: a line "goroutine 7
// [doing]:", then two lines for each call.
func parseTraceback(text string) (doing string, calls []string) {
	lines := strings.Split(text, "\n")
	_, doing, _ = strings.Cut(lines[0], "[")
	doing, _, _ = strings.Cut(doing, "]")
	for i := 1; i+1 < len(lines); i += 2 {
		function := lines[i]
		if end := strings.LastIndexByte(function, '('); end > 0 {
			function = function[:end]
		}
		position, _, _ := strings.Cut(strings.TrimSpace(lines[i+1]), " ")
		if ofModel(function) && !strings.HasPrefix(function, "created by ") {
			calls = append(calls, function+" "+position)
		}
	}
	return doing, calls
}
