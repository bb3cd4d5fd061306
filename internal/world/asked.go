package world

import (
	"github.com/checkmodel/checkmodel/internal/world/conditions"
	"github.com/checkmodel/checkmodel/internal/world/program"
	"github.com/checkmodel/checkmodel/trace"
	"github.com/checkmodel/checkmodel/trace/kind"
)

// Executed returns the operation of a step of the present interleaving, counted from 1.
func (w words) Executed(step int) trace.Request {
	u := &w.s.undos[step-1]
	return w.Asked(u.who.base().id, u.op)
}

// Source returns file:line of the call for a step of the present interleaving, counted from 1, or "".
func (w words) Source(step int) string { return w.s.undos[step-1].op.Source(&w.s.Helpers) }

// ExitReason returns why a process ended in an Exit event.
func (w words) ExitReason(ev *trace.Event) trace.Reason {
	return w.s.Values.Get(ev.Value).(trace.Reason)
}

// ExitStack returns the calls in which the process that ended in the last event panicked, innermost
// first, each as "function file:line". It is nil if the process did not panic or without a recording.
func (w words) ExitStack() []string {
	if notes := w.s.undos[len(w.s.undos)-1].op.Notes; notes != nil {
		return notes.Stack
	}
	return nil
}

// Pending returns the pending operation of an actor, and whether there is one.
func (w words) Pending(id trace.ActorID) (trace.Request, bool) {
	a, ok := w.s.actor(id)
	if !ok {
		return trace.Request{}, false
	}
	op := a.pending()
	if op == nil {
		return trace.Request{}, false
	}
	return w.Asked(a.base().id, op), true
}

// Planned describes the operation of an event, which need not have been executed. Its source is known
// if the process requested the operation with this index in some interleaving.
func (w words) Planned(e *trace.Event) trace.Request {
	op := program.Operation{Op: e.Op}
	a, _ := w.s.actor(e.Actor) // its history is known even if it has not started
	if p, ok := a.(*process); ok && p.at != nil {
		if h := p.at.Root().Find(e.Index, &e.Op); h != nil {
			op.Site = h.Op.Site
		}
	}
	return w.Asked(w.s.Actors.ByID(e.Actor), &op)
}

// Asked describes an operation that an actor requests.
func (w words) Asked(a *trace.Actor, op *program.Operation) trace.Request {
	asked := trace.Request{Process: a.Name, Operation: w.Request(op), Source: op.Source(&w.s.Helpers), Limit: op.Limit(a)}
	asked.Kind = op.Kind.String()
	switch op.Kind {
	case kind.Receive, kind.ReceiveTimeout:
		asked.Any = op.Does.(*conditions.Selection).TakesAny()
	case kind.Send, kind.SendName, kind.Deliver:
		_, asked.Reply = w.s.Messages.Call(w.s.Values.Peek(op.Value))
		asked.Message = w.Text(op.Value)
	}
	if op.Kind == kind.Exit {
		asked.Reason = w.s.Values.Peek(op.Value).(trace.Reason).Text
	}
	return asked
}

// Pauses returns the pending operations of all actors, in the order of their creation.
func (w words) Pauses() []trace.Pause {
	var pauses []trace.Pause
	for _, a := range w.s.started {
		if op := a.pending(); op != nil {
			at := w.Asked(a.base().id, op)
			pauses = append(pauses, trace.Pause{
				Process: at.Process, Operation: at.Operation, Source: at.Source, CanMove: a.enabled(w.s, op), Limit: at.Limit,
			})
		}
	}
	return pauses
}

// Handled returns where the process that receives in a step of the present interleaving, counted from
// 1, continues: file:line of its next operation, or of an earlier call such as Assert or Logf. It is
// "" if the process receives again or ends before, if the step is not a receive, and without a
// recording.
func (w words) Handled(step int) string {
	u := &w.s.undos[step-1]
	if u.op.Kind != kind.Receive && u.op.Kind != kind.ReceiveTimeout {
		return ""
	}
	next := u.at.First.Load() // a recording has no other
	if next == nil || next.Op.Notes == nil {
		return ""
	}
	if acted := next.Op.Notes.Acted; acted != "" {
		return acted
	}
	if next.Op.Kind == kind.Receive || next.Op.Kind == kind.ReceiveTimeout {
		return ""
	}
	return next.Op.Notes.Source
}

// SourceOf returns file:line of the operation that the process of that name requests, or "".
func (w words) SourceOf(name string) string {
	id, ok := w.s.Actors.ByName(name)
	if !ok {
		return ""
	}
	a, _ := w.s.actor(id.ID)
	if p, ok := a.(*process); ok && p.running() && p.at != nil {
		return p.at.Op.Site.Line(&w.s.Helpers)
	}
	return ""
}
