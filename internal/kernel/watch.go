//go:build linux && (amd64 || arm64)

package kernel

import (
	"fmt"
	"sync/atomic"
	"time"

	"golang.org/x/sys/unix"

	"github.com/checkmodel/checkmodel/internal/ptrace"
)

// watch ends a program of which a thread makes no system call for long, or which takes too much memory.
type watch struct {
	thread atomic.Int64 // that runs, or 0
	steps  atomic.Int64
	why    atomic.Pointer[string] // it has ended the program
	over   chan struct{}
}

// A watch looks so often in the time of patience, and at least once in longestLook.
const looksPerPatience, longestLook = 5, 100 * time.Millisecond

func newWatch(patience time.Duration, memory int64) *watch {
	w := &watch{over: make(chan struct{})}
	end := func(thread int64, format string, args ...any) {
		why := fmt.Sprintf(format, args...)
		w.why.Store(&why)
		_ = unix.Kill(int(thread), unix.SIGKILL)
	}
	go func() {
		ticker := time.NewTicker(min(max(patience/looksPerPatience, time.Millisecond), longestLook))
		defer ticker.Stop()
		seen, spent := int64(-1), time.Duration(0)
		for {
			select {
			case <-w.over:
				return
			case <-ticker.C:
			}
			step, thread := w.steps.Load(), w.thread.Load()
			switch {
			case thread == 0:
				seen = -1
			case ptrace.MemoryUsed(int(thread)) > memory:
				end(thread, "it uses more than %d bytes of memory", memory)
				return
			case step != seen:
				seen, spent = step, ptrace.ProcessorTime(int(thread))
			case ptrace.ProcessorTime(int(thread))-spent > patience:
				end(thread, "it computes for %s without a system call. It may wait for another thread, and then its runs are not exactly repeatable", patience)
				return
			}
		}
	}()
	return w
}

// runs notes the thread that begins to run, or 0.
func (w *watch) runs(thread int) {
	w.steps.Add(1)
	w.thread.Store(int64(thread))
}

func (w *watch) end() { close(w.over) }
