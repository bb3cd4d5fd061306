//go:build linux && (amd64 || arm64)

package network

import (
	"slices"

	"golang.org/x/sys/unix"

	"github.com/checkmodel/checkmodel/internal/kernel/descriptor"
	"github.com/checkmodel/checkmodel/internal/kernel/timeline"
)

// Datagrams is a UDP socket. The datagrams from it to another machine stay in order; none is sent again.
type Datagrams struct {
	stack *Stack
	of    *descriptor.Description
	port  int // 0 if it has none
	peer  int // the machine that it is connected to, or -1
	to    int // the port there
	ways  map[int]ConnID
	queue []*Packet // that have arrived
}

// largestDatagram is the number of bytes of the longest one.
const largestDatagram = 65507

// NewDatagrams returns a UDP socket.
func (n *Stack) NewDatagrams(nonblock bool) *descriptor.Description {
	s := &Datagrams{stack: n, peer: -1, ways: map[int]ConnID{}}
	s.of = &descriptor.Description{Object: s, Nonblock: nonblock}
	return s.of
}

// Bind gives the socket a port, or a free one for 0.
func (s *Datagrams) Bind(port int) unix.Errno {
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

// NeedPort gives the socket a port if it has none.
func (s *Datagrams) NeedPort() {
	if s.port == 0 {
		s.Bind(0)
	}
}

// Connect sets the port of a machine that datagrams go to, and come from.
func (s *Datagrams) Connect(machine, port int) {
	s.NeedPort()
	s.peer, s.to = machine, port
}

// Address returns the address of the socket.
func (s *Datagrams) Address() []byte { return internetAddress(s.stack.machine, s.port) }

// PeerAddress returns the address of the peer, or false if there is none.
func (s *Datagrams) PeerAddress() ([]byte, bool) { return internetAddress(s.peer, s.to), s.peer >= 0 }

// Next returns the datagram that Read would take, or nil.
func (s *Datagrams) Next() *Packet {
	if len(s.queue) == 0 {
		return nil
	}
	return s.queue[0]
}

// Available returns the length of the next datagram.
func (s *Datagrams) Available() (int, unix.Errno) {
	if len(s.queue) == 0 {
		return 0, 0
	}
	return len(s.queue[0].Data), 0
}

// SendTo sends a datagram to a port of a machine.
func (s *Datagrams) SendTo(machine, port int, b []byte) unix.Errno {
	if len(b) > largestDatagram {
		return unix.EMSGSIZE
	}
	way, is := s.ways[machine]
	if !is {
		s.stack.opened++
		way = ConnID{s.stack.machine, s.stack.opened}
		s.ways[machine] = way
	}
	p := Packet{Kind: datagramPacket, Conn: way, To: machine, Port: port, FromPort: s.port, Data: slices.Clone(b)}
	if machine != s.stack.machine {
		if _, lost := s.stack.points.Take(timeline.Loss, &p); lost {
			return 0
		}
	}
	s.stack.send(p)
	return 0
}

// arrive takes a datagram. A datagram that no socket waits for is lost.
func (n *Stack) arrive(p *Packet) {
	if s := n.datagrams[p.Port]; s != nil && (s.peer < 0 || s.peer == p.From && s.to == p.FromPort) {
		s.queue = append(s.queue, p)
		s.of.Changed()
	}
}

func (s *Datagrams) Read(most int, peek bool) ([]byte, unix.Errno, bool) {
	if len(s.queue) == 0 {
		return nil, 0, false
	}
	b := s.queue[0].Data
	if !peek {
		s.queue = s.queue[1:]
	}
	return b[:min(most, len(b))], 0, true
}

func (s *Datagrams) Write(b []byte) (int, unix.Errno, bool) {
	if s.NeedPort(); s.peer < 0 {
		return 0, unix.EDESTADDRREQ, true
	}
	return len(b), s.SendTo(s.peer, s.to, b), true
}

func (s *Datagrams) Ready() uint32 {
	if len(s.queue) > 0 {
		return unix.EPOLLIN | unix.EPOLLOUT
	}
	return unix.EPOLLOUT
}

func (s *Datagrams) Close() {
	if s.port != 0 {
		delete(s.stack.datagrams, s.port)
	}
}

func (s *Datagrams) Mode() uint32 { return unix.S_IFSOCK | 0o777 }
