package describe

import (
	"github.com/checkmodel/checkmodel/internal/world/conditions"
	"github.com/checkmodel/checkmodel/internal/world/machine"
	"github.com/checkmodel/checkmodel/internal/world/program"
	"github.com/checkmodel/checkmodel/trace"
	"github.com/checkmodel/checkmodel/trace/kind"
)

// Executed returns the operation of a step of the present interleaving, counted from 1.
func (d *Describer) Executed(step int) trace.Request {
	r := d.m.Record(step)
	return d.RequestOf(r.Actor.Base().Actor, r.Op)
}

// Source returns file:line of the call for a step of the present interleaving, counted from 1, or "".
func (d *Describer) Source(step int) string { return d.m.Record(step).Op.Source(&d.m.Helpers) }

// ExitReason returns why a process ended in an Exit event.
func (d *Describer) ExitReason(ev *trace.Event) trace.Reason {
	return d.m.Values.Get(ev.Value).(trace.Reason)
}

// ExitStack returns the calls in which the process that ended in the last event panicked, innermost
// first, each as "function file:line". It is nil if the process did not panic or without a recording.
func (d *Describer) ExitStack() []string {
	if notes := d.m.Record(d.m.Depth()).Op.Notes; notes != nil {
		return notes.Stack
	}
	return nil
}

// Pending returns the pending operation of an actor, and whether there is one.
func (d *Describer) Pending(id trace.ActorID) (trace.Request, bool) {
	a, ok := d.m.StartedActor(id)
	if !ok {
		return trace.Request{}, false
	}
	op := a.Pending()
	if op == nil {
		return trace.Request{}, false
	}
	return d.RequestOf(a.Base().Actor, op), true
}

// Planned describes the operation of an event, which need not have been executed. Its source is known
// if the process requested the operation with this index in some interleaving.
func (d *Describer) Planned(e *trace.Event) trace.Request {
	op := program.Operation{Op: e.Op}
	a, _ := d.m.StartedActor(e.Actor) // its history is known even if it has not started
	if p, ok := a.(*machine.Process); ok && p.At != nil {
		if h := p.At.Root().Find(e.Index, &e.Op); h != nil {
			op.Site = h.Op.Site
		}
	}
	return d.RequestOf(d.m.Actors.ByID(e.Actor), &op)
}

// RequestOf describes an operation that an actor requests.
func (d *Describer) RequestOf(a *trace.Actor, op *program.Operation) trace.Request {
	asked := trace.Request{Process: a.Name, Operation: d.Request(op), Source: op.Source(&d.m.Helpers), Limit: op.Limit(a)}
	asked.Kind = op.Kind.String()
	switch op.Kind {
	case kind.Receive, kind.ReceiveTimeout, kind.Collect, kind.CollectTimeout:
		asked.Any = op.Does.(*conditions.Selection).TakesAny()
	case kind.Send, kind.SendName, kind.Deliver:
		c := d.m.Messages.Call(d.m.Values.Peek(op.Value))
		asked.Reply = c != nil && c.From == nil
		asked.Message = d.Text(op.Value)
		sender := a.Name
		if op.Kind == kind.Deliver { // by a channel
			sender = a.Parent.Name
		}
		asked.Brief = d.Brief(op.Value, sender)
	}
	if op.Kind == kind.Exit {
		asked.Reason = d.m.Values.Peek(op.Value).(trace.Reason).Text
	}
	return asked
}

// Pauses returns the pending operations of all actors, in the order of their creation.
func (d *Describer) Pauses() []trace.Pause {
	var pauses []trace.Pause
	for _, a := range d.m.Present.Started() {
		if op := a.Pending(); op != nil {
			at := d.RequestOf(a.Base().Actor, op)
			pauses = append(pauses, trace.Pause{
				Process: at.Process, Operation: at.Operation, Source: at.Source, CanMove: a.Enabled(op), Limit: at.Limit,
			})
		}
	}
	return pauses
}

// Handler returns where the process that receives in a step of the present interleaving, counted from
// 1, continues: file:line of its next operation, or of an earlier call such as Assert or Logf. It is
// "" if the process receives again or ends before, if the step is not a receive, and without a
// recording.
func (d *Describer) Handler(step int) string {
	r := d.m.Record(step)
	if !r.Op.Kind.Is(kind.Receives) {
		return ""
	}
	next := r.At.First.Load() // a recording has no other
	if next == nil || next.Op.Notes == nil {
		return ""
	}
	if acted := next.Op.Notes.Acted; acted != "" {
		return acted
	}
	if next.Op.Kind.Is(kind.Receives) {
		return ""
	}
	return next.Op.Notes.Source
}

// SourceOf returns file:line of the operation that the process of that name requests, or "".
func (d *Describer) SourceOf(name string) string {
	id, ok := d.m.Actors.ByName(name)
	if !ok {
		return ""
	}
	a, _ := d.m.StartedActor(id.ID)
	if p, ok := a.(*machine.Process); ok && p.Running() && p.At != nil {
		return p.At.Op.Site.Line(&d.m.Helpers)
	}
	return ""
}
