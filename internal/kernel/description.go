//go:build linux && amd64

package kernel

import (
	"maps"
	"slices"

	"golang.org/x/sys/unix"

	"github.com/checkmodel/checkmodel/internal/journal"
)

// An object is what a descriptor refers to, other than a file.
type object interface {
	// read returns at most so many bytes, and takes them unless it only peeks. It returns false if it would have to wait.
	read(most int, peek bool) (b []byte, err unix.Errno, ok bool)
	// write returns how many bytes it has taken, or false if it would have to wait.
	write(b []byte) (n int, err unix.Errno, ok bool)
	// ready returns what poll tells of it.
	ready() uint32
	// close is called when no descriptor refers to it any more. With crash, the program has not closed it.
	close(crash bool)
	// mode is the type of the file, for stat.
	mode() uint32
}

// openFile is a file that the kernel has open.
type openFile struct {
	path    string
	inside  bool // the directory of the program
	appends bool
	node    *journal.File // if it is inside
}

// description is an open object, or a file that the kernel has open.
type description struct {
	object   object // nil for a file
	file     *openFile
	nonblock bool
	refs     int
	watchers []*interest
}

// changed tells those who wait for an edge that there is one.
func (d *description) changed() {
	if d != nil {
		for _, w := range d.watchers {
			w.edge = true
		}
	}
}

// firstEmulated is the first descriptor that the kernel does not have.
const firstEmulated = 400

// descriptors are the open files of a process.
type descriptors map[int]*description

func (t descriptors) addFrom(n int, d *description) int {
	n = max(n, firstEmulated)
	for t[n] != nil {
		n++
	}
	t.set(n, d)
	return n
}

// set gives an object a number that is free.
func (t descriptors) set(n int, d *description) {
	d.refs++
	t[n] = d
}

// close frees a number.
func (t descriptors) close(n int, crash bool) {
	d := t[n]
	delete(t, n)
	if d == nil {
		return
	}
	if d.refs--; d.refs > 0 {
		return
	}
	for len(d.watchers) > 0 {
		w := d.watchers[0]
		w.set.remove(w)
	}
	if d.object != nil {
		d.object.close(crash)
	}
}

// closeAll closes all, in order.
func (t descriptors) closeAll() {
	for _, n := range slices.Sorted(maps.Keys(t)) {
		t.close(n, false)
	}
}
