// Package lenient executes a schedule that may be older than an edit of the program.
package lenient

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/checkmodel/checkmodel/internal/printable"
	"github.com/checkmodel/checkmodel/trace"
	"github.com/checkmodel/checkmodel/trace/kind"
)

// A schedule may be older than an edit of the model. A process may then have one operation more, or one less, and
// each later step would be taken for another operation. If the event of each step is known, the process is brought
// to the operation of the step:
//
//   - If it is at the operation of a later step of its own, the step is skipped: its operation was removed.
//   - If it is at another operation, it executes that operation first: the operation was inserted. If it is of
//     the same sort, and brings the process to a later operation, it has replaced the operation of the step,
//     and the step is skipped, unless its message is like the message of the step.
//   - If an operation with a message like the step's is possible, it stands for the step.
//   - If it must wait, other processes first execute operations that the schedule does not have.
//
// If that does not help within a few operations, the step is skipped.

// near is the maximal number of unplanned operations that are executed for one step, and of later steps of a
// process among which an operation is looked for.
const near = 6

// Lenient is the guide that executes the steps of a schedule as far as they are possible, and skips the others.
type Lenient struct {
	// Likenesses tell the messages of the world apart; set them before the first step.
	Likenesses *Likenesses

	steps   trace.NamedSchedule
	events  []string         // the event of each step, as far as known
	likes   []trace.Likeness // of the message of each step
	state   trace.State      // the current one
	started []trace.ActorID

	next      int    // index of the next step
	done      int    // number of executed steps
	extras    int    // number of unplanned operations executed for the next step
	instead   string // such an operation that may have replaced the operation of the step
	by        string // how its message is like the step's: by fingerprint or by type
	begun     bool   // it is the present step
	skipped   []trace.SkippedStep
	similar   []trace.Similar
	unplanned int
}

// NewLenient returns the guide for a schedule. kept holds, for each step, the event that it led to when the
// schedule was kept, as [trace.Entry.FileLine] or [trace.Entry.Event] returns it. There may be fewer events than steps, and "" stands for
// an unknown one.
func NewLenient(steps trace.NamedSchedule, kept []string) *Lenient {
	f := &Lenient{steps: steps, events: make([]string, len(steps)), likes: make([]trace.Likeness, len(steps))}
	for i := range min(len(kept), len(steps)) {
		f.events[i], f.likes[i] = trace.ParseFileLine(kept[i])
	}
	return f
}

// Choose returns the next step that is possible, or false at the end of the schedule.
func (f *Lenient) Choose(v trace.View) (trace.Step, bool) {
	f.state = v.State
	for f.next < len(f.steps) {
		if step, ok := f.try(v.Enabled); ok {
			return step, true
		}
	}
	return trace.Step{}, false
}

// Observe records the actor that the event starts, and whether its message is like the message of the next step.
func (f *Lenient) Observe(_ int, e *trace.Event) error {
	if f.begun && f.by == "" {
		f.by = f.likes[f.next].Like(f.Likenesses.Event(e))
	}
	f.begun = false
	if a := e.Starts(); a != trace.NoActor {
		f.started = append(f.started, a)
	}
	return nil
}

// End skips the steps that are left.
func (f *Lenient) End(end trace.Ending) {
	f.state = end.State
	switch end.Outcome {
	case trace.Complete, trace.Deadlocked, trace.Violated, trace.Irrelevant:
		f.Choose(trace.View{State: end.State})
	case trace.Cut:
		for f.next < len(f.steps) {
			f.skip("the interleaving is cut after %d events", end.Events)
		}
	}
}

// Skipped returns the steps that were skipped, in their order.
func (f *Lenient) Skipped() []trace.SkippedStep { return f.skipped }

// Unplanned returns the number of operations before the end of the schedule that were executed in addition.
func (f *Lenient) Unplanned() int { return f.unplanned }

// Stale reports whether all steps of a schedule were skipped.
func (f *Lenient) Stale() bool {
	return f.done == 0 && len(f.skipped) > 0 && f.next == len(f.steps)
}

