//go:build linux && (amd64 || arm64)

package kernel

import (
	"maps"
	"slices"

	"golang.org/x/sys/unix"

	"github.com/checkmodel/checkmodel/internal/kernel/descriptor"
	"github.com/checkmodel/checkmodel/internal/kernel/files"
)

// dataCalls transfer data, and are about descriptors of all kinds.
var dataCalls = map[int]handler{
	unix.SYS_READ:     open(onBytes(read)),
	unix.SYS_PREAD64:  at(open(onBytes((*call).readAt))),
	unix.SYS_READV:    open(onVectors(unlessEmpty(read))),
	unix.SYS_PREADV:   at(open(onVectors((*call).readAt))),
	unix.SYS_WRITE:    open(onBytes(write)),
	unix.SYS_PWRITE64: at(open(onBytes(writeAt))),
	unix.SYS_WRITEV:   open(onVectors(unlessEmpty(write))),
	unix.SYS_PWRITEV:  at(open(onVectors(writeAt))),
	unix.SYS_CLOSE: open(func(c *call) answer {
		n := c.number32(0)
		c.process.files.Close(n)
		delete(c.process.closing, n)
		if n < descriptor.FirstEmulated {
			return pass(c)
		}
		return done(0)
	}),
	unix.SYS_CLOSE_RANGE: func(c *call) answer {
		if c.arg[2]&^unix.CLOSE_RANGE_CLOEXEC != 0 {
			return uncovered("flags %#x", c.arg[2])
		}
		if c.arg[2] != 0 {
			for n, d := range c.process.files {
				if uint32(n) >= uint32(c.arg[0]) && uint32(n) <= uint32(c.arg[1]) && d.Object != nil {
					c.process.closing[n] = true
				}
			}
			return pass(c)
		}
		return passThen(func(result int64) int64 {
			for _, n := range slices.Sorted(maps.Keys(c.process.files)) {
				if uint32(n) >= uint32(c.arg[0]) && uint32(n) <= uint32(c.arg[1]) && result == 0 {
					c.process.files.Close(n)
				}
			}
			return result
		})
	},
	unix.SYS_DUP:   open(func(c *call) answer { return c.dup(descriptor.FirstEmulated) }),
	unix.SYS_DUP3:  open((*call).dupTo),
	unix.SYS_FCNTL: open((*call).fcntl),
	unix.SYS_IOCTL: open(func(c *call) answer {
		const setNonblock, count, closeOnExec, notCloseOnExec = 0x5421, 0x541b, 0x5451, 0x5450
		d, request := c.descriptor(0), c.arg[1]
		q, queues := d.Object.(descriptor.Queue)
		switch {
		case request != closeOnExec && request != notCloseOnExec && request != setNonblock && request != count:
			return fail(unix.ENOTTY)
		case d.Object == nil:
			return pass(c)
		case request == setNonblock:
			d.Nonblock = c.process.Uint32(c.arg[2]) != 0
			return done(0)
		case request != count:
			c.process.closing[c.number32(0)] = request == closeOnExec
			return done(0)
		case !queues:
			return fail(unix.ENOTTY)
		}
		n, no := q.Available()
		if no != 0 {
			return fail(no)
		}
		return c.put(c.arg[2], order.AppendUint32(nil, uint32(n)))
	}),
	unix.SYS_LSEEK: open(func(c *call) answer {
		switch c.descriptor(0).Object.(type) {
		case nil:
			return pass(c)
		case *descriptor.Epoll, *descriptor.Counter:
			return done(0)
		}
		return fail(unix.ESPIPE)
	}),
	unix.SYS_PIPE2: func(c *call) answer { return c.pipe(c.arg[1]) },
	unix.SYS_EVENTFD2: func(c *call) answer {
		return done(int64(c.add(descriptor.NewCounter(c.arg[0], c.arg[1]&unix.EFD_SEMAPHORE != 0, c.arg[1]&unix.EFD_NONBLOCK != 0))))
	},
	unix.SYS_SENDFILE:        fails(unix.EINVAL),
	unix.SYS_SPLICE:          fails(unix.EINVAL),
	unix.SYS_COPY_FILE_RANGE: fails(unix.EINVAL),
}

