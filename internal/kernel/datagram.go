//go:build linux && amd64

package kernel

import (
	"slices"

	"golang.org/x/sys/unix"
)

// datagrams is a UDP socket. The datagrams from it to another machine stay in order; none is sent again.
type datagrams struct {
	stack *stack
	of    *description
	port  int // 0 if it has none
	peer  int // the machine that it is connected to, or -1
	to    int // the port there
	ways  map[int]ConnID
	queue []*Packet // that have arrived
}

// largestDatagram is the number of bytes of the longest one.
const largestDatagram = 65507

func (n *stack) newDatagrams(nonblock bool) *description {
	s := &datagrams{stack: n, peer: -1, ways: map[int]ConnID{}}
	s.of = &description{object: s, nonblock: nonblock}
	return s.of
}

func (s *datagrams) bind(port int) unix.Errno {
	if s.port != 0 {
		return unix.EINVAL
	}
	if port == 0 {
		port = s.stack.freePort()
	}
	if s.stack.datagrams[port] != nil {
		return unix.EADDRINUSE
	}
	s.port = port
	s.stack.datagrams[port] = s
	return 0
}

// needPort gives the socket a port if it has none.
func (s *datagrams) needPort() {
	if s.port == 0 {
		s.bind(0)
	}
}

// send sends a datagram to a port of a machine.
func (s *datagrams) send(machine, port int, b []byte) unix.Errno {
	if len(b) > largestDatagram {
		return unix.EMSGSIZE
	}
	way, is := s.ways[machine]
	if !is {
		s.stack.opened++
		way = ConnID{s.stack.machine, s.stack.opened}
		s.ways[machine] = way
	}
	if machine != s.stack.machine {
		if _, lost := s.stack.points.take(Loss); lost {
			return 0
		}
	}
	s.stack.send(Packet{Kind: datagramPacket, Conn: way, To: machine, Port: port, FromPort: s.port, Data: slices.Clone(b)})
	return 0
}

// arrive takes a datagram. If nobody waits for it, it is lost.
func (n *stack) arrive(p *Packet) {
	if s := n.datagrams[p.Port]; s != nil && (s.peer < 0 || s.peer == p.From && s.to == p.FromPort) {
		s.queue = append(s.queue, p)
		s.of.changed()
	}
}

func (s *datagrams) read(most int, peek bool) ([]byte, unix.Errno, bool) {
	if len(s.queue) == 0 {
		return nil, 0, false
	}
	b := s.queue[0].Data
	if !peek {
		s.queue = s.queue[1:]
	}
	return b[:min(most, len(b))], 0, true
}

func (s *datagrams) write(b []byte) (int, unix.Errno, bool) {
	if s.needPort(); s.peer < 0 {
		return 0, unix.EDESTADDRREQ, true
	}
	return len(b), s.send(s.peer, s.to, b), true
}

func (s *datagrams) ready() uint32 {
	if len(s.queue) > 0 {
		return unix.EPOLLIN | unix.EPOLLOUT
	}
	return unix.EPOLLOUT
}

func (s *datagrams) close(bool) {
	if s.port != 0 {
		delete(s.stack.datagrams, s.port)
	}
}

func (s *datagrams) mode() uint32 { return unix.S_IFSOCK | 0o777 }

// datagramCalls are the calls of UDP sockets. The others are not possible with them.
var datagramCalls = map[int]func(*call, *datagrams) answer{
	unix.SYS_BIND: func(c *call, s *datagrams) answer {
		machine, port, e := c.address(c.arg[1], c.arg[2])
		if e == 0 && machine != c.machine.Number {
			e = unix.EADDRNOTAVAIL
		}
		if e != 0 {
			return fail(e)
		}
		return errno(s.bind(port))
	},
	unix.SYS_CONNECT: func(c *call, s *datagrams) answer {
		machine, port, e := c.address(c.arg[1], c.arg[2])
		switch {
		case e != 0:
			return fail(e)
		case machine < 0:
			return fail(unix.ENETUNREACH)
		}
		s.needPort()
		s.peer, s.to = machine, port
		return done(0)
	},
	unix.SYS_GETSOCKNAME: func(c *call, s *datagrams) answer {
		return c.putAddress(1, 2, internetAddress(c.machine.Number, s.port))
	},
	unix.SYS_GETPEERNAME: func(c *call, s *datagrams) answer {
		if s.peer < 0 {
			return fail(unix.ENOTCONN)
		}
		return c.putAddress(1, 2, internetAddress(s.peer, s.to))
	},
	unix.SYS_SETSOCKOPT: func(*call, *datagrams) answer { return done(0) },
	unix.SYS_GETSOCKOPT: func(c *call, s *datagrams) answer {
		return c.option(unix.AF_INET, unix.SOCK_DGRAM, unix.IPPROTO_UDP, false, 0)
	},
}

// sendFor sends the parts to the address in memory, or to the peer if there is none.
func (s *datagrams) sendFor(c *call, from []part, name, length uint64) answer {
	b, ok := c.gather(from)
	if !ok {
		return fail(unix.EFAULT)
	}
	s.needPort()
	machine, port, e := s.peer, s.to, unix.Errno(0)
	switch {
	case name != 0:
		if machine, port, e = c.address(name, length); e == 0 && machine < 0 {
			e = unix.ENETUNREACH
		}
	case machine < 0:
		e = unix.EDESTADDRREQ
	}
	if e == 0 {
		e = s.send(machine, port, b)
	}
	if e != 0 {
		return fail(e)
	}
	return done(int64(len(b)))
}

// receiveFor waits for a datagram and tells of it.
func (s *datagrams) receiveFor(c *call, to []part, flags uint64, tell func(p *Packet, cut bool)) answer {
	if flags&^(unix.MSG_PEEK|unix.MSG_DONTWAIT|unix.MSG_TRUNC|unix.MSG_CMSG_CLOEXEC) != 0 {
		return uncovered("flags %#x", flags)
	}
	try := func() (int64, bool) {
		if len(s.queue) == 0 {
			return 0, false
		}
		p := s.queue[0]
		b, _, _ := s.read(size(to), flags&unix.MSG_PEEK != 0)
		if !c.scatter(to, b) {
			return -int64(unix.EFAULT), true
		}
		tell(p, len(b) < len(p.Data))
		if flags&unix.MSG_TRUNC != 0 {
			return int64(len(p.Data)), true
		}
		return int64(len(b)), true
	}
	return waitUnless(s.of.nonblock || flags&unix.MSG_DONTWAIT != 0, try)
}
