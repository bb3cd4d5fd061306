package machine

import (
	"github.com/checkmodel/checkmodel/internal/world/program"
	"github.com/checkmodel/checkmodel/internal/world/state"
	"github.com/checkmodel/checkmodel/trace"
	"github.com/checkmodel/checkmodel/trace/kind"
)

// definition defines a kind of operation. (Package effects defines which rows and cells it reads and changes,
// because the search must know that, too. Package describe has its words.)
type definition struct {
	// perform changes the world and completes the event.
	perform func(m *Machine, ev *trace.Event, r *Record) program.Result
	// undo undoes perform, except in tables, cells, mailboxes that got a message, channels, and the starts of actors, which all kinds
	// have in common; nil if perform does not change anything else.
	undo func(r *Record)
}

// kinds has a row for each kind of operation. It is initialized by init because its functions refer to it.
var kinds [kind.TableSelect + 1]definition

func init() {
	kinds = [...]definition{
		kind.Choose: {performChoose, nil},

		kind.Spawn:      {performSpawn, undoSpawn},
		kind.Exit:       {performExit, undoExit},
		kind.IsAlive:    {performQuestion, nil},
		kind.TrapExits:  {performQuestion, nil},
		kind.KeepExits:  {performQuestion, nil},
		kind.ExitSignal: {performSignal, undoSignal},
		kind.Link:       {performLink, undoLink},
		kind.Unlink:     {performQuestion, nil},
		kind.Monitor:    {performMonitor, undoMonitor},
		kind.Demonitor:  {performDemonitor, undoReceive},
		kind.Down:       {performSignal, undoSignal},

		kind.Send:           {performSend, nil},
		kind.Deliver:        {performDeliver, undoAutomaton},
		kind.Receive:        {performReceive, undoReceive},
		kind.ReceiveTimeout: {performReceive, undoReceive},
		kind.Collect:        {performCollect, undoCollect},
		kind.CollectTimeout: {performCollect, undoCollect},

		kind.Register:   {performQuestion, nil},
		kind.Unregister: {performQuestion, nil},
		kind.Whereis:    {performWhereis, nil},
		kind.SendName:   {performSendName, nil},

		kind.PutOnTheWay: {performQuestion, nil},
		kind.OffTheWay:   {performOffTheWay, undoOffTheWay},

		kind.TimerStart:  {performTimerStart, undoTimerStart},
		kind.TimerExpire: {performAutomaton, undoAutomaton},
		kind.TimerCancel: {performQuestion, nil},
		kind.TimerRead:   {performQuestion, nil},
		kind.TimerReset:  {performTimerReset, undoTimerReset},

		kind.Now: {performNow, nil},

		kind.DecideFaults:    {performAutomaton, undoAutomaton},
		kind.Crash:           {performAutomaton, undoAutomaton},
		kind.DecideSurviving: {performAutomaton, undoAutomaton},
		kind.Restart:         {performRestart, undoRestart},
		kind.Jump:            {performAutomaton, undoAutomaton},

		kind.DecidePartitions: {performAutomaton, undoAutomaton},
		kind.Partition:        {performAutomaton, undoAutomaton},
		kind.DecideParts:      {performAutomaton, undoAutomaton},
		kind.Sever:            {performAutomaton, undoAutomaton},
		kind.Heal:             {performAutomaton, undoAutomaton},

		kind.FileWrite:  {performOnDisk, nil},
		kind.FileSet:    {performOnDisk, nil},
		kind.FileAppend: {performOnDisk, nil},
		kind.FileRead:   {performOnDisk, nil},
		kind.FileRename: {performOnDisk, nil},
		kind.FileRemove: {performOnDisk, nil},
		kind.FileSync:   {performOnDisk, nil},
		kind.DecideSync: {performOnDisk, nil},

		kind.Announce: {performAnnounce, nil},
		kind.Expose:   {performAnnounce, nil},
		kind.External: {performAnnounce, nil},
		kind.Reach:    {performQuestion, nil},

		kind.TableNew:     {performOwnership, undoOwnership},
		kind.TableDrop:    {performOwnership, undoOwnership},
		kind.TableRelease: {performOwnership, undoOwnership},
		kind.TableRename:  {performOwnership, undoOwnership},
		kind.TableGive:    {performOwnership, undoOwnership},
		kind.TableHeir:    {performOwnership, undoOwnership},

		kind.TableInsert:        {performOnTable, nil},
		kind.TableInsertNew:     {performOnTable, nil},
		kind.TableLookup:        {performOnTable, nil},
		kind.TableDelete:        {performOnTable, nil},
		kind.TableUpdateCounter: {performOnTable, nil},
		kind.TableTake:          {performOnTable, nil},
		kind.TableSwap:          {performOnTable, nil},
		kind.TableAwait:         {performOnTable, nil},
		kind.TableMember:        {performOnTable, nil},

		kind.TableSize:   {performOnTable, nil},
		kind.TableFirst:  {performOnTable, nil},
		kind.TableNext:   {performOnTable, nil},
		kind.TableSelect: {performOnTable, nil},
	}
}

// performQuestion performs operations that effects.Behave defines completely.
func performQuestion(_ *Machine, ev *trace.Event, _ *Record) program.Result {
	return program.Answer(ev.Ok)
}

// performAutomaton lets an actor that is no process perform its operation.
func performAutomaton(m *Machine, ev *trace.Event, r *Record) program.Result {
	if ev.Kind.Is(kind.Strikes) {
		m.Struck(ev.Kind, trace.NoFault, ev.Kind.String)
	}
	r.Actor.(state.Automaton).Perform(ev)
	return program.Result{}
}

func undoAutomaton(r *Record) { r.Actor.(state.Automaton).Undo(&r.Op.Op) }

func performChoose(_ *Machine, ev *trace.Event, _ *Record) program.Result {
	return program.Result{N: ev.Alternative}
}

// performAnnounce says how an external event goes on: 1 is that it happens, 0 that it is left out, and others that it comes
// again with the payload of this alternative.
func performAnnounce(_ *Machine, ev *trace.Event, _ *Record) program.Result {
	if ev.Kind == kind.External && ev.Alternative > program.LeaveOut {
		return program.Result{N: ev.Alternative}
	}
	return program.Answer(!ev.LeftOut())
}
