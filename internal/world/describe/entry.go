package describe

import (
	"fmt"
	"slices"

	"github.com/checkmodel/checkmodel/internal/effects"
	"github.com/checkmodel/checkmodel/internal/world/conditions"
	"github.com/checkmodel/checkmodel/internal/world/injector"
	"github.com/checkmodel/checkmodel/internal/world/program"
	"github.com/checkmodel/checkmodel/trace"
	"github.com/checkmodel/checkmodel/trace/kind"
)

// Entry describes the last event. The source and the log are set in a recording only.
func (d *Describer) Entry(ev *trace.Event) trace.Entry {
	op := d.m.Record(d.m.Depth()).Op
	e := trace.Entry{
		Number:    d.m.Depth(),
		Process:   d.ActorName(int32(ev.Actor)),
		Operation: d.Request(op),
		Result:    d.unusable(ev),
	}
	if says := results[ev.Kind].says; says != nil && e.Result == "" {
		e.Result = says(d, ev)
	}
	addTimes(d, ev, &e)
	if op.Notes != nil {
		e.Source, e.Log = op.Notes.Source, op.Notes.Log
	}
	if picks := op.Picks(); picks != nil {
		e.Result, e.Described = picks[ev.Alternative], true
	}
	return e
}

// Detailed is Entry with the parts of the event, for diagrams, except the numbers of other events.
func (d *Describer) Detailed(ev *trace.Event) (e trace.Entry) {
	refs := d.References(func() { e = d.detailed(ev) })
	e.Refs = slices.DeleteFunc(refs, func(name string) bool { return name == e.Request || name == e.Reply })
	return e
}

func (d *Describer) detailed(ev *trace.Event) trace.Entry {
	e := d.Entry(ev)
	e.Kind = ev.Kind.String()
	if ev.Kind.Is(kind.OnTable) {
		e.Row = d.row(ev)
		if ev.Table != trace.NoTable {
			e.Table = d.m.Table(int32(ev.Table)).Label
		}
	}
	if !ev.Kind.Is(kind.OnTable) || ev.Delivers() {
		d.detail(ev, &e)
	}
	d.facts(ev, &e)
	return e
}

// sender returns the name of the actor that has sent the message of an event.
func (d *Describer) sender(ev *trace.Event) string {
	if ev.Taken != trace.NoEvent {
		return senderOf(d, ev.Taken)
	}
	return senderOf(d, ev.ID())
}

// row returns the row or the table that an operation changed, or nil.
func (d *Describer) row(ev *trace.Event) *trace.Row {
	if ev.Table == trace.NoTable {
		return nil
	}
	r := &trace.Row{}
	switch {
	case effects.ChangesRow(ev):
		r.Key, r.Gone = d.Text(ev.Key), ev.After == trace.NoValue
		if !r.Gone {
			r.Value = d.Text(ev.After)
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
func (d *Describer) detail(ev *trace.Event, e *trace.Entry) {
	if results[ev.Kind].with || ev.IsFault() && !ev.Kind.Is(kind.OfNetwork) {
		e.With = d.ActorName(ev.Object)
	}
	if e.Fault = ev.Fault().String(); effects.WasCutOff(ev) && ev.Fault() == trace.NoFault {
		e.Fault = trace.CutOff
	} else if effects.WasDropped(ev) && ev.Fault() == trace.NoFault {
		e.Fault = trace.Dropped
	}
	switch {
	case ev.Set != nil: // from several
	case ev.Taken != trace.NoEvent:
		e.With, e.Message = senderOf(d, ev.Taken), d.Text(ev.Result)
	case ev.Delivers():
		e.To, e.Message = d.ActorName(int32(ev.To)), d.Text(ev.Value)
		e.With = e.To
	case ev.Kind == kind.Send, ev.Kind == kind.SendName:
		if e.Message = d.Text(ev.Value); e.Fault == trace.CutOff && e.With == "" {
			e.With = d.ActorName(int32(d.m.Cells.Holder(ev.Key)))
		}
	case ev.Kind == kind.External && !ev.LeftOut():
		e.External, e.Message = d.m.Value(ev.Key).(program.Board).String(), d.Text(ev.Value)
	case ev.Kind == kind.Expose:
		e.Board, e.State = d.board(ev), d.Text(ev.Value)
	}
}

// board returns the name of the board of the last event, which exposes a state. If states of other
// types with that name have been exposed before, "#2", "#3", … tells them apart.
func (d *Describer) board(ev *trace.Event) string {
	name, others := d.m.Value(ev.Key).(program.Board).String(), map[trace.ValueID]bool{}
	for step := range d.m.Depth() {
		op := &d.m.Record(step + 1).Op.Op
		if op.Kind != kind.Expose {
			continue
		}
		if op.Key == ev.Key {
			break
		}
		if d.m.Value(op.Key).(program.Board).String() == name {
			others[op.Key] = true
		}
	}
	if len(others) == 0 {
		return name
	}
	return fmt.Sprintf("%s#%d", name, len(others)+1)
}

// facts sets what else a reader needs to know without the words of the entry of the event.
func (d *Describer) facts(ev *trace.Event, e *trace.Entry) {
	r := d.m.Record(d.m.Depth())
	if ev.Fatal != trace.NoActor && ev.Flags&kind.Delayed == 0 {
		e.Ends = d.ActorName(int32(ev.Fatal))
	}
	if e.Message != "" {
		message := ev.Value
		if ev.Taken != trace.NoEvent {
			message = ev.Result
		}
		switch c := d.m.Messages.Call(d.m.Values.Peek(message)); {
		case c == nil:
		case c.From == nil:
			e.Reply = c.Ref.Name
		default:
			e.Request = c.Ref.Name
		}
		e.Brief = d.Brief(message, d.sender(ev))
	}
	switch ev.Kind {
	case kind.Receive, kind.ReceiveTimeout, kind.Collect, kind.CollectTimeout:
		e.Any, e.Limit = ev.Does.(*conditions.Selection).TakesAny(), r.Op.Limit(r.Actor.Base().Actor)
	case kind.Exit:
		if reason := d.ExitReason(ev); !reason.Deliberate {
			e.Violates = reason.Property
		}
	case kind.Spawn:
		e.Linked, e.Monitored = ev.Flags&kind.Linking != 0, ev.Flags&kind.Monitoring != 0
	case kind.TimerStart:
		e.Alarm, e.Ticks = r.Op.Alarm.String(), int(ev.Ticks())
	case kind.TimerExpire:
		e.Alarm = r.Op.Alarm.String()
	case kind.Register, kind.Down:
		e.Failed = !ev.Ok
	case kind.PutOnTheWay:
		e.Failed = !ev.Ok
	case kind.Sever, kind.Heal:
		p := ev.Does.(*injector.Partition)
		e.OneWay, e.OneLink = p.OneWay(), p.OneLink()
	case kind.External:
		if ev.Alternative > program.LeaveOut {
			e.Replaced, e.Brief = d.Text(ev.Value), d.Brief(ev.Value, e.Process)
		}
	}
	switch decisions, is := r.Actor.(*injector.Decisions); {
	case is:
		e.Rate, e.Shift = decisions.Clock(ev.Alternative)
	case r.Process == nil:
	case ev.Kind == kind.DecideSync && ev.Alternative > 0:
		e.Fault = trace.FailedSync
	case ev.Kind == kind.Choose:
		e.Alternatives = int(ev.Alternatives)
	}
	e.Failed = e.Failed || d.unusable(ev) != ""
}
