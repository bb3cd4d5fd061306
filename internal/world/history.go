package world

import (
	"sync"
	"sync/atomic"

	"github.com/checkmodel/checkmodel/trace"
)

// history is a point in the life of a process: everything it has learnt so far, and the operation
// that it therefore asks for next. A process is a function from what it learns to what it asks
// for, so its histories form a tree that can be kept: where a process finds itself at a known
// point again, there is no need to execute it. Stepping back is going to the parent.
type history struct {
	parent *history
	via    Result // what was learnt from the parent's operation
	op     Operation
	depth  int32

	first, next atomic.Pointer[history]  // the points one operation later; the next sibling
	children    int32                    // how many points there are one operation later
	index       atomic.Pointer[sync.Map] // these by what was learnt; nil if they are few

	program *Program                // at the root: what the process executes
	child   atomic.Pointer[history] // where op is a Spawn: the root of the spawned process
}

// after returns the known point at which the process has learnt r from op, or nil.
func (h *history) after(r Result) *history {
	if index := h.index.Load(); index != nil {
		k, _ := index.Load(r)
		found, _ := k.(*history)
		return found
	}
	for k := h.first.Load(); k != nil; k = k.next.Load() {
		if k.via == r {
			return k
		}
	}
	return nil
}

// with returns a new point at which the process has learnt r from op.
func (h *history) with(r Result) *history {
	return &history{parent: h, via: r, depth: h.depth + 1}
}

// histories is all that is known of the processes of a program. Several systems may share it,
// used by different goroutines: points are read without a lock. One that a system forgets may be
// the present one of another, which finds that out only by not finding it again.
type histories struct {
	mu    sync.Mutex // to change links between points
	first *history   // where the first process begins
	size  atomic.Int64
}

// add makes a point known, unless that is done already; then it returns the one that is known.
func (k *histories) add(h *history) *history {
	k.mu.Lock()
	defer k.mu.Unlock()
	if known := h.parent.after(h.via); known != nil {
		return known
	}
	p := h.parent
	h.next.Store(p.first.Load())
	p.first.Store(h)
	p.children++
	if index := p.index.Load(); index != nil {
		index.Store(h.via, h)
	} else if p.children == manyChildren {
		p.buildIndex()
	}
	k.size.Add(1)
	return h
}

// manyChildren is how many points one operation later make it worth to have an index of them.
const manyChildren = 32

// buildIndex is called under the lock of the histories.
func (h *history) buildIndex() {
	index := &sync.Map{}
	for k := h.first.Load(); k != nil; k = k.next.Load() {
		index.Store(k.via, k)
	}
	h.index.Store(index)
}

// root returns the point at which the process has learnt nothing yet.
func (h *history) root() *history {
	for h.parent != nil {
		h = h.parent
	}
	return h
}

// manyPoints is how many points of histories are kept before those are forgotten that the present
// interleaving does not need. They are found again as they are reached again.
const manyPoints = 100_000

// forget forgets all points but those that led to the present state, so that
// a long search does not hold all that its processes have ever learnt.
func forget(s *System) {
	s.past.mu.Lock()
	defer s.past.mu.Unlock()
	needed := map[*history]bool{}
	for _, a := range s.started {
		p, ok := a.(*process)
		if !ok {
			continue
		}
		for h := p.at; h != nil && !needed[h]; h = h.parent {
			needed[h] = true
		}
	}
	for h := range needed {
		var kept *history
		h.index.Store(nil)
		h.children = 0
		for k := h.first.Load(); k != nil; {
			next := k.next.Load()
			if needed[k] {
				k.next.Store(kept)
				kept = k
				h.children++
			}
			k = next
		}
		h.first.Store(kept)
		if child := h.child.Load(); child != nil && !needed[child] {
			h.child.Store(nil)
		}
	}
	s.past.size.Store(int64(len(needed)))
}

// find returns a point at or after h with that depth at which the process asks
// for the operation, or nil.
func (h *history) find(depth int32, op *trace.Op) *history {
	if h.depth == depth {
		if h.op.Same(op) {
			return h
		}
		return nil
	}
	for k := h.first.Load(); k != nil; k = k.next.Load() {
		if found := k.find(depth, op); found != nil {
			return found
		}
	}
	return nil
}
