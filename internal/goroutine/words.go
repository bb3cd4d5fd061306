package goroutine

import (
	"fmt"

	"github.com/checkmodel/checkmodel/trace"
	"github.com/checkmodel/checkmodel/trace/kind"
)

// words describes an operation.
func (w *World) describe(op *trace.Op) string {
	switch op.Kind {
	case kind.Use:
		return op.Does.(*Use).String()
	case kind.Spawn:
		return "go " + w.Actor(trace.ActorID(op.Object)).Name
	case kind.Exit:
		return "end"
	case kind.Choose:
		return "choose"
	case kind.Reach:
		return "reach " + w.goals[op.Key-1]
	case kind.TimerStart:
		return fmt.Sprintf("start a timer of %d ticks", op.Number)
	case kind.TimerExpire:
		return "expire"
	}
	return op.Kind.String()
}

// Request implements stage.Words.
func (w *World) Request(step int, e *trace.Event) trace.Request {
	r := trace.Request{Process: w.Actor(e.Actor).Name, Operation: w.describe(&e.Op), Source: w.Source(step), Facts: trace.Facts{Kind: e.Kind.String()}}
	if e.Kind == kind.Exit {
		r.Reason = w.ExitReason(e).Text
	}
	return r
}

// Pending implements stage.Words.
func (w *World) Pending(id trace.ActorID) (trace.Request, bool) {
	w.begin()
	if int(id) >= len(w.actors) || w.actors[id] == nil || w.actors[id].op.Kind == 0 {
		return trace.Request{}, false
	}
	a := w.actors[id]
	e := trace.NewEvent(id, a.index, a.op)
	r := w.Request(0, &e)
	r.Source = a.source()
	return r, true
}

// source returns where the next operation is in the program, in a recording.
func (a *actor) source() string {
	if a.g == nil {
		return ""
	}
	return a.g.at
}

// Detailed implements stage.Words.
func (w *World) Detailed(e *trace.Event) trace.Entry {
	entry := trace.Entry{Process: w.Actor(e.Actor).Name, Operation: w.describe(&e.Op), Kind: e.Kind.String(), Source: w.Source(w.depth)}
	switch e.Kind {
	case kind.Exit:
		reason := w.ExitReason(e)
		entry.Result, entry.Violates = reason.Text, reason.Property
	case kind.Choose:
		entry.Result = fmt.Sprint(e.Alternative)
	case kind.Spawn:
		entry.With = w.Actor(trace.ActorID(e.Object)).Name
	case kind.Use:
		if entry.Result = w.note; entry.Result == "" && !e.Ok {
			entry.Result = "false"
		}
	case kind.TimerStart:
		entry.With = w.Actor(trace.ActorID(e.Object)).Name
	case kind.TimerExpire:
		entry.Clock = fmt.Sprint(w.clock(e))
	}
	return entry
}

func (w *World) clock(e *trace.Event) (now int32) {
	for _, a := range e.Accesses {
		if a.Effect == trace.Write && a.After > 0 {
			now = max(now, a.After)
		}
	}
	return now
}

// Source implements stage.Words.
func (w *World) Source(step int) string {
	if step < 1 || step > len(w.sources) {
		return ""
	}
	return w.sources[step-1]
}

// ExitReason implements stage.Ends.
func (w *World) ExitReason(e *trace.Event) trace.Reason { return w.known.reasonOf(e.Value) }

// Blocked implements stage.Ends: no goroutine may wait for ever.
func (w *World) Blocked() bool { return len(w.Awaiting(nil)) > 0 }

// Value implements stage.Values: it returns the goal of an event that reaches one. Other numbers are the values.
func (w *World) Value(id trace.ValueID) any {
	if n := int(id); 1 <= n && n <= len(w.goals) {
		return w.goals[n-1]
	}
	return int(id)
}

// Content implements stage.Values.
func (w *World) Content(id trace.ValueID) uint64 { return uint64(id) }

// Masked implements stage.Values.
func (w *World) Masked(id trace.ValueID) uint64 { return uint64(id) }

// Limited implements stage.Limits.
func (w *World) Limited() bool { return w.limited }

// Waiting implements stage.Ends.
func (w *World) Waiting() (all []trace.Waiting) {
	for _, p := range w.Awaiting(nil) {
		a := w.actors[p.Actor]
		what := w.describe(p.Op)
		all = append(all, trace.Waiting{Process: a.Name, For: "a chance to " + what, Kind: "to " + what, Source: a.source()})
	}
	return all
}

// StillTells implements stage.Ends.
func (w *World) StillTells(trace.EventID) bool { return false }

// Handler, and the methods after it, implement stage.Recording.
func (w *World) Handler(int) string { return "" }

// Declared returns nothing: goroutines declare no states.
func (w *World) Declared(*trace.Event) []trace.DeclaredState { return nil }

// ExitStack returns the calls in which the actor of the last event has panicked.
func (w *World) ExitStack() []string {
	if a := w.actors[w.last.Actor]; w.last.Kind == kind.Exit && a.g != nil {
		return a.g.stack
	}
	return nil
}

// Pauses describes the next operation of each actor.
func (w *World) Pauses() (all []trace.Pause) {
	for id, a := range w.actors {
		if a == nil || a.op.Kind == 0 {
			continue
		}
		r, _ := w.Pending(trace.ActorID(id))
		all = append(all, trace.Pause{Process: r.Process, Operation: r.Operation, Source: r.Source, CanMove: w.possible(a)})
	}
	return all
}

// LastEvent returns the event of the last step.
func (w *World) LastEvent() trace.Event { return w.last }
