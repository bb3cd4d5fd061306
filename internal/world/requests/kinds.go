package requests

import (
	"fmt"

	"github.com/checkmodel/checkmodel/internal/world/program"
	"github.com/checkmodel/checkmodel/trace"
	"github.com/checkmodel/checkmodel/trace/kind"
)

// kinds has a row for each kind of operation, which describes it. It is initialized by init because its functions refer to it.
var kinds map[kind.Kind]func(*Describer, *trace.Op) string

func init() {
	kinds = map[kind.Kind]func(*Describer, *trace.Op) string{
		kind.Choose: says("choose one of %n"),

		kind.Spawn:      spawn,
		kind.Exit:       exit,
		kind.IsAlive:    says("is %o alive?"),
		kind.TrapExits:  says("trap exits"),
		kind.KeepExits:  says("do not trap exits"),
		kind.ExitSignal: exitSignal,
		kind.Link:       says("link %o"),
		kind.Unlink:     says("unlink %o"),
		kind.Monitor:    says("monitor %o as %r"),
		kind.Demonitor:  demonitor,
		kind.Down:       says("tell %o: %v"),

		kind.Send:           says("send %v to %o"),
		kind.Deliver:        says("deliver %v to %o"),
		kind.Receive:        says("receive %p"),
		kind.ReceiveTimeout: says("receive %p or time out"),
		kind.Collect:        says("collect %w of %p"),
		kind.CollectTimeout: says("collect %w of %p or time out"),

		kind.Register:   says("register %o as %k"),
		kind.Unregister: says("unregister %k"),
		kind.Whereis:    says("whereis %k"),
		kind.SendName:   says("send %v to %k"),

		kind.PutOnTheWay: says("is %v on its way to %o?"),
		kind.OffTheWay:   says("%v is no more on its way"),

		kind.TimerStart:  timerStart,
		kind.TimerExpire: says("expire: send %v to %o"),
		kind.TimerCancel: says("cancel timer %o"),
		kind.TimerRead:   says("read timer %o"),
		kind.TimerReset:  says("reset timer %o"),

		kind.Now: says("now"),

		kind.DecideFaults:    says("faults of %o"),
		kind.Crash:           says("crash %o"),
		kind.DecideSurviving: says("what is left of the disk of %o"),
		kind.Restart:         says("restart %o"),
		kind.Jump:            says("set the clock %c"),

		kind.DecidePartitions: says("partitions"),
		kind.Partition:        says("begin a partition"),
		kind.DecideParts:      says("parts"),
		kind.Sever:            ofLinks("cut"),
		kind.Heal:             ofLinks("heal"),

		kind.FileWrite:  fileWrite,
		kind.FileSet:    fileWrite,
		kind.FileAppend: says("append %v to %f"),
		kind.FileRead:   says("read %f"),
		kind.FileRename: fileRename,
		kind.FileRemove: says("remove %f"),
		kind.FileSync:   fileSync,
		kind.DecideSync: fileSync,

		kind.Announce: announce,
		kind.Expose:   announce,
		kind.External: announce,
		kind.Reach:    says("reach %k"),

		kind.TableNew:     tableNew,
		kind.TableDrop:    says("drop table %t"),
		kind.TableRelease: says("table %t loses its owner"),
		kind.TableRename:  says("rename table %t to %v"),
		kind.TableGive:    says("give table %t to %h"),
		kind.TableHeir:    tableHeir,

		kind.TableInsert:        says("insert into %t: %k → %v"),
		kind.TableInsertNew:     says("insert new into %t: %k → %v"),
		kind.TableLookup:        says("look up %k in %t"),
		kind.TableDelete:        says("delete %k from %t"),
		kind.TableUpdateCounter: updateCounter,
		kind.TableTake:          says("take %k from %t"),
		kind.TableSwap:          says("swap %k in %t from %e to %v"),
		kind.TableAwait:         says("await %k in %t"),
		kind.TableMember:        says("is there a row %k in %t?"),

		kind.TableSize:   says("size of %t"),
		kind.TableFirst:  says("first key of %t"),
		kind.TableNext:   says("key after %v in %t"),
		kind.TableSelect: says("select from %t"),
	}
}

// Describes reports whether operations of a kind can be described.
func Describes(k kind.Kind) bool { return kinds[k] != nil }

func spawn(d *Describer, op *trace.Op) string {
	text := "spawn " + d.ActorName(op.Object)
	switch op.Flags & (kind.Linking | kind.Monitoring) {
	case kind.Linking:
		text += " (linked)"
	case kind.Monitoring:
		text += " (monitored)"
	case kind.Linking | kind.Monitoring:
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
	if op.Flags&kind.Kill != 0 {
		return "kill " + d.ActorName(op.Object)
	}
	return "exit signal " + d.Text(op.Value) + " to " + d.ActorName(op.Object)
}

func demonitor(d *Describer, op *trace.Op) string {
	text := "demonitor " + d.Reference(op)
	if op.Flags&kind.Flush != 0 {
		text += " with flush"
	}
	return text
}

func timerStart(d *Describer, op *trace.Op) string {
	text := "start " + d.ActorName(op.Object)
	if op.Flags&kind.Timed != 0 {
		text += fmt.Sprintf(" (%d)", op.Ticks())
	}
	return text
}

func announce(d *Describer, op *trace.Op) string {
	if op.Kind == kind.External {
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
	if op.Kind == kind.FileSet {
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

// howFar describes the distance of a clock's jump.
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
