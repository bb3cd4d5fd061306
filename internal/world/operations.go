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
	// result describes the result; it may be nil. Package requests describes the operation.
	result func(w words, ev *trace.Event) string
	// with says that the object of the operation is another actor.
	with bool
}

// kinds has a row for each kind of operation. It is initialized by init because its functions refer to it.
var kinds [trace.TableSelect + 1]kind

func init() {
	kinds = [...]kind{
		trace.Choose: {perform: performChoose, result: chosen},

		trace.Spawn:      {perform: performSpawn, undo: undoSpawn, with: true},
		trace.Exit:       {perform: performExit, undo: undoExit, enabled: canExit, result: exitText},
		trace.IsAlive:    {perform: performQuestion, result: either("yes", "no"), with: true},
		trace.TrapExits:  {perform: performQuestion},
		trace.KeepExits:  {perform: performQuestion},
		trace.ExitSignal: {perform: performSignal, undo: undoSignal, result: signalText, with: true},
		trace.Link:       {perform: performLink, undo: undoLink, result: signalText, with: true},
		trace.Unlink:     {perform: performQuestion, with: true},
		trace.Monitor:    {perform: performMonitor, undo: undoMonitor, result: signalText, with: true},
		trace.Demonitor:  {perform: performDemonitor, undo: undoReceive, result: wasThere},
		trace.Down:       {perform: performSignal, undo: undoSignal, result: signalText, with: true},

		trace.Send:           {perform: performSend, result: sent, with: true},
		trace.Deliver:        {perform: performDeliver, undo: undoDeliver, result: sent, with: true},
		trace.Receive:        {perform: performReceive, undo: undoReceive, enabled: canReceive, result: received},
		trace.ReceiveTimeout: {perform: performReceive, undo: undoReceive, result: received},

		trace.Register:   {perform: performQuestion, result: either("yes", "no")},
		trace.Unregister: {perform: performQuestion, result: either("yes", "no")},
		trace.Whereis:    {perform: performWhereis, result: holder},
		trace.SendName:   {perform: performSendName, result: sentByName},

		trace.PutOnTheWay: {perform: performQuestion, result: either("yes", "no"), with: true},
		trace.OffTheWay:   {perform: performOffTheWay, undo: undoOffTheWay, with: true},

		trace.TimerStart:  {perform: performTimerStart, undo: undoTimerStart, with: true},
		trace.TimerExpire: {perform: performTimerExpire, undo: undoTimerExpire, result: signalText, with: true},
		trace.TimerCancel: {perform: performQuestion, result: either("yes", "no"), with: true},
		trace.TimerRead:   {perform: performQuestion, result: either("yes", "no"), with: true},
		trace.TimerReset:  {perform: performTimerReset, undo: undoTimerReset, result: either("was running", "had stopped"), with: true},

		trace.Now: {perform: performNow, result: shownTime},

		trace.DecideFaults:    {perform: performChoose, undo: undoDecision, result: decisionText, with: true},
		trace.Crash:           {perform: performCrash, undo: undoCrash, result: signalText, with: true},
		trace.DecideSurviving: {perform: performChoose, result: survivingText, with: true},
		trace.Restart:         {perform: performRestart, undo: undoRestart, with: true},
		trace.Jump:            {perform: performJump, with: true},

		trace.DecidePartitions: {perform: performPartition, undo: undoPartition, result: partitionsText},
		trace.Partition:        {perform: performPartition, undo: undoPartition},
		trace.DecideParts:      {perform: performPartition, undo: undoPartition, result: partsText},
		trace.Sever:            {perform: performPartition},
		trace.Heal:             {perform: performPartition},

		trace.FileWrite:  {perform: performOnDisk, result: diskText},
		trace.FileSet:    {perform: performOnDisk, result: diskText},
		trace.FileAppend: {perform: performOnDisk, result: diskText},
		trace.FileRead:   {perform: performOnDisk, result: diskText},
		trace.FileRename: {perform: performOnDisk, result: diskText},
		trace.FileRemove: {perform: performOnDisk, result: diskText},
		trace.FileSync:   {perform: performOnDisk, result: diskText},
		trace.DecideSync: {perform: performOnDisk, result: diskText},

		trace.Announce: {perform: performAnnounce, result: announced},
		trace.Expose:   {perform: performAnnounce, result: announced},
		trace.External: {perform: performAnnounce, result: announced},
		trace.Reach:    {perform: performQuestion},

		trace.TableNew:     {perform: performOwnership, undo: undoOwnership, result: either("", "the name is taken")},
		trace.TableDrop:    {perform: performOwnership, undo: undoOwnership, result: either("", "refused")},
		trace.TableRelease: {perform: performOwnership, undo: undoOwnership, result: released},
		trace.TableRename:  {perform: performOwnership, undo: undoOwnership, result: either("", "the name is taken")},
		trace.TableGive:    {perform: performOwnership, undo: undoOwnership, result: either("", "refused")},
		trace.TableHeir:    {perform: performOwnership, undo: undoOwnership, result: either("", "refused")},

		trace.TableInsert:        {perform: performOnTable, undo: undoTable},
		trace.TableInsertNew:     {perform: performOnTable, undo: undoTable, result: changed("inserted", "there is one")},
		trace.TableLookup:        {perform: performOnTable, undo: undoTable, result: found},
		trace.TableDelete:        {perform: performOnTable, undo: undoTable},
		trace.TableUpdateCounter: {perform: performOnTable, undo: undoTable, result: found},
		trace.TableTake:          {perform: performOnTable, undo: undoTable, result: found},
		trace.TableSwap:          {perform: performOnTable, undo: undoTable, result: changed("swapped", "not swapped")},
		trace.TableAwait:         {perform: performOnTable, undo: undoTable, enabled: awaited},
		trace.TableMember:        {perform: performOnTable, undo: undoTable, result: either("true", "false")},

		trace.TableSize:   {perform: performOnTable, result: found},
		trace.TableFirst:  {perform: performOnTable, result: found},
		trace.TableNext:   {perform: performOnTable, result: found},
		trace.TableSelect: {perform: performOnTable, result: found},
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