// open is the handler of a call whose first argument must be an open descriptor.
func open(f handler) handler {
	return func(c *call) answer {
		if c.descriptor(0) == nil {
			return fail(unix.EBADF)
		}
		return f(c)
	}
}

// onBytes is the handler of a call whose second and third arguments are the place and the size of a part of memory.
func onBytes(f func(*call, []part) answer) handler {
	return func(c *call) answer { return f(c, []part{{c.arg[1], int(c.arg[2])}}) }
}

// onVectors is the handler of a call whose second and third arguments describe parts of memory.
func onVectors(f func(*call, []part) answer) handler {
	return func(c *call) answer {
		v, ok := c.vectors(c.arg[1], c.number32(2))
		if !ok {
			return fail(unix.EINVAL)
		}
		return f(c, v)
	}
}

// unlessEmpty answers a call on an object that passes nothing.
func unlessEmpty(f func(*call, []part) answer) func(*call, []part) answer {
	return func(c *call, v []part) answer {
		if size(v) == 0 && c.descriptor(0).Object != nil {
			return done(0)
		}
		return f(c, v)
	}
}

// at is the handler of a call whose fourth argument is a place in a file.
func at(f handler) handler {
	return func(c *call) answer {
		if int64(c.arg[3]) < 0 {
			return fail(unix.EINVAL)
		}
		return f(c)
	}
}

func (c *call) pipe(flags uint64) answer {
	r, w := descriptor.NewPipe(flags&unix.O_NONBLOCK != 0)
	b := order.AppendUint32(nil, uint32(c.add(r)))
	return c.put(c.arg[0], order.AppendUint32(b, uint32(c.add(w))))
}

func read(c *call, to []part) answer { return c.read(to, false, false) }

func write(c *call, from []part) answer { return c.write(from, false, true) }

func writeAt(c *call, from []part) answer { return c.writeFile(from, int64(c.arg[3])) }

// read reads from an object, or lets the kernel read from a file.
func (c *call) read(to []part, peek, nonblock bool) answer {
	d := c.descriptor(0)
	if d.Object == nil {
		return c.readAt(to)
	}
	try := func() (int64, bool) {
		b, err, ok := d.Object.Read(min(size(to), mostAtOnce), peek)
		switch {
		case !ok:
			return 0, false
		case err != 0:
			return -int64(err), true
		case !c.scatter(to, b):
			return -int64(unix.EFAULT), true
		}
		return int64(len(b)), true
	}
	return waitUnless(d.Nonblock || nonblock, try)
}

// readAt lets the kernel read from a file.
func (c *call) readAt(to []part) answer {
	if c.descriptor(0).Object != nil {
		return fail(unix.ESPIPE)
	}
	return passThen(func(n int64) int64 {
		rest := int(n)
		for _, p := range to {
			b := make([]byte, max(0, min(rest, p.n)))
			c.process.Read(p.at, b)
			c.note(b)
			rest -= len(b)
		}
		return n
	})
}

// write writes to an object or a file. With signal, the program gets one if nobody can read.
func (c *call) write(from []part, nonblock, signal bool) answer {
	d := c.descriptor(0)
	if d.Object == nil {
		return c.writeFile(from, -1)
	}
	all, ok := c.gather(from)
	if !ok {
		return fail(unix.EFAULT)
	}
	nonblock = nonblock || d.Nonblock
	written := 0
	try := func() (int64, bool) {
		for {
			n, err, ok := d.Object.Write(all[written:])
			written += n
			switch {
			case err == unix.EPIPE && signal:
				_ = unix.Tgkill(c.process.of.Main.ID, c.thread.ID, unix.SIGPIPE)
				return -int64(err), true
			case err != 0:
				return -int64(err), true
			case ok && written == len(all) || nonblock && (ok || written > 0):
				return int64(written), true
			case !ok:
				return 0, false
			}
		}
	}
	return waitUnless(nonblock, try)
}