// try returns the step to execute for the next step of the schedule, or skips the step.
func (f *Lenient) try(enabled []trace.Pending) (trace.Step, bool) {
	st := f.step(f.next)
	id, operation, at, problem := f.actor(st.Actor)
	event := f.events[f.next]
	_, fits := trace.IsEvent(event, operation)
	if fits = problem == "" && (fits || event == ""); !fits {
		if p, by := f.elsewhere(enabled); p != nil {
			return f.take(p, by), true
		}
	}
	if problem != "" {
		return f.skip("%s", problem)
	}
	p := pendingOf(enabled, id)
	switch {
	case fits && p != nil && st.Alternative > 0 && (st.Alternative >= p.Op.Alternatives || p.Barred.Has(st.Alternative)):
		return f.skip("process %s has no alternative %d; it is at %s", st.Actor, st.Alternative, at)
	case fits && p != nil:
		f.done++
		f.advance()
		return trace.Step{Actor: id, Alternative: st.Alternative}, true
	case !fits && f.like(f.next, p) == trace.ByFingerprint:
		return f.take(p, trace.ByFingerprint), true
	case f.instead != "" && (f.extras >= near || f.last(st.Actor, operation) || f.later(st.Actor, operation, p)):
		return f.replaced(st)
	case !fits && (f.later(st.Actor, operation, p) || !f.likes[f.next].Unknown() && single(st.Actor)):
		return f.skip("process %s no longer does that; it is at %s", st.Actor, at)
	case f.extras >= near:
		return f.skip("process %s does not reach that operation; it is at %s", st.Actor, at)
	case p == nil:
		if event != "" {
			if other := f.unknown(enabled, id); other != nil {
				return f.extra(other, 0), true
			}
		}
		return f.skip("process %s waits at %s%s", st.Actor, at, movable(f.state, enabled))
	}
	if sameSort(event, operation) && f.by == "" {
		f.instead, f.begun = operation, true
	}
	if f.instead != operation { // the same alternative is a duplicate at a send, but a loss at a receive
		st.Alternative = 0
	}
	return f.extra(p, st.Alternative), true
}

// replaced finishes a step in whose place another operation of the same sort was executed.
func (f *Lenient) replaced(st trace.NamedStep) (trace.Step, bool) {
	if f.by == "" {
		return f.skip("process %s does %q instead", st.Actor, f.instead)
	}
	f.unplanned--
	f.stand(st.Actor+": "+f.instead, f.by)
	return trace.Step{}, false
}

// extra returns the step of an unplanned operation.
func (f *Lenient) extra(p *trace.Pending, alternative int32) trace.Step {
	f.extras++
	f.unplanned++
	if alternative >= p.Op.Alternatives || p.Barred.Has(alternative) {
		alternative = 0
	}
	return trace.Step{Actor: p.Actor, Alternative: alternative}
}

// skip skips the next step. If this is the violation at the end, the schedule still fits the model: the
// violation is fixed.
func (f *Lenient) skip(format string, args ...any) (trace.Step, bool) {
	if f.next == len(f.steps)-1 && strings.HasPrefix(f.events[f.next], violating) {
		f.unplanned -= f.extras
		f.advance()
		return trace.Step{}, false
	}
	f.skipped = append(f.skipped, trace.SkippedStep{
		Step: f.next + 1, Process: f.step(f.next).Actor, Event: f.events[f.next], Problem: fmt.Sprintf(format, args...),
	})
	f.advance()
	return trace.Step{}, false
}

// violating begins the event by which a process violates a property.
const violating = "end: "

func (f *Lenient) advance() {
	f.next++
	f.extras, f.instead, f.by, f.begun = 0, "", "", false
}

// step returns a step with the name of its actor, if known by now.
func (f *Lenient) step(i int) trace.NamedStep {
	st := f.steps[i]
	if number, ok := strings.CutPrefix(st.Actor, "#"); ok {
		n, err := strconv.Atoi(number)
		switch {
		case err != nil:
		case n == 0:
			st.Actor = f.state.Name(0)
		case n > 0 && n <= len(f.started):
			st.Actor = f.state.Name(f.started[n-1])
		}
	}
	return st
}

