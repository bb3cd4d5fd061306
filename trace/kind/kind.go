package kind

import "slices"

// Kind is the kind of an operation.
type Kind uint8

// The kinds of operations.
const (
	Spawn          Kind = iota + 1 // start the actor Object
	Send                           // put Value into the mailbox of the actor Object
	Receive                        // take the first message that the Patterns match; blocks without one
	ReceiveTimeout                 // take the first message that the Patterns match; times out if there is none
	Collect                        // take the first Number messages that the Patterns match, as a set; blocks until there are so many
	CollectTimeout                 // the same; times out if there are fewer, and takes these
	Deliver                        // a channel puts Value into the mailbox of the actor Object
	Choose                         // pick an alternative, from 0 to Alternatives-1
	Exit                           // end the actor, for the reason Value

	IsAlive    // ask whether the actor Object is alive
	TrapExits  // let exit signals arrive as messages from now on
	KeepExits  // let exit signals no longer arrive as messages
	ExitSignal // make the actor Object end, with ByLink because the Sender has ended; Value is the message if it traps exits
	Link       // link with the actor Object; Value is the message if it has ended
	Unlink     // undo a Link with the actor Object
	Monitor    // watch the actor Object under a number; Value is the message if it has ended
	Demonitor  // undo a Monitor; with Flush, take the message that the Patterns match
	Down       // tell the actor Object, which watches under a number, that this one has ended

	Register   // give the actor Object the name Key
	Unregister // take the name Key from the actor that has it
	Whereis    // ask which actor has the name Key
	SendName   // put Value into the mailbox of the actor that has the name Key

	PutOnTheWay // ask whether the message Key to the actor Object is on its way, as it is from now on
	OffTheWay   // the message Key to the actor Object is no more on its way

	TimerStart  // start the timer Object, an actor; if Timed, for a number of ticks
	TimerExpire // the timer puts Value into the mailbox of the actor Object
	TimerCancel // stop the timer Object
	TimerRead   // ask whether the timer Object has neither expired nor been stopped
	TimerReset  // start the timer Object again, which has been started without a duration
	Now         // read the clock

	DecideFaults    // decide the faults of the node Object, and the rate of its clock, before its first step
	Crash           // make the node Object end, as a fault
	DecideSurviving // decide which writes to the disk of the node Object survive a crash
	Restart         // start the node Object again, after a crash
	Jump            // change the clock of the node Object by a number of ticks

	DecidePartitions // decide how many partitions there are
	Partition        // begin to cut the network: see which nodes there are
	DecideParts      // decide which links the partition cuts
	Sever            // cut the Links
	Heal             // mend the Links

	FileWrite  // replace the records of the file Key by the records of Value
	FileSet    // the same durably, in one step
	FileAppend // write the record Value at the end of the file Key
	FileRead   // read the records of the file Key
	FileRename // give the file Key the name Value
	FileRemove // remove the file Key
	FileSync   // make the records of the file Key durable; if Key is NoValue, the names of all files
	DecideSync // the same, if it may fail: decide the outcome

	Use // access the Cells, which say whether it has to wait

	Announce // show the event Value to the properties that watch the board Key
	Expose   // show the state Value to the properties that watch the board Key
	External // an external event, with the name Key and the payload Value, which no property sees
	Reach    // reach the goal Key; no actor can tell when

	TableNew           // create the table Object, with the name Value; heir as for TableHeir
	TableDrop          // remove the table Object
	TableRelease       // after the end of the owner, give the table Object to the heir with the message Value, or remove it
	TableRename        // give the table Object, if it has a name, the name Value
	TableGive          // give the table Object to the Heir, with the message Value
	TableHeir          // set the Heir of the table Object, with the message Expected, or no heir
	TableInsert        // store Value under Key
	TableInsertNew     // store Value under Key unless there is a row already
	TableLookup        // read the row under Key
	TableDelete        // remove the row under Key
	TableUpdateCounter // add to the number under Key, or to Expected if there is none
	TableTake          // read and remove the row under Key
	TableSwap          // store Value under Key if the row is Expected
	TableAwait         // read the row under Key; blocks unless the Rows match it
	TableMember        // ask whether there is a row under Key
	TableSize          // count the rows
	TableFirst         // find the first key
	TableNext          // find the key after Value
	TableSelect        // find the rows that the Rows match
	kinds
)

// info is a row of the table of kinds.
type info struct {
	name   string
	code   uint8
	traits Traits
}

