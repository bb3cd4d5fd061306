package story

import (
	"slices"

	"github.com/checkmodel/checkmodel/internal/names"
	"github.com/checkmodel/checkmodel/internal/printable"
	"github.com/checkmodel/checkmodel/internal/report/document"
	"github.com/checkmodel/checkmodel/internal/report/prose"
	"github.com/checkmodel/checkmodel/trace"
)

// Concerned reports whether the step has an event whose order was reversed.
func Concerned(v *document.Violation, s *Step) bool {
	return slices.ContainsFunc(s.Events, func(i int) bool { return Reversed(v, &v.Trace[i]) })
}

// Reversed reports whether the event was reversed with another one, or repeats for ever.
func Reversed(v *document.Violation, e *trace.Entry) bool {
	return v.LoopFrom > 0 && e.Number >= v.LoopFrom || v.Reversal != nil && (e.Number == v.Reversal.First.Number || e.Number == v.Reversal.Second.Number)
}

// A Step is one row of a trace: a request with its reply, a message with its arrival, the set-up,
// or a single event.
type Step struct {
	Events []int // their positions in the trace, ascending
	Inside []int // the events without a row of their own: they share the row of the previous event
	Who    party
	what   string    // the description of the events
	Reply  string    // the reply to a request, or the result of an operation
	note   string    // after the reply
	Logs   []logLine // logged after it
	Shape  Shape
	Lost   bool // the message is lost
	From   string
	To     []string
	Places []string // file:line, at most two: see placer
}

type logLine struct{ Process, Line string }

// party is who takes part in a step: a process, or the sender and the receiver of a message.
type party struct{ from, arrow, to string }

// The arrows of a message, and of a request with its reply.
const (
	sendsTo   = " → "
	exchanges = " ⇄ "
)

// only returns the party of a process, or of a channel.
func only(process string) party {
	if from, to, is := names.Ends(process); is {
		return party{from, sendsTo, to}
	}
	return party{from: process}
}

// Clean returns the party with clean names.
func (p party) Clean() party { return party{prose.Clean(p.from), p.arrow, prose.Clean(p.to)} }

func (p party) String() string { return p.from + p.arrow + p.to }

// Shape is how a step is drawn.
type Shape uint8

const (
	Plain    Shape = iota // one process does something
	Carries               // a message that is taken at once
	Posts                 // a message that is taken later, or never
	Collects              // the receive of a message that was sent earlier
	Calls                 // a request and its reply
	Answers               // a reply to a request that was sent earlier
	Enters                // an external event
	Parts                 // the network is cut, or heals
)

// message returns the step of a message from one process to another.
func message(from, to, text string, how Shape, note string) Step {
	return Step{Who: party{from, sendsTo, to}, what: text, note: note, Shape: how, From: from, To: []string{to}}
}

// hide puts the last n events of the step into the row of the event before.
func (s *Step) hide(n int) { s.Inside = append(s.Inside, s.Events[len(s.Events)-n:]...) }

// What describes the events of a step, in at most the given number of columns if these are 24 or more.
func What(t prose.Text, s *Step, width int) string {
	const arrow = " → "
	what := prose.Clean(s.what)
	if s.Reply == "" {
		return t.Value(what+s.note, width)
	}
	reply, note := prose.Clean(s.Reply), t.Value(s.note, width/2)
	rest := width - printable.Width(arrow+note)
	what = t.Value(what, max(rest/2, rest-printable.Width(reply)))
	return what + arrow + t.Value(reply, rest-printable.Width(what)) + note
}
