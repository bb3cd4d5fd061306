package world

import (
	"fmt"

	"github.com/checkmodel/checkmodel/internal/world/program"
	"github.com/checkmodel/checkmodel/trace"
	"github.com/checkmodel/checkmodel/trace/kind"
)

// definition defines a kind of operation. (Package trace defines which rows and cells it reads and changes,
// because the search must know that, too.)
type definition struct {
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
var kinds [kind.TableSelect + 1]definition

func init() {
	kinds = [...]definition{
		kind.Choose: {perform: performChoose, result: chosen},

		kind.Spawn:      {perform: performSpawn, undo: undoSpawn, with: true},
		kind.Exit:       {perform: performExit, undo: undoExit, enabled: canExit, result: exitText},
		kind.IsAlive:    {perform: performQuestion, result: either("yes", "no"), with: true},
		kind.TrapExits:  {perform: performQuestion},
		kind.KeepExits:  {perform: performQuestion},
		kind.ExitSignal: {perform: performSignal, undo: undoSignal, result: signalText, with: true},
		kind.Link:       {perform: performLink, undo: undoLink, result: signalText, with: true},
		kind.Unlink:     {perform: performQuestion, with: true},
		kind.Monitor:    {perform: performMonitor, undo: undoMonitor, result: signalText, with: true},
		kind.Demonitor:  {perform: performDemonitor, undo: undoReceive, result: wasThere},
		kind.Down:       {perform: performSignal, undo: undoSignal, result: signalText, with: true},

		kind.Send:           {perform: performSend, result: sent, with: true},
		kind.Deliver:        {perform: performDeliver, undo: undoDeliver, result: sent, with: true},
		kind.Receive:        {perform: performReceive, undo: undoReceive, enabled: canReceive, result: received},
		kind.ReceiveTimeout: {perform: performReceive, undo: undoReceive, result: received},

		kind.Register:   {perform: performQuestion, result: either("yes", "no")},
		kind.Unregister: {perform: performQuestion, result: either("yes", "no")},
		kind.Whereis:    {perform: performWhereis, result: holder},
		kind.SendName:   {perform: performSendName, result: sentByName},

		kind.PutOnTheWay: {perform: performQuestion, result: either("yes", "no"), with: true},
		kind.OffTheWay:   {perform: performOffTheWay, undo: undoOffTheWay, with: true},

		kind.TimerStart:  {perform: performTimerStart, undo: undoTimerStart, with: true},
		kind.TimerExpire: {perform: performTimerExpire, undo: undoTimerExpire, result: signalText, with: true},
		kind.TimerCancel: {perform: performQuestion, result: either("yes", "no"), with: true},
		kind.TimerRead:   {perform: performQuestion, result: either("yes", "no"), with: true},
		kind.TimerReset:  {perform: performTimerReset, undo: undoTimerReset, result: either("was running", "had stopped"), with: true},

		kind.Now: {perform: performNow, result: shownTime},

		kind.DecideFaults:    {perform: performChoose, undo: undoDecision, result: decisionText, with: true},
		kind.Crash:           {perform: performCrash, undo: undoCrash, result: signalText, with: true},
		kind.DecideSurviving: {perform: performChoose, result: survivingText, with: true},
		kind.Restart:         {perform: performRestart, undo: undoRestart, with: true},
		kind.Jump:            {perform: performJump, with: true},

		kind.DecidePartitions: {perform: performPartition, undo: undoPartition, result: partitionsText},
		kind.Partition:        {perform: performPartition, undo: undoPartition},
		kind.DecideParts:      {perform: performPartition, undo: undoPartition, result: partsText},
		kind.Sever:            {perform: performPartition},
		kind.Heal:             {perform: performPartition},

		kind.FileWrite:  {perform: performOnDisk, result: diskText},
		kind.FileSet:    {perform: performOnDisk, result: diskText},
		kind.FileAppend: {perform: performOnDisk, result: diskText},
		kind.FileRead:   {perform: performOnDisk, result: diskText},
		kind.FileRename: {perform: performOnDisk, result: diskText},
		kind.FileRemove: {perform: performOnDisk, result: diskText},
		kind.FileSync:   {perform: performOnDisk, result: diskText},
		kind.DecideSync: {perform: performOnDisk, result: diskText},

		kind.Announce: {perform: performAnnounce, result: announced},
		kind.Expose:   {perform: performAnnounce, result: announced},
		kind.External: {perform: performAnnounce, result: announced},
		kind.Reach:    {perform: performQuestion},

		kind.TableNew:     {perform: performOwnership, undo: undoOwnership, result: either("", "the name is taken")},
		kind.TableDrop:    {perform: performOwnership, undo: undoOwnership, result: either("", "refused")},
		kind.TableRelease: {perform: performOwnership, undo: undoOwnership, result: released},
		kind.TableRename:  {perform: performOwnership, undo: undoOwnership, result: either("", "the name is taken")},
		kind.TableGive:    {perform: performOwnership, undo: undoOwnership, result: either("", "refused")},
		kind.TableHeir:    {perform: performOwnership, undo: undoOwnership, result: either("", "refused")},

		kind.TableInsert:        {perform: performOnTable, undo: undoTable},
		kind.TableInsertNew:     {perform: performOnTable, undo: undoTable, result: changed("inserted", "there is one")},
		kind.TableLookup:        {perform: performOnTable, undo: undoTable, result: found},
		kind.TableDelete:        {perform: performOnTable, undo: undoTable},
		kind.TableUpdateCounter: {perform: performOnTable, undo: undoTable, result: found},
		kind.TableTake:          {perform: performOnTable, undo: undoTable, result: found},
		kind.TableSwap:          {perform: performOnTable, undo: undoTable, result: changed("swapped", "not swapped")},
		kind.TableAwait:         {perform: performOnTable, undo: undoTable, enabled: awaited},
		kind.TableMember:        {perform: performOnTable, undo: undoTable, result: either("true", "false")},

		kind.TableSize:   {perform: performOnTable, result: found},
		kind.TableFirst:  {perform: performOnTable, result: found},
		kind.TableNext:   {perform: performOnTable, result: found},
		kind.TableSelect: {perform: performOnTable, result: found},
	}
}

// performQuestion performs operations that effects.Behave defines completely.
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
