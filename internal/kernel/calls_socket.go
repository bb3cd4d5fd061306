//go:build linux && amd64

package kernel

import (
	"encoding/binary"

	"golang.org/x/sys/unix"
)

// socketCalls are about the network.
var socketCalls = map[int]row{
	unix.SYS_SOCKET: {"socket", func(c *call) answer {
		const typeMask = 0xf
		switch family, kind := c.number32(0), c.number32(1)&typeMask; {
		case family == unix.AF_INET6 || family == unix.AF_NETLINK:
			return fail(unix.EAFNOSUPPORT)
		case family == unix.AF_UNIX && kind == unix.SOCK_STREAM:
			return done(int64(c.add(newLocal(c.arg[1]&unix.SOCK_NONBLOCK != 0).of)))
		case family == unix.AF_INET && kind == unix.SOCK_STREAM:
			return done(int64(c.add(c.machine.net.newSocket(c.arg[1]&unix.SOCK_NONBLOCK != 0))))
		case family == unix.AF_INET && kind == unix.SOCK_DGRAM:
			return done(int64(c.add(c.machine.net.newDatagrams(c.arg[1]&unix.SOCK_NONBLOCK != 0))))
		default:
			return uncovered("family %d, type %d", family, kind)
		}
	}},
	unix.SYS_SOCKETPAIR: {"socketpair", func(c *call) answer {
		if c.number32(0) != unix.AF_UNIX || c.number32(1)&0xf != unix.SOCK_STREAM {
			return uncovered("family %d, type %d", c.number32(0), c.number32(1)&0xf)
		}
		a, b := newPair(c.arg[1]&unix.SOCK_NONBLOCK != 0)
		out := order.AppendUint32(nil, uint32(c.add(a.of)))
		return c.put(c.arg[3], order.AppendUint32(out, uint32(c.add(b.of))))
	}},
	unix.SYS_BIND: {"bind", onSocket(func(c *call, s *socket) answer {
		machine, port, e := c.address(c.arg[1], c.arg[2])
		if e != 0 {
			return fail(e)
		}
		if machine != c.machine.Number {
			return fail(unix.EADDRNOTAVAIL)
		}
		return errno(s.bind(port))
	}, func(c *call, p *pair) answer { return p.bindFor(c) })},
	unix.SYS_LISTEN: {"listen", onSocket(func(_ *call, s *socket) answer { return errno(s.listen()) }, func(_ *call, p *pair) answer { return p.listen() })},
	unix.SYS_CONNECT: {"connect", onSocket(func(c *call, s *socket) answer {
		machine, port, e := c.address(c.arg[1], c.arg[2])
		if e == 0 && machine < 0 {
			e = unix.ENETUNREACH
		}
		if e == 0 || s.state != fresh { // the state is the first mistake
			e = s.connect(machine, port)
		}
		if e != unix.EINPROGRESS || s.of.nonblock {
			return fail(e)
		}
		return wait(func() (int64, bool) {
			e, ok := s.outcome()
			return -int64(e), ok
		})
	}, func(c *call, p *pair) answer { return p.connectFor(c) })},
	unix.SYS_ACCEPT:  {"accept", acceptWith(func(*call) bool { return false })},
	unix.SYS_ACCEPT4: {"accept4", acceptWith(func(c *call) bool { return c.arg[3]&unix.SOCK_NONBLOCK != 0 })},
	unix.SYS_SHUTDOWN: {"shutdown", onSocket(func(c *call, s *socket) answer {
		if c.arg[1] > 2 {
			return fail(unix.EINVAL)
		}
		return errno(s.shutdown(c.number32(1)))
	}, func(c *call, p *pair) answer {
		if c.arg[1] > 2 {
			return fail(unix.EINVAL)
		}
		p.shutdown(c.number32(1))
		return done(0)
	})},
	unix.SYS_GETSOCKNAME: {"getsockname", onSocket(func(c *call, s *socket) answer {
		return c.putAddress(1, 2, internetAddress(c.machine.Number, s.port))
	}, func(c *call, p *pair) answer { return c.putAddress(1, 2, p.address) })},
	unix.SYS_GETPEERNAME: {"getpeername", onSocket(func(c *call, s *socket) answer {
		if s.state != connected {
			return fail(unix.ENOTCONN)
		}
		return c.putAddress(1, 2, internetAddress(s.peer, s.peerPort))
	}, func(c *call, p *pair) answer {
		if p.other == nil {
			return fail(unix.ENOTCONN)
		}
		return c.putAddress(1, 2, p.other.address)
	})},
	unix.SYS_SETSOCKOPT: {"setsockopt", onSocket(func(*call, *socket) answer { return done(0) }, func(*call, *pair) answer { return done(0) })},
	unix.SYS_GETSOCKOPT: {"getsockopt", onSocket(func(c *call, s *socket) answer {
		e := unix.Errno(0)
		if c.number32(1) == unix.SOL_SOCKET && c.number32(2) == unix.SO_ERROR {
			e = s.takeError()
		}
		return c.option(unix.AF_INET, unix.SOCK_STREAM, unix.IPPROTO_TCP, s.state == listening, e)
	}, func(c *call, p *pair) answer { return c.option(unix.AF_UNIX, unix.SOCK_STREAM, 0, p.listening, 0) })},
	unix.SYS_SENDTO: {"sendto", onAny(func(c *call) answer {
		if s, is := c.descriptor(0).object.(*datagrams); is {
			return s.sendFor(c, []part{{c.arg[1], int(c.arg[2])}}, c.arg[4], c.arg[5])
		}
		return c.write([]part{{c.arg[1], int(c.arg[2])}}, c.arg[3]&unix.MSG_DONTWAIT != 0, c.arg[3]&unix.MSG_NOSIGNAL == 0)
	})},
	unix.SYS_RECVFROM: {"recvfrom", onAny(func(c *call) answer {
		if s, is := c.descriptor(0).object.(*datagrams); is {
			return s.receiveFor(c, []part{{c.arg[1], int(c.arg[2])}}, c.arg[3], func(p *Packet, _ bool) {
				c.putAddress(4, 5, internetAddress(p.From, p.FromPort))
			})
		}
		return c.receive([]part{{c.arg[1], int(c.arg[2])}}, c.arg[3])
	})},
	unix.SYS_SENDMSG: {"sendmsg", onMessage(func(c *call, from message) answer {
		if from.control != 0 {
			return uncovered("control data")
		}
		if s, is := c.descriptor(0).object.(*datagrams); is {
			return s.sendFor(c, from.parts, from.name, uint64(from.room))
		}
		return c.write(from.parts, c.arg[2]&unix.MSG_DONTWAIT != 0, c.arg[2]&unix.MSG_NOSIGNAL == 0)
	})},
	unix.SYS_RECVMSG: {"recvmsg", onMessage(func(c *call, to message) answer {
		if s, is := c.descriptor(0).object.(*datagrams); is {
			return s.receiveFor(c, to.parts, c.arg[2], func(p *Packet, cut bool) { c.tell(to, internetAddress(p.From, p.FromPort), cut) })
		}
		c.tell(to, nil, false)
		return c.receive(to.parts, c.arg[2])
	})},
}

