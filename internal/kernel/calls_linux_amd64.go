package kernel

import (
	"golang.org/x/sys/unix"

	"github.com/checkmodel/checkmodel/internal/kernel/descriptor"
	"github.com/checkmodel/checkmodel/internal/kernel/timeline"
)

// architecture is the name of the processor, as uname tells it.
const architecture = "x86_64"

// clearArgument is the argument of clone that is the address to clear at the end of the thread.
const clearArgument = 3

// ownCalls are those that newer architectures do not have.
var ownCalls = map[int]handler{
	unix.SYS_DUP2:  open((*call).dupTo),
	unix.SYS_PIPE:  func(c *call) answer { return c.pipe(0) },
	unix.SYS_CHMOD: pass,
	unix.SYS_CHOWN: pass,
	unix.SYS_CREAT: func(c *call) answer {
		return c.open(c.path(-1, 0), unix.O_CREAT|unix.O_WRONLY|unix.O_TRUNC, uint32(c.arg[1]))
	},
	unix.SYS_LINK:         func(c *call) answer { return c.names(two(c.machine.disk.Link), c.path(-1, 0), c.path(-1, 1)) },
	unix.SYS_LSTAT:        func(c *call) answer { return c.stat(c.path(-1, 0), 1) },
	unix.SYS_MKDIR:        func(c *call) answer { return c.mkdir(c.path(-1, 0), uint32(c.arg[1])) },
	unix.SYS_OPEN:         func(c *call) answer { return c.open(c.path(-1, 0), c.arg[1], uint32(c.arg[2])) },
	unix.SYS_RENAME:       func(c *call) answer { return c.names(two(c.machine.disk.Rename), c.path(-1, 0), c.path(-1, 1)) },
	unix.SYS_RMDIR:        func(c *call) answer { return c.names(one(c.machine.disk.Remove), c.path(-1, 0)) },
	unix.SYS_STAT:         func(c *call) answer { return c.stat(c.path(-1, 0), 1) },
	unix.SYS_UNLINK:       func(c *call) answer { return c.names(one(c.machine.disk.Remove), c.path(-1, 0)) },
	unix.SYS_SYMLINK:      fails(unix.EPERM),
	unix.SYS_GETPGRP:      pass,
	unix.SYS_EPOLL_CREATE: func(c *call) answer { return done(int64(c.add(descriptor.NewEpoll()))) },
	unix.SYS_EPOLL_WAIT:   epollWait(func(c *call) int64 { return c.milliseconds(3) }),
	unix.SYS_POLL:         func(c *call) answer { return c.poll(c.milliseconds(2)) },
	unix.SYS_SELECT: func(c *call) answer {
		until := timeline.Never
		if c.arg[4] != 0 {
			until = c.machine.clock.Now + int64(c.process.Uint64(c.arg[4]))*timeline.Second + int64(c.process.Uint64(c.arg[4]+8))*timeline.Microsecond
		}
		return c.selectCall(until)
	},
	unix.SYS_FORK:  func(c *call) answer { return c.clone(uint64(unix.SIGCHLD)) },
	unix.SYS_PAUSE: func(c *call) answer { return c.process.suspend(c.process.of.Signals("SigBlk")) },
	unix.SYS_VFORK: func(c *call) answer { return c.clone(unix.CLONE_VM | unix.CLONE_VFORK | uint64(unix.SIGCHLD)) },
	unix.SYS_TIME: func(c *call) answer {
		now := (c.machine.clock.Look() + timeline.RealtimeBase) / timeline.Second
		if c.arg[0] == 0 {
			return done(now)
		}
		return c.putFor(now, c.arg[0], order.AppendUint64(nil, uint64(now)))
	},
}
