// Package program executes the processes of a model. A process is a function from the results of its operations to its next operation, so
// all its histories form a tree, in which it is executed only up to points that are new. The package knows nothing of the state of the
// world, in which operations are performed.
package program

import (
	"iter"
	"runtime/pprof"

	"github.com/checkmodel/checkmodel/internal/whole"
	"github.com/checkmodel/checkmodel/internal/world/environment"
	"github.com/checkmodel/checkmodel/internal/world/identity"
	"github.com/checkmodel/checkmodel/trace"
	"github.com/checkmodel/checkmodel/trace/kind"
)

// Runner executes processes. It knows their code and their histories, and nothing of the present state of a system.
type Runner struct {
	*identity.Store
	Env     environment.Environment
	Disks   *disks
	outside Outside
	boards  boards
	Past    *histories
	// Of points of histories and parts of states; nil if whole states are not kept. Twins have none: how often they
	// execute processes again depends on the machine.
	Contents  *whole.Numbers
	Viewed    bool // states are told apart by a view
	recording bool
	present   interleaving

	normally trace.ValueID     // the number of the reason normally, if known
	births   []identity.Births // by actor
	sites    map[site]*site
	helped   int        // how many helpers were known when sites was empty
	route    []*History // a buffer for reach
}

// interleaving tells about the present interleaving what errors say.
type interleaving interface {
	// StepAt returns the step, from 1, that executed the operation at a point of a process, or 0.
	StepAt(a *trace.Actor, h *History) int
	// SourceOf returns file:line of the operation that the process of that name requests, or "".
	SourceOf(process string) string
	// Asked describes an operation that an actor requests.
	Asked(a *trace.Actor, op *Operation) trace.Request
}

func NewRunner(ids *identity.Store, present interleaving) *Runner {
	return &Runner{Store: ids, Env: environment.New(ids), Disks: newDisks(ids.Values), present: present, sites: map[site]*site{}}
}

// Twin returns a runner of the same program, without histories.
func (r *Runner) Twin(present interleaving, recording bool) *Runner {
	return &Runner{Store: r.Store, Env: r.Env, Disks: r.Disks, outside: r.outside, boards: r.boards, Viewed: r.Viewed, recording: recording, present: present, sites: map[site]*site{}}
}

// birthsOf returns the births of an actor.
func (r *Runner) birthsOf(id trace.ActorID) *identity.Births {
	for int(id) >= len(r.births) {
		r.births = append(r.births, nil)
	}
	return &r.births[id]
}

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

// Share makes the runner use the histories of another one.
func (r *Runner) Share(of *Runner) { r.Past, r.Contents = of.Past, of.Contents }

// KeepApart makes histories that lead to the same state of a loop continue apart.
func (r *Runner) KeepApart() { r.Past.heads = nil }

// KeepWhole makes histories give numbers to states; they must be empty.
func (r *Runner) KeepWhole() { r.Contents = new(whole.Numbers) }

// Forget forgets what belongs to numbers of values.
func (r *Runner) Forget() {
	r.Disks.forget()
	r.Env.Network.Forget()
	r.normally = trace.NoValue
}

// Points returns how many points of histories are known.
func (r *Runner) Points() int { return int(r.Past.Size.Load()) }

// program returns the code of the first process.
func (r *Runner) Body() Body { return r.Past.First.Program.Body }

// boards says what properties can observe of announcements.
type boards struct {
	anyOrder  bool                           // announcements may come in any order, except on the ordered boards
	ordered   map[Board]bool                 // the boards on which the order of announcements matters
	passing   map[Board]bool                 // the ordered boards on which the end of a process matters, too
	intervals map[Board]func(value any) bool // the boards on which only the order of ends and beginnings matters; see SetIntervals
}

// reach executes a process until it requests an operation at the new point h, and sets this operation, and the head of a loop if the
// process has begun a turn. If the coroutine is at a point before h, it continues from there. Otherwise a new one replaces it, and
// gets its past results from the history, without switching coroutines or changing the world.
func (r *Runner) reach(co **Coroutine, h *History) {
	route, from := (*co).Route(r.route, h)
	r.route = route
	if from == nil {
		(*co).Close()
		*co = newCoroutine(r, h.Root().Program, h.Root())
	}
	is := *co
	is.resume(route)
	is.at = h
	h.Asserts, is.x.asserts = is.x.asserts, 0
	h.Op, h.Head = is.x.next, is.x.begun()
}

func newCoroutine(s *Runner, pr *Program, origin *History) *Coroutine {
	x, call := pr.Body.New()
	x.init(s, pr)
	x.origin = origin
	labels := s.LabelsOf(pr.Actor)
	next, stop := iter.Pull(func(yield func(struct{}) bool) {
		pprof.SetGoroutineLabels(labels)
		x.yield = yield
		x.execute(call)
	})
	s.Watch.Expect(1) // not before it exists: it would hide a leak
	return &Coroutine{x: x, next: next, stop: stop}
}

// Outside says which external events are left out, and which have smaller payloads.
type Outside struct {
	// Without holds the names of the events that are left out.
	Without []string
	// Smaller says how payloads are replaced, by the name of the event. The first number selects a smaller value of the payload,
	// the second number a smaller value of the result, and so on. Numbers begin at 0.
	Smaller map[string][]int32
	// Optional adds alternatives to each external event: it is left out; or it comes again, with a smaller value as its
	// payload. No search may explore them, only a schedule can ask for them.
	Optional bool
	// Shrink returns the smaller values of a payload; nil is values.Smaller.
	Shrink func(name string, payload any) []any
}

// SetIntervals sets the boards whose properties can observe only which announcements of ends come before which of
// beginnings, each with a function that says whether a value is an end. It must be called before SetOrdered.
func (r *Runner) SetIntervals(ends map[Board]func(value any) bool) { r.boards.intervals = ends }

// SetOrdered sets the boards whose properties can observe the order of announcements, and the boards whose properties can observe
// the end of a process that has announced something. It reports whether an announcement is pending already.
func (r *Runner) SetOrdered(ordered, passing map[Board]bool) (pending bool) {
	r.boards.anyOrder, r.boards.ordered, r.boards.passing = true, ordered, passing
	return r.Past.First.Op.Kind.Is(kind.Shows)
}

// SetOutside says which external events are left out, and which have smaller payloads.
func (r *Runner) SetOutside(o Outside) { r.outside = o }