// onSocket is a handler of a call whose first argument is a socket of one of the two families.
func onSocket(internet func(*call, *socket) answer, local func(*call, *pair) answer) handler {
	return func(c *call) answer {
		d := c.descriptor(0)
		if d == nil {
			return fail(unix.EBADF)
		}
		switch s := d.object.(type) {
		case *socket:
			return internet(c, s)
		case *pair:
			return local(c, s)
		case *datagrams:
			if f := datagramCalls[c.number]; f != nil {
				return f(c, s)
			}
			return fail(unix.EOPNOTSUPP)
		}
		return fail(unix.ENOTSOCK)
	}
}

// onAny is a handler of a call on a socket of any kind.
func onAny(f handler) handler {
	return func(c *call) answer {
		d := c.descriptor(0)
		if d == nil {
			return fail(unix.EBADF)
		}
		switch d.object.(type) {
		case *socket, *pair, *datagrams:
			return f(c)
		}
		return fail(unix.ENOTSOCK)
	}
}

// message is what sendmsg and recvmsg get.
type message struct {
	name    uint64 // where the address is
	room    int    // for it
	parts   []part
	control uint64 // the size of other data
}

// onMessage is a handler of a call on a socket whose second argument is a message.
func onMessage(f func(*call, message) answer) handler {
	with := func(c *call) answer {
		at := c.arg[1]
		v, ok := c.vectors(c.process.Uint64(at+16), int(c.process.Uint64(at+24)))
		if !ok {
			return fail(unix.EINVAL)
		}
		return f(c, message{c.process.Uint64(at), int(c.process.Uint32(at + 8)), v, c.process.Uint64(at + 40)})
	}
	return onAny(with)
}

