//go:build linux && amd64

package kernel

import (
	"fmt"
	"os"
	"sync/atomic"
	"time"

	"golang.org/x/sys/unix"
)

// watch ends a program of which a thread makes no system call for long.
type watch struct {
	thread atomic.Int64 // that runs, or 0
	steps  atomic.Int64
	fired  atomic.Bool
	over   chan struct{}
}

// looksPerPatience is how often the watch looks.
const looksPerPatience = 5

func newWatch(process int, patience time.Duration) *watch {
	w := &watch{over: make(chan struct{})}
	go func() {
		ticker := time.NewTicker(max(patience/looksPerPatience, time.Millisecond))
		defer ticker.Stop()
		seen, spent := int64(-1), time.Duration(0)
		for {
			select {
			case <-w.over:
				return
			case <-ticker.C:
			}
			step, thread := w.steps.Load(), w.thread.Load()
			if thread == 0 || step != seen {
				seen, spent = step, processorTime(thread)
			} else if processorTime(thread)-spent > patience {
				w.fired.Store(true)
				_ = unix.Kill(process, unix.SIGKILL)
				return
			}
		}
	}()
	return w
}

// processorTime returns the time that a thread has run, not the time that has passed: the machine may be busy.
func processorTime(thread int64) time.Duration {
	b, err := os.ReadFile(fmt.Sprintf("/proc/%d/schedstat", thread))
	if err != nil {
		return 0
	}
	var ns int64
	if _, err := fmt.Sscan(string(b), &ns); err != nil {
		return 0
	}
	return time.Duration(ns)
}

// runs notes the thread that begins to run, or 0.
func (w *watch) runs(thread int) {
	w.steps.Add(1)
	w.thread.Store(int64(thread))
}

func (w *watch) end() { close(w.over) }
