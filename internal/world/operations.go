package world

import "github.com/checkmodel/checkmodel/trace"

// behaviour is how an operation changes the world, and back.
type behaviour struct {
	perform func(*System, *process, *Operation, *trace.Event, *undo) Result
	undo    func(*System, *process, *Operation, *undo)
}

var behaviours = [...]behaviour{
	trace.Spawn:              {performSpawn, undoSpawn},
	trace.Send:               {performSend, undoNothing},
	trace.Receive:            {performReceive, undoReceive},
	trace.ReceiveTimeout:     {performReceive, undoReceive},
	trace.Deliver:            {performDeliver, undoFarewell},
	trace.Choose:             {performChoose, undoNothing},
	trace.Exit:               {performExit, undoExit},
	trace.IsAlive:            {performQuestion, undoNothing},
	trace.TrapExits:          {performQuestion, undoNothing},
	trace.ExitSignal:         {performFarewell, undoFarewell},
	trace.Link:               {performLink, undoLink},
	trace.Unlink:             {performQuestion, undoNothing},
	trace.Monitor:            {performMonitor, undoMonitor},
	trace.Demonitor:          {performDemonitor, undoReceive},
	trace.Down:               {performFarewell, undoFarewell},
	trace.Register:           {performQuestion, undoNothing},
	trace.Unregister:         {performQuestion, undoNothing},
	trace.Whereis:            {performWhereis, undoNothing},
	trace.SendName:           {performSendName, undoNothing},
	trace.TimerStart:         {performTimerStart, undoTimerStart},
	trace.TimerExpire:        {performTimerExpire, undoTimerExpire},
	trace.TimerCancel:        {performQuestion, undoNothing},
	trace.TimerRead:          {performQuestion, undoNothing},
	trace.Announce:           {performQuestion, undoNothing},
	trace.Reach:              {performQuestion, undoNothing},
	trace.TableNew:           {performOwnership, undoOwnership},
	trace.TableDrop:          {performOwnership, undoOwnership},
	trace.TableRelease:       {performOwnership, undoOwnership},
	trace.TableRename:        {performOwnership, undoOwnership},
	trace.TableGive:          {performOwnership, undoOwnership},
	trace.TableHeir:          {performOwnership, undoOwnership},
	trace.TableInsert:        {performRow, undoTable},
	trace.TableInsertNew:     {performRow, undoTable},
	trace.TableLookup:        {performRow, undoTable},
	trace.TableDelete:        {performRow, undoTable},
	trace.TableUpdateCounter: {performRow, undoTable},
	trace.TableTake:          {performRow, undoTable},
	trace.TableSwap:          {performRow, undoTable},
	trace.TableAwait:         {performRow, undoTable},
	trace.TableMember:        {performRow, undoTable},
	trace.TableSize:          {performScan, undoNothing},
	trace.TableFirst:         {performScan, undoNothing},
	trace.TableNext:          {performScan, undoNothing},
	trace.TableSelect:        {performScan, undoNothing},
}

func performChoose(_ *System, _ *process, _ *Operation, ev *trace.Event, _ *undo) Result {
	return Result{N: ev.Alternative}
}

func undoNothing(*System, *process, *Operation, *undo) {}

// performQuestion is for operations that trace.Event.Behave defines completely.
func performQuestion(_ *System, _ *process, _ *Operation, ev *trace.Event, _ *undo) Result {
	return answer(ev.Ok)
}
