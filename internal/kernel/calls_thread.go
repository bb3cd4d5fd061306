//go:build linux && (amd64 || arm64)

package kernel

import (
	"slices"

	"golang.org/x/sys/unix"

	"github.com/checkmodel/checkmodel/internal/kernel/timeline"
)

// threadCalls are about threads, their locks and signals.
var threadCalls = map[int]handler{
	unix.SYS_FUTEX: (*call).futex,
	unix.SYS_SCHED_YIELD: func(c *call) answer {
		c.machine.clock.Now += timeline.Microsecond
		return answer{kind: yields}
	},
	unix.SYS_EXIT: func(c *call) answer {
		if c.thread == c.process.main && len(c.machine.threadsOf(c.process)) > 1 {
			return uncovered("the end of the main thread before others")
		}
		return answer{kind: resumes}
	},
	unix.SYS_EXIT_GROUP: func(c *call) answer {
		c.process.exiting = true
		return answer{kind: resumes}
	},
	unix.SYS_TGKILL:        func(c *call) answer { return c.kill(int(c.arg[1]), unix.Signal(c.arg[2])) },
	unix.SYS_TKILL:         func(c *call) answer { return c.kill(int(c.arg[0]), unix.Signal(c.arg[1])) },
	unix.SYS_KILL:          func(c *call) answer { return c.kill(int(c.arg[0]), unix.Signal(c.arg[1])) },
	unix.SYS_CLONE3:        fails(unix.ENOSYS),
	unix.SYS_CLONE:         func(c *call) answer { return c.clone(c.arg[0]) },
	unix.SYS_EXECVE:        (*call).execute,
	unix.SYS_WAIT4:         (*call).wait4,
	unix.SYS_WAITID:        (*call).waitid,
	unix.SYS_RT_SIGPENDING: pass,
	unix.SYS_RT_SIGSUSPEND: func(c *call) answer { return c.process.suspend(c.process.Uint64(c.arg[0])) },
}

// firstThread is the number of the first thread in its namespace.
const firstThread = 2

// kill lets the kernel send a signal. A thread that waits for something is interrupted, but not by the signal by which Go preempts.
func (c *call) kill(id int, sig unix.Signal) answer {
	i := slices.IndexFunc(c.machine.threads, func(t *thread) bool { return t.number == id-firstThread+1 })
	if sig == unix.SIGKILL && i >= 0 {
		p := c.machine.threads[i].process
		switch p {
		case c.process:
			p.exiting = true
			return answer{kind: resumes}
		case c.machine.process:
			return uncovered("the end of the first process by another one")
		}
		p.of.Signal(sig)
		c.machine.endChild(p, Exit{Signal: sig})
		return done(0)
	}
	return passThen(func(result int64) int64 {
		if result == 0 && sig != 0 && sig != unix.SIGURG && i >= 0 && c.machine.threads[i].wait != nil {
			c.machine.conclude(c.machine.threads[i], -int64(unix.EINTR))
		}
		return result
	})
}

const (
	futexCommand    = 127
	futexPrivate    = 128
	futexRealtime   = 256
	futexWait       = 0
	futexWake       = 1
	futexRequeue    = 3
	futexCmpRequeue = 4
	futexWaitBitset = 9
	futexWakeBitset = 10
)

func (c *call) futex() answer {
	if c.arg[1]&futexPrivate == 0 && c.machine.several() && c.process.shares(c.machine, c.arg[0]) {
		return uncovered("a lock that several processes may share")
	}
	f, at, most := &c.process.futexes, c.arg[0], int(int32(c.arg[2]))
	switch op := int(c.arg[1]) & futexCommand; op {
	case futexWait:
		return c.futexWait(anyMask, c.timeout(3))
	case futexWaitBitset:
		until := timeline.Never
		if c.arg[3] != 0 {
			if until = c.duration(3) - timeline.MonotonicBase; c.arg[1]&futexRealtime != 0 {
				until = c.duration(3) - timeline.RealtimeBase
			}
			until = max(0, until)
		}
		return c.futexWait(uint32(c.arg[5]), until)
	case futexWake: // of at least one, whatever the program says
		return done(int64(f.wake(at, max(1, most), anyMask)))
	case futexWakeBitset:
		if c.arg[5] == 0 {
			return fail(unix.EINVAL)
		}
		return done(int64(f.wake(at, max(1, most), uint32(c.arg[5]))))
	case futexRequeue, futexCmpRequeue:
		if op == futexCmpRequeue && c.process.Uint32(at) != uint32(c.arg[5]) {
			return fail(unix.EAGAIN)
		}
		n := f.wake(at, most, anyMask)
		return done(int64(n + f.requeue(at, c.arg[4], int(int32(c.arg[3])))))
	default:
		return uncovered("operation %d", op)
	}
}

func (c *call) futexWait(mask uint32, until int64) answer {
	if c.process.Uint32(c.arg[0]) != uint32(c.arg[2]) {
		return fail(unix.EAGAIN)
	}
	now := c.machine.clock.Now
	if until <= now {
		c.machine.clock.Look()
		return fail(unix.ETIMEDOUT)
	}
	f := &c.process.futexes
	w := f.wait(c.arg[0], mask)
	return waitFor(condition{
		deadline: until, otherwise: -int64(unix.ETIMEDOUT), short: until-now <= shortWait,
		try:    func() (int64, bool) { return 0, w.woken },
		cancel: func() { f.leave(w) },
	})
}
