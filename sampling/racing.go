package sampling

import (
	"github.com/checkmodel/checkmodel/internal/effects"
	"github.com/checkmodel/checkmodel/trace"
	"github.com/checkmodel/checkmodel/trace/kind"
)

// race reports whether the order of two operations that are enabled may make a difference. Messages that commute do not
// race. Strategies that use it draw every interleaving whatever it says.
func (d *draw) race(p, q *trace.Pending) bool {
	if !race(p, q) {
		return false
	}
	to := p.Op.Receiver()
	return d.commute == nil || to == trace.NoActor || to != q.Op.Receiver() || !p.Op.Kind.Is(kind.Carries) || !q.Op.Kind.Is(kind.Carries) ||
		!d.commute.Commute(to, p.Op.Value, q.Op.Value)
}

// race is draw.race without messages that commute.
func race(p, q *trace.Pending) bool {
	if p.Actor == q.Actor {
		return false
	}
	a, b := p.Op, q.Op
	if to := a.Receiver(); to != trace.NoActor && (to == b.Receiver() || to == q.Actor && b.Kind.Is(kind.GivesUp)) {
		return true
	}
	if to := b.Receiver(); to != trace.NoActor && to == p.Actor && a.Kind.Is(kind.GivesUp) {
		return true
	}
	if a.Kind.Is(kind.OnTable) && b.Kind.Is(kind.OnTable) {
		return onOneRow(a, b)
	}
	if a.Kind == kind.Use && b.Kind == kind.Use {
		return useOneCell(a, b)
	}
	return concerns(p, q) || concerns(q, p) || a.Key == b.Key && a.Kind.Is(kind.Shares) && b.Kind.Is(kind.Shares)
}

// reversible reports whether the second event of a race can come before the first. A process that awaits a row cannot
// go on before the change that makes it match.
func reversible(first, second *trace.Event) bool {
	return !second.Blocks() || !effects.ChangesRow(first) || effects.Awaited(&second.Op, true, first.Before)
}

// onOneRow relates two operations on tables.
func onOneRow(a, b *trace.Op) bool {
	if a.Flags&kind.Named == b.Flags&kind.Named && a.Object != b.Object {
		return false
	}
	if a.Kind.Is(kind.Reads) && b.Kind.Is(kind.Reads) {
		return false
	}
	return a.Key == b.Key || a.Kind.Is(kind.Scans|kind.OnWholeTable) || b.Kind.Is(kind.Scans|kind.OnWholeTable)
}

// useOneCell reports whether either operation changes a cell that the other uses, if all cells hold 0.
func useOneCell(a, b *trace.Op) bool {
	first, second := trace.NewEvent(trace.NoActor, 0, *a), trace.NewEvent(trace.NoActor, 0, *b)
	for _, e := range []*trace.Event{&first, &second} {
		effects.Behave(e, func(trace.Cell) int32 { return 0 })
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
	case k.Is(kind.Affects):
		return trace.ActorID(p.Op.Object) == q.Actor
	case k.Is(kind.AsksEnd):
		return trace.ActorID(p.Op.Object) == q.Actor && q.Op.Kind == kind.Exit
	case k == kind.PutOnTheWay || k == kind.OffTheWay: // a restart loses messages on their way
		return q.Op.Kind == kind.Restart && q.Op.Object == p.Op.Object
	case k.Is(kind.CutsLinks):
		return q.Op.OverLink()
	}
	return false
}
