//go:build linux && (amd64 || arm64)

package kernel

import "slices"

// futexes are the threads of a process that wait for addresses.
type futexes struct{ queue []*waiter } // in the order in which they came

// waiter is a thread that waits for an address.
type waiter struct {
	at    uint64
	mask  uint32
	woken bool
}

const anyMask = ^uint32(0)

func (f *futexes) wait(at uint64, mask uint32) *waiter {
	w := &waiter{at: at, mask: mask}
	f.queue = append(f.queue, w)
	return w
}

// leave takes a thread that does not wait any more out of the queue.
func (f *futexes) leave(w *waiter) {
	f.queue = slices.DeleteFunc(f.queue, func(x *waiter) bool { return x == w })
}

// wake wakes at most so many threads.
func (f *futexes) wake(at uint64, most int, mask uint32) (n int) {
	f.queue = slices.DeleteFunc(f.queue, func(w *waiter) bool {
		if n >= most || w.at != at || w.mask&mask == 0 {
			return false
		}
		w.woken = true
		n++
		return true
	})
	return n
}

// requeue lets at most so many threads wait for another address.
func (f *futexes) requeue(at, to uint64, most int) (n int) {
	for _, w := range slices.Clone(f.queue) {
		if w.at == at && n < most {
			if n++; to == at {
				continue
			}
			f.leave(w)
			w.at = to
			f.queue = append(f.queue, w)
		}
	}
	return n
}
