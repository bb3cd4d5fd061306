package world

import "github.com/checkmodel/checkmodel/trace"

func asksAnnounce(w words, op *trace.Op) string {
	if op.Kind == trace.External {
		return op.Kind.String() + " " + w.s.Value(op.Key).(Board).String() + ": " + w.text(op.Value)
	}
	return op.Kind.String() + " " + w.text(op.Value)
}

// performAnnounce says how an external event goes on: 1 is that it happens, 0 that it is left out, and others that it comes
// again with the payload of this alternative.
func performAnnounce(_ *System, ev *trace.Event, _ *undo) Result {
	if ev.Kind == trace.External && ev.Alternative > leaveOut {
		return Result{N: ev.Alternative}
	}
	return answer(!ev.LeftOut())
}

func announced(_ words, ev *trace.Event) string {
	switch {
	case !ev.LeftOut():
		return ""
	case ev.Alternative == leaveOut:
		return "left out"
	}
	return "replaced by one with a smaller payload"
}
