package world

import (
	"github.com/checkmodel/checkmodel/internal/whole"
	"github.com/checkmodel/checkmodel/internal/world/environment"
	"github.com/checkmodel/checkmodel/internal/world/identity"
	"github.com/checkmodel/checkmodel/trace"
)

// runner executes processes. It knows their code and their histories, and nothing of the present state of a system.
type runner struct {
	*identity.Store
	env     environment.Environment
	disks   *disks
	outside Outside
	boards  boards
	past    *histories
	// Of points of histories and parts of states; nil if whole states are not kept. Twins have none: how often they
	// execute processes again depends on the machine.
	numbers   *whole.Numbers
	viewed    bool // states are told apart by a view
	recording bool
	present   interleaving

	normally trace.ValueID     // the number of the reason normally, if known
	births   []identity.Births // by actor
	sites    map[site]*site
	helped   int        // how many helpers were known when sites was empty
	route    []*history // a buffer for reach
}

// interleaving tells about the present interleaving what errors say.
type interleaving interface {
	// StepAt returns the step, from 1, that executed the operation at a point of a process, or 0.
	StepAt(a *trace.Actor, h *history) int
	// SourceOf returns file:line of the operation that the process of that name requests, or "".
	SourceOf(process string) string
	// Asked describes an operation that an actor requests.
	Asked(a *trace.Actor, op *Operation) trace.Request
}

func newRunner(ids *identity.Store, present interleaving) *runner {
	return &runner{Store: ids, env: environment.New(ids), disks: newDisks(ids.Values), present: present, sites: map[site]*site{}}
}

// twin returns a runner of the same program, without histories.
func (r *runner) twin(present interleaving, recording bool) *runner {
	return &runner{Store: r.Store, env: r.env, disks: r.disks, outside: r.outside, boards: r.boards, viewed: r.viewed, recording: recording, present: present, sites: map[site]*site{}}
}

// birthsOf returns the births of an actor.
func (r *runner) birthsOf(id trace.ActorID) *identity.Births {
	for int(id) >= len(r.births) {
		r.births = append(r.births, nil)
	}
	return &r.births[id]
}

// startFirst executes the first process, with empty histories, up to its first operation.
func (r *runner) startFirst(co **coroutine, body Body) *history {
	r.past = new(histories)
	if !r.recording {
		r.past.heads = map[trace.Fingerprint]*history{}
	}
	r.past.first = r.begin(co, &Program{Actor: r.Actors.ByID(0), Body: body}, nil)
	return r.past.first
}

// next returns the point after at with the result got, to which it executes the process if the point is new, and the bits of the
// properties that the process asserts on the way.
func (r *runner) next(co **coroutine, at *history, got Result) (h *history, asserted uint64) {
	h = at.after(got)
	if h != nil {
		asserted = h.asserts
		if h.same != nil {
			h = h.same
		}
		return h, asserted
	}
	h = at.with(got)
	r.reach(co, h)
	h = r.past.add(h)
	if (*co).at = h; h.same != nil {
		(*co).at = h.same
	}
	compareTurns(r, h)
	return (*co).at, h.asserts
}

// begin returns the root of the history of a process with that program, which the parent at that point
// of its history spawns; nil for the first process.
func (r *runner) begin(co **coroutine, pr *Program, parent *history) *history {
	h := &history{program: pr}
	if parent != nil {
		h.print = parent.since()
	}
	h.print = h.print.With(uint64(pr.Actor.ID))
	if r.numbers != nil {
		h.number.Store(r.past.numberOfRoot(pr, parent, r.numbers))
	}
	r.reach(co, h)
	r.past.mu.Lock()
	defer r.past.mu.Unlock()
	r.past.atHead(h)
	return h
}

// child returns the beginning of the process that the parent spawns at that point.
func (r *runner) child(co **coroutine, parent *history) *history {
	h := parent.child.Load()
	if h == nil {
		h = r.begin(co, parent.op.Program, parent)
		parent.child.Store(h)
	}
	return h
}

// nextLife returns the beginning of the next life of a node, whose last one began at that point.
func (r *runner) nextLife(co **coroutine, last *history) *history {
	r.past.mu.Lock()
	h := r.past.lives[last]
	r.past.mu.Unlock()
	if h != nil {
		return h
	}
	pr := *last.program
	pr.Life++
	h = r.begin(co, &pr, last)
	r.past.mu.Lock()
	defer r.past.mu.Unlock()
	if known := r.past.lives[last]; known != nil { // by a partner
		return known
	}
	if r.past.lives == nil {
		r.past.lives = map[*history]*history{}
	}
	r.past.lives[last] = h
	return h
}

// share makes the runner use the histories of another one.
func (r *runner) share(of *runner) { r.past, r.numbers = of.past, of.numbers }

// keepApart makes histories that lead to the same state of a loop continue apart.
func (r *runner) keepApart() { r.past.heads = nil }

// keepWhole makes histories give numbers to states; they must be empty.
func (r *runner) keepWhole() { r.numbers = new(whole.Numbers) }

// forget forgets what belongs to numbers of values.
func (r *runner) forget() {
	r.disks.forget()
	r.env.Network.Forget()
	r.normally = trace.NoValue
}

// points returns how many points of histories are known.
func (r *runner) points() int { return int(r.past.size.Load()) }

// program returns the code of the first process.
func (r *runner) body() Body { return r.past.first.program.Body }
