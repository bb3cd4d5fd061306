//go:build linux && (amd64 || arm64)

package kernel

import (
	"fmt"
	"os"
	"sync/atomic"
	"time"

	"golang.org/x/sys/unix"
)

// watch ends a program of which a thread makes no system call for long, or which takes too much memory.
type watch struct {
	thread atomic.Int64 // that runs, or 0
	steps  atomic.Int64
	why    atomic.Pointer[string] // it has ended the program
	over   chan struct{}
}

// The watch looks so often in the time of patience, and at least after the longest time between looks.
const (
	looksPerPatience = 5
	longestLook      = 100 * time.Millisecond
)

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
			case memoryOf(thread) > memory:
				end(thread, "it uses more than %d bytes of memory", memory)
				return
			case step != seen:
				seen, spent = step, processorTime(thread)
			case processorTime(thread)-spent > patience:
				end(thread, "it computes for %s without a system call. It may wait for another thread, and then its runs are not exactly repeatable", patience)
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

// memoryOf returns how much memory the process of a thread has, in bytes.
func memoryOf(thread int64) int64 {
	var all, present int64
	if b, err := os.ReadFile(fmt.Sprintf("/proc/%d/statm", thread)); err == nil {
		_, _ = fmt.Sscan(string(b), &all, &present) // 0 if it has ended
	}
	return present * int64(os.Getpagesize())
}

// runs notes the thread that begins to run, or 0.
func (w *watch) runs(thread int) {
	w.steps.Add(1)
	w.thread.Store(int64(thread))
}

func (w *watch) end() { close(w.over) }
