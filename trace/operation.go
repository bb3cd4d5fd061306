package trace

// ValueID identifies a value that a model sent, stored or used as a key. Within one exploration,
// equal values have equal ids until the exploration forgets them.
type ValueID int32

// NoValue stands for the absence of a value: no row under a key, no message.
const NoValue ValueID = 0

// ObjectID numbers the shared tables of one exploration.
type ObjectID int32

// NoTable stands for the absence of a table.
const NoTable ObjectID = -1

// Kind is the kind of an operation.
type Kind uint8

// The operations. Their dependence is defined in dependence.go, their effects on rows of tables in
// effect.go, to tables as a whole in ownership.go, and to other shared state in cells.go.
const (
	Spawn          Kind = iota + 1 // start the actor Object
	Send                           // put Value into the mailbox of the actor Object
	Receive                        // take the first message that Patterns matches; blocks without one
	ReceiveTimeout                 // take the first message that Patterns matches; times out if none does
	Deliver                        // a channel puts Value into the mailbox of the actor Object
	Choose                         // pick an alternative, from 0 to Alternatives-1
	Exit                           // end the actor, for the reason Value

	IsAlive    // ask whether the actor Object is alive
	TrapExits  // with the flag On: let exit signals arrive as messages from now on
	ExitSignal // make the actor Object end, with ByLink because Key has ended; Value is the message if it traps exits
	Link       // link with the actor Object; Value is the message if it has ended
	Unlink     // undo a Link with the actor Object
	Monitor    // watch the actor Object under the number Key; Value is the message if it has ended
	Demonitor  // undo a Monitor; with the flag Flush, take the message that Patterns matches
	Down       // tell the actor Object, which watches under the number Key, that this one has ended

	Register   // give the actor Object the name Key
	Unregister // take the name Key from the actor that has it
	Whereis    // ask which actor has the name Key
	SendName   // put Value into the mailbox of the actor that has the name Key

	OnTheWay // with the flag On: ask whether the message Key to the actor Object is on its way, as it is from now on; without: it is no more

	TimerStart  // start the timer Object, an actor; with the flag On for Expected ticks of a clock, Key as for Now
	TimerExpire // the timer puts Value into the mailbox of the actor Object
	TimerCancel // stop the timer Object
	TimerRead   // ask whether the timer Object has neither expired nor been stopped
	TimerReset  // start the timer Object again, which has been started without a duration
	Now         // read the clock of the node Key-1, or with the Key 0 the exact one

	Crash   // make the node Object end, as a fault
	Restart // start the node Object again, after a crash

	Partition // begin to cut the network: see which nodes there are
	Sever     // cut the links that Patterns, which are Links, tell
	Heal      // mend them

	FileWrite  // replace the records of the file Key by the records of Value; with the flag On durably, in one step
	FileAppend // write the record Value at the end of the file Key
	FileRead   // read the records of the file Key
	FileRename // give the file Key the name Value
	FileRemove // remove the file Key
	FileSync   // make the records of the file Key durable; if Key is NoValue, the names of all files

	Use // access cells as Patterns, which are Cells, say; blocks if they say so

	Announce // show Value to the properties that watch the board Key, which can tell the order
	Reach    // reach the goal Key; no actor can tell when

	TableNew           // create the table Object, with the name Value; Key and Expected as for TableHeir
	TableDrop          // remove the table Object
	TableRelease       // after the end of the owner, give the table Object to the heir with the message Value, or remove it
	TableRename        // give the table Object, if it has a name, the name Value
	TableGive          // give the table Object to the actor Key-1, with the message Value
	TableHeir          // set the heir of the table Object to the actor Key-1, or none if Key is 0, with the message Expected
	TableInsert        // store Value under Key
	TableInsertNew     // store Value under Key unless there is a row already
	TableLookup        // read the row under Key
	TableDelete        // remove the row under Key
	TableUpdateCounter // add to the number under Key, or to Expected if there is none
	TableTake          // read and remove the row under Key
	TableSwap          // store Value under Key if the row is Expected
	TableAwait         // read the row under Key; blocks unless Patterns, which are RowPatterns, match it
	TableMember        // ask whether there is a row under Key
	TableSize          // count the rows
	TableFirst         // find the first key
	TableNext          // find the key after Value
	TableSelect        // find the rows that Patterns, which are RowPatterns, match
	kinds
)

