package checker

import "github.com/checkmodel/checkmodel/trace"

// Tell returns the order in which the events of an interleaving would be shown, as
// positions; with lastOnly only those that led to the last one.
func Tell(events []trace.Event, evidence []int) []int { return newStory(events, evidence).tell() }

// Everything exports everything.
func Everything(events int) []int { return everything(events) }
