package effects

import (
	"github.com/checkmodel/checkmodel/trace"
	"github.com/checkmodel/checkmodel/trace/kind"
)

// monitorCell is the cell of the monitor of the event.
func monitorCell(e *trace.Event) trace.Cell {
	return trace.Cell{Space: Watching, Key: e.MonitorNumber()}
}

// demonitor undoes a monitor. It does not change a monitor that was undone before: if the cell
// became flushed only now, a message that is no longer sent would count as discarded after this
// event instead of before it.
func (b behaviour) demonitor(c trace.Cell) {
	was := b.state(c)
	switch {
	case was == undone || was == flushed:
		b.read(c)
	case Quiet(b.Event):
		b.update(c, flushed)
	default:
		b.update(c, undone)
	}
	b.Ok = was == watching || b.Flags&kind.Info == 0
}

// down sends the message of an active monitor. If the monitor was flushed, the message is still
// sent, and discarded (Ok is false): the flush and the message are independent, so this event must
// not look different after the flush.
func (b behaviour) down(c trace.Cell) {
	if !b.sameLife(trace.ActorID(b.Object)) {
		b.Ok = false
		return
	}
	switch b.state(c) {
	case watching:
		b.update(c, happened)
		b.To = trace.ActorID(b.Object)
	case flushed:
		b.update(c, flushed)
		b.To = trace.ActorID(b.Object)
		b.Ok = false
	default:
		b.read(c)
		b.Ok = false
	}
}

// Flushed reports whether the message that the event delivers is discarded because its monitor was
// flushed before.
func Flushed(e *trace.Event) bool { return e.Kind == kind.Down && e.Delivers() && !e.Ok }

// Flushes reports whether the event undoes a monitor and takes its message, if that is in the
// mailbox. This includes events with the flag Info, although these show whether the message had
// been sent and so are ordered with it.
func Flushes(e *trace.Event) bool { return e.Kind == kind.Demonitor && e.Flags&kind.Flush != 0 }

// FlushedBy reports whether the event is about the monitor that flush undoes, so that flush takes
// its message, if there is one. The argument must be an event for which Flushes holds.
func FlushedBy(e *trace.Event, flush *trace.Event) bool {
	return OfMonitor(e) && e.Number == flush.Number
}

// OfMonitor reports whether a message of the event would belong to its monitor. (A Monitor of
// an actor that has ended sends the message itself.)
func OfMonitor(e *trace.Event) bool { return e.Kind == kind.Down || e.Kind == kind.Monitor }

// Quiet reports whether the event undoes a monitor such that no actor can tell whether its message
// had been sent.
func Quiet(e *trace.Event) bool {
	return e.Kind == kind.Demonitor && e.Flags&(kind.Flush|kind.Info) == kind.Flush
}
