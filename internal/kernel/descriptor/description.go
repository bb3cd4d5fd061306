//go:build linux && (amd64 || arm64)

package descriptor

import (
	"maps"
	"slices"

	"golang.org/x/sys/unix"

	"github.com/checkmodel/checkmodel/internal/journal"
	"github.com/checkmodel/checkmodel/internal/ptrace"
)

// An Object is the object of a descriptor that is not of a file.
type Object interface {
	// Read returns at most so many bytes, and takes them unless it only peeks. It returns false if it would have to wait.
	Read(most int, peek bool) (b []byte, err unix.Errno, ok bool)
	// Write returns how many bytes it has taken, or false if it would have to wait.
	Write(b []byte) (n int, err unix.Errno, ok bool)
	// Ready returns the events that poll tells of it.
	Ready() uint32
	// Close is called when no descriptor refers to it any more.
	Close()
	// Mode is the type of the file, for stat.
	Mode() uint32
}

// A Queue is an object that can tell how many bytes it has to read.
type Queue interface {
	Available() (int, unix.Errno)
}

// File is a file that the kernel has open.
type File struct {
	Path    string
	Inside  bool // the directory of the program
	Appends bool
	Syncs   bool          // each write is durable
	Node    *journal.File // if it is inside
}

// Description is an open object, or a file that the kernel has open.
type Description struct {
	Object   Object // nil for a file
	File     *File
	Nonblock bool
	refs     int
	watchers []*interest
}

// Changed tells those who wait for an edge that there is one.
func (d *Description) Changed() {
	if d != nil {
		for _, w := range d.watchers {
			w.edge = true
		}
	}
}

// FirstEmulated is the first descriptor that the kernel does not have.
const FirstEmulated = ptrace.FirstEmulated

// Table holds the open files of a process, by their numbers.
type Table map[int]*Description

// AddFrom gives an object the first free number that is not lower than n.
func (t Table) AddFrom(n int, d *Description) int {
	n = max(n, FirstEmulated)
	for t[n] != nil {
		n++
	}
	t.Set(n, d)
	return n
}

// Set gives an object a number that is free.
func (t Table) Set(n int, d *Description) {
	d.refs++
	t[n] = d
}

// Clone returns the table of a new process, which shares the objects.
func (t Table) Clone() Table {
	for _, d := range t {
		d.refs++
	}
	return maps.Clone(t)
}

// Close frees a number.
func (t Table) Close(n int) {
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
	if d.Object != nil {
		d.Object.Close()
	}
}

// CloseAll closes all, in order.
func (t Table) CloseAll() {
	for _, n := range slices.Sorted(maps.Keys(t)) {
		t.Close(n)
	}
}
