//go:build linux && (amd64 || arm64)

package kernel

import (
	"golang.org/x/sys/unix"

	"github.com/checkmodel/checkmodel/internal/kernel/network"
)

// message says where the bytes and the address of a message are in memory. The bytes of a stream have no address.
type message struct {
	header  uint64 // where all of this is written; 0 if it is in the arguments
	name    uint64 // where the address is
	room    int    // for it
	parts   []part
	control uint64 // the size of other data
	flags   uint64
}

// onBuffer is a handler of a call on a socket whose arguments are a message.
func onBuffer(f func(message, *call, socket) answer) handler {
	return onSocket(func(c *call, s socket) answer {
		return f(message{name: c.arg[4], room: int(c.arg[5]), parts: []part{{c.arg[1], int(c.arg[2])}}, flags: c.arg[3]}, c, s)
	})
}

// onMessage is a handler of a call on a socket whose second argument points to a message.
func onMessage(f func(message, *call, socket) answer) handler {
	return onSocket(func(c *call, s socket) answer {
		at := c.arg[1]
		v, ok := c.vectors(c.process.Uint64(at+16), int(c.process.Uint64(at+24)))
		if !ok {
			return fail(unix.EINVAL)
		}
		return f(message{at, c.process.Uint64(at), int(c.process.Uint32(at + 8)), v, c.process.Uint64(at + 40), c.arg[2]}, c, s)
	})
}

// send sends a message. A datagram goes to the address of the message, or to the peer if there is none.
func (m message) send(c *call, s socket) answer {
	if m.control != 0 {
		return uncovered("control data")
	}
	d, is := s.(*network.Datagrams)
	if !is {
		return c.write(m.parts, m.flags&unix.MSG_DONTWAIT != 0, m.flags&unix.MSG_NOSIGNAL == 0)
	}
	b, ok := c.gather(m.parts)
	if !ok {
		return fail(unix.EFAULT)
	}
	var e unix.Errno
	if m.name == 0 {
		_, e, _ = d.Write(b)
	} else {
		d.NeedPort()
		var machine, port int
		if machine, port, e = c.address(m.name, uint64(m.room)); e == 0 {
			e = d.SendTo(machine, port, b)
		}
	}
	if e != 0 {
		return fail(e)
	}
	return done(int64(len(b)))
}

// receive waits for a message.
func (m message) receive(c *call, s socket) answer {
	known := uint64(unix.MSG_PEEK | unix.MSG_DONTWAIT | unix.MSG_NOSIGNAL | unix.MSG_CMSG_CLOEXEC)
	d, is := s.(*network.Datagrams)
	if is {
		known |= unix.MSG_TRUNC
	}
	peek, nonblock := m.flags&unix.MSG_PEEK != 0, m.flags&unix.MSG_DONTWAIT != 0
	switch {
	case m.flags&^known != 0:
		return uncovered("flags %#x", m.flags)
	case !is:
		m.tell(c, nil, false)
		return c.read(m.parts, peek, nonblock)
	}
	try := func() (int64, bool) {
		p := d.Next()
		if p == nil {
			return 0, false
		}
		b, _, _ := d.Read(size(m.parts), peek)
		if !c.scatter(m.parts, b) {
			return -int64(unix.EFAULT), true
		}
		m.tell(c, p.Source(), len(b) < len(p.Data))
		if m.flags&unix.MSG_TRUNC != 0 {
			return int64(len(p.Data)), true
		}
		return int64(len(b)), true
	}
	return waitUnless(c.descriptor(0).Nonblock || nonblock, try)
}

// tell writes from where a message has come, without control data, and whether it was cut.
func (m message) tell(c *call, from []byte, cut bool) {
	if m.header == 0 {
		if from != nil {
			c.putAddress(4, 5, from)
		}
		return
	}
	if m.name != 0 {
		c.process.Write(m.name, from[:min(len(from), m.room)])
		c.process.PutUint32(m.header+8, uint32(len(from)))
	}
	flags := uint32(0)
	if cut {
		flags = unix.MSG_TRUNC
	}
	c.process.PutUint64(m.header+40, 0)
	c.process.PutUint32(m.header+48, flags)
}
