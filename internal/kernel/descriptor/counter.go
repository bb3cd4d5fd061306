//go:build linux && (amd64 || arm64)

package descriptor

import (
	"encoding/binary"

	"golang.org/x/sys/unix"

	"github.com/checkmodel/checkmodel/internal/kernel/timeline"
)

// Counter is an eventfd, or a timerfd.
type Counter struct {
	count     uint64
	semaphore bool
	of        *Description
	timer     bool
	at        int64 // when the timer expires, or never
	every     int64
}

// NewCounter returns an eventfd.
func NewCounter(count uint64, semaphore, nonblock bool) *Description {
	c := &Counter{count: count, semaphore: semaphore, at: timeline.Never}
	c.of = &Description{Object: c, Nonblock: nonblock}
	return c.of
}

// NewTimer returns a timerfd.
func NewTimer(nonblock bool) (*Counter, *Description) {
	c := &Counter{timer: true, at: timeline.Never}
	c.of = &Description{Object: c, Nonblock: nonblock}
	return c, c.of
}

// IsTimer reports whether it is a timerfd.
func (c *Counter) IsTimer() bool { return c.timer }

// Set lets a timer expire at a time, which may be never, and then again and again unless every is 0.
func (c *Counter) Set(at, every int64) { c.count, c.at, c.every = 0, at, every }

// Deadline returns when a timer expires, or never.
func (c *Counter) Deadline() int64 { return c.at }

func (c *Counter) Read(most int, peek bool) ([]byte, unix.Errno, bool) {
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
	c.of.Changed()
	return binary.LittleEndian.AppendUint64(nil, n), 0, true
}

func (c *Counter) Write(b []byte) (int, unix.Errno, bool) {
	if c.timer || len(b) < 8 {
		return 0, unix.EINVAL, true
	}
	n := binary.LittleEndian.Uint64(b)
	if n == ^uint64(0) {
		return 0, unix.EINVAL, true
	}
	if c.count+n < c.count || c.count+n == ^uint64(0) {
		return 0, 0, false
	}
	c.count += n
	c.of.Changed()
	return 8, 0, true
}

func (c *Counter) Ready() (m uint32) {
	if c.count > 0 {
		m |= unix.EPOLLIN
	}
	if !c.timer {
		m |= unix.EPOLLOUT
	}
	return m
}

func (c *Counter) Close()       { c.at = timeline.Never }
func (c *Counter) Mode() uint32 { return 0o600 }

// Expire lets a timer expire.
func (c *Counter) Expire(now int64) {
	if c.at > now {
		return
	}
	c.count++
	if c.every == 0 {
		c.at = timeline.Never
	} else {
		more := (now - c.at) / c.every
		c.count += uint64(more)
		c.at += (more + 1) * c.every
	}
	c.of.Changed()
}
