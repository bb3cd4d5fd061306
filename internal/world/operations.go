package world

import (
	"fmt"

	"github.com/checkmodel/checkmodel/internal/world/program"
	"github.com/checkmodel/checkmodel/trace"
)

// kind defines a kind of operation. (Package trace defines which rows and cells it reads and changes,
// because the search must know that, too.)
type kind struct {
	// perform changes the world and completes the event.
	perform func(s *System, ev *trace.Event, u *undo) program.Result
	// undo undoes perform; nil if perform does not change the world.
	undo func(s *System, u *undo)
	// enabled reports whether a process can perform the operation now; nil if it always can.
	enabled func(s *System, p *process, op *program.Operation) bool
	// asks describes the operation, result its result; result may be nil.
	asks   func(w words, op *trace.Op) string
	result func(w words, ev *trace.Event) string
	// with says that the object of the operation is another actor.
	with bool
}

// kinds has a row for each kind of operation. It is initialized by init because its functions refer to it.
var kinds [trace.TableSelect + 1]kind

func init() {
	kinds = [...]kind{
		trace.Choose: {perform: performChoose, asks: says("choose one of %n"), result: chosen},

		trace.Spawn:      {perform: performSpawn, undo: undoSpawn, asks: asksSpawn, with: true},
		trace.Exit:       {perform: performExit, undo: undoExit, enabled: canExit, asks: asksExit, result: exitText},
		trace.IsAlive:    {perform: performQuestion, asks: says("is %o alive?"), result: either("yes", "no"), with: true},
		trace.TrapExits:  {perform: performQuestion, asks: says("trap exits")},
		trace.KeepExits:  {perform: performQuestion, asks: says("do not trap exits")},
		trace.ExitSignal: {perform: performSignal, undo: undoSignal, asks: asksExitSignal, result: signalText, with: true},
		trace.Link:       {perform: performLink, undo: undoLink, asks: says("link %o"), result: signalText, with: true},
		trace.Unlink:     {perform: performQuestion, asks: says("unlink %o"), with: true},
		trace.Monitor:    {perform: performMonitor, undo: undoMonitor, asks: says("monitor %o as %r"), result: signalText, with: true},
		trace.Demonitor:  {perform: performDemonitor, undo: undoReceive, asks: asksDemonitor, result: wasThere},
		trace.Down:       {perform: performSignal, undo: undoSignal, asks: says("tell %o: %v"), result: signalText, with: true},

		trace.Send:           {perform: performSend, asks: says("send %v to %o"), result: sent, with: true},
		trace.Deliver:        {perform: performDeliver, undo: undoDeliver, asks: says("deliver %v to %o"), result: sent, with: true},
		trace.Receive:        {perform: performReceive, undo: undoReceive, enabled: canReceive, asks: says("receive %p"), result: received},
		trace.ReceiveTimeout: {perform: performReceive, undo: undoReceive, asks: says("receive %p or time out"), result: received},

		trace.Register:   {perform: performQuestion, asks: says("register %o as %k"), result: either("yes", "no")},
		trace.Unregister: {perform: performQuestion, asks: says("unregister %k"), result: either("yes", "no")},
		trace.Whereis:    {perform: performWhereis, asks: says("whereis %k"), result: holder},
		trace.SendName:   {perform: performSendName, asks: says("send %v to %k"), result: sentByName},

		trace.PutOnTheWay: {perform: performQuestion, asks: says("is %v on its way to %o?"), result: either("yes", "no"), with: true},
		trace.OffTheWay:   {perform: performOffTheWay, undo: undoOffTheWay, asks: says("%v is no more on its way"), with: true},

		trace.TimerStart:  {perform: performTimerStart, undo: undoTimerStart, asks: asksTimerStart, with: true},
		trace.TimerExpire: {perform: performTimerExpire, undo: undoTimerExpire, asks: says("expire: send %v to %o"), result: signalText, with: true},
		trace.TimerCancel: {perform: performQuestion, asks: says("cancel timer %o"), result: either("yes", "no"), with: true},
		trace.TimerRead:   {perform: performQuestion, asks: says("read timer %o"), result: either("yes", "no"), with: true},
		trace.TimerReset:  {perform: performTimerReset, undo: undoTimerReset, asks: says("reset timer %o"), result: either("was running", "had stopped"), with: true},

		trace.Now: {perform: performNow, asks: says("now"), result: shownTime},

		trace.DecideFaults:    {perform: performChoose, undo: undoDecision, asks: says("faults of %o"), result: decisionText, with: true},
		trace.Crash:           {perform: performCrash, undo: undoCrash, asks: says("crash %o"), result: signalText, with: true},
		trace.DecideSurviving: {perform: performChoose, asks: says("what is left of the disk of %o"), result: survivingText, with: true},
		trace.Restart:         {perform: performRestart, undo: undoRestart, asks: says("restart %o"), with: true},
		trace.Jump:            {perform: performJump, asks: says("set the clock %c"), with: true},

		trace.DecidePartitions: {perform: performPartition, undo: undoPartition, asks: says("partitions"), result: partitionsText},
		trace.Partition:        {perform: performPartition, undo: undoPartition, asks: says("begin a partition")},
		trace.DecideParts:      {perform: performPartition, undo: undoPartition, asks: says("parts"), result: partsText},
		trace.Sever:            {perform: performPartition, asks: ofLinks("cut")},
		trace.Heal:             {perform: performPartition, asks: ofLinks("heal")},

		trace.FileWrite:  {perform: performOnDisk, asks: asksFileWrite, result: diskText},
		trace.FileSet:    {perform: performOnDisk, asks: asksFileWrite, result: diskText},
		trace.FileAppend: {perform: performOnDisk, asks: says("append %v to %f"), result: diskText},
		trace.FileRead:   {perform: performOnDisk, asks: says("read %f"), result: diskText},
		trace.FileRename: {perform: performOnDisk, asks: asksFileRename, result: diskText},
		trace.FileRemove: {perform: performOnDisk, asks: says("remove %f"), result: diskText},
		trace.FileSync:   {perform: performOnDisk, asks: asksFileSync, result: diskText},
		trace.DecideSync: {perform: performOnDisk, asks: asksFileSync, result: diskText},

		trace.Announce: {perform: performAnnounce, asks: asksAnnounce, result: announced},
		trace.Expose:   {perform: performAnnounce, asks: asksAnnounce, result: announced},
		trace.External: {perform: performAnnounce, asks: asksAnnounce, result: announced},
		trace.Reach:    {perform: performQuestion, asks: says("reach %k")},

		trace.TableNew:     {perform: performOwnership, undo: undoOwnership, asks: asksTableNew, result: either("", "the name is taken")},
		trace.TableDrop:    {perform: performOwnership, undo: undoOwnership, asks: says("drop table %t"), result: either("", "refused")},
		trace.TableRelease: {perform: performOwnership, undo: undoOwnership, asks: says("table %t loses its owner"), result: released},
		trace.TableRename:  {perform: performOwnership, undo: undoOwnership, asks: says("rename table %t to %v"), result: either("", "the name is taken")},
		trace.TableGive:    {perform: performOwnership, undo: undoOwnership, asks: says("give table %t to %h"), result: either("", "refused")},
		trace.TableHeir:    {perform: performOwnership, undo: undoOwnership, asks: asksTableHeir, result: either("", "refused")},

		trace.TableInsert:        {perform: performRow, undo: undoTable, asks: says("insert into %t: %k → %v")},
		trace.TableInsertNew:     {perform: performRow, undo: undoTable, asks: says("insert new into %t: %k → %v"), result: changed("inserted", "there is one")},
		trace.TableLookup:        {perform: performRow, undo: undoTable, asks: says("look up %k in %t"), result: found},
		trace.TableDelete:        {perform: performRow, undo: undoTable, asks: says("delete %k from %t")},
		trace.TableUpdateCounter: {perform: performRow, undo: undoTable, asks: asksUpdateCounter, result: found},
		trace.TableTake:          {perform: performRow, undo: undoTable, asks: says("take %k from %t"), result: found},
		trace.TableSwap:          {perform: performRow, undo: undoTable, asks: says("swap %k in %t from %e to %v"), result: changed("swapped", "not swapped")},
		trace.TableAwait:         {perform: performRow, undo: undoTable, enabled: awaited, asks: says("await %k in %t")},
		trace.TableMember:        {perform: performRow, undo: undoTable, asks: says("is there a row %k in %t?"), result: either("true", "false")},

		trace.TableSize:   {perform: performScan, asks: says("size of %t"), result: found},
		trace.TableFirst:  {perform: performScan, asks: says("first key of %t"), result: found},
		trace.TableNext:   {perform: performScan, asks: says("key after %v in %t"), result: found},
		trace.TableSelect: {perform: performScan, asks: says("select from %t"), result: found},
	}
}

// performQuestion performs operations that trace.Event.Behave defines completely.
func performQuestion(_ *System, ev *trace.Event, _ *undo) program.Result {
	return program.Answer(ev.Ok)
}

func performChoose(s *System, ev *trace.Event, u *undo) program.Result {
	switch a := u.who.(type) {
	case *decisions:
		a.decide(s, ev)
	case *faults:
		ev.Cause = a.end()
	}
	return program.Result{N: ev.Alternative}
}

func chosen(_ words, ev *trace.Event) string { return fmt.Sprint(ev.Alternative) }
