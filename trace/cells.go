package trace

// Space is a kind of cell.
type Space uint8

// The spaces of cells. A cell that was never written holds 0.
const (
	Ended            Space = iota + 1 // of an actor: 1 once it has ended, or crashed if that was a crash
	Trapping                          // of an actor: 1 while exit signals arrive as messages
	Exiting                           // of an actor: 1 once an exit signal has told it to end, or crashed if a crash has
	Linked                            // of two actors: linked or unlinked
	Watching                          // of a monitor: whether it is still watching
	NameHolder                        // of a name: the actor that has it, plus 1
	NameOf                            // of an actor: the name it has
	TimerStatus                       // of a timer: expired or cancelled
	TableExists                       // of a table: 1 while it exists
	TableOwner                        // of a table: its owner, or its last owner if the table is gone, plus 1
	TableNextOwner                    // of a table: the actor that will inherit it, plus 1
	TableHeirMessage                  // of a table: the message to the heir
	TableName                         // of a table: its name
	TableNamed                        // of a name: the table that has it, plus 1
	Board                             // of a board, or of all boards that actors leave when they end: the last announced value
	Announced                         // of an actor: 1 once it is on a board that it leaves when it ends
	Life                              // of a node: 1, and after n restarts n + 1
	Nodes                             // the number of nodes that were started
	Home                              // of an actor: the node to which it belongs, plus 1
	Severed                           // of two nodes, plus 1: 1 while messages from the first one to the second one are lost
	Clock                             // true time, in units; see Clocks
	Deadline                          // of a timer with a duration, until it expires: when it does, in units
	Rate                              // of a node: the rate and the shift of its clock
	Jumped                            // of a node: by how many ticks its clock has jumped
	Files                             // of a node: the state of its disk, a value
	Faulted                           // of a budget of faults of messages, and a kind of fault: how many have happened. No event accesses it
	TimerOver                         // of a timer: 1 after its expiry, also if it was cancelled, until it is reset
	LinkedLives                       // of two actors of which one is a node that may crash: linked or unlinked; see linkCell
	Own                               // of a world; see Cells
	Underway                          // of an actor, and a message to it: 1 + the life of the actor when it was sent, until it has come; see onTheWay
)

// Cell is a piece of shared state other than mailboxes and tables.
type Cell struct {
	Space  Space
	Object int32 // mostly an actor
	Key    int32
}

// Access is an access of an event to a cell.
type Access struct {
	Cell
	Effect Effect
	After  int32 // the content of the cell after the event, unless Effect is Read
}

// Values of cells of the spaces Linked, LinkedLives, Watching and TimerStatus.
const (
	linked   = 1
	watching = 1
	undone   = 2 // unlinked, demonitored, cancelled
	happened = 3 // the message has been sent, the timer has expired
	flushed  = 4 // demonitored, and no actor can tell whether the message had been sent
)

// Behave computes the effects of the operation of the event in the given state of the cells, and sets them
// in e: which cells it accesses, where it puts a message, whether it ends an actor, and whether it
// succeeds. This is the only definition of these effects: the world executes operations by it, and
// the search uses it to predict the effects of an operation in an order that has not been executed.
// It reports whether the event is possible there; only a Use may be impossible.
func (e *Event) Behave(state func(Cell) int32) (possible bool) { return e.BehaveIn(state, nil) }

