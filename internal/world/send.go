package world

import "github.com/checkmodel/checkmodel/trace"

// The message of a Send that is not delayed is delivered by Step, as every message is.
func performSend(s *System, ev *trace.Event, u *undo) Result {
	if ev.Flags&trace.Delayed != 0 {
		u.process().handOverMessage(s, trace.ActorID(ev.Object), ev.Value, ev, u)
	}
	return Result{}
}
