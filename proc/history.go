package proc

import "github.com/checkmodel/checkmodel/trace"

// result is what a process learns from an operation. It is comparable, so that
// histories can be told apart by it.
type result struct {
	value  trace.ValueID
	n      int32
	status status
}

type status uint8

const (
	done     status = iota
	timedOut        // a receive gave up
	failed          // the operation was refused
)

// history is a point in the life of a process: everything it has learnt so far,
// and the operation that it therefore asks for next. A process is a function
// from what it learns to what it asks for, so its histories form a tree that
// can be kept: where a process finds itself at a known point again, there is no
// need to execute it. Stepping back is going to the parent.
type history struct {
	parent *history
	via    result // what was learnt from the parent's operation
	op     operation
	depth  int32

	first, next *history // the points one operation later; the next sibling

	program *program // at the root: what the process executes
	child   *history // where op is a Spawn: the root of the spawned process
}

// after returns the known point at which the process has learnt r from op, or nil.
func (h *history) after(r result) *history {
	for k := h.first; k != nil; k = k.next {
		if k.via == r {
			return k
		}
	}
	return nil
}

// extend adds the point at which the process has learnt r from op.
func (h *history) extend(r result) *history {
	k := &history{parent: h, via: r, depth: h.depth + 1, next: h.first}
	h.first = k
	return k
}

// root returns the point at which the process has learnt nothing yet.
func (h *history) root() *history {
	for h.parent != nil {
		h = h.parent
	}
	return h
}

// manyPoints is how many points of histories a system keeps before it forgets
// those that the present interleaving does not need. They are found again as
// they are reached again.
const manyPoints = 50_000

// forget lets go of all points but those that led to the present state, so that
// a long search does not hold all that its processes have ever learnt.
func (s *System) forget() {
	needed := map[*history]bool{}
	for _, a := range s.born {
		for h := a.at; h != nil && !needed[h]; h = h.parent {
			needed[h] = true
		}
	}
	for h := range needed {
		kids := h.first
		h.first = nil
		for k := kids; k != nil; {
			next := k.next
			if needed[k] {
				k.next, h.first = h.first, k
			}
			k = next
		}
		if h.child != nil && !needed[h.child] {
			h.child = nil
		}
	}
	s.points = len(needed)
}

// find returns a point at or behind h with that depth at which the process asks
// for the operation, or nil.
func (h *history) find(depth int32, op *trace.Op) *history {
	if h.depth == depth {
		if h.op.Same(op) {
			return h
		}
		return nil
	}
	for k := h.first; k != nil; k = k.next {
		if found := k.find(depth, op); found != nil {
			return found
		}
	}
	return nil
}
