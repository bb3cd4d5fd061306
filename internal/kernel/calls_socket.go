//go:build linux && (amd64 || arm64)

package kernel

import (
	"golang.org/x/sys/unix"

	"github.com/checkmodel/checkmodel/internal/kernel/descriptor"
	"github.com/checkmodel/checkmodel/internal/kernel/files"
	"github.com/checkmodel/checkmodel/internal/kernel/network"
)

// socketCalls are about the network.
var socketCalls = map[int]handler{
	unix.SYS_SOCKET: func(c *call) answer {
		const typeMask = 0xf
		switch family, kind := c.number32(0), c.number32(1)&typeMask; {
		case family == unix.AF_INET6 || family == unix.AF_NETLINK:
			return fail(unix.EAFNOSUPPORT)
		case family == unix.AF_UNIX && kind == unix.SOCK_STREAM:
			return done(int64(c.add(network.NewLocal(c.arg[1]&unix.SOCK_NONBLOCK != 0))))
		case family == unix.AF_UNIX: // datagrams, as those for systemd, which is not there
			return fail(unix.ESOCKTNOSUPPORT)
		case family == unix.AF_INET && kind == unix.SOCK_STREAM:
			return done(int64(c.add(c.machine.net.NewSocket(c.arg[1]&unix.SOCK_NONBLOCK != 0))))
		case family == unix.AF_INET && kind == unix.SOCK_DGRAM:
			return done(int64(c.add(c.machine.net.NewDatagrams(c.arg[1]&unix.SOCK_NONBLOCK != 0))))
		default:
			return uncovered("family %d, type %d", family, kind)
		}
	},
	unix.SYS_SOCKETPAIR: func(c *call) answer {
		if c.number32(0) != unix.AF_UNIX || c.number32(1)&0xf != unix.SOCK_STREAM {
			return uncovered("family %d, type %d", c.number32(0), c.number32(1)&0xf)
		}
		a, b := network.NewPair(c.arg[1]&unix.SOCK_NONBLOCK != 0)
		out := order.AppendUint32(nil, uint32(c.add(a)))
		return c.put(c.arg[3], order.AppendUint32(out, uint32(c.add(b))))
	},
	unix.SYS_BIND: onSocket(func(c *call, s socket) answer {
		if p, is := s.(*network.Pair); is {
			return c.bindLocal(p)
		}
		machine, port, e := c.address(c.arg[1], c.arg[2])
		if e == unix.ENETUNREACH || e == 0 && machine != c.machine.Number {
			e = unix.EADDRNOTAVAIL
		}
		if e != 0 {
			return fail(e)
		}
		return errno(s.(internet).Bind(port))
	}),
	unix.SYS_LISTEN: onStream(func(_ *call, s stream) answer { return errno(s.Listen()) }),
	unix.SYS_CONNECT: onSocket(func(c *call, s socket) answer {
		if p, is := s.(*network.Pair); is {
			return c.connectLocal(p)
		}
		machine, port, e := c.address(c.arg[1], c.arg[2])
		if s, is := s.(*network.Socket); is {
			if e == 0 || !s.Fresh() { // the state is the first mistake
				e = s.Connect(machine, port)
			}
			if e != unix.EINPROGRESS || c.descriptor(0).Nonblock {
				return fail(e)
			}
			return wait(func() (int64, bool) {
				e, ok := s.Outcome()
				return -int64(e), ok
			})
		}
		if e != 0 {
			return fail(e)
		}
		s.(*network.Datagrams).Connect(machine, port)
		return done(0)
	}),
	unix.SYS_ACCEPT:  acceptWith(func(*call) bool { return false }),
	unix.SYS_ACCEPT4: acceptWith(func(c *call) bool { return c.arg[3]&unix.SOCK_NONBLOCK != 0 }),
	unix.SYS_SHUTDOWN: onStream(func(c *call, s stream) answer {
		if c.arg[1] > 2 {
			return fail(unix.EINVAL)
		}
		return errno(s.Shutdown(c.number32(1)))
	}),
	unix.SYS_GETSOCKNAME: onSocket(func(c *call, s socket) answer { return c.putAddress(1, 2, s.Address()) }),
	unix.SYS_GETPEERNAME: onSocket(func(c *call, s socket) answer {
		b, is := s.PeerAddress()
		if !is {
			return fail(unix.ENOTCONN)
		}
		return c.putAddress(1, 2, b)
	}),
	unix.SYS_SETSOCKOPT: onSocket(func(*call, socket) answer { return done(0) }),
	unix.SYS_GETSOCKOPT: onSocket(func(c *call, s socket) answer {
		v, known := s.Option(c.number32(1), c.number32(2))
		if !known {
			return uncovered("option %d of a socket", c.number32(2))
		}
		c.process.PutUint32(c.arg[4], 4)
		return c.put(c.arg[3], order.AppendUint32(nil, v))
	}),
	unix.SYS_SENDTO:   onBuffer(message.send),
	unix.SYS_RECVFROM: onBuffer(message.receive),
	unix.SYS_SENDMSG:  onMessage(message.send),
	unix.SYS_RECVMSG:  onMessage(message.receive),
}

