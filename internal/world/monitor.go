package world

import (
	"github.com/checkmodel/checkmodel/internal/world/values"
	"github.com/checkmodel/checkmodel/trace"
)

// Brought returns the number of the message of a monitor.
func Brought(x *Execution, message any, monitor *values.Ref) trace.ValueID {
	return x.sys.values.Brought(message, monitor)
}

// Flushed returns the patterns of a Demonitor that flushes.
func Flushed(x *Execution, monitor *values.Ref) trace.Patterns {
	return broughtBy{monitor, x.sys.values}
}

// broughtBy matches the message that the monitor itself brings, and not the like that a
// process sends: that comes whenever it likes, and a flush would race with it.
type broughtBy struct {
	ref    *values.Ref
	values *values.Store
}

// Match implements trace.Patterns.
func (b broughtBy) Match(id trace.ValueID) bool {
	return b.values.IsBrought(id, b.ref)
}

// String names what is flushed.
func (b broughtBy) String() string { return "the message of " + b.ref.Name }

// watcher is a monitor of a process.
type watcher struct {
	actor trace.ActorID
	ref   trace.ValueID
}

func performMonitor(s *System, ev *trace.Event, u *undo) Result {
	if ev.Ok {
		u.other = s.process(trace.ActorID(ev.Object))
		u.other.watchers = append(u.other.watchers, watcher{ev.Actor, ev.Key})
	}
	return Result{}
}

func undoMonitor(_ *System, u *undo) {
	if u.other != nil {
		pop(&u.other.watchers)
	}
}

func performDemonitor(_ *System, ev *trace.Event, u *undo) Result {
	if ev.Flags&trace.Flush != 0 {
		p := u.process
		if i := p.mailbox.Find(ev.Patterns); i >= 0 {
			u.place, u.message = i, p.mailbox.Take(i)
			ev.Taken = u.message.ID
		}
	}
	return answer(ev.Ok)
}

func asksDemonitor(w words, op *trace.Op) string {
	text := "demonitor " + w.s.refIDs.at(int32(op.Key)-1).Name
	if op.Flags&trace.Flush != 0 {
		text += " with flush"
	}
	return text
}

func wasThere(_ words, ev *trace.Event) string {
	switch {
	case ev.Flags&trace.Info == 0:
		return ""
	case ev.Ok:
		return "it was there"
	}
	return "it was not"
}
