//go:build linux && (amd64 || arm64)

package kernel

import (
	"golang.org/x/sys/unix"

	"github.com/checkmodel/checkmodel/internal/kernel/descriptor"
	"github.com/checkmodel/checkmodel/internal/kernel/timeline"
)

// pollCalls wait for one of several objects.
var pollCalls = map[int]handler{
	unix.SYS_EPOLL_CREATE1: func(c *call) answer { return done(int64(c.add(descriptor.NewEpoll()))) },
	unix.SYS_EPOLL_CTL: open(func(c *call) answer {
		e, is := c.descriptor(0).Object.(*descriptor.Epoll)
		d := c.descriptor(2)
		switch {
		case d == nil:
			return fail(unix.EBADF)
		case d.Object == nil:
			return fail(unix.EPERM)
		case !is || d == c.descriptor(0):
			return fail(unix.EINVAL)
		}
		b := make([]byte, descriptor.EventSize)
		if c.arg[3] != 0 && !c.process.Read(c.arg[3], b) {
			return fail(unix.EFAULT)
		}
		return errno(e.Control(c.number32(1), c.number32(2), d, order.Uint32(b), b[len(b)-8:]))
	}),
	unix.SYS_EPOLL_PWAIT:  epollWait(func(c *call) int64 { return c.milliseconds(3) }),
	unix.SYS_EPOLL_PWAIT2: epollWait(func(c *call) int64 { return c.timeout(3) }),
	unix.SYS_PPOLL:        func(c *call) answer { return c.poll(c.timeout(2)) },
	unix.SYS_PSELECT6:     func(c *call) answer { return c.selectCall(c.timeout(4)) },
}

// milliseconds returns the deadline that an argument gives.
func (c *call) milliseconds(i int) int64 {
	if ms := c.number32(i); ms >= 0 {
		return c.machine.clock.Now + int64(ms)*timeline.Millisecond
	}
	return timeline.Never
}

// timeout returns the deadline that an argument points to.
func (c *call) timeout(i int) int64 {
	if c.arg[i] == 0 {
		return timeline.Never
	}
	return c.machine.clock.Now + c.duration(i)
}

// until waits up to a deadline. If that is now, the clock goes on, so that a loop comes to an end.
func (c *call) until(deadline int64, try func() (int64, bool)) answer {
	if deadline <= c.machine.clock.Now {
		n, _ := try()
		c.machine.clock.Look()
		return done(n)
	}
	return waitUntil(deadline, 0, try)
}

func epollWait(deadline func(*call) int64) handler {
	return open(func(c *call) answer {
		e, is := c.descriptor(0).Object.(*descriptor.Epoll)
		if !is {
			return fail(unix.EINVAL)
		}
		return c.until(deadline(c), func() (int64, bool) {
			b, n := e.Wait(c.number32(2))
			if !c.scatter([]part{{c.arg[1], len(b)}}, b) {
				return -int64(unix.EFAULT), true
			}
			return int64(n), n > 0
		})
	})
}

// readyOf returns what poll tells of a descriptor.
func (c *call) readyOf(n int) uint32 {
	const invalid = 0x20
	switch d := c.process.files[n]; {
	case d == nil:
		return invalid
	case d.Object == nil:
		return unix.POLLIN | unix.POLLOUT
	default:
		return d.Object.Ready()
	}
}

func (c *call) poll(deadline int64) answer {
	n := int(c.arg[1])
	if n > 4096 {
		return fail(unix.EINVAL)
	}
	return c.until(deadline, func() (int64, bool) {
		b := make([]byte, 8*n)
		if !c.process.Read(c.arg[0], b) {
			return -int64(unix.EFAULT), true
		}
		some := int64(0)
		for at := 0; at < len(b); at += 8 {
			told := uint32(0)
			if fd := int(int32(order.Uint32(b[at:]))); fd >= 0 {
				told = c.readyOf(fd) & (uint32(order.Uint16(b[at+4:])) | unix.POLLERR | unix.POLLHUP | unix.POLLNVAL)
			}
			order.PutUint16(b[at+6:], uint16(told))
			if told != 0 {
				some++
			}
		}
		if some > 0 || deadline == timeline.Never || deadline <= c.machine.clock.Now {
			c.scatter([]part{{c.arg[0], len(b)}}, b)
		}
		return some, some > 0
	})
}

func (c *call) selectCall(deadline int64) answer {
	n := int(c.arg[0])
	if n > 1024 {
		return fail(unix.EINVAL)
	}
	asked := [3]uint32{unix.POLLIN | unix.POLLHUP | unix.POLLERR, unix.POLLOUT | unix.POLLERR, unix.POLLPRI}
	var sets [3][]byte
	for i := range sets {
		sets[i] = make([]byte, (n+63)/64*8)
		if c.arg[1+i] != 0 && !c.process.Read(c.arg[1+i], sets[i]) {
			return fail(unix.EFAULT)
		}
	}
	return c.until(deadline, func() (some int64, ok bool) {
		var ready [3][]byte
		for i, set := range sets {
			ready[i] = make([]byte, len(set))
			for fd := range n {
				if set[fd/8]>>(fd%8)&1 != 0 && c.readyOf(fd)&asked[i] != 0 {
					ready[i][fd/8] |= 1 << (fd % 8)
					some++
				}
			}
		}
		for i, set := range ready { // a call that is interrupted does not change them
			if c.arg[1+i] != 0 && (some > 0 || deadline <= c.machine.clock.Now) {
				c.scatter([]part{{c.arg[1+i], len(set)}}, set)
			}
		}
		return some, some > 0
	})
}