var kindNames = [kinds]string{
	Spawn: "spawn", Send: "send", Receive: "receive", ReceiveTimeout: "receive or time out",
	Deliver: "deliver", Choose: "choose", Exit: "exit",
	IsAlive: "is alive", TrapExits: "trap exits", ExitSignal: "exit signal", Link: "link", Unlink: "unlink",
	Monitor: "monitor", Demonitor: "demonitor", Down: "down",
	Register: "register", Unregister: "unregister", Whereis: "whereis", SendName: "send to name",
	OnTheWay:   "on its way",
	TimerStart: "start timer", TimerExpire: "timer expires", TimerCancel: "cancel timer", TimerRead: "read timer", TimerReset: "reset timer", Now: "now",
	Crash: "crash", Restart: "restart",
	Partition: "partition", Sever: "cut", Heal: "heal",
	FileWrite: "write file", FileAppend: "append to file", FileRead: "read file",
	FileRename: "rename file", FileRemove: "remove file", FileSync: "sync",
	Use: "use", Announce: "announce", Reach: "reach",
	TableNew: "new table", TableDrop: "drop table", TableRelease: "release table",
	TableRename: "rename table", TableGive: "give away table", TableHeir: "choose heir",
	TableInsert: "insert", TableInsertNew: "insert new", TableLookup: "lookup",
	TableDelete: "delete", TableUpdateCounter: "update counter",
	TableTake: "take", TableAwait: "await", TableSwap: "compare and swap", TableMember: "member",
	TableSize: "size", TableFirst: "first key", TableNext: "next key", TableSelect: "select",
}

// String returns the operation's name in words.
func (k Kind) String() string {
	if k == 0 || k >= kinds {
		return "no operation"
	}
	return kindNames[k]
}

// OnWholeTable reports whether the operation is about the existence, the name or
// the owner of a table, and not about rows.
func (k Kind) OnWholeTable() bool { return k >= TableNew && k <= TableHeir }

// OnDisk reports whether the operation works on the files of a node, which no other actor can use.
func (k Kind) OnDisk() bool { return k >= FileWrite && k <= FileSync }

// OnTable reports whether the operation works on a shared table.
func (k Kind) OnTable() bool { return k >= TableNew && k < kinds }

// Scans reports whether the operation may look at every row of a table.
func (k Kind) Scans() bool { return k >= TableSize && k <= TableSelect }

// Flags modify an operation.
type Flags uint16

