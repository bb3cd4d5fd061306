//go:build linux && (amd64 || arm64)

package network

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"golang.org/x/sys/unix"

	"github.com/checkmodel/checkmodel/internal/kernel/descriptor"
	"github.com/checkmodel/checkmodel/internal/kernel/timeline"
)

// latency is how long a packet takes at least.
const latency = 200 * timeline.Microsecond

// firstPort is the first of the ports that connections get which do not ask for one.
const firstPort = 32768

// Stack is the network of a machine. Machine k has the address 10.0.0.k+1.
type Stack struct {
	machine   int
	machines  int
	clock     *timeline.Clock
	listeners map[int]*Socket
	datagrams map[int]*Datagrams // by their ports
	locals    map[any]*Pair      // that have a name
	ends      map[end]*Socket
	opened    int // connections, in all lives
	ports     int // that were given
	sent      []Packet
	points    *timeline.Points
}

// end is the end of a connection at which the packets of a direction arrive.
type end struct {
	conn ConnID
	back bool
}

// NewStack returns the network of one of several machines.
func NewStack(machine, machines int, c *timeline.Clock, p *timeline.Points) *Stack {
	return &Stack{
		machine: machine, machines: machines, clock: c, points: p,
		listeners: map[int]*Socket{}, datagrams: map[int]*Datagrams{}, locals: map[any]*Pair{}, ends: map[end]*Socket{},
	}
}

