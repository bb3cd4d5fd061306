//go:build linux && amd64

package kernel

import (
	"encoding/binary"

	"golang.org/x/sys/unix"
)

var order = binary.LittleEndian

const pipeSize = 65536

// pipe is a pipe, of which each end is an object.
type pipe struct {
	buf              []byte
	reader, writer   *description
	noReader, noMore bool
}

type pipeReader struct{ *pipe }

func (p pipeReader) read(most int, peek bool) ([]byte, unix.Errno, bool) {
	if len(p.buf) == 0 {
		return nil, 0, p.noMore
	}
	b := p.buf[:min(most, len(p.buf))]
	p.buf = p.buf[len(b):]
	p.writer.changed()
	return b, 0, true
}

func (p pipeReader) write([]byte) (int, unix.Errno, bool) { return 0, unix.EBADF, true }

func (p pipeReader) ready() (m uint32) {
	if len(p.buf) > 0 {
		m |= unix.EPOLLIN
	}
	if p.noMore {
		m |= unix.EPOLLHUP
	}
	return m
}

func (p pipeReader) close(bool) {
	p.noReader = true
	p.writer.changed()
}

func (p pipeReader) mode() uint32 { return unix.S_IFIFO | 0o600 }

type pipeWriter struct{ *pipe }

func (p pipeWriter) read(int, bool) ([]byte, unix.Errno, bool) { return nil, unix.EBADF, true }

func (p pipeWriter) write(b []byte) (int, unix.Errno, bool) {
	if p.noReader {
		return 0, unix.EPIPE, true
	}
	n := min(len(b), pipeSize-len(p.buf))
	if n == 0 || n < len(b) && len(b) <= 4096 { // a short write is atomic
		return 0, 0, len(b) == 0
	}
	p.buf = append(p.buf, b[:n]...)
	p.reader.changed()
	return n, 0, true
}

func (p pipeWriter) ready() (m uint32) {
	if len(p.buf) < pipeSize {
		m |= unix.EPOLLOUT
	}
	if p.noReader {
		m |= unix.EPOLLERR
	}
	return m
}

func (p pipeWriter) close(bool) {
	p.noMore = true
	p.reader.changed()
}

func (p pipeWriter) mode() uint32 { return unix.S_IFIFO | 0o600 }

// newPipe returns the two ends of a pipe.
func newPipe(nonblock bool) (reader, writer *description) {
	p := &pipe{}
	p.reader = &description{object: pipeReader{p}, nonblock: nonblock}
	p.writer = &description{object: pipeWriter{p}, nonblock: nonblock}
	return p.reader, p.writer
}

// counter is an eventfd, or a timerfd.
type counter struct {
	count     uint64
	semaphore bool
	of        *description
	timer     bool
	at        int64 // when the timer expires, or never
	every     int64
}

func newCounter(count uint64, nonblock bool) (*counter, *description) {
	c := &counter{count: count, at: never}
	c.of = &description{object: c, nonblock: nonblock}
	return c, c.of
}

func (c *counter) read(most int, peek bool) ([]byte, unix.Errno, bool) {
	if most < 8 {
		return nil, unix.EINVAL, true
	}
	if c.count == 0 {
		return nil, 0, false
	}
	n := c.count
	if c.semaphore {
		n = 1
	}
	c.count -= n
	c.of.changed()
	return order.AppendUint64(nil, n), 0, true
}

func (c *counter) write(b []byte) (int, unix.Errno, bool) {
	if c.timer || len(b) < 8 {
		return 0, unix.EINVAL, true
	}
	n := order.Uint64(b)
	if n == ^uint64(0) {
		return 0, unix.EINVAL, true
	}
	if c.count+n < c.count || c.count+n == ^uint64(0) {
		return 0, 0, false
	}
	c.count += n
	c.of.changed()
	return 8, 0, true
}

func (c *counter) ready() (m uint32) {
	if c.count > 0 {
		m |= unix.EPOLLIN
	}
	if !c.timer {
		m |= unix.EPOLLOUT
	}
	return m
}

func (c *counter) close(bool)   { c.at = never }
func (c *counter) mode() uint32 { return 0o600 }

// expire lets a timer expire.
func (c *counter) expire(now int64) {
	if c.at == never || c.at > now {
		return
	}
	c.count++
	if c.every == 0 {
		c.at = never
	} else {
		more := (now - c.at) / c.every
		c.count += uint64(more)
		c.at += (more + 1) * c.every
	}
	c.of.changed()
}
