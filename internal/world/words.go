package world

import (
	"fmt"
	"strings"

	"github.com/checkmodel/checkmodel/trace"
)

// words describes operations and events of a system, in the same words in every run.
type words struct{ s *System }

func (w words) text(id trace.ValueID) string { return w.s.Values.Text(id) }

func (w words) actor(id int32) string { return w.s.Actors.ByID(trace.ActorID(id)).Name }

// Entry describes the last event. The source and the log are set in a recording only.
func (w words) Entry(ev *trace.Event) trace.Entry {
	op := w.s.undos[len(w.s.undos)-1].op
	e := trace.Entry{
		Number:    len(w.s.undos),
		Process:   w.actor(int32(ev.Actor)),
		Operation: w.asks(op),
		Result:    w.unusable(ev),
	}
	if result := kinds[ev.Kind].result; result != nil && e.Result == "" {
		e.Result = result(w, ev)
	}
	addTimes(w, ev, &e)
	e.Alarm = op.Alarm.String()
	if op.notes != nil {
		e.Source, e.Log = op.notes.source, op.notes.log
	}
	if picks := op.picks(); picks != nil {
		e.Result = picks[ev.Alternative]
	}
	return e
}

// Detailed is Entry with the parts of the event, for diagrams, except the numbers of other events.
func (w words) Detailed(ev *trace.Event) trace.Entry {
	e := w.Entry(ev)
	e.Kind = ev.Name()
	if ev.Kind.OnTable() {
		e.Row = w.row(ev)
		if ev.Table != trace.NoTable {
			e.Table = w.s.Table(int32(ev.Table)).Label
		}
	}
	if !ev.Kind.OnTable() || ev.Delivers() {
		w.detail(ev, &e)
	}
	return e
}

// row returns the row or the table that an operation changed, or nil.
func (w words) row(ev *trace.Event) *trace.Row {
	if ev.Table == trace.NoTable {
		return nil
	}
	r := &trace.Row{}
	switch {
	case ev.ChangesRow():
		r.Key, r.Gone = w.text(ev.Key), ev.After == trace.NoValue
		if !r.Gone {
			r.Value = w.text(ev.After)
		}
	case ev.Effect == trace.Update && ev.Kind == trace.TableNew:
	case ev.Effect == trace.Update && (ev.Kind == trace.TableDrop || ev.Kind == trace.TableRelease && !ev.Delivers()):
		r.Gone = true
	default:
		return nil
	}
	return r
}

// detail sets who takes part in an event, and which message.
func (w words) detail(ev *trace.Event, e *trace.Entry) {
	if kinds[ev.Kind].with || ev.IsFault() && !ev.OnNetwork() {
		e.With = w.actor(ev.Object)
	}
	if e.Fault = ev.Fault().String(); ev.Severed() && ev.Fault() == trace.NoFault {
		e.Fault = trace.CutOff
	} else if ev.Dropped() && ev.Fault() == trace.NoFault {
		e.Fault = trace.Dropped
	}
	switch {
	case ev.Taken != trace.NoEvent:
		e.With, e.Message = senderOf(w, ev.Taken), w.text(ev.Result)
	case ev.Delivers():
		e.To, e.Message = w.actor(int32(ev.To)), w.text(ev.Value)
		e.With = e.To
	case ev.Kind == trace.Send, ev.Kind == trace.SendName:
		if e.Message = w.text(ev.Value); e.Fault == trace.CutOff && e.With == "" {
			e.With = w.actor(int32(w.s.cells.holder(ev.Key)))
		}
	case ev.External() && !ev.LeftOut():
		e.External, e.Message = w.s.Value(ev.Key).(Board).String(), w.text(ev.Value)
	case ev.Flags&trace.Exposing != 0:
		e.Board, e.State = w.board(ev), w.text(ev.Value)
	}
}

// board returns the name of the board of the last event, which exposes a state. If states of other
// types with that name have been exposed before, "#2", "#3", … tells them apart.
func (w words) board(ev *trace.Event) string {
	name, others := w.s.Value(ev.Key).(Board).String(), map[trace.ValueID]bool{}
	for i := range w.s.undos {
		op := &w.s.undos[i].op.Op
		if op.Kind != trace.Announce || op.Flags&trace.Exposing == 0 {
			continue
		}
		if op.Key == ev.Key {
			break
		}
		if w.s.Value(op.Key).(Board).String() == name {
			others[op.Key] = true
		}
	}
	if len(others) == 0 {
		return name
	}
	return fmt.Sprintf("%s#%d", name, len(others)+1)
}

func (w words) asks(op *Operation) string {
	if picks := op.picks(); picks != nil {
		return fmt.Sprintf("pick one of %d", len(picks))
	}
	return kinds[op.Kind].asks(w, &op.Op)
}

// picks describes the alternatives of a Pick, if they are known.
func (op *Operation) picks() []string {
	if op.notes == nil {
		return nil
	}
	return op.notes.picks
}

// says returns a function that describes an operation. In the format, %o stands for the object, an
// actor, %k for the key, %v for the value, %e for the expected value, %r for the reference, %p for the
// patterns, %t for the table, %h for its new owner, %f for the file, and %n for the number of alternatives.
func says(format string) func(words, *trace.Op) string {
	return func(w words, op *trace.Op) string {
		text, rest, more := strings.Cut(format, "%")
		for more {
			var after string
			what := rest[0]
			after, rest, more = strings.Cut(rest[1:], "%")
			text += w.part(op, what) + after
		}
		return text
	}
}

func (w words) part(op *trace.Op, what byte) string {
	switch what {
	case 'o':
		return w.actor(op.Object)
	case 'k':
		return w.text(op.Key)
	case 'v':
		return w.text(op.Value)
	case 'e':
		return w.text(op.Expected)
	case 'r':
		return w.s.Reference(int32(op.Key) - 1).Name
	case 'n':
		return fmt.Sprint(op.Alternatives)
	case 'p':
		return fmt.Sprint(op.Patterns)
	case 'f':
		return w.s.disks.name(op.Key)
	case 'h':
		return w.actor(int32(op.Key) - 1)
	}
	return w.tableName(op)
}

// either returns a function that returns yes if the event is Ok, otherwise no.
func either(yes, no string) func(words, *trace.Event) string {
	return func(_ words, ev *trace.Event) string {
		if ev.Ok {
			return yes
		}
		return no
	}
}