// TakeSent returns the packets that were sent since the last call.
func (n *Stack) TakeSent() []Packet {
	all := n.sent
	n.sent = nil
	return all
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

// Socket is a TCP socket.
type Socket struct {
	stack    *Stack
	of       *descriptor.Description // nil before it is accepted
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
	queue    []*Socket // to accept
}

// NewSocket returns a TCP socket.
func (n *Stack) NewSocket(nonblock bool) *descriptor.Description {
	s := &Socket{stack: n}
	s.of = &descriptor.Description{Object: s, Nonblock: nonblock}
	return s.of
}

// freePort returns a port for a socket that asks for none.
func (n *Stack) freePort() int {
	n.ports++
	return firstPort + n.ports
}

func (n *Stack) send(p Packet) {
	p.From, p.At = n.machine, n.clock.Now+latency
	if p.To != p.From {
		if until, is := n.points.CutOff(p.From, p.To); is {
			p.At, p.Late = until+latency, true
		}
		if f, is := n.points.Take(timeline.Delay, &p); is {
			if middle := len(p.Data) / 2; f.Half && p.Kind == dataPacket && middle > 0 {
				first := p
				first.Data, p.Data = p.Data[:middle:middle], p.Data[middle:]
				n.sent = append(n.sent, first)
			}
			p.At, p.Late = p.At+f.Length, true
		}
	}
	if before := n.behind(&p); before != nil {
		before.Data = slices.Concat(before.Data, p.Data)
	} else {
		n.sent = append(n.sent, p)
	}
	n.points.Pass("after it has sent ", &p)
}

// behind returns the late packet of the same event that the data of a packet follows, and so joins; or nil.
func (n *Stack) behind(p *Packet) *Packet {
	for i := len(n.sent) - 1; i >= 0 && p.Kind == dataPacket; i-- {
		if q := &n.sent[i]; q.Conn == p.Conn && q.Back == p.Back {
			if q.Kind == dataPacket && q.Late {
				return q
			}
			break
		}
	}
	return nil
}

// toPeer sends a packet on the connection of the socket.
func (s *Socket) toPeer(kind PacketKind, data []byte) {
	if kind == dataPacket && s.peer != s.stack.machine {
		if _, lost := s.stack.points.Take(timeline.Loss, &Packet{Kind: kind, Data: data}); lost {
			kind, data = resetPacket, nil
			s.reset(unix.ECONNRESET)
		}
	}
	s.stack.send(Packet{Kind: kind, Conn: s.end.conn, Back: !s.end.back, To: s.peer, Data: data})
}

// Bind gives the socket a port, or a free one for 0.
func (s *Socket) Bind(port int) unix.Errno {
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

// Fresh reports whether the socket has neither a connection nor an attempt at one, and does not listen.
func (s *Socket) Fresh() bool { return s.state == fresh }

// Listen begins to wait for connections.
func (s *Socket) Listen() unix.Errno {
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

// Connect asks a machine for a connection, and returns EINPROGRESS if that was possible.
func (s *Socket) Connect(machine, port int) unix.Errno {
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

// Outcome returns how a connect has ended, or false if it has not.
func (s *Socket) Outcome() (unix.Errno, bool) {
	if s.state == connected {
		return 0, true
	}
	if s.state == connecting {
		return 0, false
	}
	return s.again(), true
}

// again returns why the connect has failed. The socket is fresh then.
func (s *Socket) again() unix.Errno {
	s.state, s.noMore = fresh, false
	return cmp.Or(s.takeError(), unix.ECONNABORTED)
}

// takeError returns the error of the connection, and forgets it.
func (s *Socket) takeError() unix.Errno {
	e := s.err
	s.err = 0
	return e
}

// Accept returns the next connection and the address of its peer, or nil.
func (s *Socket) Accept(nonblock bool) (d *descriptor.Description, from []byte, e unix.Errno) {
	if s.state != listening {
		return nil, nil, unix.EINVAL
	}
	if len(s.queue) == 0 {
		return nil, nil, 0
	}
	c := s.queue[0]
	s.queue = s.queue[1:]
	c.of = &descriptor.Description{Object: c, Nonblock: nonblock}
	return c.of, internetAddress(c.peer, c.peerPort), 0
}

// Address returns the address of the socket.
func (s *Socket) Address() []byte { return internetAddress(s.stack.machine, s.port) }

// PeerAddress returns the address of the peer, or false if there is none.
func (s *Socket) PeerAddress() ([]byte, bool) {
	return internetAddress(s.peer, s.peerPort), s.state == connected
}

// Available returns how many bytes can be read.
func (s *Socket) Available() (int, unix.Errno) {
	if s.state == listening {
		return 0, unix.EINVAL
	}
	return len(s.received), 0
}

// Shutdown ends directions of the connection: 0 is the one to the program, 1 the one from it, 2 both.
func (s *Socket) Shutdown(how int) unix.Errno {
	switch {
	case s.state == listening && how == 1:
		return 0
	case s.state == listening || s.state == connecting:
		s.Close()
		s.state, s.queue = fresh, nil
		s.of.Changed()
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
	s.of.Changed()
	return 0
}

func (s *Socket) Read(most int, peek bool) ([]byte, unix.Errno, bool) {
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

func (s *Socket) Write(b []byte) (int, unix.Errno, bool) {
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

func (s *Socket) Ready() (m uint32) {
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

// crash closes the socket of a program that has not read all.
func (s *Socket) crash() {
	if s.state == connected {
		s.toPeer(resetPacket, nil)
		s.state = gone
	}
	s.Close()
}

func (s *Socket) Close() {
	switch s.state {
	case listening:
		delete(s.stack.listeners, s.port)
		for _, c := range s.queue {
			c.crash()
		}
	case connected:
		if len(s.received) > 0 {
			s.toPeer(resetPacket, nil)
		} else if !s.ended {
			s.toPeer(endPacket, nil)
		}
	}
	delete(s.stack.ends, s.end)
	s.state = gone
}

func (s *Socket) Mode() uint32 { return unix.S_IFSOCK | 0o777 }

// Deliver takes a packet from the network.
func (n *Stack) Deliver(p *Packet) {
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
		s = &Socket{stack: n, state: connected, port: p.Port, peer: p.From, peerPort: p.FromPort, end: at}
		n.ends[at] = s
		l.queue = append(l.queue, s)
		l.of.Changed()
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
	s.of.Changed()
}

// reset ends the connection of the socket with an error.
func (s *Socket) reset(err unix.Errno) {
	s.err, s.noMore, s.received, s.state = err, true, nil, gone
	delete(s.stack.ends, s.end)
	s.of.Changed()
}

// refuse answers a packet for which there is no socket.
func (n *Stack) refuse(p *Packet) {
	n.send(Packet{Kind: resetPacket, Conn: p.Conn, Back: !p.Back, To: p.From})
}

// Crash resets all connections, and forgets all other sockets.
func (n *Stack) Crash() {
	all := slices.SortedFunc(maps.Keys(n.ends), func(a, b end) int {
		return cmp.Or(a.conn.Machine-b.conn.Machine, a.conn.Nth-b.conn.Nth, strings.Compare(fmt.Sprint(a.back), fmt.Sprint(b.back)))
	})
	for _, e := range all {
		n.ends[e].crash()
	}
	n.listeners, n.datagrams, n.locals = map[int]*Socket{}, map[int]*Datagrams{}, map[any]*Pair{}
}
