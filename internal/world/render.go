package world

import (
	"fmt"

	"github.com/checkmodel/checkmodel/trace"
)

// Entry puts an event into words, which must be the one last executed. Source
// and log are there in a recording only.
func (s *System) Entry(ev *trace.Event) trace.Entry {
	op := s.undos[len(s.undos)-1].op
	e := trace.Entry{
		Number:    len(s.undos),
		Process:   s.actors.ByID(ev.Actor).Name,
		Operation: s.asks(op),
		Result:    s.resultText(ev),
	}
	if op.notes != nil {
		e.Source, e.Log = op.notes.source, op.notes.log
	}
	if picks := op.picks(); picks != nil {
		e.Result = picks[ev.Alternative]
	}
	return e
}

// asks is the text of an operation as its process has asked for it.
func (s *System) asks(op *Operation) string {
	if picks := op.picks(); picks != nil {
		return fmt.Sprintf("pick one of %d", len(picks))
	}
	return s.operationText(&op.Op)
}

// picks returns the alternatives of a Pick in words, if they are known.
func (op *Operation) picks() []string {
	if op.notes == nil {
		return nil
	}
	return op.notes.picks
}

// ExitReason returns why a process ended, for an event that ended it.
func (s *System) ExitReason(ev *trace.Event) Reason {
	return s.values.Get(ev.Value).(Reason)
}

// ExitStack returns the calls in which the process panicked whose end was the
// event last executed, innermost first, each as "function file:line". It is nil
// if the process did not panic or this is not a recording.
func (s *System) ExitStack() []string {
	if notes := s.undos[len(s.undos)-1].op.notes; notes != nil {
		return notes.stack
	}
	return nil
}

func (s *System) operationText(op *trace.Op) string {
	switch op.Kind {
	case trace.Spawn:
		return "spawn " + s.actors.ByID(trace.ActorID(op.Object)).Name + tied(op.Flags)
	case trace.Send:
		return "send " + s.values.Text(op.Value) + " to " + s.actors.ByID(trace.ActorID(op.Object)).Name
	case trace.Deliver:
		return "deliver " + s.values.Text(op.Value) + " to " + s.actors.ByID(trace.ActorID(op.Object)).Name
	case trace.Receive:
		return "receive " + fmt.Sprint(op.Patterns)
	case trace.ReceiveTimeout:
		return "receive " + fmt.Sprint(op.Patterns) + " or time out"
	case trace.Choose:
		return fmt.Sprintf("choose one of %d", op.Alternatives)
	case trace.Exit:
		if r := s.values.Peek(op.Value).(Reason); r.Property != "" && !r.Deliberate {
			return "end: " + r.Property + " violated"
		}
		return "end"
	}
	if op.Kind.OnTable() {
		return s.tableText(op)
	}
	return s.cellText(op)
}

// tied says how a process is tied to the one that spawns it.
func tied(f trace.Flags) string {
	switch f & (trace.Linking | trace.Monitoring) {
	case trace.Linking:
		return " (linked)"
	case trace.Monitoring:
		return " (monitored)"
	case trace.Linking | trace.Monitoring:
		return " (linked, monitored)"
	}
	return ""
}

// cellText is the text of an operation on processes, names and timers.
func (s *System) cellText(op *trace.Op) string {
	value, key := s.values.Text(op.Value), s.values.Text
	object := func() string { return s.actors.ByID(trace.ActorID(op.Object)).Name }
	switch op.Kind {
	case trace.IsAlive:
		return "is " + object() + " alive?"
	case trace.TrapExits:
		if op.Flags&trace.On == 0 {
			return "do not trap exits"
		}
		return "trap exits"
	case trace.ExitSignal:
		if op.Flags&trace.Kill != 0 {
			return "kill " + object()
		}
		return "exit signal " + value + " to " + object()
	case trace.Link, trace.Unlink:
		return op.Kind.String() + " " + object()
	case trace.Monitor:
		return "monitor " + object() + " as " + s.refIDs.at(op.Key).Name
	case trace.Demonitor:
		text := "demonitor " + s.refIDs.at(op.Key).Name
		if op.Flags&trace.Flush != 0 {
			text += " with flush"
		}
		return text
	case trace.Down:
		return "tell " + object() + ": " + value
	case trace.Register:
		return "register " + object() + " as " + key(op.Key)
	case trace.Unregister, trace.Whereis:
		return op.Kind.String() + " " + key(op.Key)
	case trace.SendName:
		return "send " + value + " to " + key(op.Key)
	case trace.TimerStart:
		return "start " + object()
	case trace.TimerExpire:
		return "expire: send " + value + " to " + object()
	case trace.TimerCancel, trace.TimerRead:
		return op.Kind.String() + " " + object()
	case trace.Announce:
		return op.Name() + " " + value
	case trace.Reach:
		return "reach " + key(op.Key)
	}
	return op.Kind.String()
}

