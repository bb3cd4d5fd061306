package effects

import "github.com/checkmodel/checkmodel/trace"

// The spaces of the cells of the world of models. A cell that was never written holds 0.
const (
	Ended            trace.Space = iota + 1 // of an actor: 1 once it has ended, or crashed if that was a crash
	Trapping                                // of an actor: 1 while exit signals arrive as messages
	Exiting                                 // of an actor: 1 once an exit signal has told it to end, or crashed if a crash has
	Linked                                  // of two actors: linked or unlinked
	Watching                                // of a monitor: whether it is still watching
	NameHolder                              // of a name: the actor that has it, plus 1
	nameOf                                  // of an actor: the name it has
	timerStatus                             // of a timer: expired or cancelled
	tableExistence                          // of a table: 1 while it exists
	TableOwner                              // of a table: its owner, or its last owner if the table is gone, plus 1
	TableNextOwner                          // of a table: the actor that will inherit it, plus 1
	TableHeirMessage                        // of a table: the message to the heir
	tableName                               // of a table: its name
	TableNamed                              // of a name: the table that has it, plus 1
	Board                                   // of a board, or of all boards that actors leave when they end: the last announced value
	announcement                            // of an actor: 1 once it is on a board that it leaves when it ends
	Life                                    // of a node: 1, and after n restarts n + 1
	Nodes                                   // the number of nodes that were started
	Home                                    // of an actor: the node to which it belongs, plus 1
	Severed                                 // of two nodes, plus 1: 1 while messages from the first one to the second one are lost
	Clock                                   // true time, in units; see Clocks
	timerDeadline                           // of a timer with a duration, until it expires: when it does, in units
	clockRate                               // of a node: the rate and the shift of its clock
	clockJumped                             // of a node: by how many ticks its clock has jumped
	Files                                   // of a node: the state of its disk, a value
	Faulted                                 // of a budget of faults of messages, and a kind of fault: how many have happened. No event accesses it
	timerOver                               // of a timer: 1 after its expiry, also if it was cancelled, until it is reset
	LinkedLives                             // of two actors of which one is a node that may crash: linked or unlinked; see linkCell
	_                                       // trace.Own
	messageUnderway                         // of an actor, and a message to it: 1 + the life of the actor when it was sent, until it has come; see onTheWay
)

// Values of cells of the spaces Linked, LinkedLives, Watching and timerStatus.
const (
	linked   = 1
	watching = 1
	undone   = 2 // unlinked, demonitored, cancelled
	happened = 3 // the message has been sent, the timer has expired
	flushed  = 4 // demonitored, and no actor can tell whether the message had been sent
)

// crashed is the state in Exiting and Ended after a crash.
const crashed = 2
