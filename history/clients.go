package history

import "github.com/checkmodel/checkmodel/trace"

// Clients derives the operations of a process from its events, in their order.
// A process that is no client has none.
type Clients func(process string, events []Event) []Operation

// Event is an event of a process.
type Event struct {
	Kind    trace.Kind
	Message any // that was sent, by a PID or a name, or taken; nil in other kinds of events
}

// Operation is what a client asked for and what it got.
type Operation struct {
	// Input and Output are for the specification of the object. They must be
	// comparable.
	Input, Output any
	// Call and Return are places among the events of the client: the first event
	// of the operation, and the one by which the client knew the output. Return
	// may be Pending. A client may have several operations under way.
	Call, Return int
}

// Pending is the place of a return that never comes: the operation may take
// effect at any time behind its call, or never. It takes effect only where the
// specification accepts its Output; so that should accept one that says nothing, such
// as nil, wherever it can do the operation.
const Pending = -1