// The flags.
const (
	// On makes a TrapExits trap exits, instead of no longer trapping them; it makes a FileWrite durable; it makes an
	// Announce an external event, with the name Key and the payload Value, which no property sees; and it
	// makes a Choose decide an outcome of a disk: with the flag Faulty, the writes that survive the crash of the node
	// Object; otherwise the outcome of a FileSync of the file Key. It gives the timer of a TimerStart or a TimerExpire a
	// duration. It makes an OnTheWay ask. It marks a Send and a Deliver of a message that is on its way under the number Key.
	On Flags = 1 << iota
	// Kill makes an ExitSignal one that cannot be trapped.
	Kill
	// ByLink marks an ExitSignal that is sent because of a link.
	ByLink
	// Harmless marks an ExitSignal whose reason is normal, so it ends no actor. It marks the Exit of an actor whose
	// assumption does not hold; see Op.Irrelevant.
	Harmless
	// Flush makes a Demonitor take the message that has arrived already.
	Flush
	// Info makes the result of a Demonitor visible. It marks an Announce of an end: only its order with announcements
	// of beginnings on the board makes a difference.
	Info
	// Linking and Monitoring make a Spawn link with the new actor, or monitor it; Key is the number
	// of the monitor. Linking makes a Choose decide about the network: how many partitions there are;
	// or, if it has Patterns, which links one cuts.
	Linking
	Monitoring
	// Delayed makes a Send, SendName or ExitSignal pass the message or signal to a channel instead
	// of delivering it.
	Delayed
	// Named marks an operation on a table that is found by its name; Object is the
	// ValueID of the name.
	Named
	// Hashed makes the TableNew create a table whose keys have no meaningful order.
	Hashed
	// Unordered marks an Announce whose order among others makes no difference.
	Unordered
	// Exposing marks an Announce of a state; others are of events. Only reports use it.
	Exposing
	// Calling marks a Receive that takes nothing but the reply to the request that the actor has sent in
	// the event before. It marks an Announce of a beginning: only its order with announcements of ends on the board
	// makes a difference.
	Calling
	// Passing marks an Announce on a board that the actor leaves by its Exit, and that properties
	// see it leave.
	Passing
	// Faulty marks the Spawn of a node, for which a Choose with this flag decides how often it crashes and
	// is restarted, and the rate of its clock: before the first step of the node, the actor Object. With the flag On
	// it marks the Choose of the writes to a disk that survive a crash. It also marks the Exit of a node that must
	// crash first, in Event.Instead.
	Faulty
)

// Patterns says which messages a receive takes. An implementation must be a pure function of the
// message. It may have a method Same(Patterns) bool that reports whether other patterns certainly
// match the same messages; [Order.Update] then does less work.
type Patterns interface {
	// Match reports whether a receive would take a message with the value v.
	Match(v ValueID) bool
}

// RowPatterns selects rows of a table. An implementation must be a pure function of the row.
type RowPatterns interface {
	Patterns
	// MatchRow reports whether the row with the given key and value is selected.
	MatchRow(key, value ValueID) bool
}

// Counting computes the new value of a TableUpdateCounter. An implementation must be a pure
// function of the old value.
type Counting interface {
	Patterns
	// Sum returns the new value of a counter whose value is old.
	Sum(old ValueID) ValueID
}

// Disk computes the effect of operations on the files of a node. The state of all of them is one value.
type Disk interface {
	Patterns
	// After returns the state after an event of the operation with the alternative, and whether the operation
	// succeeded. It must be a pure function of its arguments.
	After(op *Op, alternative int32, before ValueID) (after ValueID, ok bool)
}

// Links are the connections between nodes that a partition of the network cuts.
type Links interface {
	Patterns
	// Each calls f for each link, with the nodes at its two ends. It must be a pure function.
	Each(f func(from, to ActorID))
}

// Cells says how an operation accesses cells that its world defines, such as locks and counters.
type Cells interface {
	Patterns
	// Blocks reports whether the operation may have to wait.
	Blocks() bool
	// Use appends the accesses of an event of the operation, in the given state of the cells, and reports whether it is
	// possible. It must be a pure function. An operation that may have to wait accesses the same cells whatever they hold.
	// It may set Ok and Result of the event. All cells are of the space Own.
	Use(e *Event, state func(Cell) int32, accesses []Access) (all []Access, possible bool)
}

// Op is an operation that an actor asks for. It is fully known before it is executed.
type Op struct {
	Kind         Kind
	Flags        Flags
	Object       int32    // an ActorID, or an ObjectID (Table…), or with the flag Named a ValueID
	Key          ValueID  // a row, a name, the number of a monitor, an ActorID + 1, or of a Deliver the number of a budget, or a life, for Send and Deliver; see also the flag On
	Value        ValueID  // message, stored value, increment, or exit reason
	Expected     ValueID  // the old value required by TableSwap, or of a row that TableUpdateCounter does not find; a message, for TableHeir and TableNew; ticks, for TimerStart; for a Spawn, the node of the actor, and for sends and deliveries the node of the sender, + 1; see also OfSender
	Alternatives int32    // their number, for Choose, and for sends and receives whose messages may have faults
	Patterns     Patterns // of messages, for Receive, ReceiveTimeout and Demonitor; RowPatterns, for TableSelect and TableAwait; Counting, for TableUpdateCounter; Disk, for files; Cells, for Use; Clocks, for clocks; Links, for partitions
}

