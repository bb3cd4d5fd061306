package trace

import "fmt"

// Trace is an interleaving put into words: what reports are made of.
type Trace struct {
	Entries []Entry
}

// Entry is one event put into words.
type Entry struct {
	Number    int      `json:"number"`           // position in the interleaving, from 1
	Process   string   `json:"process"`          // name of the actor
	Operation string   `json:"operation"`        // what it asked for
	Result    string   `json:"result,omitempty"` // what came of it, if anything is to be said
	Source    string   `json:"source,omitempty"` // file:line of the call in the model
	Log       []string `json:"log,omitempty"`    // what the process logged since its event before
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
