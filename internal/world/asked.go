package world

import (
	"fmt"

	"github.com/checkmodel/checkmodel/internal/world/guard"
	"github.com/checkmodel/checkmodel/trace"
)

// Asked is an operation in words, for messages about what a process asked for.
type Asked struct {
	Process   string
	Operation string
	Reason    string // of an end, in so far as Operation does not say it
	Source    string // file:line of the call in the model, if known
}

// String returns the operation with its source.
func (a Asked) String() string {
	if a.Source == "" {
		return a.quoted()
	}
	return fmt.Sprintf("%s (%s)", a.quoted(), a.Source)
}

func (a Asked) quoted() string {
	if a.Reason == "" {
		return fmt.Sprintf("%q", a.Operation)
	}
	return fmt.Sprintf("%q", a.Operation+" → "+a.Reason)
}

// Executed returns the operation that was executed at a step of the present
// interleaving, counted from 1.
func (s *System) Executed(step int) Asked {
	u := &s.undos[step-1]
	return s.asked(u.who.actor, u.op)
}

// Source returns file:line of the call for the operation that was executed at a step of
// the present interleaving, "" if there is none.
func (s *System) Source(step int) string { return s.undos[step-1].op.source(&s.helpers) }

// source returns file:line of the call in the model, if known.
func (op *Operation) source(h *guard.Helpers) string {
	if op.notes != nil {
		return op.notes.source
	}
	return op.site.line(h)
}

// Pending returns the operation that an actor is about to perform. The second
// result is false if it has not begun or has ended.
func (s *System) Pending(id trace.ActorID) (Asked, bool) {
	a := s.process(id)
	if a.state == unborn {
		return Asked{}, false
	}
	op := s.pending(a)
	if op == nil {
		return Asked{}, false
	}
	return s.asked(a.actor, op), true
}

// Planned puts the operation of an event into words that need not have been
// executed. Its source is known if the process has asked for it at this point of
// its life in some interleaving.
func (s *System) Planned(e *trace.Event) Asked {
	a := s.process(e.Actor)
	op := Operation{Op: e.Op}
	if a.at != nil {
		if h := a.at.root().find(e.Index, &e.Op); h != nil {
			op.site = h.op.site
		}
	}
	return s.asked(a.actor, &op)
}

func (s *System) asked(a *trace.Actor, op *Operation) Asked {
	asked := Asked{Process: a.Name, Operation: s.asks(op), Source: op.source(&s.helpers)}
	if op.Kind == trace.Exit {
		asked.Reason = s.values.Peek(op.Value).(Reason).Text
	}
	return asked
}

// Circumstance is under which circumstances a process did something else.
type Circumstance string

const (
	// SamePast: it had learnt the same before.
	SamePast Circumstance = "with the same past"
	// SameSchedule: the whole program was executed again, in the same order.
	SameSchedule Circumstance = "when the same schedule is executed again"
	alone        Circumstance = "when it is executed again with the same results, and no other process beside it"
	twice        Circumstance = "when its function is called again with the same results"
)

// NotDeterministic returns the error that a process has asked for something else
// at a step (0 if it was not executed any more) than it had before.
func NotDeterministic(step int, before, now Asked, how Circumstance) *guard.ModelError {
	if before.Source == now.Source { // the error says it in front
		before.Source = ""
	}
	return &guard.ModelError{
		Process: now.Process, Step: step, Source: now.Source,
		Problem: fmt.Sprintf("the process is not deterministic: it asked for %v before, and asks for %v %s. %s",
			before, now.quoted(), how, how.remedy()),
	}
}

func (c Circumstance) remedy() string {
	const general = "use Choose instead of random numbers, timeouts and timers instead of the clock, sorted keys instead of the order of a map, " +
		"processes instead of goroutines and channels, messages and tables instead of variables that several processes use. " + guard.VetFinds
	switch c {
	case alone:
		return "So it depends on a variable that another process changes, or on something else that is no result of an operation: " + general
	case twice:
		return "So it depends on what is not the same each time, as the order of a map, or changes a variable that it does not create itself, " +
			"but finds in its package or captures: range over sorted keys, create inside of the function of a process all that it changes, " +
			"and use messages and tables to share something. " + guard.VetFinds
	}
	return "It may depend on nothing but the results of its operations: " + general
}

// Pauses returns where those actors are that have not ended, in the order of
// their creation. A channel with nothing to bring is none of them.
func (s *System) Pauses() []trace.Pause {
	var pauses []trace.Pause
	for _, a := range s.born {
		if op := s.pending(a); op != nil {
			at := s.asked(a.actor, op)
			pauses = append(pauses, trace.Pause{
				Process: at.Process, Operation: at.Operation, Source: at.Source, CanMove: s.enabled(a, op),
			})
		}
	}
	return pauses
}

// Handled returns, for the receive that was executed at a step of the present
// interleaving, counted from 1, where its process goes on: file:line of its first
// operation after that, or of an earlier call such as Assert or Logf. It is "" if the
// process receives again or ends before, if the step is not a receive, and if this is not
// a recording.
func (s *System) Handled(step int) string {
	u := &s.undos[step-1]
	if u.op.Kind != trace.Receive && u.op.Kind != trace.ReceiveTimeout {
		return ""
	}
	next := u.at.first.Load() // a recording has no other
	if next == nil || next.op.notes == nil {
		return ""
	}
	if acted := next.op.notes.acted; acted != "" {
		return acted
	}
	if next.op.Kind == trace.Receive || next.op.Kind == trace.ReceiveTimeout {
		return ""
	}
	return next.op.notes.source
}
