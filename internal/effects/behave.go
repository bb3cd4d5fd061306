package effects

import (
	"github.com/checkmodel/checkmodel/trace"
	"github.com/checkmodel/checkmodel/trace/kind"
)

// Behave computes the effects of the operation of the event in the given state of the cells, and sets them
// in e: which cells it accesses, where it puts a message, whether it ends an actor, and whether it
// succeeds. It reports whether the event is possible there; only a Use may be impossible.
func Behave(e *trace.Event, state func(trace.Cell) int32) (possible bool) {
	return BehaveIn(e, state, nil)
}

// BehaveIn is like Behave, and appends the accesses to buf, which must be empty. The caller may use buf again once it has set
// the accesses of e to others.
func BehaveIn(e *trace.Event, state func(trace.Cell) int32, buf []trace.Access) (possible bool) {
	b := behaviour{e, state}
	e.Accesses, e.To, e.Fatal, e.Ok = buf, trace.NoActor, trace.NoActor, true
	if e.Kind.Is(kind.OnTable) {
		b.onTable()
		return true
	}
	object := trace.ActorID(e.Object)
	if e.Flags&kind.Delayed != 0 && e.Kind != kind.SendName {
		if e.Kind == kind.Send {
			b.departs(object)
		}
		return true
	}
	switch e.Kind {
	case kind.Spawn:
		b.spawn()
	case kind.Send, kind.Deliver:
		b.arrive(object)
	case kind.Partition:
		b.read(trace.Cell{Space: Nodes})
	case kind.Sever:
		b.setLinks(1)
	case kind.Heal:
		b.setLinks(0)
	case kind.Exit:
		b.exit()
	case kind.IsAlive:
		e.Ok = b.read(trace.Cell{Space: Ended, Object: e.Object}) == 0
	case kind.TrapExits:
		b.trapExits(1)
	case kind.KeepExits:
		b.trapExits(0)
	case kind.ExitSignal:
		b.exitSignal()
	case kind.Link:
		b.link()
	case kind.Unlink:
		b.unlink(object)
	case kind.Monitor:
		if e.Ok = b.read(trace.Cell{Space: Ended, Object: e.Object}) == 0; e.Ok {
			b.write(monitorCell(e), watching)
		} else {
			e.To = e.Actor
		}
	case kind.Demonitor:
		b.demonitor(monitorCell(e))
	case kind.Down:
		b.down(monitorCell(e))
	case kind.Register:
		b.register()
	case kind.Unregister:
		b.unregister()
	case kind.Whereis:
		e.Ok = b.read(trace.Cell{Space: NameHolder, Key: int32(e.Key)}) != 0
	case kind.SendName:
		holder := b.read(trace.Cell{Space: NameHolder, Key: int32(e.Key)})
		switch to := trace.ActorID(holder - 1); {
		case holder == 0:
		case e.Flags&kind.Delayed == 0 || to == e.Actor: // a message to the sender itself is never delayed
			b.arrive(to)
		default:
			b.departs(to)
		}
		if e.Op.Fault(e.Alternative) == trace.Reordered {
			e.Result = trace.ValueID(e.To + 1)
			e.To = trace.NoActor
		}
		e.Ok = holder != 0
	case kind.PutOnTheWay:
		b.putOnTheWay()
	case kind.OffTheWay:
		b.write(underway(object, e.Key), 0)
	case kind.TimerStart:
		b.startClock()
	case kind.Now:
		b.readClock()
	case kind.Jump:
		b.write(trace.Cell{Space: clockJumped, Object: e.Object}, e.Number)
	case kind.TimerExpire:
		if e.Flags&kind.Timed != 0 {
			b.advance()
		}
		if e.Ok = b.ownerLives() && b.finish(trace.Cell{Space: timerStatus, Object: int32(e.Actor)}, happened); e.Ok {
			e.To = object
		}
		b.write(trace.Cell{Space: timerOver, Object: int32(e.Actor)}, 1)
	case kind.TimerCancel:
		e.Ok = b.finish(trace.Cell{Space: timerStatus, Object: e.Object}, undone)
	case kind.TimerRead:
		e.Ok = b.read(trace.Cell{Space: timerStatus, Object: e.Object}) == 0
	case kind.TimerReset:
		e.Ok = !b.cleared(trace.Cell{Space: timerStatus, Object: e.Object})
		b.cleared(trace.Cell{Space: timerOver, Object: e.Object})
	case kind.Announce, kind.Expose, kind.External:
		b.announce()
	case kind.Crash:
		b.deliverSignal(object, false)
	case kind.Restart:
		b.restart()
	case kind.DecideFaults:
		b.decideRate()
	case kind.DecideSurviving:
		b.onDisk(e.Object)
	case kind.Use:
		return e.Use(state)
	case kind.FileWrite, kind.FileSet, kind.FileAppend, kind.FileRead, kind.FileRename, kind.FileRemove, kind.FileSync, kind.DecideSync:
		b.onDisk(int32(e.Actor))
	}
	return true
}

// Behaves reports whether the operation works on cells, so that Behave defines its effects.
func Behaves(o *trace.Op) bool {
	return o.Kind.Is(kind.OnCells) || o.Flags&(kind.Timed|kind.Named|kind.Connected|kind.Linking|kind.Monitoring|kind.Faulty) != 0 || o.Kind.Is(kind.Starts|kind.Carries) && o.Other != 0
}
