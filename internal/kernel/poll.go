//go:build linux && amd64

package kernel

import (
	"slices"

	"golang.org/x/sys/unix"
)

// epoll is a set of objects to wait for.
type epoll struct {
	interests []*interest // in the order in which they were added
	of        *description
}

// interest is an object in a set.
type interest struct {
	set    *epoll
	number int
	in     *description
	events uint32
	data   [8]byte
	edge   bool // something has happened since it was told last
}

func newEpoll() *description {
	e := &epoll{}
	e.of = &description{object: e}
	return e.of
}

func (e *epoll) find(number int, d *description) *interest {
	i := slices.IndexFunc(e.interests, func(w *interest) bool { return w.number == number && w.in == d })
	if i < 0 {
		return nil
	}
	return e.interests[i]
}

func (e *epoll) remove(w *interest) {
	e.interests = slices.DeleteFunc(e.interests, func(x *interest) bool { return x == w })
	w.in.watchers = slices.DeleteFunc(w.in.watchers, func(x *interest) bool { return x == w })
}

// control is epoll_ctl.
func (e *epoll) control(op, number int, d *description, events uint32, data []byte) unix.Errno {
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
	return w.in.object.ready() & (w.events&0xffff | always)
}

// wait returns at most so many events, as epoll_wait writes them. They are told.
func (e *epoll) wait(most int) (events []byte, n int) {
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
		events = append(order.AppendUint32(events, m), w.data[:]...)
		n++
	}
	return events, n
}

func (e *epoll) read(int, bool) ([]byte, unix.Errno, bool) { return nil, unix.EINVAL, true }
func (e *epoll) write([]byte) (int, unix.Errno, bool)      { return 0, unix.EINVAL, true }
func (e *epoll) mode() uint32                              { return 0o600 }

func (e *epoll) ready() uint32 {
	for _, w := range e.interests {
		if w.due() != 0 {
			return unix.EPOLLIN
		}
	}
	return 0
}

func (e *epoll) close(bool) {
	for len(e.interests) > 0 {
		e.remove(e.interests[0])
	}
}