// infos is the table of kinds. Codes stand for kinds in hashes and in files, so they never change.
var infos = [kinds]info{
	Spawn:          {"spawn", 1, Starts | Releases},
	Send:           {"send", 2, Sends | Carries | Arrives},
	Receive:        {"receive", 3, Receives},
	ReceiveTimeout: {"receive or time out", 4, Receives | GivesUp},
	Collect:        {"collect", 61, Receives | Collects},
	CollectTimeout: {"collect or time out", 62, Receives | Collects | GivesUp},
	Deliver:        {"deliver", 5, Carries | Arrives},
	Choose:         {"choose", 6, Chooses},
	Exit:           {"exit", 7, Leaves | OnCells},

	IsAlive:    {"is alive", 8, AsksEnd | OnCells},
	TrapExits:  {"trap exits", 9, OnCells},
	KeepExits:  {"trap exits", 9, OnCells},
	ExitSignal: {"exit signal", 10, Arrives | Affects | OnCells},
	Link:       {"link", 11, AsksEnd | OnCells},
	Unlink:     {"unlink", 12, OnCells},
	Monitor:    {"monitor", 13, AsksEnd | OnCells},
	Demonitor:  {"demonitor", 14, OnCells},
	Down:       {"down", 15, Arrives | Leaves | OnCells},

	Register:   {"register", 16, ByName | Shares | OnCells},
	Unregister: {"unregister", 17, ByName | Shares | OnCells},
	Whereis:    {"whereis", 18, ByName | Shares | OnCells},
	SendName:   {"send to name", 19, ByName | Shares | Sends | Carries | OnCells},

	PutOnTheWay: {"on its way", 20, Shares | OnCells},
	OffTheWay:   {"on its way", 20, Shares | OnCells},

	TimerStart:  {"start timer", 21, Starts | Releases},
	TimerExpire: {"timer expires", 22, FromOutside | Carries | Arrives | OnCells},
	TimerCancel: {"cancel timer", 23, Affects | OnCells},
	TimerRead:   {"read timer", 24, Affects | OnCells},
	TimerReset:  {"reset timer", 25, Releases | Affects | OnCells},
	Now:         {"now", 26, OnCells},

	DecideFaults:    {"faults", 6, Chooses | Decides | Releases | OnCells},
	Crash:           {"crash", 27, OfNode | Strikes | FromOutside | Affects | OnCells},
	DecideSurviving: {"left", 6, Chooses | Decides | OnCells},
	Restart:         {"restart", 28, OfNode | Strikes | FromOutside | Releases | Affects | OnCells},

	Jump: {"jump", 60, OfNode | Strikes | FromOutside | OnCells},

	DecidePartitions: {"partitions", 6, Chooses | Decides | OfNetwork},
	Partition:        {"partition", 29, OfNetwork | FromOutside | OnCells},
	DecideParts:      {"parts", 6, Chooses | Decides | OfNetwork},
	Sever:            {"cut", 30, OfNetwork | Strikes | CutsLinks | OnCells},
	Heal:             {"heal", 31, OfNetwork | CutsLinks | OnCells},

	FileWrite:  {"write file", 32, OnDisk | OnCells},
	FileSet:    {"write file", 32, OnDisk | OnCells},
	FileAppend: {"append to file", 33, OnDisk | OnCells},
	FileRead:   {"read file", 34, OnDisk | OnCells},
	FileRename: {"rename file", 35, OnDisk | OnCells},
	FileRemove: {"remove file", 36, OnDisk | OnCells},
	FileSync:   {"sync", 37, OnDisk | OnCells},
	DecideSync: {"sync", 6, Chooses | OnCells},

	Use: {"use", 38, OnCells},

	Announce: {"announce", 39, Shows | Shares | OnCells},
	Expose:   {"expose", 39, Shows | Shares | OnCells},
	External: {"external", 39, Shows | Shares | OnCells},
	Reach:    {"reach", 40, 0},

	TableNew:           {"new table", 41, whole},
	TableDrop:          {"drop table", 42, whole},
	TableRelease:       {"release table", 43, whole | Leaves},
	TableRename:        {"rename table", 44, whole},
	TableGive:          {"give away table", 45, whole},
	TableHeir:          {"choose heir", 46, whole},
	TableInsert:        {"insert", 47, row},
	TableInsertNew:     {"insert new", 48, row},
	TableLookup:        {"lookup", 49, row | Reads},
	TableDelete:        {"delete", 50, row},
	TableUpdateCounter: {"update counter", 51, row},
	TableTake:          {"take", 52, row},
	TableSwap:          {"compare and swap", 53, row},
	TableAwait:         {"await", 54, row | Reads},
	TableMember:        {"member", 55, row | Reads},
	TableSize:          {"size", 56, scan},
	TableFirst:         {"first key", 57, scan},
	TableNext:          {"next key", 58, scan},
	TableSelect:        {"select", 59, scan},
}

// traits has the column of the table that is asked most.
var traits = func() (all [256]Traits) {
	for k := range infos {
		all[k] = infos[k].traits
	}
	return all
}()

// Is reports whether the kind has any of the traits.
func (k Kind) Is(any Traits) bool { return traits[k]&any != 0 }

// String returns the operation's name, in the words of a model's author. Some kinds have the same name.
func (k Kind) String() string {
	if k == 0 || k >= kinds {
		return "no operation"
	}
	return infos[k].name
}

// Of returns the first kind with that name, 0 if there is none.
func Of(name string) Kind {
	return Kind(1 + slices.IndexFunc(infos[1:], func(i info) bool { return i.name == name }))
}

// Code stands for the kind in hashes and in files. It is the same in every version. Kinds that a process cannot tell apart have
// the same code: all choices, for one.
func (k Kind) Code() uint8 { return infos[k].code }
