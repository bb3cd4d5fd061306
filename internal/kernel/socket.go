//go:build linux && amd64

package kernel

import (
	"cmp"
	"maps"
	"slices"

	"golang.org/x/sys/unix"
)

// latency is how long a packet takes at least.
const latency = 200 * microsecond

// firstPort is the first of the ports that connections get which do not ask for one.
const firstPort = 32768

// stack is the network of a machine. Machine k has the address 10.0.0.k+1.
type stack struct {
	machine   int
	clock     *clock
	listeners map[int]*socket
	datagrams map[int]*datagrams // by their ports
	ends      map[end]*socket
	opened    int // connections, in all lives
	ports     int // that were given
	sent      []Packet
	points    *points
}

// end is the end of a connection at which the packets of a direction arrive.
type end struct {
	conn ConnID
	back bool
}

func newStack(machine int, c *clock, p *points) *stack {
	return &stack{machine: machine, clock: c, points: p, listeners: map[int]*socket{}, datagrams: map[int]*datagrams{}, ends: map[end]*socket{}}
}

// socketState is the state of a socket.
type socketState uint8

const (
	fresh socketState = iota
	listening
	connecting
	connected
	refused // the connect has failed; the program may not know it yet
	gone
)

// socket is a TCP socket.
type socket struct {
	stack    *stack
	of       *description // nil before it is accepted
	state    socketState
	port     int  // own
	bound    bool // the program has chosen the port
	peer     int  // machine
	peerPort int
	end      end // of its connection
	received []byte
	noMore   bool // the peer has ended its direction, or the program does not want more
	ended    bool // its own direction
	err      unix.Errno
	queue    []*socket // to accept
}

func (n *stack) newSocket(nonblock bool) *description {
	s := &socket{stack: n}
	s.of = &description{object: s, nonblock: nonblock}
	return s.of
}

// freePort returns a port for a socket that asks for none.
func (n *stack) freePort() int {
	n.ports++
	return firstPort + n.ports
}

func (n *stack) send(p Packet) {
	p.From, p.At = n.machine, n.clock.now+latency
	if p.To != p.From {
		if until := n.points.cut; until != never && until > n.clock.now {
			p.At, p.Late = until+latency, true
		}
		if f, is := n.points.take(Delay); is {
			p.At, p.Late = p.At+f.Length, true
		}
	}
	n.sent = append(n.sent, p)
	n.points.pass()
}

// toPeer sends a packet on the connection of the socket.
func (s *socket) toPeer(kind PacketKind, data []byte) {
	if kind == dataPacket && s.peer != s.stack.machine {
		if _, lost := s.stack.points.take(Loss); lost {
			kind, data = resetPacket, nil
			s.reset(unix.ECONNRESET)
		}
	}
	s.stack.send(Packet{Kind: kind, Conn: s.end.conn, Back: !s.end.back, To: s.peer, Data: data})
}

func (s *socket) bind(port int) unix.Errno {
	if s.port != 0 || s.state != fresh && s.state != refused {
		return unix.EINVAL
	}
	if port == 0 {
		port = s.stack.freePort()
	} else if s.stack.listeners[port] != nil {
		return unix.EADDRINUSE
	}
	s.port, s.bound = port, true
	return 0
}

func (s *socket) listen() unix.Errno {
	if s.state == listening {
		return 0
	}
	if s.state != fresh {
		return unix.EINVAL
	}
	if s.port == 0 {
		s.port = s.stack.freePort()
	}
	if s.stack.listeners[s.port] != nil {
		return unix.EADDRINUSE
	}
	s.state = listening
	s.stack.listeners[s.port] = s
	return 0
}

// connect asks a machine for a connection, and returns EINPROGRESS if that was possible.
func (s *socket) connect(machine, port int) unix.Errno {
	switch s.state {
	case connected, listening, gone:
		return unix.EISCONN
	case connecting:
		return unix.EALREADY
	case refused:
		return s.again()
	}
	if s.port == 0 {
		s.port = s.stack.freePort()
	}
	s.stack.opened++
	s.state, s.peer, s.peerPort = connecting, machine, port
	s.end = end{ConnID{s.stack.machine, s.stack.opened}, true}
	s.stack.ends[s.end] = s
	s.stack.send(Packet{Kind: openPacket, Conn: s.end.conn, To: machine, Port: port, FromPort: s.port})
	return unix.EINPROGRESS
}

// outcome returns how a connect has ended, or false if it has not.
func (s *socket) outcome() (unix.Errno, bool) {
	if s.state == connected {
		return 0, true
	}
	if s.state == connecting {
		return 0, false
	}
	return s.again(), true
}

// again returns why the connect has failed. The socket is fresh then.
func (s *socket) again() unix.Errno {
	s.state, s.noMore = fresh, false
	return cmp.Or(s.takeError(), unix.ECONNABORTED)
}

func (s *socket) takeError() unix.Errno {
	e := s.err
	s.err = 0
	return e
}

// accept returns the next connection, or nil.
func (s *socket) accept(nonblock bool) (*socket, unix.Errno) {
	if s.state != listening {
		return nil, unix.EINVAL
	}
	if len(s.queue) == 0 {
		return nil, 0
	}
	c := s.queue[0]
	s.queue = s.queue[1:]
	c.of = &description{object: c, nonblock: nonblock}
	return c, 0
}

