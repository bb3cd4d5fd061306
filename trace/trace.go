package trace

import (
	"fmt"
	"strings"

	"github.com/checkmodel/checkmodel/internal/printable"
)

// Trace is the textual form of an interleaving, from which reports are made.
type Trace struct {
	Entries []Entry
	// Actors are the names of the processes and timers, in the order in which they
	// were started. A channel has entries, but is not among them.
	Actors []string
	// Next holds the pending operations of the actors that have not ended.
	Next []Pause
	// Races are the pairs of events whose order can be reversed.
	Races []Pair
}

// Entry is the textual form of one event.
type Entry struct {
	Number    int      `json:"number"`           // position in the interleaving, from 1
	Process   string   `json:"process"`          // name of the actor
	Operation string   `json:"operation"`        // the operation that it asked for
	Result    string   `json:"result,omitempty"` // of the operation, if it has one
	Source    string   `json:"source,omitempty"` // file:line of the call in the model
	Log       []string `json:"log,omitempty"`    // lines that the process logged after its previous event
	// Handled is, for a receive, file:line of where the process continues with the message: its
	// next operation, or call of Assert, Logf and the like. It is "" if the process receives again
	// or ends first.
	Handled string `json:"handled,omitempty"`

	Kind    string `json:"kind"`              // of the operation, as Kind.String has it
	With    string `json:"with,omitempty"`    // the other process: the target of the operation, or the sender of the message
	Message string `json:"message,omitempty"` // the message that was sent, delivered or taken
	Fault   string `json:"fault,omitempty"`   // the fault of the message on its way, as MessageFault.String has it, or a constant below
	To      string `json:"to,omitempty"`      // the process to whose mailbox the message was delivered
	Sent    int    `json:"sent,omitempty"`    // the number of the event that sent the message, if it is another event
	// Collected has, for a receive of several messages at once, the numbers of the events that sent them, in ascending order.
	Collected []int  `json:"collected,omitempty"`
	Table     string `json:"table,omitempty"`    // the table of the operation
	Row       *Row   `json:"row,omitempty"`      // the row of the table that was changed
	Board     string `json:"board,omitempty"`    // the kind of the state that it exposes
	State     string `json:"state,omitempty"`    // the state that it exposes
	Clock     string `json:"clock,omitempty"`    // the true time, in ticks, at which a timer has expired
	Alarm     string `json:"alarm,omitempty"`    // the purpose of the timer, as Alarm.String has it, at its start and its expiry
	External  string `json:"external,omitempty"` // the name of the external event, whose payload is Message

	Any     bool   `json:"any_message,omitempty"` // it is a receive of any message
	Limit   *Limit `json:"limit,omitempty"`       // of a receive, the alarm that can end it
	Request string `json:"request,omitempty"`     // the reference of the proc.Call whose request the message is
	Reply   string `json:"reply,omitempty"`       // the reference of the proc.Call whose reply the message is
	Ends    string `json:"ends,omitempty"`        // the process that is told to end
	Failed  bool   `json:"failed,omitempty"`      // it was refused, or had no effect, or its answer is no
	Ticks   int    `json:"ticks,omitempty"`       // the duration of the timer that it starts
	Rate    string `json:"rate,omitempty"`        // of the clock of the node, if it is decided that it is "slow" or "fast"
	Shift   string `json:"shift,omitempty"`       // of the clock of the node, if it is decided that it is "ahead" or "behind"
	// Linked and Monitored say how the process that is spawned is tied to the process that spawns it.
	Linked    bool `json:"linked,omitempty"`
	Monitored bool `json:"monitored,omitempty"`

	OneWay   bool   `json:"one_way,omitempty"`  // the partition cuts links in one direction only
	OneLink  bool   `json:"one_link,omitempty"` // the partition cuts the link between two nodes only
	Replaced string `json:"replaced,omitempty"` // the payload of an external event that comes again with a smaller one
	// Brief is Message, or Replaced, without the envelope of a proc.Call, and without the fields of structs that hold the sender;
	// "" if there is no difference.
	Brief string `json:"brief,omitempty"`
	// Refs are the references in Operation and Result, sorted, except Request and Reply. References in the words of a method String
	// are not among them.
	Refs []string `json:"refs,omitempty"`
	// Alternatives is the number of alternatives of a choice. Described says that Result describes the chosen alternative.
	Alternatives int  `json:"alternatives,omitempty"`
	Described    bool `json:"described,omitempty"`

	// Violates is the property that the process violates with its end, unless it ends by Exit or by a signal. Operation names it.
	Violates string `json:"violates,omitempty"`

	Declared []DeclaredState `json:"declared,omitempty"` // the declared states that have changed

	// Likeness identifies the message in other versions of the model; only in a trace that was recorded, not in a report.
	Likeness Likeness `json:"-"`

	// After holds the numbers of the direct predecessors: the events that must come before this
	// event and before no other predecessor.
	After []int `json:"after,omitempty"`
	// Instead names the other actors that could have moved here.
	Instead []string `json:"instead,omitempty"`
}

