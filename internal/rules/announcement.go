package rules

import (
	"slices"
	"strings"

	"github.com/checkmodel/checkmodel/trace"
)

// Announcement is an exposed state or an announced event of an interleaving, or the end of a process.
type Announcement struct {
	Process string
	Given   any // the value

	events int // number of events up to this one
	number trace.ValueID
	values valueCopies
	anew   bool   // give another copy of the value each time
	ended  bool   // the process has ended
	needs  []need // the events that must come before it; nil unless other orders of the interleaving count
}

// valueCopies returns copies of values by their numbers.
type valueCopies interface {
	Value(trace.ValueID) any
	Is(trace.ValueID, any) bool
}

// Value returns the value that the rule gets.
func (a *Announcement) Value() any {
	if a.anew && !a.ended {
		return a.values.Value(a.number)
	}
	return a.Given
}

// show updates the states, sorted by the names of their processes, by an announcement. It reports whether
// the announcement concerns them.
func show(states *[]Announcement, a Announcement) bool {
	i, found := slices.BinarySearchFunc(*states, a.Process, func(s Announcement, process string) int {
		return strings.Compare(s.Process, process)
	})
	switch {
	case a.ended && !found:
		return false
	case a.ended:
		*states = slices.Delete(*states, i, i+1)
	case found:
		(*states)[i] = a
	default:
		*states = slices.Insert(*states, i, a)
	}
	return true
}

// changed reports whether a rule has changed its arguments.
func changed(shown []Announcement) bool {
	return slices.ContainsFunc(shown, func(a Announcement) bool {
		return !a.ended && a.Given != nil && !a.values.Is(a.number, a.Given)
	})
}

// latest returns the last state of each process.
func latest(shown []Announcement) (states []Announcement) {
	for _, a := range shown {
		show(&states, a)
	}
	return states
}

// need says that a cut with an announcement contains the announcements of another process among its
// first events.
type need struct {
	process string
	events  int
}
