package world

import "github.com/checkmodel/checkmodel/trace"

// kind is what the world knows of a kind of operation. (Which rows and cells the operation
// reads and changes is said in package trace, as the search must know that, too.)
type kind struct {
	// perform changes the world and completes the event.
	perform func(s *System, ev *trace.Event, u *undo) Result
	// undo changes the world back; nil if perform does not change it.
	undo func(s *System, u *undo)
	// enabled reports whether a process can perform the operation now; nil if it always can.
	enabled func(s *System, p *process, op *Operation) bool
	// asks returns the operation in words, result what came of it; result is nil if there is
	// nothing to say.
	asks   func(w words, op *trace.Op) string
	result func(w words, ev *trace.Event) string
	// with says that the object of the operation is another actor.
	with bool
}

// kinds has a row for each kind of operation. It is not initialized where it is declared
// because functions in it refer to it.
var kinds [trace.TableSelect + 1]kind

func init() {
	kinds = [...]kind{
		trace.Choose: {perform: performChoose, asks: asksChoose, result: chosen},

		trace.Spawn:      {perform: performSpawn, undo: undoSpawn, asks: asksSpawn, with: true},
		trace.Exit:       {perform: performExit, undo: undoExit, asks: asksExit, result: exitText},
		trace.IsAlive:    {perform: performQuestion, asks: asksIsAlive, result: yesOrNo, with: true},
		trace.TrapExits:  {perform: performQuestion, asks: asksTrapExits},
		trace.ExitSignal: {perform: performSignal, undo: undoSignal, asks: asksExitSignal, result: signalText, with: true},
		trace.Link:       {perform: performLink, undo: undoLink, asks: asksObject, result: signalText, with: true},
		trace.Unlink:     {perform: performQuestion, asks: asksObject, with: true},
		trace.Monitor:    {perform: performMonitor, undo: undoMonitor, asks: asksMonitor, result: signalText, with: true},
		trace.Demonitor:  {perform: performDemonitor, undo: undoReceive, asks: asksDemonitor, result: wasThere},
		trace.Down:       {perform: performSignal, undo: undoSignal, asks: asksDown, result: signalText, with: true},

		trace.Send:           {perform: performSend, asks: asksSend, with: true},
		trace.Deliver:        {perform: performDeliver, undo: undoDeliver, asks: asksDeliver, with: true},
		trace.Receive:        {perform: performReceive, undo: undoReceive, enabled: canReceive, asks: asksReceive, result: received},
		trace.ReceiveTimeout: {perform: performReceive, undo: undoReceive, asks: asksReceive, result: received},

		trace.Register:   {perform: performQuestion, asks: asksRegister, result: yesOrNo},
		trace.Unregister: {perform: performQuestion, asks: asksName, result: yesOrNo},
		trace.Whereis:    {perform: performWhereis, asks: asksName, result: holder},
		trace.SendName:   {perform: performSendName, asks: asksSendName, result: yesOrNo},

		trace.TimerStart:  {perform: performTimerStart, undo: undoTimerStart, asks: asksTimerStart, with: true},
		trace.TimerExpire: {perform: performTimerExpire, undo: undoTimerExpire, asks: asksExpire, result: signalText, with: true},
		trace.TimerCancel: {perform: performQuestion, asks: asksObject, result: yesOrNo, with: true},
		trace.TimerRead:   {perform: performQuestion, asks: asksObject, result: yesOrNo, with: true},

		trace.Announce: {perform: performQuestion, asks: asksAnnounce},
		trace.Reach:    {perform: performQuestion, asks: asksReach},

		trace.TableNew:     {perform: performOwnership, undo: undoOwnership, asks: asksTableNew, result: nameTaken},
		trace.TableDrop:    {perform: performOwnership, undo: undoOwnership, asks: onTable("drop table %s"), result: refused},
		trace.TableRelease: {perform: performOwnership, undo: undoOwnership, asks: onTable("table %s loses its owner"), result: released},
		trace.TableRename:  {perform: performOwnership, undo: undoOwnership, asks: onTable("rename table %s to %v"), result: nameTaken},
		trace.TableGive:    {perform: performOwnership, undo: undoOwnership, asks: asksTableGive, result: refused},
		trace.TableHeir:    {perform: performOwnership, undo: undoOwnership, asks: asksTableHeir, result: refused},

		trace.TableInsert:        {perform: performRow, undo: undoTable, asks: onTable("insert into %s: %k → %v")},
		trace.TableInsertNew:     {perform: performRow, undo: undoTable, asks: onTable("insert new into %s: %k → %v"), result: changed("inserted", "there is one")},
		trace.TableLookup:        {perform: performRow, undo: undoTable, asks: onTable("look up %k in %s"), result: found},
		trace.TableDelete:        {perform: performRow, undo: undoTable, asks: onTable("delete %k from %s")},
		trace.TableUpdateCounter: {perform: performRow, undo: undoTable, asks: onTable("add %v to counter %k in %s"), result: found},
		trace.TableTake:          {perform: performRow, undo: undoTable, asks: onTable("take %k from %s"), result: found},
		trace.TableSwap:          {perform: performRow, undo: undoTable, asks: onTable("swap %k in %s from %e to %v"), result: changed("swapped", "not swapped")},
		trace.TableAwait:         {perform: performRow, undo: undoTable, enabled: awaited, asks: onTable("await %k in %s")},
		trace.TableMember:        {perform: performRow, undo: undoTable, asks: onTable("is there a row %k in %s?"), result: isMember},

		trace.TableSize:   {perform: performScan, asks: onTable("size of %s"), result: found},
		trace.TableFirst:  {perform: performScan, asks: onTable("first key of %s"), result: found},
		trace.TableNext:   {perform: performScan, asks: onTable("key behind %v in %s"), result: found},
		trace.TableSelect: {perform: performScan, asks: onTable("select from %s"), result: found},
	}
}

// performQuestion is for operations that trace.Event.Behave defines completely.
func performQuestion(_ *System, ev *trace.Event, _ *undo) Result { return answer(ev.Ok) }
