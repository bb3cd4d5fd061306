package trace

import "fmt"

// World is a system to explore: actors that execute operations, one at a time. It must be deterministic: the possible steps,
// and each event, may depend only on the steps so far. A world numbers its actors from 0 as they first appear, in the order of
// their parents, so that the number of an actor never depends on the schedule.
//
// A world is used by one goroutine. It may have further methods, in words, about ends of actors, and about values; see the
// interfaces Words, Ends and Values of internal/stage. Worlds of this module can also copy themselves and tell their states apart.
type World interface {
	// Enabled appends the actors that can move, in the order of their numbers, and the operation of each.
	Enabled([]Pending) []Pending
	// Awaiting appends the actors that wait until another one makes their operation possible, other than a receive.
	Awaiting([]Pending) []Pending
	// CanStep reports whether the step is possible now.
	CanStep(Step) bool
	// StepTo executes a step that is possible, and sets the event.
	StepTo(Step, *Event)
	// StepBack goes back to an earlier state, after at most depth events, and returns after how many. A world that cannot go
	// back starts again, and returns 0.
	StepBack(depth int) (reached int)
	// Actor returns the identity of an actor, or nil if no interleaving has had one with that number.
	Actor(ActorID) *Actor
}

// Request describes an operation that an actor asks for.
type Request struct {
	Process   string
	Operation string
	Reason    string // why the process ends, if Operation does not say it
	Turn      string // the turn of a loop that begins with it, if that is the difference
	Source    string // file:line of the call in the model, if known
	Facts
	Limit *Limit // the alarm that can end the operation, or that the operation is; nil if there is none
}

// String returns the quoted operation, with its source if that is known.
func (r Request) String() string {
	if r.Source == "" {
		return r.Quoted()
	}
	return fmt.Sprintf("%s (%s)", r.Quoted(), r.Source)
}

// Quoted returns the quoted operation without its source.
func (r Request) Quoted() string {
	if r.Reason != "" {
		r.Operation += " → " + r.Reason
	}
	return fmt.Sprintf("%q", r.Operation) + r.Turn
}

// Waiting is a process that waits for a message or a row.
type Waiting struct {
	Process string
	For     string   // the patterns, or the row
	Kind    string   // the same as words after "waits", without the states that conditions are given
	Source  string   // file:line of the receive; only in a recording
	Mailbox []string // the messages that it does not take
	Refused []string // the reason for each message of Mailbox, which may be AnotherValue; nil if the process waits for a row
	Daemon  bool     // it may wait for ever
}

// AnotherValue is why a receive of a particular value does not take a message of the same type.
const AnotherValue = "another value"

// Reason says why a process has ended.
type Reason struct {
	// Property is the violated property: the name passed to Assert, proc.NoCrash for any other abnormal
	// end, "" for a normal one.
	Property string
	// Text explains the violation, if any. It lacks its subject if that is Process; otherwise it is a sentence.
	Text string
	// Process is the name of the process about which Text says something, or "".
	Process string
	// Deliberate marks an end by Exit, or by the signal of a linked process. It is a violation only if
	// no process is told of it, through a link or a monitor.
	Deliberate bool
	// Irrelevant marks an end because an assumption does not hold.
	Irrelevant bool
	// Value is the reason that linked processes and monitors are told.
	Value any
}

// Sentence returns Text with its subject.
func (r Reason) Sentence() string {
	if r.Process == "" {
		return r.Text
	}
	return "process " + r.Process + " " + r.Text
}

// Alarm is the purpose of a timer that no model has started itself.
type Alarm uint8

// The alarms; the zero Alarm stands for any other timer.
const (
	Sleep     Alarm = iota + 1 // it ends the sleep of a process
	TimeLimit                  // it ends the wait of a receive
)

// String returns the alarm in words; "" for the zero Alarm.
func (a Alarm) String() string { return [...]string{"", "sleep", "time limit"}[a] }
