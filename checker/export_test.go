package checker

import "github.com/checkmodel/checkmodel/trace"

// Tell returns the order in which the events of an interleaving would be shown, as
// positions; with lastOnly only those that led to the last one.
func Tell(events []trace.Event, lastOnly bool) []int { return newStory(events, lastOnly).tell() }
