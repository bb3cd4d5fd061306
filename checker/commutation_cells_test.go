package checker

import (
	"cmp"
	"fmt"

	"github.com/checkmodel/checkmodel/internal/effects"
	"github.com/checkmodel/checkmodel/trace"
	"github.com/checkmodel/checkmodel/trace/kind"
)

// A situation is an operation with its result.
type situation struct {
	kind   kind.Kind
	status string
}

func (s situation) String() string { return fmt.Sprintf("%v (%s)", s.kind, s.status) }

// cell is a cell of the matrix of adjacent situations: the two, the smaller first, and whether they
// are about the same thing, if both are about things of the same sort.
type cell struct {
	a, b  situation
	where string
}

func (c cell) String() string {
	if c.where == "" {
		return fmt.Sprintf("%v × %v", c.a, c.b)
	}
	return fmt.Sprintf("%v × %v, %s", c.a, c.b, c.where)
}

func cellOf(a, b *trace.Event) cell {
	return cellFor(situationOf(a), situationOf(b), whereAre(a, b))
}

// whereAre says whether two events are about the same row, name or timer.
func whereAre(a, b *trace.Event) string {
	same := false
	switch {
	case onRow(a.Kind) && onRow(b.Kind):
		same = a.Key == b.Key && a.Table == b.Table && (a.Table != trace.NoTable || a.Object == b.Object)
	case onName(a.Kind) && onName(b.Kind):
		same = a.Key == b.Key
	case onTimer(a.Kind) && onTimer(b.Kind):
		same = timerOf(a) == timerOf(b)
	default:
		return ""
	}
	return places(a.Kind, b.Kind)[map[bool]int{true: 0, false: 1}[same]]
}

// places are the results of whereAre for events of two kinds.
func places(a, b kind.Kind) []string {
	switch {
	case onRow(a) && onRow(b):
		return []string{"same row", "other row"}
	case onName(a) && onName(b):
		return []string{"same name", "other name"}
	case onTimer(a) && onTimer(b):
		return []string{"same timer", "other timer"}
	}
	return []string{""}
}

func onRow(k kind.Kind) bool { return k.Is(kind.OnRow) }

func onName(k kind.Kind) bool { return k.Is(kind.ByName) }

func onTimer(k kind.Kind) bool { return k >= kind.TimerStart && k <= kind.TimerReset }

func timerOf(e *trace.Event) trace.ActorID {
	if e.Kind == kind.TimerExpire {
		return e.Actor
	}
	return trace.ActorID(e.Object)
}

func situationOf(e *trace.Event) situation {
	kind := e.Kind
	if as, is := countsAs[kind]; is {
		kind = as
	}
	return situation{kind, statusOf(e)}
}

// countsAs has the kinds that access the same cells as another kind, and count as it.
var countsAs = map[kind.Kind]kind.Kind{kind.KeepExits: kind.TrapExits, kind.FileSet: kind.FileWrite, kind.Expose: kind.Announce, kind.External: kind.Announce}

func statusOf(e *trace.Event) string {
	switch {
	case e.Kind.Is(kind.OnTable):
		return tableStatus(e)
	case effects.WasCutOff(e):
		return trace.CutOff
	case effects.WasDropped(e):
		return trace.Dropped
	case e.Kind.Is(kind.Decides), e.Kind == kind.DecideSync:
		return e.Kind.String()
	case e.Fault() != trace.NoFault:
		return e.Fault().String()
	case e.Flags&kind.Delayed != 0:
		return word(e.Ok, "on its way", "nobody")
	case e.Fatal != trace.NoActor:
		return "ends it"
	}
	switch e.Kind {
	case kind.OffTheWay:
		return "ends"
	case kind.PutOnTheWay:
		return word(e.Ok, "is", "begins")
	case kind.CollectTimeout:
		if e.TimedOut() && e.Set != nil {
			return "takes too few"
		}
		return word(e.Set != nil, "takes", "takes nothing")
	case kind.Collect:
		return "takes"
	case kind.ReceiveTimeout, kind.Demonitor:
		return word(e.Taken != trace.NoEvent, "takes", "takes nothing")
	case kind.Exit:
		return word(e.Instead != nil, "told", "by itself")
	case kind.TimerStart, kind.TimerExpire:
		if _, timed := effects.DeadlineOf(e); timed {
			return word(e.Kind == kind.TimerStart || e.To != trace.NoActor, "in time", "in time, cancelled")
		}
	}
	switch e.Kind {
	case kind.ExitSignal, kind.Down, kind.TimerExpire:
		return word(e.To != trace.NoActor, "message", "nothing happens")
	case kind.Link:
		switch {
		case e.To != trace.NoActor:
			return "message"
		case !e.Ok:
			return "nothing happens"
		}
	}
	return word(e.Ok, "done", "not done")
}

func tableStatus(e *trace.Event) string {
	if e.Effect == trace.NoEffect {
		return "no table"
	}
	switch e.Kind {
	case kind.TableRelease:
		switch {
		case e.Effect == trace.Update:
			return "goes away"
		case e.Ok:
			return "inherited"
		}
		return "no table"
	case kind.TableDelete, kind.TableMember, kind.TableLookup:
		return word(e.Before != trace.NoValue, "row", "no row")
	case kind.TableUpdateCounter:
		if e.Before == trace.NoValue {
			return word(e.Effect == trace.Update, "begins", "not done")
		}
	case kind.TableInsertNew, kind.TableTake, kind.TableSwap:
		return word(e.Effect == trace.Update, "done", "not done")
	}
	return word(e.Ok, "done", "not done")
}

func word(ok bool, yes, no string) string {
	if ok {
		return yes
	}
	return no
}

// cellFor returns the cell of two situations.
func cellFor(s, t situation, where string) cell {
	if cmp.Or(cmp.Compare(s.kind, t.kind), cmp.Compare(s.status, t.status)) > 0 {
		s, t = t, s
	}
	return cell{s, t, where}
}