// BehaveIn is like Behave, and appends the accesses to buf, which must be empty. The caller may use buf again once it has set
// the accesses of e to others.
func (e *Event) BehaveIn(state func(Cell) int32, buf []Access) (possible bool) {
	b := behaviour{e, state}
	e.Accesses, e.To, e.Fatal, e.Ok = buf, NoActor, NoActor, true
	if e.Kind.Is(OnTable) {
		ownership{b}.onTable()
		return true
	}
	object := ActorID(e.Object)
	if e.Flags&Delayed != 0 && e.Kind != SendName {
		if e.Kind == Send {
			departs(b, object)
		}
		return true
	}
	switch e.Kind {
	case Spawn:
		b.spawn()
	case Send, Deliver:
		b.arrive(object)
	case Partition:
		b.read(Cell{Nodes, 0, 0})
	case Sever:
		b.setLinks(1)
	case Heal:
		b.setLinks(0)
	case Exit:
		b.exit()
	case IsAlive:
		e.Ok = b.read(Cell{Ended, e.Object, 0}) == 0
	case TrapExits:
		b.trapExits(1)
	case KeepExits:
		b.trapExits(0)
	case ExitSignal:
		b.exitSignal()
	case Link:
		b.link()
	case Unlink:
		b.unlink(object)
	case Monitor:
		if e.Ok = b.read(Cell{Ended, e.Object, 0}) == 0; e.Ok {
			b.write(monitorCell(e), watching)
		} else {
			e.To = e.Actor
		}
	case Demonitor:
		b.demonitor(monitorCell(e))
	case Down:
		b.down(monitorCell(e))
	case Register:
		b.register()
	case Unregister:
		b.unregister()
	case Whereis:
		e.Ok = b.read(Cell{NameHolder, 0, int32(e.Key)}) != 0
	case SendName:
		holder := b.read(Cell{NameHolder, 0, int32(e.Key)})
		switch to := ActorID(holder - 1); {
		case holder == 0:
		case e.Flags&Delayed == 0 || to == e.Actor: // a message to the sender itself is never delayed
			b.arrive(to)
		default:
			departs(b, to)
		}
		if e.Op.Fault(e.Alternative) == Reordered {
			e.Result = ValueID(e.To + 1)
			e.To = NoActor
		}
		e.Ok = holder != 0
	case PutOnTheWay:
		putOnTheWay(b)
	case OffTheWay:
		b.write(underway(object, e.Key), 0)
	case TimerStart:
		b.startClock()
	case Now:
		b.readClock()
	case Jump:
		b.write(Cell{Jumped, e.Object, 0}, e.Number)
	case TimerExpire:
		if e.Flags&Timed != 0 {
			b.advance()
		}
		if e.Ok = b.ownerLives() && b.finish(Cell{TimerStatus, int32(e.Actor), 0}, happened); e.Ok {
			e.To = object
		}
		b.write(Cell{TimerOver, int32(e.Actor), 0}, 1)
	case TimerCancel:
		e.Ok = b.finish(Cell{TimerStatus, e.Object, 0}, undone)
	case TimerRead:
		e.Ok = b.read(Cell{TimerStatus, e.Object, 0}) == 0
	case TimerReset:
		e.Ok = !cleared(b, Cell{TimerStatus, e.Object, 0})
		cleared(b, Cell{TimerOver, e.Object, 0})
	case Announce, Expose, External:
		b.announce()
	case Crash:
		b.deliverSignal(object, false)
	case Restart:
		b.restart()
	case DecideFaults:
		b.decideRate()
	case DecideSurviving:
		b.onDisk(e.Object)
	case Use:
		e.Accesses, possible = e.Does.(Cells).Use(e, state, e.Accesses)
		return possible
	case FileWrite, FileSet, FileAppend, FileRead, FileRename, FileRemove, FileSync, DecideSync:
		b.onDisk(int32(e.Actor))
	}
	return true
}

// monitorCell is the cell of the monitor of the event.
func monitorCell(e *Event) Cell { return Cell{Watching, 0, e.MonitorNumber()} }

// behaviour computes the effects of an event in a state of the cells.
type behaviour struct {
	*Event
	state func(Cell) int32
}

func (b behaviour) read(c Cell) int32 {
	b.Accesses = append(b.Accesses, Access{c, Read, 0})
	return b.state(c)
}

func (b behaviour) update(c Cell, after int32) int32 {
	b.Accesses = append(b.Accesses, Access{c, Update, after})
	return b.state(c)
}

