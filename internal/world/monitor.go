package world

import (
	"github.com/checkmodel/checkmodel/internal/world/values"
	"github.com/checkmodel/checkmodel/trace"
)

// Brought returns the number of the message of a monitor.
func (x *Execution) Brought(message any, monitor *values.Ref) trace.ValueID {
	return x.sys.values.Brought(message, monitor)
}

// Flushed returns the patterns of a Demonitor that flushes.
func (x *Execution) Flushed(monitor *values.Ref) trace.Patterns {
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

func performMonitor(s *System, a *process, op *Operation, ev *trace.Event, u *undo) Result {
	if ev.Ok {
		other := s.process(trace.ActorID(op.Object))
		other.watchers = append(other.watchers, watcher{a.actor.ID, op.Key})
		u.place = 1
	}
	return Result{}
}

func undoMonitor(s *System, a *process, op *Operation, u *undo) {
	if u.place == 1 {
		other := s.process(trace.ActorID(op.Object))
		other.watchers = other.watchers[:len(other.watchers)-1]
	}
}

func performDemonitor(s *System, a *process, op *Operation, ev *trace.Event, u *undo) Result {
	if op.Flags&trace.Flush != 0 {
		if i := a.mailbox.Find(op.Patterns); i >= 0 {
			u.place, u.message = int32(i), a.mailbox.Take(i)
			ev.Taken = u.message.ID
		}
	}
	return answer(ev.Ok)
}
