package program

import (
	"iter"
	"sync"
	"sync/atomic"

	"github.com/checkmodel/checkmodel/trace"
)

// History is a point in the life of a process: the results of all its operations so far, and the
// operation that it therefore requests next. A process is a function from results to requests, so its
// histories form a tree. A process that reaches a known point need not be executed. Stepping back is
// going to the parent.
type History struct {
	Parent *History
	Via    Result // the result of the parent's operation
	Op     Operation
	Depth  int32
	print  trace.Fingerprint // of all results since the last head of a loop, and of the state before; see since
	later  bool              // a turn of a loop or another life of the process has begun before

	Asserts uint64 // the bits of the properties that the process has asserted since the parent

	First, Next atomic.Pointer[History]  // the first child, the next sibling
	children    int32                    // the number of children
	number      atomic.Uint32            // see histories.number; 0 if it was not computed. The root has one
	index       atomic.Pointer[children] // nil if they are few

	Head    *head                   // if a turn of a loop begins here
	same    *History                // a known point with the same state of a loop, which stands for this one
	Merged  atomic.Bool             // another point has the same state
	Program *Program                // at the root: the program of the process
	Child   atomic.Pointer[History] // where op is a Spawn: the root of the spawned process
}

// after returns the child with the result r, or nil.
func (h *History) after(r Result) *History {
	if index := h.index.Load(); index != nil {
		return index.get(r)
	}
	for k := h.First.Load(); k != nil; k = k.Next.Load() {
		if k.Via == r {
			return k
		}
	}
	return nil
}

// with returns a new child with the result r, which add makes known.
func (h *History) with(r Result) *History {
	return &History{Parent: h, Via: r, Depth: h.Depth + 1, later: h.later || h.Head != nil, print: h.Since().With32(int32(r.Value), r.N).With(uint64(r.Status))}
}

// Since returns the fingerprint of everything on which the process depends from the point on. It does not
// depend on which points are known.
func (h *History) Since() trace.Fingerprint {
	if h.Head != nil {
		return h.Head.print
	}
	return h.print
}

// All reports whether since stands for all results since the process began its first life.
func (h *History) All() bool { return !h.later && h.Head == nil }

// histories holds the known points of the processes of a program. Systems in different goroutines may
// share it: points are read without a lock. A point that one system forgets may be the present one
// of another, which only fails to find it again later.
type histories struct {
	mu        sync.Mutex                     // guards changes of links between points
	First     *History                       // the root of the first process
	heads     map[trace.Fingerprint]*History // the points at the heads of loops, by state; nil keeps all apart
	lives     map[*History]*History          // the beginnings of lives of nodes, by the beginning of the previous life
	externals map[string]bool                // the names of external events
	smaller   map[ofEvent][]any              // the smaller values of payloads
	Size      atomic.Int64
	added     int // the number of points that were ever added
	compared  int // the number of operations that were executed again to compare turns
}

// add makes a point known, unless there is one with the same result, and returns the known one.
func (k *histories) add(h *History) *History {
	k.mu.Lock()
	defer k.mu.Unlock()
	if known := h.Parent.after(h.Via); known != nil {
		return known
	}
	k.atHead(h)
	p := h.Parent
	h.Next.Store(p.First.Load())
	p.First.Store(h)
	p.children++
	if index := p.index.Load(); index != nil {
		index.put(h)
	} else if p.children == manyChildren {
		index := &children{by: map[Result]*History{}}
		for k := h; k != nil; k = k.Next.Load() {
			index.put(k)
		}
		p.index.Store(index)
	}
	k.Size.Add(1)
	k.added++
	return h
}

// atHead makes a point at the head of a loop stand for all points with the same state.
func (k *histories) atHead(h *History) {
	if h.Head == nil || k.heads == nil {
		return
	}
	known := k.heads[h.Head.print]
	if known == nil {
		k.heads[h.Head.print] = h
		return
	}
	if known.Head.number != h.Head.number { // the fingerprints collide
		return
	}
	h.same = known
	known.Merged.Store(true)
}

// manyChildren is the number of children from which a point has an index of them.
const manyChildren = 32

// children holds the children of a point by their results.
type children struct {
	mu sync.RWMutex
	by map[Result]*History
}

func (c *children) get(r Result) *History {
	c.mu.RLock()
	defer c.mu.RUnlock()
	return c.by[r]
}

func (c *children) put(h *History) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.by[h.Via] = h
}

func (h *History) Root() *History {
	for h.Parent != nil {
		h = h.Parent
	}
	return h
}

// Find returns a point with that depth and operation in the tree below h, or nil.
func (h *History) Find(depth int32, op *trace.Op) *History {
	if h.Depth == depth {
		if h.Op.Same(op) {
			return h
		}
		return nil
	}
	for k := h.First.Load(); k != nil; k = k.Next.Load() {
		if found := k.Find(depth, op); found != nil {
			return found
		}
	}
	return nil
}

// Keep forgets all points except the given ones and the points on the way to them.
func (k *histories) Keep(points iter.Seq[*History]) {
	k.mu.Lock()
	defer k.mu.Unlock()
	needed := map[*History]bool{}
	for h := range points {
		for ; h != nil && !needed[h]; h = h.Parent {
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
	k.Size.Store(int64(len(needed)))
}

// keep forgets the children of a point that are not needed.
func (h *History) keep(needed map[*History]bool) {
	var kept *History
	first := h.First.Load()
	h.forgetChildren()
	if h.Head != nil {
		h.Head.other = nil
	}
	for k := first; k != nil; {
		next := k.Next.Load()
		if needed[k] {
			k.Next.Store(kept)
			kept = k
			h.children++
		}
		k = next
	}
	h.First.Store(kept)
	if child := h.Child.Load(); child != nil && !needed[child] {
		h.Child.Store(nil)
	}
}

// forgetChildren forgets what comes after the point.
func (h *History) forgetChildren() {
	h.First.Store(nil)
	h.index.Store(nil)
	h.children = 0
}

// Values calls f with the values of the operation at a point, and of the state of a loop there.
func (h *History) Values(f func(trace.ValueID)) {
	h.Op.Values(f)
	if h.Head != nil {
		f(h.Head.State)
	}
}

// comparison holds the data needed to execute turns from another history.
type comparison struct {
	other  *History // that leads to the same state; nil if there is none
	merged int      // the number of histories that lead to the same state, without the first one
	grown  int      // the number of points of turns found since then
}

// ofEvent is an external event with a payload.
type ofEvent struct {
	name    string
	payload uint64 // its content
}

// head is the beginning of a turn of a loop.
type head struct {
	print  trace.Fingerprint // of everything on which the process depends from here on
	State  trace.ValueID
	entry         // how the process can begin here
	number uint32 // a number for print, unlike any other; 0 if whole states are not kept

	origin     *History          // the point at which the process began, and
	rest       trace.Fingerprint // like print, but of nothing that is a value, nor the origin; both if states are told apart by a view
	comparison                   // guarded by histories.mu
}

// same reports whether two points are at the head of a loop in the same state, or both at none.
func (h *head) same(k *head) bool {
	if h == nil || k == nil {
		return h == k
	}
	return h.print == k.print
}
