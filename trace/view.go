package trace

// View is the state in which a strategy chooses the next step.
type View struct {
	// Enabled are the actors that can move, at least one, in the order of their creation.
	Enabled []Pending
	// Name returns the name of an actor, which is the same in every interleaving and every run. It
	// may be nil where a strategy needs no names.
	Name func(ActorID) string
}

// Ending is how an interleaving ended.
type Ending struct {
	Events  int // how many it had
	Outcome Outcome
	// Waiting are the actors that wait for a row of a table in the end. An Await that never happened
	// has no event, and so no race: a strategy that reverses races must know of it.
	Waiting []Pending
}

// Coverage says which part of all interleavings a search has explored, when Begin has said that there
// are no more.
type Coverage struct {
	// Sample says that the interleavings were drawn, or given: others may differ from all of them.
	Sample bool
	// BoundCut is how often something was not explored because of the bound.
	BoundCut int
}

// Exhaustive reports whether each equivalence class of interleavings was explored.
func (c Coverage) Exhaustive() bool { return !c.Sample && c.BoundCut == 0 }
