package trace

// View is the state in which a strategy chooses the next step.
type View struct {
	// Enabled are the actors that can move, in the order of their creation; there is at least one.
	Enabled []Pending
	// Name returns the name of an actor, which is the same in every interleaving and every run. It
	// may be nil where a strategy needs no names.
	Name func(ActorID) string
}

// Ending describes how an interleaving ended.
type Ending struct {
	Events  int // their number
	Outcome Outcome
	// Waiting are the actors that wait for a row of a table at the end. An Await that did not
	// happen has no event and therefore no race, so a strategy that reverses races must be told of
	// it.
	Waiting []Pending
}

// Coverage says which part of all interleavings a search has explored, once Begin has returned
// false.
type Coverage struct {
	// Sample says that the interleavings were drawn at random or given by the user, so there may be
	// others.
	Sample bool
	// BoundCut is how often something was not explored because of the bound.
	BoundCut int
}

// Exhaustive reports whether each equivalence class of interleavings was explored.
func (c Coverage) Exhaustive() bool { return !c.Sample && c.BoundCut == 0 }
