//go:build linux && amd64

package kernel

import (
	"bytes"

	"golang.org/x/sys/unix"

	"github.com/checkmodel/checkmodel/internal/journal"
)

// pair is a socket of the family AF_UNIX: one of two that are connected to each other, or one that listens. No packet of the
// network is needed, since both are on one machine.
type pair struct {
	other     *pair
	of        *description
	name      any           // a *journal.File, or a string without a file; nil if it has none
	address   []byte        // with the name, as programs see it
	names     map[any]*pair // of the machine, if it has one
	listening bool
	queue     []*pair // to accept
	received  []byte
	noMore    bool
}

// pairSize is the number of bytes that wait to be read.
const pairSize = 212992

func newLocal(nonblock bool) *pair {
	p := &pair{}
	p.of = &description{object: p, nonblock: nonblock}
	return p
}

func newPair(nonblock bool) (a, b *pair) {
	a, b = newLocal(nonblock), newLocal(nonblock)
	a.other, b.other = b, a
	return a, b
}

// bind adds the socket to those that have a name.
func (p *pair) bind(names map[any]*pair) {
	p.names = names
	names[p.name] = p
}

func (p *pair) read(most int, peek bool) ([]byte, unix.Errno, bool) {
	if p.other == nil {
		return nil, unix.EINVAL, true
	}
	if len(p.received) == 0 {
		return nil, 0, p.noMore
	}
	b := p.received[:min(most, len(p.received))]
	if !peek {
		if len(p.received) == pairSize {
			p.other.of.changed()
		}
		p.received = p.received[len(b):]
	}
	return b, 0, true
}

func (p *pair) write(b []byte) (int, unix.Errno, bool) {
	if p.other == nil {
		return 0, unix.ENOTCONN, true
	}
	if p.other.noMore {
		return 0, unix.EPIPE, true
	}
	n := min(len(b), pairSize-len(p.other.received))
	if n == 0 {
		return 0, 0, len(b) == 0
	}
	p.other.received = append(p.other.received, b[:n]...)
	p.other.of.changed()
	return n, 0, true
}

func (p *pair) ready() (m uint32) {
	switch {
	case p.listening:
		if len(p.queue) > 0 {
			m = unix.EPOLLIN
		}
		return m
	case p.other == nil:
		return unix.EPOLLOUT | unix.EPOLLHUP
	}
	if len(p.other.received) < pairSize {
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

func (p *pair) close(bool) {
	for _, q := range p.queue {
		q.shutdown(2)
	}
	p.queue, p.listening = nil, false
	p.shutdown(2)
	if p.names != nil {
		delete(p.names, p.name)
	}
}

// shutdown ends directions: 0 is the one to the program, 1 the one from it, 2 both.
func (p *pair) shutdown(how int) {
	if how != 1 {
		p.noMore = true
	}
	p.of.changed()
	if p.other == nil {
		return
	}
	if how != 0 {
		p.other.noMore = true
	}
	p.other.of.changed()
}

func (p *pair) mode() uint32 { return unix.S_IFSOCK | 0o777 }

// localName reads the name in the second argument: a path, or a name without a file. Both are empty if it has none.
func (c *call) localName() (path, abstract string, e unix.Errno) {
	b := make([]byte, min(c.arg[2], unix.SizeofSockaddrUnix))
	switch {
	case !c.process.Read(c.arg[1], b):
		return "", "", unix.EFAULT
	case len(b) < 2 || order.Uint16(b) != unix.AF_UNIX:
		return "", "", unix.EINVAL
	}
	if b = b[2:]; len(b) > 0 && b[0] == 0 {
		return "", string(b), 0
	}
	b, _, _ = bytes.Cut(b, []byte{0})
	c.note(b)
	return string(b), "", 0
}

func localAddress(path, abstract string) []byte {
	b := order.AppendUint16(nil, unix.AF_UNIX)
	if path != "" {
		path += "\x00"
	}
	return append(append(b, path...), abstract...)
}

// bindFor gives a socket a name. A file of the kind socket is made for a path, as the kernel does.
func (p *pair) bindFor(c *call) answer {
	name, abstract, e := c.localName()
	switch {
	case e != 0:
		return fail(e)
	case p.name != nil:
		return fail(unix.EINVAL)
	case abstract != "":
		if c.machine.locals[abstract] != nil {
			return fail(unix.EADDRINUSE)
		}
		p.name, p.address = abstract, localAddress("", abstract)
		p.bind(c.machine.locals)
		return done(0)
	}
	at, inside := relative(c.absolute(-1, name))
	if name == "" || !inside {
		return uncovered("the name %q of a socket", name)
	}
	if c.machine.points.pass() {
		return answer{kind: crashes}
	}
	const mode = unix.S_IFSOCK | 0o755
	if err := unix.Mknod(c.process.of.Directory()+"/"+at, mode, 0); err == unix.EEXIST {
		return fail(unix.EADDRINUSE)
	} else if err != nil {
		return fail(err.(unix.Errno))
	}
	f := c.machine.disk.Create(at, false, mode)
	p.name, p.address = f, localAddress(name, "")
	p.bind(c.machine.locals)
	return done(0)
}

func (p *pair) listen() answer {
	if p.name == nil || p.other != nil {
		return fail(unix.EINVAL)
	}
	p.listening = true
	return done(0)
}

func (p *pair) connectFor(c *call) answer {
	name, abstract, e := c.localName()
	if e != 0 {
		return fail(e)
	}
	var key any = abstract
	if name != "" {
		at, inside := relative(c.absolute(-1, name))
		var f *journal.File
		if inside {
			f = c.machine.disk.Find(at)
		}
		if f == nil { // nobody listens outside of the directory
			return fail(unix.ENOENT)
		}
		key = f
	}
	l := c.machine.locals[key]
	if l == nil || !l.listening {
		return fail(unix.ECONNREFUSED)
	}
	if p.listening {
		return fail(unix.EINVAL)
	}
	if p.other != nil {
		return fail(unix.EISCONN)
	}
	peer := newLocal(false)
	p.other, peer.other, peer.address = peer, p, l.address
	l.queue = append(l.queue, peer)
	l.of.changed()
	return done(0)
}

func (p *pair) acceptFor(c *call, nonblock bool) answer {
	if !p.listening {
		return fail(unix.EINVAL)
	}
	try := func() (int64, bool) {
		if len(p.queue) == 0 {
			return 0, false
		}
		q := p.queue[0]
		p.queue = p.queue[1:]
		q.of.nonblock = nonblock
		c.putAddress(1, 2, q.other.address)
		return int64(c.add(q.of)), true
	}
	return waitUnless(p.of.nonblock, try)
}
