package world

import (
	"fmt"

	"github.com/checkmodel/checkmodel/internal/effects"
	"github.com/checkmodel/checkmodel/internal/world/conditions"
	"github.com/checkmodel/checkmodel/internal/world/program"
	"github.com/checkmodel/checkmodel/trace"
	"github.com/checkmodel/checkmodel/trace/kind"
)

// Entry describes the last event. The source and the log are set in a recording only.
func (w words) Entry(ev *trace.Event) trace.Entry {
	op := w.s.undos[len(w.s.undos)-1].op
	e := trace.Entry{
		Number:    len(w.s.undos),
		Process:   w.ActorName(int32(ev.Actor)),
		Operation: w.Request(op),
		Result:    w.unusable(ev),
	}
	if result := kinds[ev.Kind].result; result != nil && e.Result == "" {
		e.Result = result(w, ev)
	}
	addTimes(w, ev, &e)
	if op.Notes != nil {
		e.Source, e.Log = op.Notes.Source, op.Notes.Log
	}
	if picks := op.Picks(); picks != nil {
		e.Result, e.Described = picks[ev.Alternative], true
	}
	return e
}

// Detailed is Entry with the parts of the event, for diagrams, except the numbers of other events.
func (w words) Detailed(ev *trace.Event) trace.Entry {
	e := w.Entry(ev)
	e.Kind = ev.Kind.String()
	if ev.Kind.Is(kind.OnTable) {
		e.Row = w.row(ev)
		if ev.Table != trace.NoTable {
			e.Table = w.s.Table(int32(ev.Table)).Label
		}
	}
	if !ev.Kind.Is(kind.OnTable) || ev.Delivers() {
		w.detail(ev, &e)
	}
	w.s.undos[len(w.s.undos)-1].facts(w, ev, &e)
	return e
}

// row returns the row or the table that an operation changed, or nil.
func (w words) row(ev *trace.Event) *trace.Row {
	if ev.Table == trace.NoTable {
		return nil
	}
	r := &trace.Row{}
	switch {
	case effects.ChangesRow(ev):
		r.Key, r.Gone = w.Text(ev.Key), ev.After == trace.NoValue
		if !r.Gone {
			r.Value = w.Text(ev.After)
		}
	case ev.Effect == trace.Update && ev.Kind == kind.TableNew:
	case ev.Effect == trace.Update && (ev.Kind == kind.TableDrop || ev.Kind == kind.TableRelease && !ev.Delivers()):
		r.Gone = true
	default:
		return nil
	}
	return r
}

// detail sets who takes part in an event, and which message.
func (w words) detail(ev *trace.Event, e *trace.Entry) {
	if kinds[ev.Kind].with || ev.IsFault() && !ev.Kind.Is(kind.OfNetwork) {
		e.With = w.ActorName(ev.Object)
	}
	if e.Fault = ev.Fault().String(); effects.WasCutOff(ev) && ev.Fault() == trace.NoFault {
		e.Fault = trace.CutOff
	} else if effects.WasDropped(ev) && ev.Fault() == trace.NoFault {
		e.Fault = trace.Dropped
	}
	switch {
	case ev.Taken != trace.NoEvent:
		e.With, e.Message = senderOf(w, ev.Taken), w.Text(ev.Result)
	case ev.Delivers():
		e.To, e.Message = w.ActorName(int32(ev.To)), w.Text(ev.Value)
		e.With = e.To
	case ev.Kind == kind.Send, ev.Kind == kind.SendName:
		if e.Message = w.Text(ev.Value); e.Fault == trace.CutOff && e.With == "" {
			e.With = w.ActorName(int32(w.s.cells.holder(ev.Key)))
		}
	case ev.Kind == kind.External && !ev.LeftOut():
		e.External, e.Message = w.s.Value(ev.Key).(program.Board).String(), w.Text(ev.Value)
	case ev.Kind == kind.Expose:
		e.Board, e.State = w.board(ev), w.Text(ev.Value)
	}
}

// board returns the name of the board of the last event, which exposes a state. If states of other
// types with that name have been exposed before, "#2", "#3", … tells them apart.
func (w words) board(ev *trace.Event) string {
	name, others := w.s.Value(ev.Key).(program.Board).String(), map[trace.ValueID]bool{}
	for i := range w.s.undos {
		op := &w.s.undos[i].op.Op
		if op.Kind != kind.Expose {
			continue
		}
		if op.Key == ev.Key {
			break
		}
		if w.s.Value(op.Key).(program.Board).String() == name {
			others[op.Key] = true
		}
	}
	if len(others) == 0 {
		return name
	}
	return fmt.Sprintf("%s#%d", name, len(others)+1)
}

// facts sets what else a reader needs to know without the words of the entry of the event.
func (u *undo) facts(w words, ev *trace.Event, e *trace.Entry) {
	if ev.Fatal != trace.NoActor && ev.Flags&kind.Delayed == 0 {
		e.Ends = w.ActorName(int32(ev.Fatal))
	}
	if e.Message != "" {
		message := ev.Value
		if ev.Taken != trace.NoEvent {
			message = ev.Result
		}
		ref, reply := w.s.Messages.Call(w.s.Values.Peek(message))
		switch {
		case ref == nil:
		case reply:
			e.Reply = ref.Name
		default:
			e.Request = ref.Name
		}
	}
	switch ev.Kind {
	case kind.Receive, kind.ReceiveTimeout:
		e.Any, e.Limit = ev.Does.(*conditions.Selection).TakesAny(), u.op.Limit(u.who.base().id)
	case kind.TimerStart:
		e.Alarm, e.Ticks = u.op.Alarm.String(), int(ev.Ticks())
	case kind.TimerExpire:
		e.Alarm = u.op.Alarm.String()
	case kind.Register, kind.Down:
		e.Failed = !ev.Ok
	case kind.PutOnTheWay:
		e.Failed = !ev.Ok
	case kind.Sever, kind.Heal:
		p := ev.Does.(*partition)
		_, _, to, from := p.sides()
		e.OneWay, e.OneLink = !to || !from, p.beside() != ""
	case kind.External:
		if ev.Alternative > program.LeaveOut {
			e.Replaced = w.Text(ev.Value)
		}
	}
	switch d, is := u.who.(*decisions); {
	case is:
		e.Rate, e.Shift = d.clock(ev.Alternative)
	case u.process == nil:
	case ev.Kind == kind.DecideSync && ev.Alternative > 0:
		e.Fault = trace.FailedSync
	case ev.Kind == kind.Choose:
		e.Alternatives = int(ev.Alternatives)
	}
	e.Failed = e.Failed || w.unusable(ev) != ""
}
