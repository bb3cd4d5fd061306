package result

import "github.com/checkmodel/checkmodel/trace"

// Place is where a schedule leads to.
type Place struct {
	trace.Situation
	// Interleaving has the events so far, in the order in which they were executed. It has no property.
	Interleaving *Violation
	// Moves are the steps that are possible, in the order in which a search would try them. Without checker.Looking.Peek, each
	// has only the operation, and stands for all alternatives.
	Moves []trace.Move
	Ended bool // no step is possible
	// Judgments say how each property stands: first the properties of every model, then Model.Properties,
	// Model.Rules and Model.Goals, in their orders.
	Judgments []Judgment
	// Violations are shown by the events so far. Length is the number of events that show one.
	Violations []*Violation
	Skipped    []trace.SkippedStep // steps of the schedule that were not possible
}

// Judgment says how a property stands in the middle of an interleaving.
type Judgment struct {
	Property
	Standing    Standing
	Explanation string // the violation, if there is one
	Event       int    // the number of the event that shows a violation; 0 if there is none
}

// Standing is how a property stands.
type Standing string

// How a property stands.
const (
	Holds      Standing = "holds so far"
	Broken     Standing = "violated"
	Unasserted Standing = "not asserted so far"
	Unshown    Standing = "nothing to judge so far" // no process has shown anything to the rule
	// Of a rule that is judged at the end: whether it would hold if this were the end.
	WouldHold    Standing = "holds here; it is judged at the end"
	WouldNotHold Standing = "does not hold here; it is judged at the end"
	// Of a checker.Eventually, and of a goal.
	Came    Standing = "has come true"
	ToCome  Standing = "has not come true so far"
	Reached Standing = "reached"
	Missing Standing = "not reached so far"
	// Of a checker.AlwaysPossible: whether it holds in this place. What can follow is not explored.
	HoldsHere    Standing = "holds here"
	HoldsNotHere Standing = "does not hold here; it must be able to hold again"
)
