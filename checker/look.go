package checker

import "github.com/checkmodel/checkmodel/result"

// Looking has the options of [Look], beyond executing a schedule.
type Looking struct {
	// On executes more events after the schedule, as the first interleaving of a search does, up to
	// Options.MaxEvents.
	On bool
	// Peek executes each possible next step as well, and steps back, so that Place.Moves has the resulting events. It tries at most
	// [MaxPeeked] alternatives of one operation. Code of the model may fail there, and Look then fails, too.
	Peek bool
	// Kept says that the schedule is of another run, which may have been minimized: external events may be left out,
	// and have smaller payloads.
	Kept bool
}

// MaxPeeked is the maximal number of alternatives of one operation that Looking.Peek tries.
const MaxPeeked = 40

type (
	// Place is where a schedule leads to.
	Place = result.Place
	// Judgment says how a property stands in the middle of an interleaving.
	Judgment = result.Judgment
	// Standing is how a property stands.
	Standing = result.Standing
)

// Broken is the Standing of a property that is violated. Package result has the others.
const Broken = result.Broken

// looking is a Look while it executes.
type looking struct {
	Looking
	place Place
}
