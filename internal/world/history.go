package world

import (
	"iter"
	"sync"
	"sync/atomic"

	"github.com/checkmodel/checkmodel/trace"
)

// history is a point in the life of a process: the results of all its operations so far, and the
// operation that it therefore requests next. A process is a function from results to requests, so its
// histories form a tree. A process that reaches a known point need not be executed. Stepping back is
// going to the parent.
type history struct {
	parent *history
	via    Result // the result of the parent's operation
	op     Operation
	depth  int32
	print  trace.Fingerprint // of all results since the last head of a loop, and of the state before; see since
	later  bool              // a turn of a loop or another life of the process has begun before

	asserts uint64 // the bits of the properties that the process has asserted since the parent

	first, next atomic.Pointer[history]  // the first child, the next sibling
	children    int32                    // the number of children
	number      atomic.Uint32            // see histories.number; 0 if it was not computed. The root has one
	index       atomic.Pointer[sync.Map] // the children by their results; nil if they are few

	head    *head                   // if a turn of a loop begins here
	same    *history                // a known point with the same state of a loop, which stands for this one
	merged  atomic.Bool             // another point has the same state
	program *Program                // at the root: the program of the process
	child   atomic.Pointer[history] // where op is a Spawn: the root of the spawned process
}

// after returns the child with the result r, or nil.
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

// with returns a new child with the result r, which add makes known.
func (h *history) with(r Result) *history {
	return &history{parent: h, via: r, depth: h.depth + 1, later: h.later || h.head != nil, print: h.since().With32(int32(r.Value), r.N).With(uint64(r.Status))}
}

// since returns the fingerprint of everything on which the process depends from the point on. It does not
// depend on which points are known.
func (h *history) since() trace.Fingerprint {
	if h.head != nil {
		return h.head.print
	}
	return h.print
}

// all reports whether since stands for all results since the process began its first life.
func (h *history) all() bool { return !h.later && h.head == nil }

// histories holds the known points of the processes of a program. Systems in different goroutines may
// share it: points are read without a lock. A point that one system forgets may be the present one
// of another, which only fails to find it again later.
type histories struct {
	mu        sync.Mutex                     // guards changes of links between points
	first     *history                       // the root of the first process
	heads     map[trace.Fingerprint]*history // the points at the heads of loops, by state; nil keeps all apart
	lives     map[*history]*history          // the beginnings of lives of nodes, by the beginning of the previous life
	externals map[string]bool                // the names of external events
	smaller   map[ofEvent][]any              // the smaller values of payloads
	size      atomic.Int64
	added     int // the number of points that were ever added
	compared  int // the number of operations that were executed again to compare turns
}

// add makes a point known, unless there is one with the same result, and returns the known one.
func (k *histories) add(h *history) *history {
	k.mu.Lock()
	defer k.mu.Unlock()
	if known := h.parent.after(h.via); known != nil {
		return known
	}
	k.atHead(h)
	p := h.parent
	h.next.Store(p.first.Load())
	p.first.Store(h)
	p.children++
	if index := p.index.Load(); index != nil {
		index.Store(h.via, h)
	} else if p.children == manyChildren {
		index := &sync.Map{}
		for k := h; k != nil; k = k.next.Load() {
			index.Store(k.via, k)
		}
		p.index.Store(index)
	}
	k.size.Add(1)
	k.added++
	return h
}

// atHead makes a point at the head of a loop stand for all points with the same state.
func (k *histories) atHead(h *history) {
	if h.head == nil || k.heads == nil {
		return
	}
	known := k.heads[h.head.print]
	if known == nil {
		k.heads[h.head.print] = h
		return
	}
	if known.head.number != h.head.number { // the fingerprints collide
		return
	}
	h.same = known
	known.merged.Store(true)
}

// manyChildren is the number of children from which a point has an index of them.
const manyChildren = 32

func (h *history) root() *history {
	for h.parent != nil {
		h = h.parent
	}
	return h
}

// find returns a point with that depth and operation in the tree below h, or nil.
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

// keep forgets all points except the given ones and those that lead to them.
func (k *histories) keep(points iter.Seq[*history]) {
	k.mu.Lock()
	defer k.mu.Unlock()
	needed := map[*history]bool{}
	for h := range points {
		for ; h != nil && !needed[h]; h = h.parent {
			needed[h] = true
		}
	}
	for h := range needed {
		h.keep(needed)
	}
	for head, h := range k.heads {
		if !needed[h] {
			delete(k.heads, head)
		}
	}
	for last, h := range k.lives {
		if !needed[last] || !needed[h] {
			delete(k.lives, last)
		}
	}
	k.size.Store(int64(len(needed)))
}

// keep forgets the children of a point that are not needed.
func (h *history) keep(needed map[*history]bool) {
	var kept *history
	h.index.Store(nil)
	h.children = 0
	if h.head != nil {
		h.head.other = nil
	}
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

// values calls f with the values of the operation at a point, and of the state of a loop there.
func (h *history) values(f func(trace.ValueID)) {
	h.op.Values(f)
	if h.head != nil {
		f(h.head.state)
	}
}
