package checker

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/checkmodel/checkmodel/trace"
)

// A situation is an operation with what came of it.
type situation struct {
	kind   trace.Kind
	status string
}

func (s situation) String() string { return fmt.Sprintf("%v (%s)", s.kind, s.status) }

// cell is one of the matrix of situations next to each other: the two, the
// smaller first, and whether they are about the same thing, where both are about
// something of one sort.
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
	s, t := situationOf(a), situationOf(b)
	if cmp.Or(cmp.Compare(s.kind, t.kind), cmp.Compare(s.status, t.status)) > 0 {
		s, t = t, s
	}
	return cell{s, t, whereAre(a, b)}
}

// whereAre says whether two events are about the same thing.
func whereAre(a, b *trace.Event) string {
	switch {
	case a.Kind.OnTable() && b.Kind.OnTable():
		return onTables(a, b)
	case slices.Contains(onNames, a.Kind) && slices.Contains(onNames, b.Kind):
		return same(a.Key == b.Key, "name")
	case timerOf(a) >= 0 && timerOf(b) >= 0:
		return same(timerOf(a) == timerOf(b), "timer")
	case aboutWhom(a) >= 0 && aboutWhom(b) >= 0:
		return same(aboutWhom(a) == aboutWhom(b), "process")
	case mailboxOf(a) >= 0 && mailboxOf(b) >= 0:
		return same(mailboxOf(a) == mailboxOf(b), "mailbox")
	}
	return ""
}

func same(same bool, what string) string {
	if same {
		return "same " + what
	}
	return "other " + what
}

func onTables(a, b *trace.Event) string {
	named := a.Flags&b.Flags&trace.Named != 0 && a.Object == b.Object
	switch rows := a.Key != trace.NoValue && b.Key != trace.NoValue && !a.Kind.OnWholeTable() && !b.Kind.OnWholeTable(); {
	case a.Table != b.Table, a.Table == trace.NoTable && !named:
		return "other table"
	case rows:
		return same(a.Key == b.Key, "row")
	}
	return "same table"
}

var onNames = []trace.Kind{trace.Register, trace.Unregister, trace.Whereis, trace.SendName}

func timerOf(e *trace.Event) int32 {
	switch e.Kind {
	case trace.TimerStart, trace.TimerCancel, trace.TimerRead:
		return e.Object
	case trace.TimerExpire:
		return int32(e.Actor)
	}
	return -1
}

// aboutWhom returns the process that an operation is about.
func aboutWhom(e *trace.Event) int32 {
	switch e.Kind {
	case trace.Spawn, trace.IsAlive, trace.ExitSignal, trace.Link, trace.Unlink, trace.Monitor, trace.Register:
		return e.Object
	case trace.Exit, trace.TrapExits, trace.Down:
		return int32(e.Actor)
	case trace.TableGive:
		return int32(e.Key) - 1
	}
	return -1
}

// mailboxOf returns whose mailbox an event puts something into or looks into.
func mailboxOf(e *trace.Event) int32 {
	if e.IsReceive() || e.Kind == trace.Demonitor {
		return int32(e.Actor)
	}
	return int32(e.To)
}

func situationOf(e *trace.Event) situation {
	return situation{e.Kind, statusOf(e)}
}

func statusOf(e *trace.Event) string {
	switch {
	case e.Kind.OnTable():
		return tableStatus(e)
	case e.Flags&trace.Delayed != 0:
		return word(e.Ok, "on its way", "nobody")
	case e.Fatal != trace.NoActor:
		return "ends it"
	}
	switch e.Kind {
	case trace.ReceiveTimeout, trace.Demonitor:
		return word(e.Taken != trace.NoEvent, "takes", "takes nothing")
	case trace.Exit:
		return word(e.Instead != nil, "told", "by itself")
	case trace.ExitSignal, trace.Down, trace.TimerExpire:
		return word(e.To != trace.NoActor, "message", "nothing happens")
	case trace.Link:
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
	case trace.TableRelease:
		switch {
		case e.Effect == trace.Update:
			return "goes away"
		case e.Ok:
			return "inherited"
		}
		return "no table"
	case trace.TableDelete, trace.TableMember, trace.TableLookup:
		return word(e.Before != trace.NoValue, "row", "no row")
	case trace.TableInsertNew, trace.TableTake, trace.TableSwap, trace.TableUpdateCounter:
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
