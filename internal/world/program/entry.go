package program

import (
	"slices"

	"github.com/checkmodel/checkmodel/trace"
)

// A process that is executed again need not execute all turns of a loop, since a turn depends on the state at its head alone: the first
// turn is given the state of a later one.

// entry says how an execution of a process can go on at the head of a turn.
type entry struct {
	code         uintptr           // of the loop
	loop, loops  int               // the number of the loop, and of all loops that the process has begun
	Refs, timers int               // how many the process has made
	created      trace.Fingerprint // of the numbers of children and tables
	exposed      []exposure
	from         *History // the head of the first turn of the loop after which no child and no table was created; perhaps this one
}

// enters sets where executions that go on at a point come from, if a turn of a loop begins there.
func (h *History) enters() {
	if h.Head == nil {
		return
	}
	h.Head.from = h
	if before := headOf(h); before != nil {
		if b, e := &before.Head.entry, &h.Head.entry; b.code == e.code && b.loop == e.loop && b.created == e.created {
			e.from = b.from
		}
	}
}

// manyTurns is the number of points of a process from which an execution leaves them out.
const manyTurns = 64

// way returns the points on the way to h, and where it begins: at the point of the coroutine, or at the root. From far before
// h, the way leaves out turns of loops: the head of the last one comes after the head of the first. It reports whether there is
// such a place. It overwrites r.route with the points.
func (r *Runner) way(co *Coroutine, h *History) (route []*History, from *History, shorter bool) {
	route = r.route[:0]
	for h.Parent != nil && (co == nil || co.at != h || shorter) {
		route = append(route, h)
		if far := len(route) > int(r.ManyTurns)/2; far && h.Head != nil && h.Head.from != h.Parent && h.Depth-h.Head.from.Depth >= r.ManyTurns {
			h, shorter = h.Head.from, true
		} else {
			h = h.Parent
		}
	}
	slices.Reverse(route)
	r.route = route
	return route, h, shorter
}

// entered returns the head of the later turn to which the route leads from the present one, or nil.
func (x *Execution) entered(code uintptr) *head {
	if x.walked == len(x.route) || x.trial != nil {
		return nil
	}
	first := x.origin
	if x.walked > 0 {
		first = x.route[x.walked-1]
	}
	later := x.route[x.walked]
	if later.Parent == first || later.Head == nil || later.Head.code != code {
		return nil
	}
	x.walked++
	x.loops, x.Refs, x.Timers, x.exposed = later.Head.loops, later.Head.Refs, later.Head.timers, later.Head.exposed
	return later.Head
}

// compareEntry executes a process from its start to the point h, which it has reached by a shortcut. It panics with a
// [*guard.ModelError] if it requests something else.
func (r *Runner) compareEntry(h *History) {
	r.Past.mu.Lock()
	pays := r.Past.pays(int(h.Depth))
	r.Past.mu.Unlock()
	if r.Watch.Trusts() || !pays {
		return
	}
	Along(r, h.Root().Program, h.Root(), Route(nil, h), &Trial{How: sameState, At: h})
}
