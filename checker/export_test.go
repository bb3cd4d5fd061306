package checker

import (
	"slices"

	"github.com/checkmodel/checkmodel/internal/explain"
	"github.com/checkmodel/checkmodel/internal/rules"
	"github.com/checkmodel/checkmodel/trace"
)

// Tell returns the order in which the events of an interleaving would be shown, as
// positions: those that led to the evidence.
func Tell(events []trace.Event, evidence []int) []int {
	c := explain.NewClass(events, evidence)
	var at []int
	for _, id := range c.Events(c.Readable()) {
		at = append(at, slices.IndexFunc(events, func(e trace.Event) bool { return e.ID() == id }))
	}
	return at
}

// Everything exports everything.
func Everything(events int) []int { return rules.Everything(events) }
