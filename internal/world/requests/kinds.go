package requests

import (
	"fmt"

	"github.com/checkmodel/checkmodel/internal/world/program"
	"github.com/checkmodel/checkmodel/trace"
)

// kinds has a row for each kind of operation, which describes it. It is initialized by init because its functions refer to it.
var kinds map[trace.Kind]func(*Describer, *trace.Op) string

func init() {
	kinds = map[trace.Kind]func(*Describer, *trace.Op) string{
		trace.Choose: says("choose one of %n"),

		trace.Spawn:      spawn,
		trace.Exit:       exit,
		trace.IsAlive:    says("is %o alive?"),
		trace.TrapExits:  says("trap exits"),
		trace.KeepExits:  says("do not trap exits"),
		trace.ExitSignal: exitSignal,
		trace.Link:       says("link %o"),
		trace.Unlink:     says("unlink %o"),
		trace.Monitor:    says("monitor %o as %r"),
		trace.Demonitor:  demonitor,
		trace.Down:       says("tell %o: %v"),

		trace.Send:           says("send %v to %o"),
		trace.Deliver:        says("deliver %v to %o"),
		trace.Receive:        says("receive %p"),
		trace.ReceiveTimeout: says("receive %p or time out"),

		trace.Register:   says("register %o as %k"),
		trace.Unregister: says("unregister %k"),
		trace.Whereis:    says("whereis %k"),
		trace.SendName:   says("send %v to %k"),

		trace.PutOnTheWay: says("is %v on its way to %o?"),
		trace.OffTheWay:   says("%v is no more on its way"),

		trace.TimerStart:  timerStart,
		trace.TimerExpire: says("expire: send %v to %o"),
		trace.TimerCancel: says("cancel timer %o"),
		trace.TimerRead:   says("read timer %o"),
		trace.TimerReset:  says("reset timer %o"),

		trace.Now: says("now"),

		trace.DecideFaults:    says("faults of %o"),
		trace.Crash:           says("crash %o"),
		trace.DecideSurviving: says("what is left of the disk of %o"),
		trace.Restart:         says("restart %o"),
		trace.Jump:            says("set the clock %c"),

		trace.DecidePartitions: says("partitions"),
		trace.Partition:        says("begin a partition"),
		trace.DecideParts:      says("parts"),
		trace.Sever:            ofLinks("cut"),
		trace.Heal:             ofLinks("heal"),

		trace.FileWrite:  fileWrite,
		trace.FileSet:    fileWrite,
		trace.FileAppend: says("append %v to %f"),
		trace.FileRead:   says("read %f"),
		trace.FileRename: fileRename,
		trace.FileRemove: says("remove %f"),
		trace.FileSync:   fileSync,
		trace.DecideSync: fileSync,

		trace.Announce: announce,
		trace.Expose:   announce,
		trace.External: announce,
		trace.Reach:    says("reach %k"),

		trace.TableNew:     tableNew,
		trace.TableDrop:    says("drop table %t"),
		trace.TableRelease: says("table %t loses its owner"),
		trace.TableRename:  says("rename table %t to %v"),
		trace.TableGive:    says("give table %t to %h"),
		trace.TableHeir:    tableHeir,

		trace.TableInsert:        says("insert into %t: %k → %v"),
		trace.TableInsertNew:     says("insert new into %t: %k → %v"),
		trace.TableLookup:        says("look up %k in %t"),
		trace.TableDelete:        says("delete %k from %t"),
		trace.TableUpdateCounter: updateCounter,
		trace.TableTake:          says("take %k from %t"),
		trace.TableSwap:          says("swap %k in %t from %e to %v"),
		trace.TableAwait:         says("await %k in %t"),
		trace.TableMember:        says("is there a row %k in %t?"),

		trace.TableSize:   says("size of %t"),
		trace.TableFirst:  says("first key of %t"),
		trace.TableNext:   says("key after %v in %t"),
		trace.TableSelect: says("select from %t"),
	}
}

// Describes reports whether operations of a kind can be described.
func Describes(k trace.Kind) bool { return kinds[k] != nil }

func spawn(d *Describer, op *trace.Op) string {
	text := "spawn " + d.ActorName(op.Object)
	switch op.Flags & (trace.Linking | trace.Monitoring) {
	case trace.Linking:
		text += " (linked)"
	case trace.Monitoring:
		text += " (monitored)"
	case trace.Linking | trace.Monitoring:
		text += " (linked, monitored)"
	}
	return text
}

func exit(d *Describer, op *trace.Op) string {
	switch r := d.ids.Values.Peek(op.Value).(trace.Reason); {
	case r.Irrelevant:
		return "end, as an assumption does not hold"
	case r.Property != "" && !r.Deliberate:
		return "end: " + r.Property + " violated"
	}
	return "end"
}

func exitSignal(d *Describer, op *trace.Op) string {
	if op.Flags&trace.Kill != 0 {
		return "kill " + d.ActorName(op.Object)
	}
	return "exit signal " + d.Text(op.Value) + " to " + d.ActorName(op.Object)
}

func demonitor(d *Describer, op *trace.Op) string {
	text := "demonitor " + d.ids.Reference(op.MonitorNumber()-1).Name
	if op.Flags&trace.Flush != 0 {
		text += " with flush"
	}
	return text
}

func timerStart(d *Describer, op *trace.Op) string {
	text := "start " + d.ActorName(op.Object)
	if op.Flags&trace.Timed != 0 {
		text += fmt.Sprintf(" (%d)", op.Ticks())
	}
	return text
}

func announce(d *Describer, op *trace.Op) string {
	if op.Kind == trace.External {
		return op.Kind.String() + " " + d.ids.Value(op.Key).(program.Board).String() + ": " + d.Text(op.Value)
	}
	return op.Kind.String() + " " + d.Text(op.Value)
}

func tableNew(d *Describer, op *trace.Op) string {
	text := "new table " + d.TableName(op)
	if heir := op.Heir(); heir != trace.NoActor {
		text += ", heir " + d.ActorName(int32(heir))
	}
	return text
}

func tableHeir(d *Describer, op *trace.Op) string {
	if op.Heir() == trace.NoActor {
		return "table " + d.TableName(op) + " has no heir"
	}
	return "table " + d.TableName(op) + " has the heir " + d.ActorName(int32(op.Heir()))
}

func updateCounter(d *Describer, op *trace.Op) string {
	text := says("add %v to counter %k in %t")(d, op)
	if op.Expected != trace.NoValue {
		text += ", which is " + d.Text(op.Expected) + " at first"
	}
	return text
}

func fileWrite(d *Describer, op *trace.Op) string {
	text := fmt.Sprintf("write %s to %s", Records(d.disks.Records(op.Value), false), d.disks.Name(op.Key))
	if op.Kind == trace.FileSet {
		text += ", durably"
	}
	return text
}

func fileRename(d *Describer, op *trace.Op) string {
	return "rename " + d.disks.Name(op.Key) + " to " + d.disks.Name(op.Value)
}

func fileSync(d *Describer, op *trace.Op) string {
	if op.Key == trace.NoValue {
		return "sync the directory"
	}
	return "sync " + d.disks.Name(op.Key)
}

// howFar says how far a clock jumps.
func howFar(op *trace.Op) string {
	if op.Number < 0 {
		return fmt.Sprintf("back by %d", -op.Number)
	}
	return fmt.Sprintf("ahead by %d", op.Number)
}

// ofLinks describes an operation on the links of a partition.
func ofLinks(does string) func(*Describer, *trace.Op) string {
	return func(_ *Describer, op *trace.Op) string { return fmt.Sprint(does, " ", op.Does) }
}
