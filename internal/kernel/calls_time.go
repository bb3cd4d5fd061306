//go:build linux && (amd64 || arm64)

package kernel

import (
	"golang.org/x/sys/unix"

	"github.com/checkmodel/checkmodel/internal/kernel/descriptor"
	"github.com/checkmodel/checkmodel/internal/kernel/timeline"
)

// shortSleep is how long a thread may sleep without that being an event: those who wait for another thread sleep so.
const (
	shortSleep = 10 * timeline.Millisecond
	shortWait  = timeline.Millisecond
)

// timeCalls tell the time, and sleep.
var timeCalls = map[int]handler{
	unix.SYS_CLOCK_GETTIME: func(c *call) answer {
		return c.put(c.arg[1], timespec(c.machine.clock.Look()+timeline.Base(c.arg[0])))
	},
	unix.SYS_CLOCK_GETRES: func(c *call) answer {
		if c.arg[1] == 0 {
			return done(0)
		}
		return c.put(c.arg[1], timespec(1))
	},
	unix.SYS_GETTIMEOFDAY: func(c *call) answer {
		now := c.machine.clock.Look() + timeline.RealtimeBase
		if c.arg[0] == 0 {
			return done(0)
		}
		return c.put(c.arg[0], order.AppendUint64(order.AppendUint64(nil, uint64(now/timeline.Second)), uint64(now%timeline.Second/timeline.Microsecond)))
	},
	unix.SYS_TIMES: func(c *call) answer {
		return c.putFor(c.machine.clock.Look()/(10*timeline.Millisecond), c.arg[0], make([]byte, 32))
	},
	unix.SYS_NANOSLEEP: func(c *call) answer { return c.sleep(c.machine.clock.Now + c.duration(0)) },
	unix.SYS_CLOCK_NANOSLEEP: func(c *call) answer {
		if c.arg[1]&unix.TIMER_ABSTIME != 0 {
			return c.sleep(c.duration(2) - timeline.Base(c.arg[0]))
		}
		return c.sleep(c.machine.clock.Now + c.duration(2))
	},
	unix.SYS_TIMER_CREATE: fails(unix.ENOSYS),
	unix.SYS_SETITIMER:    fails(unix.ENOSYS),
	unix.SYS_TIMERFD_CREATE: func(c *call) answer {
		t, d := descriptor.NewTimer(c.arg[1]&unix.O_NONBLOCK != 0)
		c.machine.timers = append(c.machine.timers, t)
		return done(int64(c.add(d)))
	},
	unix.SYS_TIMERFD_SETTIME: open(func(c *call) answer {
		t, is := c.descriptor(0).Object.(*descriptor.Counter)
		if !is || !t.IsTimer() {
			return fail(unix.EINVAL)
		}
		if c.arg[3] != 0 {
			return uncovered("the old time of a timer")
		}
		every, first := c.timeAt(c.arg[2]), c.timeAt(c.arg[2]+16)
		at := timeline.Never
		if first != 0 {
			if at = c.machine.clock.Now + first; c.arg[1]&unix.TFD_TIMER_ABSTIME != 0 {
				at = max(0, first-timeline.MonotonicBase)
			}
		}
		t.Set(at, every)
		return done(0)
	}),
}

func timespec(ns int64) []byte {
	return order.AppendUint64(order.AppendUint64(nil, uint64(ns/timeline.Second)), uint64(ns%timeline.Second))
}

// timeAt returns the time in memory.
func (c *call) timeAt(at uint64) int64 {
	const most = 1 << 62 / timeline.Second
	return min(int64(c.process.Uint64(at)), most)*timeline.Second + int64(c.process.Uint64(at+8))
}

// duration returns the time that an argument refers to.
func (c *call) duration(i int) int64 { return c.timeAt(c.arg[i]) }

func (c *call) sleep(until int64) answer {
	if until <= c.machine.clock.Now {
		c.machine.clock.Look()
		return done(0)
	}
	return waitFor(condition{deadline: until, short: until-c.machine.clock.Now <= shortSleep, try: func() (int64, bool) { return 0, false }})
}
