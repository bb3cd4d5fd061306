package drive

import (
	"fmt"

	"github.com/checkmodel/checkmodel/internal/world/values"
	"github.com/checkmodel/checkmodel/proc"
)

// System is the program under test, in the state after its start.
type System interface {
	// Do gives the program an input, waits until it has finished with it, and returns all outputs that follow. The order of outputs
	// to different processes does not matter. An error fails the test, and so does a panic.
	Do(Input) ([]Output, error)
	// State returns the state of the part of the program that stands for a process. It is compared with the state of the same type
	// that the process exposes (proc.Expose), or that its waiting loop has (proc.Loop), if there is one. With nil nothing is
	// compared.
	State(process string) any
	// Close ends the program.
	Close()
}

// Kind is the kind of an input.
type Kind string

const (
	// Message: a message arrives, of a process or of a timer.
	Message Kind = "message"
	// Timeout: a receive of the process gives up.
	Timeout Kind = "timeout"
	// External: an external event of the process happens (proc.External).
	External Kind = "external event"
	// Start: the process is started.
	Start Kind = "start"
	// Crash: the node crashes. Its disk keeps what was synced.
	Crash Kind = "crash"
	// Restart: the node is started again.
	Restart Kind = "restart"
)

// Input is an input of the program.
type Input struct {
	Process string // that gets it
	Kind    Kind
	From    string // the sender of a Message; the name of an External event
	Message any    // the value of a Message, the payload of an External event
}

// Output is a message that the program sends, or an event that it announces.
type Output struct {
	Process string // that sends or announces it; "" is the process that got the input
	To      string // the receiver; "" is nobody, for an event that is announced
	Message any
}

// String returns the input as it is shown.
func (i Input) String() string {
	switch i.Kind {
	case Message:
		return fmt.Sprintf("%s → %s: %s", i.From, i.Process, brief(i.Message, i.From))
	case External:
		return fmt.Sprintf("%s: %s %s", i.Process, i.From, proc.Format(i.Message))
	}
	return fmt.Sprintf("%s: %s", i.Process, i.Kind)
}

// String returns the output as it is shown.
func (o Output) String() string {
	if o.To == "" {
		return fmt.Sprintf("%s announces %s", o.Process, proc.Format(o.Message))
	}
	return fmt.Sprintf("%s → %s: %s", o.Process, o.To, brief(o.Message, o.Process))
}

// brief returns a message in words, without its sender, and without the reference of a proc.Call.
func brief(message any, sender string) string {
	if call := proc.Body(nil).Call(message); call != nil {
		message = call.Body
	}
	return values.Brief(message, sender)
}
