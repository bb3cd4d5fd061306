package kind

// Flags modify an operation.
type Flags uint32

// The flags.
const (
	// Timed gives the timer of a TimerStart or a TimerExpire a duration.
	Timed Flags = 1 << iota
	// Kill makes an ExitSignal one that cannot be trapped.
	Kill
	// ByLink marks an ExitSignal that is sent because of a link.
	ByLink
	// Harmless marks an ExitSignal whose reason is normal, so it ends no actor.
	Harmless
	// Flush makes a Demonitor take the message that has arrived already.
	Flush
	// Info makes the result of a Demonitor visible.
	Info
	// Linking makes a Spawn link with the new actor.
	Linking
	// Monitoring makes a Spawn monitor the new actor.
	Monitoring
	// Faulty marks the Spawn of a node that may have faults.
	Faulty
	// Delayed makes a Send, SendName or ExitSignal pass the message or signal to a channel instead
	// of delivering it.
	Delayed
	// Connected marks a Send, SendName or Deliver of a message that belongs to a life of its sender and to one of its
	// addressee, for nodes that may crash.
	Connected
	// Named marks an operation on a table that is found by its name; Object is the
	// ValueID of the name.
	Named
	// Hashed makes the TableNew create a table whose keys have no meaningful order.
	Hashed
	// Calling marks a Receive that takes nothing but the reply to the request that the actor has sent in
	// the event before.
	Calling
	// Unordered marks an Announce or Expose whose order among others makes no difference.
	Unordered
	// Begins marks an Announce of a beginning: only its order with announcements of ends on the board
	// makes a difference.
	Begins
	// Ends marks an Announce of an end: only its order with announcements of beginnings on the board makes a difference.
	Ends
	// Passing marks an Announce or Expose on a board that the actor leaves by its Exit, and that properties
	// see it leave.
	Passing
	// CrashFirst marks the Exit of a node that must crash first, in Event.Instead.
	CrashFirst
	// Unmet marks the Exit of an actor whose assumption does not hold, so that interleavings with it do not matter.
	Unmet
)
