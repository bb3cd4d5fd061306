// Package program executes the processes of a model. A process is a function from the results of its operations to its next operation, so
// all its histories form a tree, in which it is executed only up to points that are new. The package knows nothing of the state of the
// world, in which operations are performed.
package program

import (
	"fmt"
	"slices"
	"unicode/utf8"

	"github.com/checkmodel/checkmodel/internal/coverage"
	"github.com/checkmodel/checkmodel/internal/whole"
	"github.com/checkmodel/checkmodel/internal/world/environment"
	"github.com/checkmodel/checkmodel/internal/world/guard"
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
	// MostPoints is the number of points of histories above which points that the present interleaving does not need are forgotten.
	MostPoints int
	// ManyTurns is the number of points of a process from which an execution leaves them out, where they are turns of a loop.
	ManyTurns int32
	// Of points of histories and parts of states; nil if whole states are not kept. Twins have none: how often they
	// execute processes again depends on the machine.
	Contents  *whole.Numbers
	Viewed    bool // states are told apart by a view
	Polling   bool // turns that only read a row and change nothing happen; see poll.go
	recording bool
	present   interleaving

	normally trace.ValueID     // the number of the reason normally, if known
	births   []identity.Births // by actor
	sites    map[site]*site
	returns  map[guard.Returns]*site // the same, by what is on the stack
	helped   int                     // how many helpers were known when both were empty
	Covered  *coverage.Record        // outcomes of operations; runners that share histories share it. A twin has none: another one has executed the same
	met      map[visit]bool          // the visits that this runner has added to it
	route    []*History              // a buffer for reach
}

// interleaving tells about the present interleaving what errors say.
type interleaving interface {
	// StepAt returns the step, from 1, that executed the operation at a point of a process, or 0.
	StepAt(a *trace.Actor, h *History) int
	// SourceOf returns file:line of the operation that the process of that name requests, or "".
	SourceOf(process string) string
	// RequestOf describes an operation that an actor requests.
	RequestOf(a *trace.Actor, op *Operation) trace.Request
}

func NewRunner(ids *identity.Store, present interleaving) *Runner {
	return &Runner{Store: ids, Env: environment.New(ids), Disks: newDisks(ids.Values), present: present, sites: map[site]*site{}, returns: map[guard.Returns]*site{}, MostPoints: manyPoints, ManyTurns: manyTurns, Covered: new(coverage.Record), met: map[visit]bool{}}
}

const manyPoints = 100_000

// Twin returns a runner of the same program, without histories.
func (r *Runner) Twin(present interleaving, recording bool) *Runner {
	return &Runner{Store: r.Store, Env: r.Env, Disks: r.Disks, outside: r.outside, boards: r.boards, Viewed: r.Viewed, Polling: r.Polling, recording: recording, present: present, sites: map[site]*site{}, returns: map[guard.Returns]*site{}, MostPoints: r.MostPoints, ManyTurns: r.ManyTurns, met: map[visit]bool{}}
}

// birthsOf returns the births of an actor.
func (r *Runner) birthsOf(id trace.ActorID) *identity.Births {
	for int(id) >= len(r.births) {
		r.births = append(r.births, nil)
	}
	return &r.births[id]
}

// Share makes the runner use the histories of another one.
func (r *Runner) Share(of *Runner) { r.Past, r.Contents, r.Covered = of.Past, of.Contents, of.Covered }

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

// boards says how properties observe announcements.
type boards struct {
	anyOrder  bool                           // announcements may come in any order, except on the ordered boards
	ordered   map[Board]bool                 // the boards on which the order of announcements matters
	passing   map[Board]bool                 // the ordered boards on which the end of a process matters, too
	intervals map[Board]func(value any) bool // the boards on which only the order of ends and beginnings matters; see SetIntervals
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

// Check returns an error if one of the names of Without cannot be, or is there twice.
func (o Outside) Check() error {
	for i, name := range o.Without {
		switch {
		case name == "" || !utf8.ValidString(name):
			return fmt.Errorf("has the name %q; the name of an external event must be UTF-8 and not empty", name)
		case slices.Contains(o.Without[:i], name):
			return fmt.Errorf("has the name %q twice", name)
		}
	}
	return nil
}

// SetIntervals sets the boards whose properties can observe only the order between ends and beginnings, each with a
// function that says whether a value is an end. It must be called before SetOrdered.
func (r *Runner) SetIntervals(ends map[Board]func(value any) bool) { r.boards.intervals = ends }

// SetOrdered sets the boards whose properties can observe the order of announcements, and the boards whose properties can observe
// the end of a process that has announced something. It reports whether an announcement is pending already.
func (r *Runner) SetOrdered(ordered, passing map[Board]bool) (pending bool) {
	r.boards.anyOrder, r.boards.ordered, r.boards.passing = true, ordered, passing
	return r.Past.First.Op.Kind.Is(kind.Shows)
}

// SetOutside says which external events are left out, and which have smaller payloads.
func (r *Runner) SetOutside(o Outside) { r.outside = o }
