//go:build linux && (amd64 || arm64)

package descriptor

import (
	"encoding/binary"
	"slices"
	"unsafe"

	"golang.org/x/sys/unix"
)

// EventSize is the size of an event in memory: its kinds at the beginning, and 8 bytes of the program at the end.
const EventSize = int(unsafe.Sizeof(unix.EpollEvent{}))

// Epoll is a set of objects to wait for.
type Epoll struct {
	interests []*interest // in the order in which they were added
	of        *Description
}

// interest is an object in a set.
type interest struct {
	set    *Epoll
	number int
	in     *Description
	events uint32
	data   [8]byte
	edge   bool // something has happened since it was told last
}

// NewEpoll returns an empty set.
func NewEpoll() *Description {
	e := &Epoll{}
	e.of = &Description{Object: e}
	return e.of
}

func (e *Epoll) find(number int, d *Description) *interest {
	i := slices.IndexFunc(e.interests, func(w *interest) bool { return w.number == number && w.in == d })
	if i < 0 {
		return nil
	}
	return e.interests[i]
}

func (e *Epoll) remove(w *interest) {
	e.interests = slices.DeleteFunc(e.interests, func(x *interest) bool { return x == w })
	w.in.watchers = slices.DeleteFunc(w.in.watchers, func(x *interest) bool { return x == w })
}

// Control is epoll_ctl.
func (e *Epoll) Control(op, number int, d *Description, events uint32, data []byte) unix.Errno {
	w := e.find(number, d)
	switch {
	case op == unix.EPOLL_CTL_ADD && w != nil:
		return unix.EEXIST
	case op != unix.EPOLL_CTL_ADD && w == nil:
		return unix.ENOENT
	case op == unix.EPOLL_CTL_DEL:
		e.remove(w)
		return 0
	case op == unix.EPOLL_CTL_ADD:
		w = &interest{set: e, number: number, in: d}
		e.interests = append(e.interests, w)
		d.watchers = append(d.watchers, w)
	}
	w.events, w.edge = events, true
	copy(w.data[:], data)
	return 0
}

const always = unix.EPOLLERR | unix.EPOLLHUP

// due returns what the interest has to tell.
func (w *interest) due() uint32 {
	if w.events&^(unix.EPOLLET|unix.EPOLLONESHOT|unix.EPOLLEXCLUSIVE|unix.EPOLLWAKEUP) == 0 || w.events&unix.EPOLLET != 0 && !w.edge {
		return 0
	}
	return w.in.Object.Ready() & (w.events&0xffff | always)
}

// Wait returns at most so many events, as epoll_wait writes them. They are told.
func (e *Epoll) Wait(most int) (events []byte, n int) {
	for _, w := range slices.Clone(e.interests) {
		if n == most {
			break
		}
		m := w.due()
		if m == 0 {
			w.edge = false
			continue
		}
		w.edge = false
		if w.events&unix.EPOLLONESHOT != 0 {
			w.events = 0
		}
		if w.events&unix.EPOLLET == 0 { // the next one to tell comes first then
			e.interests = append(slices.DeleteFunc(e.interests, func(x *interest) bool { return x == w }), w)
		}
		event := make([]byte, EventSize)
		binary.LittleEndian.PutUint32(event, m)
		copy(event[EventSize-len(w.data):], w.data[:])
		events = append(events, event...)
		n++
	}
	return events, n
}

func (e *Epoll) Read(int, bool) ([]byte, unix.Errno, bool) { return nil, unix.EINVAL, true }
func (e *Epoll) Write([]byte) (int, unix.Errno, bool)      { return 0, unix.EINVAL, true }
func (e *Epoll) Mode() uint32                              { return 0o600 }

func (e *Epoll) Ready() uint32 {
	for _, w := range e.interests {
		if w.due() != 0 {
			return unix.EPOLLIN
		}
	}
	return 0
}

func (e *Epoll) Close() {
	for len(e.interests) > 0 {
		e.remove(e.interests[0])
	}
}
