package trace

import "fmt"

// Reversal says why an interleaving was explored: in an earlier one Second came
// after First, and in this one it comes before it.
type Reversal struct {
	First  Side `json:"first"`
	Second Side `json:"second"`
	// Choice says that the two are one event, a choice that turns out differently.
	Choice bool `json:"choice,omitempty"`
	// Ends says that Second ends the process of First, which in the earlier interleaving
	// had gone further by then. First is that end.
	Ends bool `json:"ends,omitempty"`
}

// Side is an event of a [Reversal].
type Side struct {
	Process   string `json:"process"`
	Operation string `json:"operation,omitempty"`
	Source    string `json:"source,omitempty"`
	Number    int    `json:"number,omitempty"` // in the trace, 0 if it is not there
	Facts            // the zero Facts if it is in the trace
}

// Facts are the facts about an operation whose event is not shown.
type Facts struct {
	Kind    string `json:"kind,omitempty"`        // as Kind.String has it
	Message string `json:"message,omitempty"`     // that it sends or delivers
	Brief   string `json:"brief,omitempty"`       // the message as in Entry.Brief
	Reply   bool   `json:"reply,omitempty"`       // the message is the reply to a proc.Call
	Any     bool   `json:"any_message,omitempty"` // it is a receive of any message
}

// Cause is a pair of places in a model whose operations can come in either order,
// and the number of interleavings explored because of that.
type Cause struct {
	Count    int    `json:"count"`
	Reversal        // of one such interleaving; the Numbers are 0
	Table    string `json:"table,omitempty"`   // that both work on, or ""
	Mailbox  string `json:"mailbox,omitempty"` // the process to which both send a message, or ""
	Receive  *Side  `json:"receive,omitempty"` // a receive that takes the message of First or Second; nil if there is none
	// Unseen: no receive can tell which of the messages came first. Only a search
	// without receive patterns explores both orders.
	Unseen bool `json:"unseen,omitempty"`
	// Shown: both show something to the rules of the model, and some rule can tell which
	// came first. Living: First or Second is the end of a process that has exposed a
	// state, which a rule of the living (see checker.Rule.Living) can tell.
	Shown  bool `json:"shown,omitempty"`
	Living bool `json:"living,omitempty"`
	// Repeated is the maximal number of times that a process reaches either place in
	// an interleaving.
	Repeated int `json:"repeated,omitempty"`
}

// Repetition is an operation that is requested repeatedly at one place in the model.
type Repetition struct {
	Process   string `json:"process"`           // the first of the processes that request it
	Processes int    `json:"processes"`         // their number
	Operation string `json:"operation"`         // the first time
	Message   string `json:"message,omitempty"` // that it sends or delivers, if Brief is not ""
	Brief     string `json:"brief,omitempty"`   // the message as in Entry.Brief
	Kind      string `json:"kind,omitempty"`    // of the operation, as Kind.String has it
	Source    string `json:"source"`
	Count     int    `json:"count"` // in one interleaving
}

// Growth is something that grows in an interleaving up to its end, so that no state comes again.
type Growth struct {
	Process string `json:"process,omitempty"` // that has it; "" if it belongs to none
	What    string `json:"what"`              // "state.term of its loop", "timers that it has started"
	Of      string `json:"of,omitempty"`      // what it belongs to, if that is GrowingLoop or GrowingTimers
	Source  string `json:"source,omitempty"`  // of the last operation before which, or by which, it was noticed; "" if there is none
	From    int64  `json:"from"`              // its first value
	To      int64  `json:"to"`                // its last value
}

// Values of Growth.Of.
const (
	GrowingLoop   = "loop"   // the state of a loop
	GrowingTimers = "timers" // the timers of a process
)

// SkippedStep is a step of a replayed schedule that was not executed.
type SkippedStep struct {
	Step    int    `json:"step"`            // counted from 1
	Process string `json:"process"`         // that should have moved
	Event   string `json:"event,omitempty"` // of the step when the schedule was kept; "" if unknown
	Problem string `json:"problem"`         // why the step is not possible
}

// String returns a sentence that begins with the step.
func (s SkippedStep) String() string {
	text := fmt.Sprintf("step %d of the schedule is skipped", s.Step)
	if s.Event != "" {
		text += fmt.Sprintf(" (%s: %s)", s.Process, s.Event)
	}
	return text + ": " + s.Problem
}
