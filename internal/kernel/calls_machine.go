//go:build linux && (amd64 || arm64)

package kernel

import "golang.org/x/sys/unix"

// machineCalls are about the machine and the process, which look the same everywhere.
var machineCalls = map[int]handler{
	unix.SYS_UNAME: func(c *call) answer {
		const width = 65
		b := make([]byte, 6*width)
		for i, s := range []string{"Linux", c.machine.Name, "6.1.0", "#1 SMP", architecture, "(none)"} {
			copy(b[i*width:(i+1)*width-1], s)
		}
		return c.put(c.arg[0], b)
	},
	unix.SYS_GETRANDOM: func(c *call) answer {
		n := int(min(c.arg[1], 1<<20))
		return c.putFor(int64(n), c.arg[0], c.machine.random.Bytes(n))
	},
	unix.SYS_SCHED_GETAFFINITY: func(c *call) answer {
		b := make([]byte, 8)
		for i := range c.machine.CPUs {
			b[i/8] |= 1 << (i % 8)
		}
		return c.putFor(int64(len(b)), c.arg[2], b)
	},
	unix.SYS_GETCPU: func(c *call) answer {
		c.process.PutUint32(c.arg[0], 0) // which does nothing at the address 0
		c.process.PutUint32(c.arg[1], 0)
		return done(0)
	},
	unix.SYS_SYSINFO: func(c *call) answer {
		b := make([]byte, 112)
		order.PutUint64(b[32:], uint64(c.machine.MemorySize))
		order.PutUint64(b[40:], uint64(c.machine.MemorySize/2))
		order.PutUint32(b[104:], 1)
		return c.put(c.arg[0], b)
	},
	unix.SYS_GETRUSAGE:              func(c *call) answer { return c.put(c.arg[1], make([]byte, usageSize)) },
	unix.SYS_SCHED_SETAFFINITY:      returns(0),
	unix.SYS_SCHED_SETSCHEDULER:     returns(0),
	unix.SYS_SCHED_GETSCHEDULER:     returns(0),
	unix.SYS_SCHED_GETPARAM:         func(c *call) answer { return c.put(c.arg[1], make([]byte, 4)) },
	unix.SYS_SCHED_GET_PRIORITY_MAX: returns(0),
	unix.SYS_SCHED_GET_PRIORITY_MIN: returns(0),
	unix.SYS_GETPRIORITY:            returns(20),
	unix.SYS_SETPRIORITY:            returns(0),
	unix.SYS_RSEQ:                   fails(unix.ENOSYS),
	unix.SYS_MEMBARRIER:             fails(unix.ENOSYS),
	unix.SYS_IO_URING_SETUP:         fails(unix.ENOSYS),
	unix.SYS_OPENAT2:                fails(unix.ENOSYS),
	unix.SYS_PIDFD_OPEN:             fails(unix.ENOSYS),
	unix.SYS_PIDFD_SEND_SIGNAL:      fails(unix.ENOSYS),
	unix.SYS_GET_MEMPOLICY:          fails(unix.ENOSYS),
	unix.SYS_PKEY_ALLOC:             fails(unix.ENOSPC),
	unix.SYS_MBIND:                  fails(unix.ENOSYS),
	unix.SYS_MINCORE:                pass,
	unix.SYS_MSYNC:                  (*call).msync,
	unix.SYS_GETPGID:                pass,
	unix.SYS_GETSID:                 pass,
	unix.SYS_SETPGID:                pass,
	unix.SYS_SETSID:                 pass,
	unix.SYS_GETGROUPS:              pass,
	unix.SYS_GETRESUID:              pass,
	unix.SYS_GETRESGID:              pass,
	unix.SYS_CAPGET:                 pass,
	unix.SYS_SETRLIMIT:              pass,
	unix.SYS_MLOCKALL:               pass,
	unix.SYS_MUNLOCK:                pass,
	unix.SYS_PRCTL: func(c *call) answer {
		const setAnonymousName = 0x53564d41
		switch c.arg[0] {
		case unix.PR_SET_NAME, setAnonymousName, unix.PR_SET_PDEATHSIG, unix.PR_SET_THP_DISABLE:
			return done(0)
		case unix.PR_GET_NAME, unix.PR_CAPBSET_READ, unix.PR_GET_DUMPABLE, unix.PR_SET_DUMPABLE, unix.PR_GET_NO_NEW_PRIVS, unix.PR_GET_SECCOMP:
			return pass(c)
		}
		return uncovered("option %d", c.arg[0])
	},
	unix.SYS_MPROTECT: func(c *call) answer { return c.process.addCode() },
	unix.SYS_MMAP: func(c *call) answer { // of a file, or as code
		d := c.descriptor(4)
		switch {
		case c.arg[2]&unix.PROT_EXEC != 0 && (c.arg[3]&unix.MAP_ANONYMOUS != 0 || c.process.of.IsSealed()):
			return c.process.addCode()
		case d == nil:
			return fail(unix.EBADF)
		case d.File == nil:
			return fail(unix.ENODEV)
		case d.File.Inside && c.arg[3]&unix.MAP_SHARED != 0 && c.arg[2]&unix.PROT_WRITE != 0:
			return passThen(func(at int64) int64 {
				if at > 0 {
					c.machine.disk.MapFile(c.process.of, c.number32(4), d.File.Node, uint64(at), c.arg[1])
				}
				return at
			})
		}
		return pass(c)
	},
}

// addCode lets the kernel make some memory executable.
func (p *process) addCode() answer {
	if p.of.IsSealed() {
		return uncovered("code that a static program of Go makes (build it with -buildmode=pie)")
	}
	return answer{kind: passed}
}

func (c *call) msync() answer {
	node := c.machine.disk.Mapped(c.process.of, c.arg[0])
	if node == nil {
		return pass(c)
	}
	c.machine.disk.FindMapped(node)
	return c.changes(func() {
		if c.arg[2]&unix.MS_SYNC != 0 {
			c.machine.disk.Sync(node)
		}
	})
}
