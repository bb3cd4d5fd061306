//go:build linux && (amd64 || arm64)

package kernel

import (
	"golang.org/x/sys/unix"

	"github.com/checkmodel/checkmodel/internal/kernel/descriptor"
	"github.com/checkmodel/checkmodel/internal/kernel/network"
)

// socketCalls are about the network.
var socketCalls = map[int]row{
	unix.SYS_SOCKET: {"socket", func(c *call) answer {
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
	}},
	unix.SYS_SOCKETPAIR: {"socketpair", func(c *call) answer {
		if c.number32(0) != unix.AF_UNIX || c.number32(1)&0xf != unix.SOCK_STREAM {
			return uncovered("family %d, type %d", c.number32(0), c.number32(1)&0xf)
		}
		a, b := network.NewPair(c.arg[1]&unix.SOCK_NONBLOCK != 0)
		out := order.AppendUint32(nil, uint32(c.add(a)))
		return c.put(c.arg[3], order.AppendUint32(out, uint32(c.add(b))))
	}},
	unix.SYS_BIND: {"bind", onSocket(func(c *call, s socket) answer {
		if p, is := s.(*network.Pair); is {
			return c.bindLocal(p)
		}
		machine, port, e := c.address(c.arg[1], c.arg[2])
		if e != 0 {
			return fail(e)
		}
		if machine != c.machine.Number {
			return fail(unix.EADDRNOTAVAIL)
		}
		return errno(s.(internet).Bind(port))
	})},
	unix.SYS_LISTEN: {"listen", onStream(func(_ *call, s stream) answer { return errno(s.Listen()) })},
	unix.SYS_CONNECT: {"connect", onSocket(func(c *call, s socket) answer {
		if p, is := s.(*network.Pair); is {
			return c.connectLocal(p)
		}
		machine, port, e := c.address(c.arg[1], c.arg[2])
		if e == 0 && machine < 0 {
			e = unix.ENETUNREACH
		}
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
	})},
	unix.SYS_ACCEPT:  {"accept", acceptWith(func(*call) bool { return false })},
	unix.SYS_ACCEPT4: {"accept4", acceptWith(func(c *call) bool { return c.arg[3]&unix.SOCK_NONBLOCK != 0 })},
	unix.SYS_SHUTDOWN: {"shutdown", onStream(func(c *call, s stream) answer {
		if c.arg[1] > 2 {
			return fail(unix.EINVAL)
		}
		return errno(s.Shutdown(c.number32(1)))
	})},
	unix.SYS_GETSOCKNAME: {"getsockname", onSocket(func(c *call, s socket) answer { return c.putAddress(1, 2, s.Address()) })},
	unix.SYS_GETPEERNAME: {"getpeername", onSocket(func(c *call, s socket) answer {
		b, is := s.PeerAddress()
		if !is {
			return fail(unix.ENOTCONN)
		}
		return c.putAddress(1, 2, b)
	})},
	unix.SYS_SETSOCKOPT: {"setsockopt", onSocket(func(*call, socket) answer { return done(0) })},
	unix.SYS_GETSOCKOPT: {"getsockopt", onSocket(func(c *call, s socket) answer {
		v, known := s.Option(c.number32(1), c.number32(2))
		if !known {
			return uncovered("option %d of a socket", c.number32(2))
		}
		c.process.PutUint32(c.arg[4], 4)
		return c.put(c.arg[3], order.AppendUint32(nil, v))
	})},
	unix.SYS_SENDTO: {"sendto", onSocket(func(c *call, s socket) answer {
		if s, is := s.(*network.Datagrams); is {
			return message{name: c.arg[4], room: int(c.arg[5]), parts: []part{{c.arg[1], int(c.arg[2])}}}.send(c, s)
		}
		return c.write([]part{{c.arg[1], int(c.arg[2])}}, c.arg[3]&unix.MSG_DONTWAIT != 0, c.arg[3]&unix.MSG_NOSIGNAL == 0)
	})},
	unix.SYS_RECVFROM: {"recvfrom", onSocket(func(c *call, s socket) answer {
		if s, is := s.(*network.Datagrams); is {
			return message{parts: []part{{c.arg[1], int(c.arg[2])}}}.receive(c, s, c.arg[3], func(p *network.Packet, _ bool) {
				c.putAddress(4, 5, p.Source())
			})
		}
		return c.receive([]part{{c.arg[1], int(c.arg[2])}}, c.arg[3])
	})},
	unix.SYS_SENDMSG: {"sendmsg", onMessage(func(c *call, s socket, from message) answer {
		if from.control != 0 {
			return uncovered("control data")
		}
		if s, is := s.(*network.Datagrams); is {
			return from.send(c, s)
		}
		return c.write(from.parts, c.arg[2]&unix.MSG_DONTWAIT != 0, c.arg[2]&unix.MSG_NOSIGNAL == 0)
	})},
	unix.SYS_RECVMSG: {"recvmsg", onMessage(func(c *call, s socket, to message) answer {
		if s, is := s.(*network.Datagrams); is {
			return to.receive(c, s, c.arg[2], func(p *network.Packet, cut bool) { to.tell(c, p.Source(), cut) })
		}
		to.tell(c, nil, false)
		return c.receive(to.parts, c.arg[2])
	})},
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
	Listening() bool
	Accept(nonblock bool) (d *descriptor.Description, from []byte, e unix.Errno)
	Shutdown(how int) unix.Errno
}

// onSocket is a handler of a call whose first argument is a socket.
func onSocket(f func(*call, socket) answer) handler {
	return func(c *call) answer {
		d := c.descriptor(0)
		if d == nil {
			return fail(unix.EBADF)
		}
		if s, is := d.Object.(socket); is {
			return f(c, s)
		}
		return fail(unix.ENOTSOCK)
	}
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

// onMessage is a handler of a call on a socket whose second argument is a message.
func onMessage(f func(*call, socket, message) answer) handler {
	with := func(c *call, s socket) answer {
		at := c.arg[1]
		v, ok := c.vectors(c.process.Uint64(at+16), int(c.process.Uint64(at+24)))
		if !ok {
			return fail(unix.EINVAL)
		}
		return f(c, s, message{c.process.Uint64(at), int(c.process.Uint32(at + 8)), v, c.process.Uint64(at + 40)})
	}
	return onSocket(with)
}

func acceptWith(nonblock func(*call) bool) handler {
	return onStream(func(c *call, s stream) answer {
		if !s.Listening() {
			return fail(unix.EINVAL)
		}
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

// address reads an internet address from memory. The machine is -1 if there is none of that address.
func (c *call) address(at, length uint64) (machine, port int, e unix.Errno) {
	b := make([]byte, unix.SizeofSockaddrInet4)
	if int(length) < len(b) {
		return 0, 0, unix.EINVAL
	}
	if !c.process.Read(at, b) {
		return 0, 0, unix.EFAULT
	}
	return c.machine.net.Find(b)
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

func (c *call) receive(to []part, flags uint64) answer {
	if flags&^(unix.MSG_PEEK|unix.MSG_DONTWAIT|unix.MSG_NOSIGNAL|unix.MSG_CMSG_CLOEXEC) != 0 {
		return uncovered("flags %#x", flags)
	}
	return c.read(to, flags&unix.MSG_PEEK != 0, flags&unix.MSG_DONTWAIT != 0)
}
