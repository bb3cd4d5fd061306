//go:build linux && (amd64 || arm64)

package kernel

import (
	"golang.org/x/sys/unix"

	"github.com/checkmodel/checkmodel/internal/kernel/network"
)

// message says where the bytes and the address of a datagram are in memory.
type message struct {
	name    uint64 // where the address is
	room    int    // for it
	parts   []part
	control uint64 // the size of other data
}

// send sends a datagram to the address of the message, or to the peer if there is none.
func (m message) send(c *call, s *network.Datagrams) answer {
	b, ok := c.gather(m.parts)
	if !ok {
		return fail(unix.EFAULT)
	}
	var e unix.Errno
	if m.name == 0 {
		_, e, _ = s.Write(b)
	} else {
		s.NeedPort()
		var machine, port int
		if machine, port, e = c.address(m.name, uint64(m.room)); e == 0 && machine < 0 {
			e = unix.ENETUNREACH
		}
		if e == 0 {
			e = s.SendTo(machine, port, b)
		}
	}
	if e != 0 {
		return fail(e)
	}
	return done(int64(len(b)))
}

// receive waits for a datagram, and calls tell with it.
func (m message) receive(c *call, s *network.Datagrams, flags uint64, tell func(p *network.Packet, cut bool)) answer {
	if flags&^(unix.MSG_PEEK|unix.MSG_DONTWAIT|unix.MSG_TRUNC|unix.MSG_CMSG_CLOEXEC) != 0 {
		return uncovered("flags %#x", flags)
	}
	try := func() (int64, bool) {
		p := s.Next()
		if p == nil {
			return 0, false
		}
		b, _, _ := s.Read(size(m.parts), flags&unix.MSG_PEEK != 0)
		if !c.scatter(m.parts, b) {
			return -int64(unix.EFAULT), true
		}
		tell(p, len(b) < len(p.Data))
		if flags&unix.MSG_TRUNC != 0 {
			return int64(len(p.Data)), true
		}
		return int64(len(b)), true
	}
	return waitUnless(c.descriptor(0).Nonblock || flags&unix.MSG_DONTWAIT != 0, try)
}

// tell writes from where a message has come, without control data, and whether it was cut.
func (m message) tell(c *call, from []byte, cut bool) {
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
