package trace

// ValueID names a value that a model sent, stored or used as a key. Equal
// values have equal ids within one exploration, as far as it has not forgotten any.
type ValueID int32

// NoValue stands for the absence of a value: no row under a key, no message.
const NoValue ValueID = 0

// ObjectID numbers the shared tables of one exploration.
type ObjectID int32

// NoTable is the table of nothing.
const NoTable ObjectID = -1

// Kind says what an operation does.
type Kind uint8

// The operations. Their dependence is defined in dependence.go, what they do to
// rows of tables in effect.go, to tables as a whole in ownership.go, and to other
// shared state in cells.go.
const (
	Spawn          Kind = iota + 1 // start the actor Object
	Send                           // put Value into the mailbox of the actor Object
	Receive                        // take the first message that Patterns matches; blocks without one
	ReceiveTimeout                 // the same, but gives up where no message matches
	Deliver                        // a channel puts Value into the mailbox of the actor Object
	Choose                         // pick one of Alternatives
	Exit                           // end the actor, for the reason Value

	IsAlive    // ask whether the actor Object has not ended
	TrapExits  // with the flag On: let exit signals arrive as messages from now on
	ExitSignal // tell the actor Object to end, ByLink because Key has; the message is Value if it traps exits
	Link       // link with the actor Object; Value is what arrives if it has ended
	Unlink     // undo that
	Monitor    // watch the actor Object under the number Key; Value is what arrives if it has ended
	Demonitor  // undo that; takes the message that Patterns matches, with the flag Flush
	Down       // tell the actor Object, which watches under the number Key, that this one has ended

	Register   // give the actor Object the name Key
	Unregister // take the name Key from whoever has it
	Whereis    // ask who has the name Key
	SendName   // put Value into the mailbox of whoever has the name Key

	TimerStart  // start the timer Object, an actor
	TimerExpire // the timer puts Value into the mailbox of the actor Object
	TimerCancel // stop the timer Object
	TimerRead   // ask whether the timer Object is still to expire

	Announce // show Value to those properties that watch the board Key; all of these can tell the order
	Reach    // reach the goal Key; nobody can tell when

	TableNew           // create the table Object, with the name Value; Key and Expected as for TableHeir
	TableDrop          // the table Object goes away
	TableRelease       // the actor has ended; its table Object goes to the heir with the message Value, or goes away
	TableRename        // the table Object, if it has a name, has the name Value from now on
	TableGive          // the table Object goes to the actor Key-1, with the message Value
	TableHeir          // the actor Key-1, or none if Key is 0, will inherit the table Object with the message Expected
	TableInsert        // store Value under Key
	TableInsertNew     // store Value under Key unless there is a row already
	TableLookup        // read the row under Key
	TableDelete        // remove the row under Key
	TableUpdateCounter // add to the number under Key
	TableTake          // read and remove the row under Key
	TableSwap          // store Value under Key if Expected is there
	TableAwait         // read the row under Key; blocks unless Patterns, which are RowPatterns, match it
	TableMember        // ask whether there is a row under Key
	TableSize          // count the rows
	TableFirst         // find the first key
	TableNext          // find the key behind Value
	TableSelect        // find the rows that Patterns, which are RowPatterns, match
	kinds
)