// actor returns the actor with the name and its next operation, or the problem that it has none.
func (f *Lenient) actor(name string) (id trace.ActorID, operation, place, problem string) {
	id, ok := f.state.Named(name)
	if !ok {
		return id, "", "", "there is no process " + name
	}
	operation, place = f.state.Pending(id)
	switch {
	case operation != "":
		return id, operation, place, ""
	case name == f.state.Name(0) || slices.Contains(f.started, id):
		return id, "", "", "process " + name + " has ended"
	}
	return id, "", "", "process " + name + " has not begun, or has nothing to deliver"
}

// pendingOf returns the operation of the actor if it is enabled, otherwise nil.
func pendingOf(enabled []trace.Pending, id trace.ActorID) *trace.Pending {
	if i := slices.IndexFunc(enabled, func(p trace.Pending) bool { return p.Actor == id }); i >= 0 {
		return &enabled[i]
	}
	return nil
}

// has reports whether a receive of the process could have that result.
func has(s trace.State, id trace.ActorID, result string) bool {
	return slices.ContainsFunc(s.Mailbox(id), func(m string) bool { return printable.OneLine(m) == result })
}

// ahead returns the next steps of the process after the current one, at most near of them.
func (f *Lenient) ahead(process string) (steps []int) {
	for i := f.next + 1; i < len(f.steps) && len(steps) < near; i++ {
		if f.step(i).Actor == process {
			steps = append(steps, i)
		}
	}
	return steps
}

// last reports whether the next step is the last step of its process, and the operation is not one to which the process may
// have come by an inserted operation.
func (f *Lenient) last(process, operation string) bool {
	return len(f.ahead(process)) == 0 && (f.likes[f.next].Unknown() || f.by != "" || !sameSort(f.events[f.next], operation))
}

// later reports whether the process is at the operation of a step ahead.
func (f *Lenient) later(process string, operation string, p *trace.Pending) bool {
	return slices.ContainsFunc(f.ahead(process), func(i int) bool { return f.did(i, operation, p) })
}

// unknown returns an enabled operation beyond the schedule that may help a waiting process, or nil: preferably a
// send to the process, otherwise an operation of a process that the schedule does not name, or of one with
// further steps in it.
func (f *Lenient) unknown(enabled []trace.Pending, waits trace.ActorID) (found *trace.Pending) {
	for i := range enabled {
		p := &enabled[i]
		name := f.state.Name(p.Actor)
		operation, _ := f.state.Pending(p.Actor)
		ahead := f.ahead(name)
		switch {
		case p.Actor == waits, f.later(name, operation, p), f.wanted(p):
		case p.Op.Kind == kind.Send && trace.ActorID(p.Op.Object) == waits:
			return p
		case found == nil && (len(ahead) > 0 || !f.named(name)):
			found = p
		}
	}
	return found
}

// did reports whether the operation belongs to step i, or is more like it than like the next step. For a receive that is
// enabled, the message of the step must be in the mailbox.
func (f *Lenient) did(i int, operation string, p *trace.Pending) bool {
	if result, ok := trace.IsEvent(f.events[i], operation); ok {
		return p == nil || !receives(p) || has(f.state, p.Actor, result)
	}
	by := f.like(i, p)
	return by == trace.ByFingerprint || by == trace.ByType && (f.by != "" || f.like(f.next, p) == "")
}

func (f *Lenient) named(process string) bool {
	for i := range f.steps {
		if f.step(i).Actor == process {
			return true
		}
	}
	return false
}

func receives(p *trace.Pending) bool {
	return p.Op.Kind.Is(kind.Receives)
}

// sameSort reports whether an event and an operation have the same first word.
func sameSort(event, operation string) bool {
	was, _, _ := strings.Cut(event, " ")
	is, _, _ := strings.Cut(operation, " ")
	return was == is
}

func movable(s trace.State, enabled []trace.Pending) string {
	if len(enabled) == 0 {
		return ", and no other can move"
	}
	var names []string
	for _, p := range enabled {
		names = append(names, s.Name(p.Actor))
	}
	return "; those that can move are " + strings.Join(names, ", ")
}
