package program

import (
	"github.com/checkmodel/checkmodel/trace"
)

// StartFirst executes the first process, with empty histories, up to its first operation.
func (r *Runner) StartFirst(co **Coroutine, body Body) *History {
	r.Past = new(histories)
	if !r.recording {
		r.Past.heads = map[trace.Fingerprint]*History{}
	}
	r.Past.First = r.begin(co, &Program{Actor: r.Actors.ByID(0), Body: body}, nil)
	return r.Past.First
}

// Next returns the point after at with the result got, to which it executes the process if the point is new, and the bits of the
// properties that the process asserts on the way.
func (r *Runner) Next(co **Coroutine, at *History, got Result) (h *History, asserted uint64) {
	h = at.after(got)
	if h != nil {
		asserted = h.Asserts
		if h.same != nil {
			h = h.same
		}
		return h, asserted
	}
	h = at.with(got)
	r.reach(co, h)
	h = r.Past.add(h)
	r.happened(&at.Op, got)
	if (*co).at = h; h.same != nil {
		(*co).at = h.same
	}
	compareTurns(r, h)
	return (*co).at, h.Asserts
}

// begin returns the root of the history of a process with that program, which the parent at that point
// of its history spawns; nil for the first process.
func (r *Runner) begin(co **Coroutine, pr *Program, parent *History) *History {
	h := &History{Program: pr}
	if parent != nil {
		h.print = parent.Since()
	}
	h.print = h.print.With(uint64(pr.Actor.ID))
	if r.Contents != nil {
		h.number.Store(r.Past.numberOfRoot(pr, parent, r.Contents))
	}
	r.reach(co, h)
	r.Past.mu.Lock()
	defer r.Past.mu.Unlock()
	r.Past.atHead(h)
	return h
}

// Child returns the beginning of the process that the parent spawns at that point.
func (r *Runner) Child(co **Coroutine, parent *History) *History {
	h := parent.Child.Load()
	if h == nil {
		h = r.begin(co, parent.Op.Program, parent)
		parent.Child.Store(h)
	}
	return h
}

// NextLife returns the beginning of the next life of a node, whose last one began at that point.
func (r *Runner) NextLife(co **Coroutine, last *History) *History {
	r.Past.mu.Lock()
	h := r.Past.lives[last]
	r.Past.mu.Unlock()
	if h != nil {
		return h
	}
	pr := *last.Program
	pr.Life++
	h = r.begin(co, &pr, last)
	r.Past.mu.Lock()
	defer r.Past.mu.Unlock()
	if known := r.Past.lives[last]; known != nil { // by a partner
		return known
	}
	if r.Past.lives == nil {
		r.Past.lives = map[*History]*History{}
	}
	r.Past.lives[last] = h
	return h
}

// reach executes a process until it requests an operation at the new point h, and sets this operation, and the head of a loop if the
// process has begun a turn. If the coroutine is at a point before h, it continues from there. Otherwise a new one replaces it, and
// gets its past results from the history, without switching coroutines or changing the world.
func (r *Runner) reach(co **Coroutine, h *History) {
	route, from, shorter := r.way(*co, h)
	if *co == nil || from != (*co).at || shorter {
		(*co).Close()
		*co = newCoroutine(r, from.Program, from)
	}
	is := *co
	is.resume(route)
	is.at = h
	h.Asserts, is.x.asserts = is.x.asserts, 0
	h.Op, h.Head = is.x.next, is.x.turnHead()
	h.enters()
	r.polls(h)
	r.requested(&h.Op)
	if shorter {
		r.compareEntry(h)
	}
}
