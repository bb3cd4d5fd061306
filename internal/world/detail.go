package world

import "github.com/checkmodel/checkmodel/trace"

// Detailed is Entry, with what the text of an event says once more, part by part,
// for those who draw it. The numbers of other events are not known here.
func (s *System) Detailed(ev *trace.Event) trace.Entry {
	e := s.Entry(ev)
	e.Kind = ev.Name()
	if ev.Kind.OnTable() {
		e.Row = s.row(ev)
		if ev.Table != trace.NoTable {
			e.Table = s.tableIDs.at(ev.Table).Label
		}
	}
	if !ev.Kind.OnTable() || ev.Delivers() {
		s.detail(ev, &e)
	}
	return e
}

// row returns the row, or the table, that an operation changed, nil if none.
func (s *System) row(ev *trace.Event) *trace.Row {
	if ev.Table == trace.NoTable {
		return nil
	}
	r := &trace.Row{}
	switch {
	case ev.ChangesRow():
		r.Key, r.Gone = s.values.Text(ev.Key), ev.After == trace.NoValue
		if !r.Gone {
			r.Value = s.values.Text(ev.After)
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
func (s *System) detail(ev *trace.Event, e *trace.Entry) {
	switch ev.Kind {
	case trace.Spawn, trace.Send, trace.Deliver, trace.IsAlive, trace.ExitSignal, trace.Link, trace.Unlink,
		trace.Monitor, trace.Down, trace.TimerStart, trace.TimerExpire, trace.TimerCancel, trace.TimerRead:
		e.With = s.actors.ByID(trace.ActorID(ev.Object)).Name
	}
	switch {
	case ev.Taken != trace.NoEvent:
		e.With, e.Message = s.actors.ByID(ev.Taken.Actor).Name, s.values.Text(ev.Result)
	case ev.Delivers():
		e.To, e.Message = s.actors.ByID(ev.To).Name, s.values.Text(ev.Value)
		e.With = e.To
	case ev.Kind == trace.Send, ev.Kind == trace.SendName:
		e.Message = s.values.Text(ev.Value)
	case ev.Flags&trace.Exposing != 0:
		e.Board, e.State = s.boardText(ev), s.values.Text(ev.Value)
	}
}
