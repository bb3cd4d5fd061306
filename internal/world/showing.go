package world

import (
	"github.com/checkmodel/checkmodel/internal/world/program"
	"github.com/checkmodel/checkmodel/trace"
	"github.com/checkmodel/checkmodel/trace/kind"
)

// performAnnounce says how an external event goes on: 1 is that it happens, 0 that it is left out, and others that it comes
// again with the payload of this alternative.
func performAnnounce(_ *System, ev *trace.Event, _ *undo) program.Result {
	if ev.Kind == kind.External && ev.Alternative > program.LeaveOut {
		return program.Result{N: ev.Alternative}
	}
	return program.Answer(!ev.LeftOut())
}

func announced(_ words, ev *trace.Event) string {
	switch {
	case !ev.LeftOut():
		return ""
	case ev.Alternative == program.LeaveOut:
		return "left out"
	}
	return "replaced by one with a smaller payload"
}
