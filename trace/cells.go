package trace

// Space says what a cell is about.
type Space uint8

// The spaces of cells. A cell that nothing was written to holds 0.
const (
	Ended        Space = iota + 1 // of an actor: 1 once it has ended
	Trapping                      // of an actor: 1 while exit signals arrive as messages
	Doomed                        // of an actor: 1 once an exit signal has told it to end
	Linked                        // of two actors: linked or unlinked
	Watching                      // of a monitor: watching, or not any more
	NameHolder                    // of a name: the actor that has it, plus 1
	NameOf                        // of an actor: the name it has
	TimerStatus                   // of a timer: expired or cancelled
	TableThere                    // of a table: 1 while it exists
	TableOwner                    // of a table: the actor whose it is, or was when it went away, plus 1
	TableHeirs                    // of a table: the actor that will inherit it, plus 1
	TableBequest                  // of a table: the message to the heir
	TableName                     // of a table: its name
	TableNamed                    // of a name: the table that has it, plus 1
	Board                         // of a board, or of all that actors leave as they end: what was announced last
	Announced                     // of an actor: 1 once it is on a board that it leaves as it ends
)

// Cell is a piece of shared state other than mailboxes and tables.
type Cell struct {
	Space  Space
	Object int32 // mostly an actor
	Key    int32
}

// Access is what an event did with a cell.
type Access struct {
	Cell
	Effect Effect
	After  int32 // what the cell holds from then on, unless Effect is Read
}

// What a cell of the space Linked, Watching or TimerStatus holds.
const (
	linked   = 1
	watching = 1
	undone   = 2 // unlinked, demonitored, cancelled
	happened = 3 // the message is on its way, the timer has expired
	flushed  = 4 // demonitored, and nobody can tell whether the message had been sent
)

// Behave sets what the operation of the event does in a state of the cells: what
// it accesses, where it puts a message, whether it ends somebody, and whether it
// succeeds. It is the one place that defines this: the world executes by it, and
// the search uses it to foresee what a planned operation will do in an order
// that has not been executed yet.
func (e *Event) Behave(state func(Cell) int32) {
	b := behaviour{e, state}
	e.Accesses, e.To, e.Fatal, e.Ok = nil, NoActor, NoActor, true
	if e.Kind.OnTable() {
		b.onTable()
		return
	}
	if e.Flags&Delayed != 0 && e.Kind != SendName {
		return
	}
	object := ActorID(e.Object)
	switch e.Kind {
	case Spawn:
		b.spawn()
	case Exit:
		b.exit()
	case IsAlive:
		e.Ok = b.read(Cell{Ended, e.Object, 0}) == 0
	case TrapExits:
		b.trapExits()
	case ExitSignal:
		b.exitSignal()
	case Link:
		b.link()
	case Unlink:
		b.write(pair(e.Actor, object), undone)
	case Monitor:
		if e.Ok = b.read(Cell{Ended, e.Object, 0}) == 0; e.Ok {
			b.write(Cell{Watching, 0, int32(e.Key)}, watching)
		} else {
			e.To = e.Actor
		}
	case Demonitor:
		b.demonitor(Cell{Watching, 0, int32(e.Key)})
	case Down:
		b.down(Cell{Watching, 0, int32(e.Key)})
	case Register:
		b.register()
	case Unregister:
		b.unregister()
	case Whereis:
		e.Ok = b.read(Cell{NameHolder, 0, int32(e.Key)}) != 0
	case SendName:
		holder := b.read(Cell{NameHolder, 0, int32(e.Key)})
		e.Ok = holder != 0
		if e.Flags&Delayed == 0 || ActorID(holder-1) == e.Actor { // nobody's messages to itself are delayed
			e.To = ActorID(holder - 1)
		}
	case TimerExpire:
		if e.Ok = b.finish(Cell{TimerStatus, int32(e.Actor), 0}, happened); e.Ok {
			e.To = object
		}
	case TimerCancel:
		e.Ok = b.finish(Cell{TimerStatus, e.Object, 0}, undone)
	case TimerRead:
		e.Ok = b.read(Cell{TimerStatus, e.Object, 0}) == 0
	case Announce:
		b.announce()
	}
}

// behaviour is an event whose behaviour is being found out.
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

// write stores without looking: two that store the same do not conflict.
func (b behaviour) write(c Cell, after int32) {
	b.Accesses = append(b.Accesses, Access{c, Write, after})
}

