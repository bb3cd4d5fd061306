package history

import "github.com/checkmodel/checkmodel/trace"

// Clients derives the operations of a process from its events, both in order. It returns none for a
// process that is not a client.
type Clients func(process string, events []Event) []Operation

// Event is an event of a process.
type Event struct {
	Kind    trace.Kind
	Message any // the message that was sent, to a PID or a name, or taken; nil for other kinds of events
}

// Operation is an operation of a client: what it requested and what it got.
type Operation struct {
	// Input and Output are for the specification of the object. They must be comparable.
	Input, Output any
	// Call and Return are indices of events of the client: of the first event of the operation, and
	// of the one by which the client knew the output. Return may be Pending. Operations of a client
	// may overlap.
	Call, Return int
}

// Pending is the Return of an operation that never returns. It may take effect at any time after
// its call, or never. It takes effect only where the specification accepts its Output, so the
// specification should accept an output that says nothing, such as nil, wherever it can execute the
// operation.
const Pending = -1
