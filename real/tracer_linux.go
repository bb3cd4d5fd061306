//go:build amd64 || arm64

package real

import (
	"runtime"
	"sync/atomic"

	"golang.org/x/sys/unix"
)

// tracer executes functions by one thread of the operating system, which traces programs. They end when it ends.
type tracer struct {
	cpu  int // on which the thread and all programs run
	work chan func()
	done chan any // the value of a panic of the function, or nil
}

var tracers atomic.Int64

func newTracer() *tracer {
	t := &tracer{work: make(chan func()), done: make(chan any)}
	ready := make(chan struct{})
	go func() {
		runtime.LockOSThread() // for ever: the thread ends with the goroutine
		t.pin()
		close(ready)
		for f := range t.work {
			t.done <- caught(f)
		}
	}()
	<-ready
	return t
}

// pin chooses the processor, another one than the last tracer: a thread that waits for another one is faster if both run on one.
func (t *tracer) pin() {
	var allowed unix.CPUSet
	if unix.SchedGetaffinity(0, &allowed) != nil || allowed.Count() == 0 {
		return
	}
	for n := int(tracers.Add(1)-1) % allowed.Count(); n > 0 || !allowed.IsSet(t.cpu); t.cpu++ {
		if allowed.IsSet(t.cpu) {
			n--
		}
	}
	var one unix.CPUSet
	one.Set(t.cpu)
	_ = unix.SchedSetaffinity(0, &one) // else it is slower
}

// caught calls f and returns what it panics with.
func caught(f func()) (problem any) {
	defer func() { problem = recover() }()
	f()
	return nil
}

func (t *tracer) do(f func()) {
	t.work <- f
	if problem := <-t.done; problem != nil {
		panic(problem)
	}
}

func (t *tracer) end() { close(t.work) }
