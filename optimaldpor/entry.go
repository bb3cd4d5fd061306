package optimaldpor

import (
	"sync/atomic"

	"github.com/checkmodel/checkmodel/trace"
)

// entry is the part of the result of successive interleavings of a task that belongs outside of the
// subtree. Its sequences belong to the last of these interleavings, as the search may end after any
// of them.
type entry struct {
	batch     Batch
	size      int // how many interleavings
	sequences []*insertion
	again     []again // if there is a bound
	boundCut  int     // of the subtree

	// The additions of the last interleaving to again and to boundCut. They do not count if the search ends with this interleaving.
	lastAgain []*insertion
	lastCut   int
}

// next adds another interleaving, which has found nothing yet.
func (f *entry) next() {
	f.size++
	f.lastAgain, f.lastCut = f.lastAgain[:0], 0
}

// addCuts adds the cuts of the bound.
func (f *entry) addCuts(n int) {
	f.boundCut += n
	f.lastCut += n
}

// allCut returns all cuts of the bound, also of the sequences that were found again, when these have been inserted.
func (f *entry) allCut() int {
	n := f.boundCut
	for _, a := range f.again {
		n += a.w.cut * a.times
	}
	return n
}

// cutByLast returns the share of the last interleaving in the total.
func (f *entry) cutByLast() int {
	n := f.lastCut
	for _, w := range f.lastAgain {
		n += w.cut
	}
	return n
}

// again is a sequence, and how often interleavings have found it again.
type again struct {
	w     *insertion
	times int
}

// task explores the subtree below a leaf before the turn of the leaf. One explorer at a time works
// on it. No other explorer looks below the leaf. When the task began, it read which events are
// planned and asleep beside the path to the leaf.
type task struct {
	tree tree // the subtree
	root *node
	id   int  // counted from 1
	busy bool // an explorer or a unit works on it
	due  atomic.Bool

	unit     *Unit      // the latest one; nil if none was handed out
	outcomes []*Outcome // of the units until now
	depth    int        // of the root
	parts    []*task    // that were split off it, from left to right
	since    int        // of a part: how many outcomes the other task had when it was split off

	planned  []*trace.Event // the events on the path to the root
	sleepers []sleeper      // beside it
	assumed  []assumption   // the sleepers that were not executed yet

	path    []*trace.Event        // the executed events on the path to the root that were planned when the task began, last first
	reached *node                 // the state after the last of these: the root, unless interleavings are cut before it
	open    int                   // how many these are if none is cut
	found   []*entry              // results of the interleavings so far
	size    int                   // how many interleavings these are
	load    int                   // and how much memory they need; see Lookahead
	known   map[string]*insertion // the sequences in these, by insertion.key
	wrong   bool                  // an assumption is wrong
	full    bool                  // it explores no more before its turn
}

// Batch holds the results of one or several interleavings until their turn.
type Batch interface {
	// Count counts them. It is called when it is their turn, and returns whether the search
	// continues.
	Count() bool
}

// of returns the batch; nil if there is no entry.
func (f *entry) of() Batch {
	if f == nil {
		return nil
	}
	return f.batch
}
