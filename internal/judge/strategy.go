package judge

import (
	"github.com/checkmodel/checkmodel/optimaldpor"
	"github.com/checkmodel/checkmodel/trace"
)

// Explaining is a strategy that knows why it explores an interleaving; see checker.Explaining.
type Explaining interface {
	Reversal() (optimaldpor.Reversal, bool)
	Planned(depth int) *trace.Event
}

// Sharing is a strategy of which several workers explore one tree, parts of it before their turn.
type Sharing interface {
	// Task returns the number of the part to which the current interleaving belongs, or 0 if it is the turn
	// of the interleaving. The findings in one part enter the result in the order in which they were found,
	// or not at all.
	Task() int
	// Estimate returns an estimate of the size of the search, for an observer. It is called while
	// an interleaving enters the result.
	Estimate() optimaldpor.Estimate
}

// Classifying is a strategy that knows the class of an interleaving in its end.
type Classifying interface {
	// Class returns a hash of the equivalence class of the current interleaving.
	Class() uint64
}

// Learning is a strategy that executes some interleavings only to learn from them.
type Learning interface {
	// Counts reports whether the current interleaving counts.
	Counts() bool
}

// Looping is a strategy that notices infinite interleavings.
type Looping interface {
	// Loop returns the position from which the current interleaving can repeat its last events for ever, or false.
	Loop() (from int, ok bool)
}