// write stores a value without reading the cell, so two writes of the same value do not conflict.
func (b behaviour) write(c Cell, after int32) {
	b.Accesses = append(b.Accesses, Access{c, Write, after})
}

// finish sets a cell that holds 0, and reports whether it did.
func (b behaviour) finish(c Cell, after int32) bool {
	if b.state(c) != 0 {
		b.read(c)
		return false
	}
	b.update(c, after)
	return true
}

// cleared sets a cell to 0, and reports whether it held something else.
func cleared(b behaviour, c Cell) bool {
	if b.state(c) == 0 {
		b.read(c)
		return false
	}
	b.update(c, 0)
	return true
}

// demonitor undoes a monitor. It does not change a monitor that was undone before: if the cell
// became flushed only now, a message that is no longer sent would count as discarded after this
// event instead of before it.
func (b behaviour) demonitor(c Cell) {
	was := b.state(c)
	switch {
	case was == undone || was == flushed:
		b.read(c)
	case b.quiet():
		b.update(c, flushed)
	default:
		b.update(c, undone)
	}
	b.Ok = was == watching || b.Flags&Info == 0
}

// down sends the message of an active monitor. If the monitor was flushed, the message is still
// sent, and discarded (Ok is false): the flush and the message are independent, so this event must
// not look different after the flush.
func (b behaviour) down(c Cell) {
	if !b.sameLife(ActorID(b.Object)) {
		b.Ok = false
		return
	}
	switch b.state(c) {
	case watching:
		b.update(c, happened)
		b.To = ActorID(b.Object)
	case flushed:
		b.update(c, flushed)
		b.To = ActorID(b.Object)
		b.Ok = false
	default:
		b.read(c)
		b.Ok = false
	}
}

func (b behaviour) spawn() {
	child, life := ActorID(b.Object), int32(0)
	if b.Flags&Faulty != 0 {
		life = 1
		b.write(Cell{Life, b.Object, 0}, life)
	}
	if b.Flags&Linking != 0 {
		b.write(linkCell(b.Actor, lifeOf(b, b.Actor), child, life), linked)
	}
	if b.Flags&Monitoring != 0 {
		b.write(monitorCell(b.Event), watching)
	}
	if b.Other != 0 {
		b.write(Cell{Home, b.Object, 0}, int32(b.Other))
	}
	if b.Flags&Faulty != 0 || int32(b.Other) == b.Object+1 {
		nodes := Cell{Nodes, 0, 0}
		b.update(nodes, b.state(nodes)+1) // faults of nodes are decided in the order in which they start
	}
}

// announce shows something on a board. All boards that actors leave when they end count as one, so
// that an Exit accesses one cell however many boards the actor leaves.
func (b behaviour) announce() {
	switch {
	case b.Flags&Unordered != 0:
	case b.Flags&Begins != 0:
		b.read(Cell{Board, 0, int32(b.Key)})
	case b.Flags&Ends != 0:
		b.write(Cell{Board, 0, int32(b.Key)}, 1)
	case b.Flags&Passing != 0:
		b.write(Cell{Announced, int32(b.Actor), 0}, 1)
		b.update(Cell{Board, 0, 0}, int32(b.Value))
	default:
		b.update(Cell{Board, 0, int32(b.Key)}, int32(b.Value))
	}
}

// exit ends the actor, which leaves its boards and gives up its name.
func (b behaviour) exit() {
	how := int32(1)
	if b.state(Cell{Exiting, int32(b.Actor), 0}) == crashed {
		how = crashed
	}
	b.update(Cell{Ended, int32(b.Actor), 0}, how)
	if b.state(Cell{Announced, int32(b.Actor), 0}) != 0 {
		b.update(Cell{Board, 0, 0}, 0)
	}
	own := Cell{NameOf, int32(b.Actor), 0}
	if b.state(own) == 0 {
		b.read(own)
		return
	}
	b.update(Cell{NameHolder, 0, b.update(own, 0)}, 0)
}