func (s *System) tableText(op *trace.Op) string {
	name := s.tableName(op)
	if op.Kind.OnWholeTable() {
		return s.ownershipText(op, name)
	}
	key, value := s.values.Text(op.Key), s.values.Text(op.Value)
	switch op.Kind {
	case trace.TableInsert:
		return fmt.Sprintf("insert into %s: %s → %s", name, key, value)
	case trace.TableInsertNew:
		return fmt.Sprintf("insert new into %s: %s → %s", name, key, value)
	case trace.TableLookup:
		return fmt.Sprintf("look up %s in %s", key, name)
	case trace.TableDelete:
		return fmt.Sprintf("delete %s from %s", key, name)
	case trace.TableTake:
		return fmt.Sprintf("take %s from %s", key, name)
	case trace.TableSwap:
		return fmt.Sprintf("swap %s in %s from %s to %s", key, name, s.values.Text(op.Expected), value)
	case trace.TableAwait:
		return fmt.Sprintf("await %s in %s", key, name)
	case trace.TableMember:
		return fmt.Sprintf("is there a row %s in %s?", key, name)
	case trace.TableSize:
		return "size of " + name
	case trace.TableFirst:
		return "first key of " + name
	case trace.TableNext:
		return fmt.Sprintf("key behind %s in %s", value, name)
	case trace.TableSelect:
		return "select from " + name
	case trace.TableUpdateCounter:
		return fmt.Sprintf("add %s to counter %s in %s", value, key, name)
	}
	return op.Kind.String()
}

// tableName is the name by which the operation finds the table, or what it is
// called in traces.
func (s *System) tableName(op *trace.Op) string {
	if op.Flags&trace.Named != 0 {
		return s.values.Peek(trace.ValueID(op.Object)).(string)
	}
	return s.tableIDs.at(trace.ObjectID(op.Object)).Label
}

// ownershipText is the text of an operation on a table as a whole.
func (s *System) ownershipText(op *trace.Op, name string) string {
	receiver := func() string { return s.actors.ByID(trace.ActorID(op.Key) - 1).Name }
	switch op.Kind {
	case trace.TableNew:
		text := "new table " + name
		if op.Key != trace.NoValue {
			text += ", heir " + receiver()
		}
		return text
	case trace.TableDrop:
		return "drop table " + name
	case trace.TableRelease:
		return "table " + name + " loses its owner"
	case trace.TableRename:
		return "rename table " + name + " to " + s.values.Text(op.Value)
	case trace.TableGive:
		return "give table " + name + " to " + receiver()
	case trace.TableHeir:
		if op.Key == trace.NoValue {
			return "table " + name + " has no heir"
		}
		return "table " + name + " has the heir " + receiver()
	}
	return op.Kind.String()
}

