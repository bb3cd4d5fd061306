package sampling

import "github.com/checkmodel/checkmodel/trace"

// race reports whether the order of two operations that are enabled may make a difference. Messages that commute do not
// race. Strategies that use it draw every interleaving whatever it says.
func (d *draw) race(p, q *trace.Pending) bool {
	if !race(p, q) {
		return false
	}
	to := receiver(p.Op)
	return d.commute == nil || to == trace.NoActor || to != receiver(q.Op) || !carries(p.Op.Kind) || !carries(q.Op.Kind) ||
		!d.commute.Commute(to, p.Op.Value, q.Op.Value)
}

// race is draw.race without messages that commute.
func race(p, q *trace.Pending) bool {
	if p.Actor == q.Actor {
		return false
	}
	a, b := p.Op, q.Op
	if to := receiver(a); to != trace.NoActor && (to == receiver(b) || to == q.Actor && b.Kind == trace.ReceiveTimeout) {
		return true
	}
	if to := receiver(b); to != trace.NoActor && to == p.Actor && a.Kind == trace.ReceiveTimeout {
		return true
	}
	if a.Kind.OnTable() && b.Kind.OnTable() {
		return onOneRow(a, b)
	}
	if a.Kind == trace.Use && b.Kind == trace.Use {
		return useOneCell(a, b)
	}
	return concerns(p, q) || concerns(q, p) || a.Key == b.Key && sharesKey(a.Kind) && sharesKey(b.Kind)
}

// reversible reports whether the second event of a race can come before the first. A process that awaits a row cannot
// go on before the change that makes it match.
func reversible(first, second *trace.Event) bool {
	return second.Kind != trace.TableAwait || !first.ChangesRow() || trace.Awaited(&second.Op, true, first.Before)
}

// receiver returns the actor into whose mailbox an operation puts a message, or NoActor.
func receiver(op *trace.Op) trace.ActorID {
	switch op.Kind {
	case trace.Send, trace.ExitSignal:
		if op.Flags&trace.Delayed != 0 {
			return trace.NoActor
		}
		return trace.ActorID(op.Object)
	case trace.Deliver, trace.Down, trace.TimerExpire:
		return trace.ActorID(op.Object)
	}
	return trace.NoActor
}

// onOneRow relates two operations on tables.
func onOneRow(a, b *trace.Op) bool {
	if a.Flags&trace.Named == b.Flags&trace.Named && a.Object != b.Object {
		return false
	}
	if reads(a.Kind) && reads(b.Kind) {
		return false
	}
	return a.Key == b.Key || a.Kind.Scans() || b.Kind.Scans() || a.Kind.OnWholeTable() || b.Kind.OnWholeTable()
}

// useOneCell reports whether either operation changes a cell that the other uses, if all cells hold 0.
func useOneCell(a, b *trace.Op) bool {
	first, second := trace.NewEvent(trace.NoActor, 0, *a), trace.NewEvent(trace.NoActor, 0, *b)
	for _, e := range []*trace.Event{&first, &second} {
		e.Behave(func(trace.Cell) int32 { return 0 })
	}
	for _, x := range first.Accesses {
		for _, y := range second.Accesses {
			if x.Cell == y.Cell && (x.Effect != trace.Read || y.Effect != trace.Read) {
				return true
			}
		}
	}
	return false
}

func reads(k trace.Kind) bool {
	return k == trace.TableLookup || k == trace.TableAwait || k == trace.TableMember || k.Scans()
}

// concerns reports whether an operation is about the other actor: makes it end, or asks whether it has ended.
func concerns(p, q *trace.Pending) bool {
	switch p.Op.Kind {
	case trace.Crash, trace.Restart, trace.ExitSignal, trace.TimerCancel, trace.TimerRead, trace.TimerReset:
		return trace.ActorID(p.Op.Object) == q.Actor
	case trace.OnTheWay: // a restart loses messages on their way
		return q.Op.Kind == trace.Restart && q.Op.Object == p.Op.Object
	case trace.IsAlive, trace.Monitor, trace.Link:
		return trace.ActorID(p.Op.Object) == q.Actor && q.Op.Kind == trace.Exit
	case trace.Sever, trace.Heal:
		return q.Op.Expected != 0 && (q.Op.Kind == trace.Send || q.Op.Kind == trace.SendName || q.Op.Kind == trace.Deliver)
	}
	return false
}

// sharesKey reports whether operations of this kind with the same key may race.
func sharesKey(k trace.Kind) bool {
	return k >= trace.Register && k <= trace.OnTheWay || k == trace.Announce
}