var kindNames = [kinds]string{
	Spawn: "spawn", Send: "send", Receive: "receive", ReceiveTimeout: "receive or time out",
	Deliver: "deliver", Choose: "choose", Exit: "exit",
	IsAlive: "is alive", TrapExits: "trap exits", ExitSignal: "exit signal", Link: "link", Unlink: "unlink",
	Monitor: "monitor", Demonitor: "demonitor", Down: "down",
	Register: "register", Unregister: "unregister", Whereis: "whereis", SendName: "send to name",
	TimerStart: "start timer", TimerExpire: "timer expires", TimerCancel: "cancel timer", TimerRead: "read timer",
	Announce: "announce", Reach: "reach",
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

// OnTable reports whether the operation works on a shared table.
func (k Kind) OnTable() bool { return k >= TableNew && k < kinds }

// Scans reports whether the operation may look at every row of a table.
func (k Kind) Scans() bool { return k >= TableSize && k <= TableSelect }

// Flags modify an operation.
type Flags uint16

// The flags.
const (
	// On is what TrapExits sets.
	On Flags = 1 << iota
	// Kill makes an ExitSignal one that cannot be trapped.
	Kill
	// ByLink marks an ExitSignal that is sent because of a link.
	ByLink
	// Harmless marks an ExitSignal whose reason is normal: it ends nobody.
	Harmless
	// Flush makes a Demonitor take the message that has arrived already.
	Flush
	// Info makes the result of a Demonitor visible.
	Info
	// Linking and Monitoring make a Spawn do that to the new actor at once; Key
	// is the number of the monitor.
	Linking
	Monitoring
	// Delayed makes a Send, SendName or ExitSignal hand over to a channel what it
	// would otherwise bring about itself.
	Delayed
	// Named marks an operation on a table that is found by its name; Object is the
	// ValueID of the name.
	Named
	// Hashed makes a TableNew one whose keys have no order that means anything.
	Hashed
	// Unordered marks an Announce whose place among others makes no difference.
	Unordered
	// Exposing marks an Announce of a state; others are of events. It is there for
	// those who read of it.
	Exposing
	// Passing marks an Announce on a board that the actor leaves by its Exit, which
	// properties can tell.
	Passing
)

// Patterns says which messages a receive takes. An implementation must be a
// pure function of the message. It may have a method Same(Patterns) bool that reports
// whether others certainly match the same messages; [Order.Update] then does less.
type Patterns interface {
	// Match reports whether a message with that value would be taken.
	Match(v ValueID) bool
}

// RowPatterns says which rows of a table are meant. An implementation must be a
// pure function of the row.
type RowPatterns interface {
	Patterns
	// MatchRow reports whether the row with that key and value is meant.
	MatchRow(key, value ValueID) bool
}

// Counting says what a TableUpdateCounter makes of a counter. An implementation
// must be a pure function of the value.
type Counting interface {
	Patterns
	// Sum returns the number of what the counter is then, if it was old before.
	Sum(old ValueID) ValueID
}

// Op is what an actor asks for. It is fully known before it is executed.
type Op struct {
	Kind         Kind
	Flags        Flags
	Object       int32    // an ActorID, or an ObjectID (Table…), or with the flag Named a ValueID
	Key          ValueID  // a row, a name, the number of a monitor, or an ActorID + 1
	Value        ValueID  // message, stored value, increment, or exit reason
	Expected     ValueID  // what must be there, for TableSwap; a message, for TableHeir and TableNew
	Alternatives int32    // how many there are, for Choose
	Patterns     Patterns // what is taken, for Receive, ReceiveTimeout and Demonitor; rows, for TableSelect and TableAwait; Counting, for TableUpdateCounter
}

// Same reports whether two operations ask for the same thing. Patterns are
// functions and cannot be compared: two receives are the same here.
func (o *Op) Same(p *Op) bool {
	return o.Kind == p.Kind && o.Flags == p.Flags && o.Object == p.Object && o.Key == p.Key &&
		o.Value == p.Value && o.Expected == p.Expected && o.Alternatives == p.Alternatives
}

// Values is that of an Event that the operation leads to, before anything has come of it.
func (o *Op) Values(f func(ValueID)) {
	f(o.Key)
	f(o.Value)
	f(o.Expected)
	if o.Flags&Named != 0 {
		f(ValueID(o.Object))
	}
}

// OnCells reports whether the operation works on the shared state that cells
// hold, so that Behave defines what it does.
func (o *Op) OnCells() bool {
	k := o.Kind
	return k >= Exit && k <= Announce && k != TimerStart || k == Spawn && o.Flags != 0 ||
		k.OnWholeTable() || k.OnTable() && o.Flags&Named != 0
}

// Name returns what the author of a model calls the operation.
func (o *Op) Name() string {
	if o.Flags&Exposing != 0 {
		return "expose"
	}
	return o.Kind.String()
}

// Starts returns the actor that the operation brings to life, or NoActor.
func (o *Op) Starts() ActorID {
	if o.Kind == Spawn || o.Kind == TimerStart {
		return ActorID(o.Object)
	}
	return NoActor
}