func (b behaviour) trapExits(on int32) {
	c := Cell{Trapping, int32(b.Actor), 0}
	if b.state(c) == on {
		b.read(c)
	} else {
		b.update(c, on)
	}
}

// exitSignal delivers an exit signal to an actor. A signal that is sent because of a link with the
// actor Sender has an effect only while the two are linked. A signal that would change nothing in any
// case does not read the link, so its order with an Unlink is not visible.
func (b behaviour) exitSignal() {
	target := ActorID(b.Object)
	trapping := b.traps(target)
	b.Ok = (trapping || !b.harmless()) && (b.Flags&ByLink == 0 || b.read(linkOfSignal(b.Event)) == linked) &&
		b.sameLife(target)
	if b.Ok {
		b.deliverSignal(target, trapping)
	}
}

// traps reports whether the signal arrives at the actor as a message.
func (b behaviour) traps(target ActorID) bool {
	return b.Flags&Kill == 0 && b.read(Cell{Trapping, int32(target), 0}) != 0
}

// harmless reports whether the signal ends no actor.
func (b behaviour) harmless() bool { return b.Flags&(Harmless|Kill) == Harmless }

// deliverSignal delivers an exit signal that is not harmless: as a message if the actor traps exits;
// otherwise the actor must end. (A message to an actor that has ended is put into its mailbox like
// any other.) A signal to an actor that already had to end changes nothing, so it does not read
// whether the actor has ended: its order with that end is not visible.
func (b behaviour) deliverSignal(target ActorID, trapping bool) {
	switch exiting := (Cell{Exiting, int32(target), 0}); {
	case trapping:
		b.To = target
	case b.state(exiting) != 0:
		b.read(exiting)
		b.Ok = false
	case b.read(Cell{Ended, int32(target), 0}) != 0:
		b.Ok = false
	default:
		how := int32(1)
		if b.Kind == Crash {
			how = crashed
		}
		b.update(exiting, how)
		b.Fatal = target
	}
}

// link links the two actors. If the other one has ended, the effect is an exit signal from it.
func (b behaviour) link() {
	object := ActorID(b.Object)
	if b.read(Cell{Ended, b.Object, 0}) == 0 {
		b.write(linkCell(b.Actor, lifeOf(b, b.Actor), object, lifeOf(b, object)), linked)
		return
	}
	b.deliverSignal(b.Actor, b.traps(b.Actor))
	b.Ok = false
}

// unlink removes all links that the actor has in its present life with the other one, which has had several lives if it is a node.
func (b behaviour) unlink(object ActorID) {
	own, last := lifeOf(b, b.Actor), lifeOf(b, object)
	if last > 0 {
		b.read(Cell{Life, b.Object, 0})
	}
	for life := min(1, last); life <= last; life++ {
		b.write(linkCell(b.Actor, own, object, life), undone)
	}
}

// register gives the name to an actor, if the name is free and the actor is alive and has no name.
// It accesses the same cells whichever condition fails. Otherwise its dependence on an event that
// changes a condition could differ between the two orders.
func (b behaviour) register() {
	name, holder := Cell{NameHolder, 0, int32(b.Key)}, Cell{NameOf, b.Object, 0}
	b.Ok = false
	switch {
	case b.read(Cell{Ended, b.Object, 0}) != 0:
	case b.state(name) != 0 || b.state(holder) != 0:
		b.read(name)
		b.read(holder)
	default:
		b.update(name, b.Object+1)
		b.update(holder, int32(b.Key))
		b.Ok = true
	}
}

func (b behaviour) unregister() {
	name := Cell{NameHolder, 0, int32(b.Key)}
	holder := b.state(name)
	if b.Ok = holder != 0; !b.Ok {
		b.read(name)
		return
	}
	b.update(name, 0)
	b.update(Cell{NameOf, holder - 1, 0}, 0)
}
