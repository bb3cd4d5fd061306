package program

import (
	"slices"

	"github.com/checkmodel/checkmodel/internal/whole"
	"github.com/checkmodel/checkmodel/trace"
)

// Whole appends everything on which a process that has begun at an origin depends from a point on, with the images of values: the state
// of a loop and the results since, or all results.
func (h *History) Whole(as func(trace.ValueID) trace.ValueID, origin *History, b []byte) []byte {
	for ; h.Head == nil && h.Parent != nil; h = h.Parent {
		b = whole.Append(b, int(as(h.Via.Value)), int(h.Via.N), int(h.Via.Status))
	}
	if h.Head == nil {
		return whole.Append(whole.Append(b, aRoot), origin.print[0], origin.print[1])
	}
	b = whole.Append(whole.Append(b, aTurn), origin.print[0], origin.print[1], h.Head.rest[0], h.Head.rest[1])
	b = whole.Append(b, int(as(h.Head.State)))
	for _, e := range h.Head.exposed {
		b = whole.Append(b, int(e.board), int(as(e.state)))
	}
	return b
}

// Origin returns the point at which the process has begun.
func (h *History) Origin() *History {
	for h.Head == nil && h.Parent != nil {
		h = h.Parent
	}
	if h.Head != nil {
		return h.Head.origin
	}
	return h
}

// Rests reports whether the process has done nothing since it has begun, or has begun a turn of a loop.
func (h *History) Rests() bool { return h.Head != nil || h.Parent == nil }

// InTurn reports whether the process has done something since it has begun a turn of a loop.
func (h *History) InTurn() bool { return h.later && h.Head == nil }

// The kinds of points of histories.
const (
	aRoot = iota
	aTurn
	aResult
)

// Number returns the number of a point in the life of a process. It stands for all results so far or, after
// the head of a loop, for the state of the loop and the results since. It does not depend on which points are
// known.
func (p *histories) Number(h *History, numbers *whole.Numbers) uint32 {
	var later []*History
	var n uint32
	for ; n == 0; h = h.Parent {
		if h.Head != nil && p.heads != nil {
			n = h.Head.number
		} else if n = h.number.Load(); n == 0 {
			later = append(later, h)
		}
	}
	for _, h := range slices.Backward(later) {
		n = numbers.Of(whole.Append(nil, aResult, int(n), int(h.Via.Value), int(h.Via.N), int(h.Via.Status)))
		h.number.Store(n)
	}
	return n
}

// numberOfRoot returns the number of the beginning of a process, which the parent at that point spawns.
func (p *histories) numberOfRoot(pr *Program, parent *History, numbers *whole.Numbers) uint32 {
	b := whole.Append(nil, aRoot, int(pr.Actor.ID))
	if parent != nil {
		b = whole.Append(b, p.Number(parent, numbers))
	}
	return numbers.Of(b)
}