// shutdown ends directions of the connection: 0 is the one to the program, 1 the one from it, 2 both.
func (s *socket) shutdown(how int) unix.Errno {
	switch {
	case s.state == listening && how == 1:
		return 0
	case s.state == listening || s.state == connecting:
		s.close(false)
		s.state, s.queue = fresh, nil
		s.of.changed()
		return 0
	case s.state != connected:
		return unix.ENOTCONN
	}
	if how != 0 && !s.ended {
		s.ended = true
		s.toPeer(endPacket, nil)
	}
	if how != 1 {
		s.noMore = true
	}
	s.of.changed()
	return 0
}

func (s *socket) read(most int, peek bool) ([]byte, unix.Errno, bool) {
	switch {
	case s.err != 0:
		return nil, s.takeError(), true
	case len(s.received) > 0:
		b := s.received[:min(most, len(s.received))]
		if !peek {
			s.received = s.received[len(b):]
		}
		return b, 0, true
	case s.state == fresh || s.state == listening:
		return nil, unix.ENOTCONN, true
	}
	return nil, 0, s.noMore || s.state == gone
}

func (s *socket) write(b []byte) (int, unix.Errno, bool) {
	switch {
	case s.err != 0:
		return 0, s.takeError(), true
	case s.state == connecting:
		return 0, 0, false
	case s.state != connected || s.ended:
		return 0, unix.EPIPE, true
	}
	if len(b) > 0 {
		s.toPeer(dataPacket, slices.Clone(b))
	}
	return len(b), 0, true
}

func (s *socket) ready() (m uint32) {
	switch s.state {
	case fresh:
		m = unix.EPOLLOUT | unix.EPOLLHUP
	case listening:
		if len(s.queue) > 0 {
			m = unix.EPOLLIN
		}
	case connected, refused, gone:
		m = unix.EPOLLOUT
		if len(s.received) > 0 || s.noMore {
			m |= unix.EPOLLIN
		}
		if s.noMore {
			m |= unix.EPOLLRDHUP
		}
		if s.noMore && s.ended || s.state != connected {
			m |= unix.EPOLLHUP
		}
	}
	if s.err != 0 {
		m |= unix.EPOLLERR | unix.EPOLLHUP | unix.EPOLLIN | unix.EPOLLOUT | unix.EPOLLRDHUP
	}
	return m
}

func (s *socket) close(crash bool) {
	switch s.state {
	case listening:
		delete(s.stack.listeners, s.port)
		for _, c := range s.queue {
			c.close(true)
		}
	case connected:
		if crash || len(s.received) > 0 {
			s.toPeer(resetPacket, nil)
		} else if !s.ended {
			s.toPeer(endPacket, nil)
		}
	}
	delete(s.stack.ends, s.end)
	s.state = gone
}

func (s *socket) mode() uint32 { return unix.S_IFSOCK | 0o777 }

// deliver takes a packet from the network.
func (n *stack) deliver(p *Packet) {
	at := end{p.Conn, p.Back}
	s := n.ends[at]
	switch {
	case p.Kind == datagramPacket:
		n.arrive(p)
		return
	case p.Kind == openPacket:
		l := n.listeners[p.Port]
		if l == nil {
			n.refuse(p)
			return
		}
		s = &socket{stack: n, state: connected, port: p.Port, peer: p.From, peerPort: p.FromPort, end: at}
		n.ends[at] = s
		l.queue = append(l.queue, s)
		l.of.changed()
		s.toPeer(acceptPacket, nil)
		return
	case s == nil:
		if p.Kind == dataPacket || p.Kind == acceptPacket {
			n.refuse(p)
		}
		return
	}
	switch p.Kind {
	case acceptPacket:
		s.state = connected
	case dataPacket:
		s.received = append(s.received, p.Data...)
	case endPacket:
		s.noMore = true
	case resetPacket:
		if s.state == connecting {
			s.reset(unix.ECONNREFUSED)
			if s.state = refused; !s.bound {
				s.port = 0
			}
			return
		}
		s.reset(unix.ECONNRESET)
		return
	}
	s.of.changed()
}

// reset ends the connection of the socket with an error.
func (s *socket) reset(err unix.Errno) {
	s.err, s.noMore, s.received, s.state = err, true, nil, gone
	delete(s.stack.ends, s.end)
	s.of.changed()
}

// refuse answers a packet for which there is no socket.
func (n *stack) refuse(p *Packet) {
	n.send(Packet{Kind: resetPacket, Conn: p.Conn, Back: !p.Back, To: p.From})
}

// crash resets all connections.
func (n *stack) crash() {
	all := slices.SortedFunc(maps.Keys(n.ends), func(a, b end) int {
		if a.conn.Machine != b.conn.Machine {
			return a.conn.Machine - b.conn.Machine
		}
		if a.conn.Nth != b.conn.Nth {
			return a.conn.Nth - b.conn.Nth
		}
		if a.back == b.back {
			return 0
		} else if a.back {
			return 1
		}
		return -1
	})
	for _, e := range all {
		n.ends[e].close(true)
	}
	n.listeners, n.datagrams = map[int]*socket{}, map[int]*datagrams{}
}
