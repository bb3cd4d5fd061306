package trace

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Trace is an interleaving put into words: what reports are made of.
type Trace struct {
	Entries []Entry
	// Actors are the names of the processes and timers, in the order in which they
	// were started. A channel has entries, but is not among them.
	Actors []string
	// Next is what those are about to do that have not ended.
	Next []Pause
	// Races are the pairs of events whose order could have been the other one.
	Races []Pair
}

// Entry is one event put into words.
type Entry struct {
	Number    int      `json:"number"`           // position in the interleaving, from 1
	Process   string   `json:"process"`          // name of the actor
	Operation string   `json:"operation"`        // what it asked for
	Result    string   `json:"result,omitempty"` // what came of it, if anything is to be said
	Source    string   `json:"source,omitempty"` // file:line of the call in the model
	Log       []string `json:"log,omitempty"`    // what the process logged since its event before
	// Handled is, of a receive, file:line of where the process goes on with what it has
	// taken: its next operation, or call of Assert, Logf and the like. It is "" if the
	// process receives again or ends before.
	Handled string `json:"handled,omitempty"`

	Kind    string `json:"kind"`              // of the operation, as Kind.String has it
	With    string `json:"with,omitempty"`    // the other process: to which something is sent or done, from which a message is
	Message string `json:"message,omitempty"` // what was sent, delivered or taken
	To      string `json:"to,omitempty"`      // the process into whose mailbox the message was put
	Sent    int    `json:"sent,omitempty"`    // the number of the event that sent the message, if that is another one
	Table   string `json:"table,omitempty"`   // the table that it worked on
	Row     *Row   `json:"row,omitempty"`     // of that table, which was changed
	Board   string `json:"board,omitempty"`   // the kind of states of which it exposes one
	State   string `json:"state,omitempty"`   // that it exposes

	// After holds the numbers of the events that must come before this one, but
	// for those that must come before one of these.
	After []int `json:"after,omitempty"`
	// Instead names the others that could have moved in its place.
	Instead []string `json:"instead,omitempty"`
}

// Row is a row of a table, as it is from an event on. Without a key it stands for
// the whole table.
type Row struct {
	Key   string `json:"key,omitempty"`
	Value string `json:"value,omitempty"`
	Gone  bool   `json:"gone,omitempty"` // there is none any more
}

// Pause is where an actor is at the end of a trace.
type Pause struct {
	Process   string `json:"process"`
	Operation string `json:"operation"`
	Source    string `json:"source,omitempty"`
	CanMove   bool   `json:"can_move"`
}

// Pair is two events, by their numbers.
type Pair struct {
	First  int `json:"first"`
	Second int `json:"second"`
}

// Event returns what happened: the operation and, if there is one, its result. What is
// not printable is escaped, so it is one line.
func (e Entry) Event() string {
	if e.Result == "" {
		return OneLine(e.Operation)
	}
	return OneLine(e.Operation + resultArrow + e.Result)
}

const resultArrow = " → "

// IsEvent reports whether event, as [Entry.Event] returns it, may have come of the operation;
// and if so, what its result was, "" if there was none.
func IsEvent(event, operation string) (result string, ok bool) {
	rest, ok := strings.CutPrefix(event, OneLine(operation))
	if rest == "" || !ok {
		return "", ok
	}
	return strings.CutPrefix(rest, resultArrow)
}

// OneLine returns s with everything escaped that is not printable: control characters above
// all, but also line breaks, marks that change the direction of the text, and what is not UTF-8.
func OneLine(s string) string {
	printable := func(r rune) bool { return r != utf8.RuneError && unicode.IsPrint(r) }
	if strings.IndexFunc(s, func(r rune) bool { return !printable(r) }) < 0 {
		return s
	}
	var b strings.Builder
	for len(s) > 0 {
		r, size := utf8.DecodeRuneInString(s)
		if printable(r) {
			b.WriteRune(r)
		} else {
			quoted := strconv.QuoteToASCII(s[:size])
			b.WriteString(quoted[1 : len(quoted)-1])
		}
		s = s[size:]
	}
	return b.String()
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