// writeFile lets the kernel write to a file, at the place of the descriptor if at is negative.
func (c *call) writeFile(from []part, at int64) answer {
	d := c.descriptor(0)
	switch {
	case d.Object != nil:
		return fail(unix.ESPIPE)
	case d.File == nil || !d.File.Inside:
		return pass(c)
	}
	if c.file, _ = files.Relative(d.File.Path); c.point() {
		return answer{kind: crashes}
	}
	data, ok := c.gather(from)
	if !ok {
		return fail(unix.EFAULT)
	}
	return passThen(func(n int64) int64 {
		if n > 0 {
			if at < 0 {
				at = files.Position(c.process.of, c.number32(0)) - n
			} else if d.File.Appends {
				at = files.Size(c.process.of, c.number32(0)) - n
			}
			c.machine.disk.Write(d.File.Node, at, data[:n])
			if d.File.Syncs && !c.machine.points.PassSync("in ", c.name, " of ", c.file) {
				c.machine.disk.Sync(d.File.Node)
			}
		}
		return n
	})
}

// dup gives the object another number, from the given one on.
func (c *call) dup(from int) answer {
	d := c.descriptor(0)
	if d.Object != nil {
		return done(int64(c.addFrom(from, d)))
	}
	return passThen(func(n int64) int64 {
		if n >= 0 {
			c.process.files.Set(int(n), d)
		}
		return n
	})
}

func (c *call) dupTo() answer {
	d, to := c.descriptor(0), c.number32(1)
	if c.number32(0) == to {
		return done(int64(to))
	}
	old := c.process.files[to]
	if d.Object == nil {
		return passThen(func(n int64) int64 {
			if n >= 0 {
				c.process.files.Close(to)
				c.process.files.Set(to, d)
			}
			return n
		})
	}
	if to < descriptor.FirstEmulated && (old == nil || old.Object == nil) && !c.process.occupy(c.thread, to) {
		return uncovered("an object with the number %d", to)
	}
	c.process.files.Close(to)
	c.process.files.Set(to, d)
	c.process.closing[to] = c.closesOnExec()
	return done(int64(to))
}

// occupy makes the kernel use a small number that an object gets, as it does with the other objects that have one.
func (p *process) occupy(t *thread, to int) bool {
	for n := range descriptor.FirstEmulated {
		if d := p.files[n]; n != to && d != nil && d.Object != nil {
			_, err := t.Instead(unix.SYS_DUP3, uint64(n), uint64(to), 0)
			return err == nil
		}
	}
	return false
}

func (c *call) fcntl() answer {
	d := c.descriptor(0)
	if c.arg[1] == unix.F_DUPFD || c.arg[1] == unix.F_DUPFD_CLOEXEC {
		return c.dup(c.number32(2))
	}
	if d.Object == nil {
		if c.arg[1] == unix.F_SETLKW || c.arg[1] == unix.F_OFD_SETLKW {
			return c.lock(c.arg[1] - 1) // which does not wait
		}
		return pass(c)
	}
	switch c.arg[1] {
	case unix.F_GETFD:
		if c.process.closing[c.number32(0)] {
			return done(unix.FD_CLOEXEC)
		}
		return done(0)
	case unix.F_SETFD:
		c.process.closing[c.number32(0)] = c.arg[2]&unix.FD_CLOEXEC != 0
		return done(0)
	case unix.F_GETFL:
		flags := int64(unix.O_RDWR)
		switch d.Object.(type) {
		case descriptor.PipeReader:
			flags = unix.O_RDONLY
		case descriptor.PipeWriter:
			flags = unix.O_WRONLY
		}
		if d.Nonblock {
			flags |= unix.O_NONBLOCK
		}
		return done(flags)
	case unix.F_SETFL:
		d.Nonblock = c.arg[2]&unix.O_NONBLOCK != 0
		return done(0)
	case unix.F_GETLK, unix.F_OFD_GETLK:
		return c.put(c.arg[2], []byte{unix.F_UNLCK, 0})
	case unix.F_SETLK, unix.F_SETLKW, unix.F_OFD_SETLK, unix.F_OFD_SETLKW:
		return done(0)
	case unix.F_SETPIPE_SZ, unix.F_GETPIPE_SZ:
		return done(descriptor.PipeSize)
	}
	return uncovered("command %d", c.arg[1])
}
