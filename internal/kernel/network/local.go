//go:build linux && (amd64 || arm64)

package network

import (
	"golang.org/x/sys/unix"

	"github.com/checkmodel/checkmodel/internal/kernel/descriptor"
)

// Pair is a socket of the family AF_UNIX that is connected to another one, or listens. No packet of the network is needed, since both
// are on one machine.
type Pair struct {
	other     *Pair
	of        *descriptor.Description
	name      any           // nil if it has none
	address   []byte        // with the name, as programs see it
	names     map[any]*Pair // of the machine, if it has one
	listening bool
	queue     []*Pair // to accept
	received  []byte
	noMore    bool
}

// bufferSize is the number of bytes that wait to be read.
const bufferSize = 212992

// NewLocal returns a local socket without a peer.
func NewLocal(nonblock bool) *descriptor.Description { return newLocal(nonblock).of }

func newLocal(nonblock bool) *Pair {
	p := &Pair{}
	p.of = &descriptor.Description{Object: p, Nonblock: nonblock}
	return p
}

// NewPair returns two local sockets that are connected to each other.
func NewPair(nonblock bool) (one, other *descriptor.Description) {
	a, b := newLocal(nonblock), newLocal(nonblock)
	a.other, b.other = b, a
	return a.of, b.of
}

// BindLocal gives a local socket a name, which is a string, or the identity of its file.
func (n *Stack) BindLocal(p *Pair, name any, address []byte) unix.Errno {
	if n.locals[name] != nil {
		return unix.EADDRINUSE
	}
	p.name, p.address, p.names = name, address, n.locals
	n.locals[name] = p
	return 0
}

// ConnectLocal connects a local socket to the listening socket of that name.
func (n *Stack) ConnectLocal(p *Pair, name any) unix.Errno {
	l := n.locals[name]
	if l == nil || !l.listening {
		return unix.ECONNREFUSED
	}
	if p.listening {
		return unix.EINVAL
	}
	if p.other != nil {
		return unix.EISCONN
	}
	peer := newLocal(false)
	p.other, peer.other, peer.address = peer, p, l.address
	l.queue = append(l.queue, peer)
	l.of.Changed()
	return 0
}

// Named reports whether the socket has a name.
func (p *Pair) Named() bool { return p.name != nil }

// Listen begins to wait for connections.
func (p *Pair) Listen() unix.Errno {
	if p.name == nil || p.other != nil {
		return unix.EINVAL
	}
	p.listening = true
	return 0
}

// Accept returns the next connection and the address of its peer, or nil.
func (p *Pair) Accept(nonblock bool) (d *descriptor.Description, from []byte, e unix.Errno) {
	if !p.listening {
		return nil, nil, unix.EINVAL
	}
	if len(p.queue) == 0 {
		return nil, nil, 0
	}
	q := p.queue[0]
	p.queue = p.queue[1:]
	q.of.Nonblock = nonblock
	return q.of, q.other.Address(), 0
}

// Address returns the address of the socket.
func (p *Pair) Address() []byte {
	if len(p.address) == 0 {
		return LocalAddress("", "")
	}
	return p.address
}

// PeerAddress returns the address of the peer, or false if there is none.
func (p *Pair) PeerAddress() ([]byte, bool) {
	if p.other == nil {
		return nil, false
	}
	return p.other.Address(), true
}

// Available returns how many bytes can be read.
func (p *Pair) Available() (int, unix.Errno) {
	if p.listening {
		return 0, unix.EINVAL
	}
	return len(p.received), 0
}

func (p *Pair) Read(most int, peek bool) ([]byte, unix.Errno, bool) {
	if p.other == nil {
		return nil, unix.EINVAL, true
	}
	if len(p.received) == 0 {
		return nil, 0, p.noMore
	}
	b := p.received[:min(most, len(p.received))]
	if !peek {
		if len(p.received) == bufferSize {
			p.other.of.Changed()
		}
		p.received = p.received[len(b):]
	}
	return b, 0, true
}

func (p *Pair) Write(b []byte) (int, unix.Errno, bool) {
	if p.other == nil {
		return 0, unix.ENOTCONN, true
	}
	if p.other.noMore {
		return 0, unix.EPIPE, true
	}
	n := min(len(b), bufferSize-len(p.other.received))
	if n == 0 {
		return 0, 0, len(b) == 0
	}
	p.other.received = append(p.other.received, b[:n]...)
	p.other.of.Changed()
	return n, 0, true
}

func (p *Pair) Ready() (m uint32) {
	switch {
	case p.listening:
		if len(p.queue) > 0 {
			m = unix.EPOLLIN
		}
		return m
	case p.other == nil:
		return unix.EPOLLOUT | unix.EPOLLHUP
	}
	if len(p.other.received) < bufferSize {
		m = unix.EPOLLOUT
	}
	if len(p.received) > 0 || p.noMore {
		m |= unix.EPOLLIN
	}
	if p.noMore {
		m |= unix.EPOLLRDHUP
	}
	if p.noMore && p.other.noMore {
		m |= unix.EPOLLHUP
	}
	return m
}

func (p *Pair) Close() {
	for _, q := range p.queue {
		q.Shutdown(2)
	}
	p.queue, p.listening = nil, false
	p.Shutdown(2)
	if p.names != nil {
		delete(p.names, p.name)
	}
}

// Shutdown ends directions: 0 is the one to the program, 1 the one from it, 2 both.
func (p *Pair) Shutdown(how int) unix.Errno {
	if how != 1 {
		p.noMore = true
	}
	p.of.Changed()
	if p.other == nil {
		return 0
	}
	if how != 0 {
		p.other.noMore = true
	}
	p.other.of.Changed()
	return 0
}

func (p *Pair) Mode() uint32 { return unix.S_IFSOCK | 0o777 }
