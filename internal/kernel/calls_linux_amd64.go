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
var ownCalls = map[int]row{
	unix.SYS_DUP2:  {"dup2", open((*call).dupTo)},
	unix.SYS_PIPE:  {"pipe", func(c *call) answer { return c.pipe(0) }},
	unix.SYS_CHMOD: {"chmod", pass},
	unix.SYS_CHOWN: {"chown", pass},
	unix.SYS_CREAT: {"creat", func(c *call) answer {
		return c.open(c.path(-1, 0), unix.O_CREAT|unix.O_WRONLY|unix.O_TRUNC, uint32(c.arg[1]))
	}},
	unix.SYS_LINK:         {"link", func(c *call) answer { return c.names(two(c.machine.disk.Link), c.path(-1, 0), c.path(-1, 1)) }},
	unix.SYS_LSTAT:        {"lstat", func(c *call) answer { return c.stat(c.path(-1, 0), 1) }},
	unix.SYS_MKDIR:        {"mkdir", func(c *call) answer { return c.mkdir(c.path(-1, 0), uint32(c.arg[1])) }},
	unix.SYS_OPEN:         {"open", func(c *call) answer { return c.open(c.path(-1, 0), c.arg[1], uint32(c.arg[2])) }},
	unix.SYS_RENAME:       {"rename", func(c *call) answer { return c.names(two(c.machine.disk.Rename), c.path(-1, 0), c.path(-1, 1)) }},
	unix.SYS_RMDIR:        {"rmdir", func(c *call) answer { return c.names(one(c.machine.disk.Remove), c.path(-1, 0)) }},
	unix.SYS_STAT:         {"stat", func(c *call) answer { return c.stat(c.path(-1, 0), 1) }},
	unix.SYS_UNLINK:       {"unlink", func(c *call) answer { return c.names(one(c.machine.disk.Remove), c.path(-1, 0)) }},
	unix.SYS_GETPGRP:      {"getpgrp", pass},
	unix.SYS_EPOLL_CREATE: {"epoll_create", func(c *call) answer { return done(int64(c.add(descriptor.NewEpoll()))) }},
	unix.SYS_EPOLL_WAIT:   {"epoll_wait", epollWait(func(c *call) int64 { return c.milliseconds(3) })},
	unix.SYS_POLL:         {"poll", func(c *call) answer { return c.poll(c.milliseconds(2)) }},
	unix.SYS_SELECT: {"select", func(c *call) answer {
		until := timeline.Never
		if c.arg[4] != 0 {
			until = c.machine.clock.Now + int64(c.process.Uint64(c.arg[4]))*timeline.Second + int64(c.process.Uint64(c.arg[4]+8))*timeline.Microsecond
		}
		return c.selectCall(until)
	}},
	unix.SYS_FORK:  {"fork", func(c *call) answer { return c.clone(uint64(unix.SIGCHLD)) }},
	unix.SYS_PAUSE: {"pause", func(c *call) answer { return c.process.suspend(c.process.of.Signals("SigBlk")) }},
	unix.SYS_VFORK: {"vfork", func(c *call) answer { return c.clone(unix.CLONE_VM | unix.CLONE_VFORK | uint64(unix.SIGCHLD)) }},
	unix.SYS_TIME: {"time", func(c *call) answer {
		now := (c.machine.clock.Look() + timeline.RealtimeBase) / timeline.Second
		if c.arg[0] == 0 {
			return done(now)
		}
		return c.putFor(now, c.arg[0], order.AppendUint64(nil, uint64(now)))
	}},
}