// Faults of an entry beside those of MessageFault.
const (
	CutOff     = "cut off" // the message was lost, as a partition has cut the link
	Dropped    = "dropped" // the message was from or to a life of a node that has ended
	FailedSync = "fails"   // the sync of a file has failed
)

// Limit says how an alarm bears on an operation that has not happened.
type Limit struct {
	Alarm   string `json:"alarm"`   // as Alarm.String has it
	Process string `json:"process"` // whose sleep or wait it ends. It asks for the operation, unless that is the expiry of the timer
	// Without is the operation without the alarm; "" if it only waits for the alarm, or is its expiry.
	Without string `json:"without,omitempty"`
}

// DeclaredState is a state that a process declares. The checker knows nothing else of the memory of the process.
type DeclaredState struct {
	Process string `json:"process"`
	Part    string `json:"part"`           // LoopState or DiskState
	Text    string `json:"text,omitempty"` // "" if there is none any more
}

// The parts of a declared state.
const (
	LoopState = "loop" // the state with which the loop of the process has begun the present turn
	DiskState = "disk" // the files of a node
)

// Row is a row of a table after an event. Without a key it stands for the whole table.
type Row struct {
	Key   string `json:"key,omitempty"`
	Value string `json:"value,omitempty"`
	Gone  bool   `json:"gone,omitempty"` // the row was removed
}

// Pause is the state of an actor at the end of a trace.
type Pause struct {
	Process   string `json:"process"`
	Operation string `json:"operation"`
	Source    string `json:"source,omitempty"`
	CanMove   bool   `json:"can_move"`
	Limit     *Limit `json:"limit,omitempty"` // the alarm that can end it, or that it is
}

// Pair is a pair of events, by number.
type Pair struct {
	First  int `json:"first"`
	Second int `json:"second"`
}

// Event returns the operation and, if there is one, its result, on one line: characters that are
// not printable are escaped.
func (e Entry) Event() string {
	if e.Result == "" {
		return printable.OneLine(e.Operation)
	}
	return printable.OneLine(e.Operation + resultArrow + e.Result)
}

const resultArrow = " → "

// IsEvent reports whether event, as returned by [Entry.Event], may be an execution of the
// operation. If so, it also returns the result, which is "" if there was none.
func IsEvent(event, operation string) (result string, ok bool) {
	rest, ok := strings.CutPrefix(event, printable.OneLine(operation))
	if rest == "" || !ok {
		return "", ok
	}
	return strings.CutPrefix(rest, resultArrow)
}

// String returns the entry on one line, without its log.
func (e Entry) String() string {
	s := fmt.Sprintf("%d. %s: %s", e.Number, e.Process, e.Operation)
	if e.Result != "" {
		s += " = " + e.Result
	}
	if e.Source != "" {
		s += " (" + e.Source + ")"
	}
	return s
}

// Likeness identifies the message of an event from one version of a model to the next, together with the processes that
// send and take it: by its fingerprint, and by its type. The zero value belongs to an event without a message.
type Likeness struct{ Message, Type uint32 }

// Unknown reports whether there is no message, or its likeness is not known.
func (l Likeness) Unknown() bool { return l == Likeness{} }

// String returns the text form.
func (l Likeness) String() string { return fmt.Sprintf("%08x %08x", l.Message, l.Type) }