// tell writes from where a message has come, without control data, and whether it was cut.
func (c *call) tell(m message, from []byte, cut bool) {
	at := c.arg[1]
	if m.name != 0 {
		c.process.Write(m.name, from[:min(len(from), m.room)])
		c.process.PutUint32(at+8, uint32(len(from)))
	}
	flags := uint32(0)
	if cut {
		flags = unix.MSG_TRUNC
	}
	c.process.PutUint64(at+40, 0)
	c.process.PutUint32(at+48, flags)
}

func acceptWith(nonblock func(*call) bool) handler {
	return onSocket(func(c *call, s *socket) answer { return s.acceptFor(c, nonblock(c)) },
		func(c *call, p *pair) answer { return p.acceptFor(c, nonblock(c)) })
}

// option writes the option of a socket that the program asks for.
func (c *call) option(family, kind, protocol uint32, listens bool, e unix.Errno) answer {
	v := uint32(0)
	if c.number32(1) == unix.SOL_SOCKET {
		switch c.number32(2) {
		case unix.SO_TYPE:
			v = kind
		case unix.SO_ERROR:
			v = uint32(e)
		case unix.SO_DOMAIN:
			v = family
		case unix.SO_PROTOCOL:
			v = protocol
		case unix.SO_SNDBUF, unix.SO_RCVBUF:
			v = 212992
		case unix.SO_PEERCRED, unix.SO_PEERSEC:
			return uncovered("option %d of a socket", c.number32(2))
		case unix.SO_ACCEPTCONN:
			if listens {
				v = 1
			}
		}
	}
	c.process.PutUint32(c.arg[4], 4)
	return c.put(c.arg[3], order.AppendUint32(nil, v))
}

// network is the first part of the addresses of machines, and loopback of the own ones.
var network = [3]byte{10, 0, 0}

// Address returns the address of a machine.
func Address(machine int) [4]byte {
	return [4]byte{network[0], network[1], network[2], byte(machine + 1)}
}

// address reads an address from memory. The machine is -1 if there is none of that address.
func (c *call) address(at, length uint64) (machine, port int, e unix.Errno) {
	b := make([]byte, unix.SizeofSockaddrInet4)
	if int(length) < len(b) {
		return 0, 0, unix.EINVAL
	}
	if !c.process.Read(at, b) {
		return 0, 0, unix.EFAULT
	}
	if order.Uint16(b) != unix.AF_INET {
		return 0, 0, unix.EAFNOSUPPORT
	}
	port = int(binary.BigEndian.Uint16(b[2:]))
	const loopback = 127
	switch ip := [4]byte(b[4:8]); {
	case ip == [4]byte{} || ip[0] == loopback:
		return c.machine.Number, port, 0
	case [3]byte(ip[:3]) == network && ip[3] > 0 && int(ip[3]) <= c.machine.Machines:
		return int(ip[3]) - 1, port, 0
	}
	return -1, port, 0
}

func internetAddress(machine, port int) []byte {
	b := binary.BigEndian.AppendUint16(order.AppendUint16(nil, unix.AF_INET), uint16(port))
	ip := Address(machine)
	return append(append(b, ip[:]...), make([]byte, 8)...)
}

// putAddress writes an address to where two arguments say.
func (c *call) putAddress(at, length int, b []byte) answer {
	if c.arg[at] == 0 {
		return done(0)
	}
	if len(b) == 0 {
		b = localAddress("", "")
	}
	room := int(c.process.Uint32(c.arg[length]))
	c.process.PutUint32(c.arg[length], uint32(len(b)))
	return c.put(c.arg[at], b[:min(room, len(b))])
}

func (s *socket) acceptFor(c *call, nonblock bool) answer {
	try := func() (int64, bool) {
		a, e := s.accept(nonblock)
		if a == nil {
			return -int64(e), e != 0
		}
		c.putAddress(1, 2, internetAddress(a.peer, a.peerPort))
		return int64(c.add(a.of)), true
	}
	return waitUnless(s.of.nonblock, try)
}

func (c *call) receive(to []part, flags uint64) answer {
	if flags&^(unix.MSG_PEEK|unix.MSG_DONTWAIT|unix.MSG_NOSIGNAL|unix.MSG_CMSG_CLOEXEC) != 0 {
		return uncovered("flags %#x", flags)
	}
	return c.read(to, flags&unix.MSG_PEEK != 0, flags&unix.MSG_DONTWAIT != 0)
}
