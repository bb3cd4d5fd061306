package trace

import (
	"cmp"
	"strings"
)

// Visit is something that an operation at a place of a model did in a search, or that it could have done.
type Visit struct {
	Place string `json:"place"` // file:line of the call in the model; "" for a fault
	// Operation names the operation, or the fault; it is "case" for a case of a message in the source.
	Operation string `json:"operation"`
	// Outcome is the outcome of the operation: the type of a message, an alternative of a choice, "a message" of whatever type, or
	// "a timeout". It is "" for the operation itself.
	Outcome  string `json:"outcome,omitempty"`
	Happened bool   `json:"happened,omitempty"`
}

// Compare orders visits by place, operation and outcome.
func (v Visit) Compare(w Visit) int {
	return cmp.Or(cmp.Compare(v.Place, w.Place), cmp.Compare(v.Operation, w.Operation), cmp.Compare(v.Outcome, w.Outcome))
}

// String returns the operation and the outcome, as in "receive a timeout".
func (v Visit) String() string { return strings.TrimSpace(v.Operation + " " + v.Outcome) }
