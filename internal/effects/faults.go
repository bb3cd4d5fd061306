package effects

import (
	"github.com/checkmodel/checkmodel/trace"
	"github.com/checkmodel/checkmodel/trace/kind"
)

// Vary sets the alternative of an event, and where it puts its message.
func Vary(e *trace.Event, alternative int32) {
	e.Alternative = alternative
	if e.Kind == kind.Send && e.Flags&kind.Delayed == 0 {
		if e.To = trace.ActorID(e.Object); e.Op.Fault(alternative) == trace.Reordered {
			e.To = trace.NoActor
		}
	}
}

// InTurn returns the event as if its message were not reordered, and whether it is.
func InTurn(e *trace.Event) (f trace.Event, reordered bool) {
	if e.Fault() != trace.Reordered || e.Flags&kind.Delayed != 0 {
		return f, false
	}
	f = *e
	Vary(&f, 0)
	if f.Kind == kind.SendName {
		f.To, f.Result = trace.ActorID(e.Result-1), trace.NoValue
	} else if !e.Ok { // the link is cut
		f.To = trace.NoActor
	}
	return f, true
}