// finish sets a cell that holds nothing yet, and reports whether it did.
func (b behaviour) finish(c Cell, after int32) bool {
	if b.state(c) != 0 {
		b.read(c)
		return false
	}
	b.update(c, after)
	return true
}

// demonitor undoes a monitor. One that has been undone stays as it is: if it became
// flushed only now, its message, which does not come any more, would come to be thrown
// away behind this, and not in front of it.
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

// down sends the message of a monitor that is still there. If it was flushed, the
// message comes all the same, to be thrown away (Ok is false): flushing and it
// are independent, so it must not look different behind that.
func (b behaviour) down(c Cell) {
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

// AreLinked reports whether two actors are linked in a state of the cells.
func AreLinked(p, q ActorID, state func(Cell) int32) bool { return state(pair(p, q)) == linked }

// pair is the cell of the link between two actors.
func pair(p, q ActorID) Cell { return Cell{Linked, int32(min(p, q)), int32(max(p, q))} }

func (b behaviour) spawn() {
	if b.Flags&Linking != 0 {
		b.write(pair(b.Actor, ActorID(b.Object)), linked)
	}
	if b.Flags&Monitoring != 0 {
		b.write(Cell{Watching, 0, int32(b.Key)}, watching)
	}
}

// announce shows something on a board. Boards that actors leave as they end count
// as one, so that an Exit, too, accesses one cell, however many it leaves.
func (b behaviour) announce() {
	switch {
	case b.Flags&Unordered != 0:
	case b.Flags&Passing != 0:
		b.write(Cell{Announced, int32(b.Actor), 0}, 1)
		b.update(Cell{Board, 0, 0}, int32(b.Value))
	default:
		b.update(Cell{Board, 0, int32(b.Key)}, int32(b.Value))
	}
}

// exit ends the actor, which leaves the boards; its name is free again.
func (b behaviour) exit() {
	b.update(Cell{Ended, int32(b.Actor), 0}, 1)
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

func (b behaviour) trapExits() {
	c := Cell{Trapping, int32(b.Actor), 0}
	on := int32(b.Flags & On)
	if b.state(c) == on {
		b.read(c)
	} else {
		b.update(c, on)
	}
}

// exitSignal brings an exit signal to an actor. One that comes because of a link with the
// actor Key does so only while the two are linked. One that would change nothing anyway does
// not look at the link, so its order with an Unlink cannot be told.
func (b behaviour) exitSignal() {
	target := ActorID(b.Object)
	trapping := b.traps(target)
	b.Ok = (trapping || !b.harmless()) && (b.Flags&ByLink == 0 || b.read(pair(ActorID(b.Key), target)) == linked)
	if b.Ok {
		b.strike(target, trapping)
	}
}

// traps reports whether the signal arrives as a message at that actor.
func (b behaviour) traps(target ActorID) bool {
	return b.Flags&Kill == 0 && b.read(Cell{Trapping, int32(target), 0}) != 0
}

// harmless reports whether the signal ends no actor.
func (b behaviour) harmless() bool { return b.Flags&(Harmless|Kill) == Harmless }

// strike brings an exit signal that is not harmless to an actor: as a message if that traps
// exits, else the actor is told to end. (As with any message, it makes no difference whether an
// actor has ended that is sent one.) A signal to an actor that was told to end before changes
// nothing, so it does not look whether the actor has ended by now: its order with that end
// cannot be told.
func (b behaviour) strike(target ActorID, trapping bool) {
	switch doomed := (Cell{Doomed, int32(target), 0}); {
	case trapping:
		b.To = target
	case b.state(doomed) != 0:
		b.read(doomed)
		b.Ok = false
	case b.read(Cell{Ended, int32(target), 0}) != 0:
		b.Ok = false
	default:
		b.update(doomed, 1)
		b.Fatal = target
	}
}

// link links the two actors; if the other one has ended, it is as if that had
// just sent its exit signal.
func (b behaviour) link() {
	if b.read(Cell{Ended, b.Object, 0}) == 0 {
		b.write(pair(b.Actor, ActorID(b.Object)), linked)
		return
	}
	b.strike(b.Actor, b.traps(b.Actor))
	b.Ok = false
}

// register gives a name that is free to an actor that lives and has none. It
// accesses the same cells whichever of the two is not so: if it depended on one
// of them only, the two orders of something that changes the other would have
// different dependences.
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