// Same reports whether two operations ask for the same thing. Patterns are functions, which cannot
// be compared, so two receives count as the same.
func (o *Op) Same(p *Op) bool {
	return o.Kind == p.Kind && o.Flags == p.Flags && o.Object == p.Object && o.Key == p.Key &&
		o.Value == p.Value && o.Expected == p.Expected && o.Alternatives == p.Alternatives
}

// Values calls f with the numbers that Event.Values reports for an event of the operation without
// any effects.
func (o *Op) Values(f func(ValueID)) {
	f(o.Key)
	f(o.Value)
	f(o.Expected)
	if o.Flags&Named != 0 {
		f(ValueID(o.Object))
	}
}

// OnCells reports whether the operation works on cells, so that Behave defines its effects.
func (o *Op) OnCells() bool {
	k := o.Kind
	return k >= Exit && k <= Announce && (k != TimerStart || o.Flags&On != 0) || k == Spawn && o.Flags != 0 || k <= Deliver && o.Expected != 0 ||
		k == Choose && o.Flags&(On|Faulty) != 0 || k.OnWholeTable() || k.OnTable() && o.Flags&Named != 0
}

// External reports whether the operation is an external event.
func (o *Op) External() bool { return o.Kind == Announce && o.Flags&On != 0 }

// Irrelevant reports whether the operation is the end of an actor because an assumption does not hold, so that interleavings with
// it do not matter.
func (o *Op) Irrelevant() bool { return o.Kind == Exit && o.Flags&Harmless != 0 }

// Name returns the name of the operation in the words of a model's author.
func (o *Op) Name() string {
	switch {
	case o.External():
		return External
	case o.Flags&Exposing != 0:
		return "expose"
	case o.Kind == Choose && o.Flags&Linking != 0 && o.Patterns == nil:
		return Partitions
	case o.Kind == Choose && o.Flags&Linking != 0:
		return Parts
	case o.Kind == Choose && o.Flags&On != 0 && o.Flags&Faulty == 0:
		return FileSync.String()
	case o.Kind == Choose && o.Flags&On != 0:
		return Left
	case o.Kind == Choose && o.Flags&Faulty != 0:
		return Faults
	}
	return o.Kind.String()
}

// External is the name of an external event.
const External = "external"

// Faults is the name of the operation that decides which faults a node has.
const Faults = "faults"

// Partitions is the name of the operation that decides how many partitions there are.
const Partitions = "partitions"

// Parts is the name of the operation that decides which links a partition cuts.
const Parts = "parts"

// Left is the name of the operation that decides which writes to a disk survive a crash.
const Left = "left"

// IsFault reports whether the operation is a fault of a node or of the network, or decides about faults.
func (o *Op) IsFault() bool {
	return o.Kind >= Crash && o.Kind <= Heal || o.Kind == Choose && o.Flags&(Faulty|Linking) != 0
}

// OnNetwork reports whether the operation is part of a partition.
func (o *Op) OnNetwork() bool {
	return o.Kind >= Partition && o.Kind <= Heal || o.Kind == Choose && o.Flags&Linking != 0
}

// Starts returns the actor that the operation starts, or NoActor.
func (o *Op) Starts() ActorID {
	if o.Kind == Spawn || o.Kind == TimerStart {
		return ActorID(o.Object)
	}
	return NoActor
}

// mustCrashFirst reports whether the operation is the end of a node by itself that cannot happen, as the node must crash first. The
// Spawn of a node has the same flag, and can happen.
func (o *Op) mustCrashFirst() bool { return o.Kind == Exit && o.Flags&Faulty != 0 }
