package sampling

import "github.com/checkmodel/checkmodel/trace"

// race reports whether the order of two operations that are enabled may make a difference. Messages that commute do not
// race. Strategies that use it draw every interleaving whatever it says.
func (d *draw) race(p, q *trace.Pending) bool {
	if !race(p, q) {
		return false
	}
	to := p.Op.Receiver()
	return d.commute == nil || to == trace.NoActor || to != q.Op.Receiver() || !p.Op.Kind.Is(trace.Carries) || !q.Op.Kind.Is(trace.Carries) ||
		!d.commute.Commute(to, p.Op.Value, q.Op.Value)
}

// race is draw.race without messages that commute.
func race(p, q *trace.Pending) bool {
	if p.Actor == q.Actor {
		return false
	}
	a, b := p.Op, q.Op
	if to := a.Receiver(); to != trace.NoActor && (to == b.Receiver() || to == q.Actor && b.Kind.Is(trace.GivesUp)) {
		return true
	}
	if to := b.Receiver(); to != trace.NoActor && to == p.Actor && a.Kind.Is(trace.GivesUp) {
		return true
	}
	if a.Kind.Is(trace.OnTable) && b.Kind.Is(trace.OnTable) {
		return onOneRow(a, b)
	}
	if a.Kind == trace.Use && b.Kind == trace.Use {
		return useOneCell(a, b)
	}
	return concerns(p, q) || concerns(q, p) || a.Key == b.Key && a.Kind.Is(trace.Shares) && b.Kind.Is(trace.Shares)
}

// reversible reports whether the second event of a race can come before the first. A process that awaits a row cannot
// go on before the change that makes it match.
func reversible(first, second *trace.Event) bool {
	return !second.Blocks() || !first.ChangesRow() || trace.Awaited(&second.Op, true, first.Before)
}

// onOneRow relates two operations on tables.
func onOneRow(a, b *trace.Op) bool {
	if a.Flags&trace.Named == b.Flags&trace.Named && a.Object != b.Object {
		return false
	}
	if a.Kind.Is(trace.Reads) && b.Kind.Is(trace.Reads) {
		return false
	}
	return a.Key == b.Key || a.Kind.Is(trace.Scans|trace.OnWholeTable) || b.Kind.Is(trace.Scans|trace.OnWholeTable)
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

// concerns reports whether an operation is about the other actor: makes it end, or asks whether it has ended.
func concerns(p, q *trace.Pending) bool {
	switch k := p.Op.Kind; {
	case k.Is(trace.Affects):
		return trace.ActorID(p.Op.Object) == q.Actor
	case k.Is(trace.AsksEnd):
		return trace.ActorID(p.Op.Object) == q.Actor && q.Op.Kind == trace.Exit
	case k == trace.PutOnTheWay || k == trace.OffTheWay: // a restart loses messages on their way
		return q.Op.Kind == trace.Restart && q.Op.Object == p.Op.Object
	case k.Is(trace.CutsLinks):
		return q.Op.OverLink()
	}
	return false
}