// socket is a socket of any kind.
type socket interface {
	Address() []byte
	PeerAddress() ([]byte, bool)
	Option(level, name int) (v uint32, known bool)
}

// internet is a socket with a port.
type internet interface {
	socket
	Bind(port int) unix.Errno
}

// stream is a socket with connections, of one of the two families.
type stream interface {
	socket
	Listen() unix.Errno
	Accept(nonblock bool) (d *descriptor.Description, from []byte, e unix.Errno)
	Shutdown(how int) unix.Errno
}

// onSocket is a handler of a call whose first argument is a socket.
func onSocket(f func(*call, socket) answer) handler {
	return open(func(c *call) answer {
		if s, is := c.descriptor(0).Object.(socket); is {
			return f(c, s)
		}
		return fail(unix.ENOTSOCK)
	})
}

// onStream is a handler of a call that is possible with a stream only.
func onStream(f func(*call, stream) answer) handler {
	return onSocket(func(c *call, s socket) answer {
		if s, is := s.(stream); is {
			return f(c, s)
		}
		return fail(unix.EOPNOTSUPP)
	})
}

func acceptWith(nonblock func(*call) bool) handler {
	return onStream(func(c *call, s stream) answer {
		try := func() (int64, bool) {
			d, from, e := s.Accept(nonblock(c))
			if d == nil {
				return -int64(e), e != 0
			}
			c.putAddress(1, 2, from)
			return int64(c.add(d)), true
		}
		return waitUnless(c.descriptor(0).Nonblock, try)
	})
}

// address reads an internet address from memory. It fails with ENETUNREACH if no machine has it.
func (c *call) address(at, length uint64) (machine, port int, e unix.Errno) {
	b := make([]byte, unix.SizeofSockaddrInet4)
	if int(length) < len(b) {
		return 0, 0, unix.EINVAL
	}
	if !c.process.Read(at, b) {
		return 0, 0, unix.EFAULT
	}
	machine, port, e = c.machine.net.Find(b)
	if e == 0 && machine < 0 {
		e = unix.ENETUNREACH
	}
	return machine, port, e
}

// putAddress writes an address to where two arguments say.
func (c *call) putAddress(at, length int, b []byte) answer {
	if c.arg[at] == 0 {
		return done(0)
	}
	room := int(c.process.Uint32(c.arg[length]))
	c.process.PutUint32(c.arg[length], uint32(len(b)))
	return c.put(c.arg[at], b[:min(room, len(b))])
}

// localName reads the name in the second argument: a path, or a name without a file. Both are empty if it has none.
func (c *call) localName() (path, abstract string, e unix.Errno) {
	b := make([]byte, min(c.arg[2], unix.SizeofSockaddrUnix))
	if !c.process.Read(c.arg[1], b) {
		return "", "", unix.EFAULT
	}
	if path, abstract, e = network.LocalName(b); e == 0 && abstract == "" {
		c.note([]byte(path))
	}
	return path, abstract, e
}

// bindLocal gives a socket a name. A file of the kind socket is made for a path, as the kernel does.
func (c *call) bindLocal(p *network.Pair) answer {
	name, abstract, e := c.localName()
	switch {
	case e != 0:
		return fail(e)
	case p.Named():
		return fail(unix.EINVAL)
	case abstract != "":
		return errno(c.machine.net.BindLocal(p, abstract, network.LocalAddress("", abstract)))
	}
	at, inside := files.Relative(c.absolute(-1, name))
	if name == "" || !inside {
		return uncovered("the name %q of a socket", name)
	}
	if c.point() {
		return answer{kind: crashes}
	}
	const mode = unix.S_IFSOCK | 0o755
	if err := unix.Mknod(c.process.of.Directory()+"/"+at, mode, 0); err == unix.EEXIST {
		return fail(unix.EADDRINUSE)
	} else if err != nil {
		return fail(err.(unix.Errno))
	}
	f := c.machine.disk.Create(at, false, mode)
	return errno(c.machine.net.BindLocal(p, f, network.LocalAddress(name, "")))
}

func (c *call) connectLocal(p *network.Pair) answer {
	name, abstract, e := c.localName()
	if e != 0 {
		return fail(e)
	}
	var key any = abstract
	if name != "" {
		at, inside := files.Relative(c.absolute(-1, name))
		f := c.machine.disk.Find(at)
		if !inside || f == nil { // nobody listens outside of the directory
			return fail(unix.ENOENT)
		}
		key = f
	}
	return errno(c.machine.net.ConnectLocal(p, key))
}
