package proc

import "github.com/checkmodel/checkmodel/trace"

// detail sets what the text of an event says, part by part, for those who draw
// it. The numbers of other events are not known here.
func (s *System) detail(ev *trace.Event, e *trace.Entry) {
	e.Kind = ev.Kind.String()
	if ev.Kind.OnTable() {
		if ev.ChangesRow() {
			e.Row = &trace.Row{Table: s.byID[ev.Object].name, Key: s.values.text(ev.Key), Gone: ev.After == trace.NoValue}
			if !e.Row.Gone {
				e.Row.Value = s.values.text(ev.After)
			}
		} else if ev.Effect == trace.Update { // the table itself
			e.Row = &trace.Row{Table: s.byID[ev.Object].name, Gone: ev.Kind != trace.TableNew}
		}
		return
	}
	switch ev.Kind {
	case trace.Spawn, trace.Send, trace.Deliver, trace.IsAlive, trace.ExitSignal, trace.Link, trace.Unlink,
		trace.Monitor, trace.Down, trace.TimerStart, trace.TimerExpire, trace.TimerCancel, trace.TimerRead:
		e.With = s.actors.ByID(trace.ActorID(ev.Object)).Name
	}
	switch {
	case ev.Taken != trace.NoEvent:
		e.With, e.Message = s.actors.ByID(ev.Taken.Actor).Name, s.values.text(ev.Result)
	case ev.Delivers():
		e.To, e.Message = s.actors.ByID(ev.To).Name, s.values.text(ev.Value)
		e.With = e.To
	case ev.Kind == trace.Send, ev.Kind == trace.SendName:
		e.Message = s.values.text(ev.Value)
	}
}