func (s *System) resultText(ev *trace.Event) string {
	if ev.Kind.OnTable() && ev.Effect == trace.NoEffect {
		if ev.Table != trace.NoTable && s.table(ev.Table).Exists() {
			return "the table has other types"
		}
		return "no such table"
	}
	switch ev.Kind {
	case trace.ExitSignal, trace.Down, trace.TimerExpire, trace.Monitor, trace.Link:
		return s.arrivalText(ev)
	case trace.IsAlive, trace.Register, trace.Unregister, trace.SendName, trace.TimerCancel, trace.TimerRead:
		return map[bool]string{true: "yes", false: "no"}[ev.Ok]
	case trace.Whereis:
		if !ev.Ok {
			return "nobody"
		}
		return s.actors.ByID(trace.ActorID(ev.Result - 1)).Name
	case trace.Receive, trace.ReceiveTimeout:
		if ev.TimedOut() {
			return "timeout"
		}
		return s.values.Text(ev.Result) + " from " + s.actors.ByID(ev.Taken.Actor).Name
	case trace.Choose:
		return fmt.Sprint(ev.Alternative)
	case trace.Exit:
		return s.ExitReason(ev).Text
	case trace.TableInsertNew:
		return map[bool]string{true: "inserted", false: "there is one"}[ev.Effect == trace.Update]
	case trace.TableSwap:
		return map[bool]string{true: "swapped", false: "not swapped"}[ev.Effect == trace.Update]
	case trace.TableMember:
		return fmt.Sprint(ev.Ok)
	case trace.Demonitor:
		if ev.Flags&trace.Info != 0 {
			return map[bool]string{true: "it was there", false: "it was not"}[ev.Ok]
		}
	case trace.TableLookup, trace.TableUpdateCounter, trace.TableTake,
		trace.TableSize, trace.TableFirst, trace.TableNext, trace.TableSelect:
		switch {
		case !ev.Ok:
			return "no such key"
		case ev.Result == trace.NoValue:
			return "none"
		}
		return s.values.Text(ev.Result)
	}
	if ev.Kind.OnWholeTable() {
		return s.ownershipResult(ev)
	}
	return ""
}

// ownershipResult says what came of an operation on a table as a whole.
func (s *System) ownershipResult(ev *trace.Event) string {
	switch {
	case (ev.Kind == trace.TableNew || ev.Kind == trace.TableRename) && !ev.Ok:
		return "the name is taken"
	case !ev.Ok && ev.Kind == trace.TableRelease:
		return "it had gone already"
	case !ev.Ok:
		return "refused"
	case ev.Kind == trace.TableRelease && ev.Effect == trace.Update:
		return "it goes away"
	case ev.Kind == trace.TableRelease:
		return s.actors.ByID(s.newOwner(ev)).Name + " inherits it"
	}
	return ""
}

// untroubled reports whether an exit signal would have been a message to somebody who
// traps exits, and is nothing to others as its reason is normal.
func (s *System) untroubled(ev *trace.Event) bool {
	target := trace.ActorID(ev.Object)
	return ev.Flags&(trace.Harmless|trace.Kill) == trace.Harmless && s.cell(trace.Cell{Space: trace.Ended, Object: ev.Object}) == 0 &&
		(ev.Flags&trace.ByLink == 0 || trace.AreLinked(trace.ActorID(ev.Key), target, s.cell))
}

// arrivalText says what became of a signal or message of the system.
func (s *System) arrivalText(ev *trace.Event) string {
	switch {
	case ev.Flags&trace.Delayed != 0: // the channel will see
		return ""
	case ev.Fatal != trace.NoActor:
		return s.actors.ByID(ev.Fatal).Name + " must end"
	case ev.Kind == trace.Monitor && !ev.Ok, ev.Kind == trace.Link && !ev.Ok:
		return "it has ended already"
	case ev.Kind == trace.TimerExpire && !ev.Ok:
		return "it was cancelled"
	case ev.Kind == trace.ExitSignal && !ev.Delivers() && s.untroubled(ev):
		return "nothing happens, as it is a normal end and " + s.actors.ByID(trace.ActorID(ev.Object)).Name + " does not trap exits"
	case ev.Kind == trace.Down && !ev.Ok:
		return "the monitor was undone"
	case ev.Kind == trace.ExitSignal && !ev.Delivers():
		return s.inVain(ev)
	}
	return ""
}

// inVain says why an exit signal has made no difference: what it found last.
func (s *System) inVain(ev *trace.Event) string {
	target := s.actors.ByID(trace.ActorID(ev.Object)).Name
	switch last := ev.Accesses[len(ev.Accesses)-1]; last.Space {
	case trace.Linked:
		return "they are not linked any more"
	case trace.Ended:
		return target + " has ended"
	case trace.Doomed:
		return target + " has been told to end already"
	}
	return "nothing happens"
}
