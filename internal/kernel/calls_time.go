//go:build linux && amd64

package kernel

import "golang.org/x/sys/unix"

// shortSleep is how long a thread may sleep without that being an event: those who wait for another thread sleep so.
const (
	shortSleep = 10 * millisecond
	shortWait  = millisecond
)

// timeCalls tell the time, and sleep.
var timeCalls = map[int]row{
	unix.SYS_CLOCK_GETTIME: {"clock_gettime", func(c *call) answer {
		return c.put(c.arg[1], timespec(c.machine.clock.look()+base(c.arg[0])))
	}},
	unix.SYS_CLOCK_GETRES: {"clock_getres", func(c *call) answer {
		if c.arg[1] == 0 {
			return done(0)
		}
		return c.put(c.arg[1], timespec(1))
	}},
	unix.SYS_GETTIMEOFDAY: {"gettimeofday", func(c *call) answer {
		now := c.machine.clock.look() + realtimeBase
		if c.arg[0] == 0 {
			return done(0)
		}
		return c.put(c.arg[0], order.AppendUint64(order.AppendUint64(nil, uint64(now/second)), uint64(now%second/microsecond)))
	}},
	unix.SYS_TIME: {"time", func(c *call) answer {
		now := (c.machine.clock.look() + realtimeBase) / second
		if c.arg[0] != 0 {
			if a := c.put(c.arg[0], order.AppendUint64(nil, uint64(now))); a.result != 0 {
				return a
			}
		}
		return done(now)
	}},
	unix.SYS_TIMES: {"times", func(c *call) answer {
		if a := c.put(c.arg[0], make([]byte, 32)); a.result != 0 {
			return a
		}
		return done(c.machine.clock.look() / (10 * millisecond))
	}},
	unix.SYS_NANOSLEEP: {"nanosleep", func(c *call) answer { return c.sleep(c.machine.clock.now + c.duration(0)) }},
	unix.SYS_CLOCK_NANOSLEEP: {"clock_nanosleep", func(c *call) answer {
		if c.arg[1]&unix.TIMER_ABSTIME != 0 {
			return c.sleep(c.duration(2) - base(c.arg[0]))
		}
		return c.sleep(c.machine.clock.now + c.duration(2))
	}},
	unix.SYS_TIMER_CREATE: {"timer_create", fails(unix.ENOSYS)},
	unix.SYS_SETITIMER:    {"setitimer", fails(unix.ENOSYS)},
	unix.SYS_TIMERFD_CREATE: {"timerfd_create", func(c *call) answer {
		t, d := newCounter(0, c.arg[1]&unix.O_NONBLOCK != 0)
		t.timer = true
		c.machine.counters = append(c.machine.counters, t)
		return done(int64(c.add(d)))
	}},
	unix.SYS_TIMERFD_SETTIME: {"timerfd_settime", func(c *call) answer {
		d := c.descriptor(0)
		if d == nil {
			return fail(unix.EBADF)
		}
		t, is := d.object.(*counter)
		if !is || !t.timer {
			return fail(unix.EINVAL)
		}
		if c.arg[3] != 0 {
			return uncovered("the old time of a timer")
		}
		every, first := c.timeAt(c.arg[2]), c.timeAt(c.arg[2]+16)
		t.count, t.every, t.at = 0, every, never
		if first != 0 {
			if t.at = c.machine.clock.now + first; c.arg[1]&unix.TFD_TIMER_ABSTIME != 0 {
				t.at = max(0, first-monotonicBase)
			}
		}
		return done(0)
	}},
}

func timespec(ns int64) []byte {
	return order.AppendUint64(order.AppendUint64(nil, uint64(ns/second)), uint64(ns%second))
}

// timeAt returns the time in memory.
func (c *call) timeAt(at uint64) int64 {
	const most = 1 << 62 / second
	return min(int64(c.process.Uint64(at)), most)*second + int64(c.process.Uint64(at+8))
}

// duration returns the time that an argument refers to.
func (c *call) duration(i int) int64 { return c.timeAt(c.arg[i]) }

func (c *call) sleep(until int64) answer {
	if until <= c.machine.clock.now {
		c.machine.clock.look()
		return done(0)
	}
	a := waitUntil(until, 0, func() (int64, bool) { return 0, false })
	a.short = until-c.machine.clock.now <= shortSleep
	return a
}
