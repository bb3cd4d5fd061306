package result

import (
	"maps"
	"slices"

	"github.com/checkmodel/checkmodel/trace"
)

// Figures counts the explored part of a search, and the parts that were left out. A result, a checkpoint and a report have them.
type Figures struct {
	SleepSetBlocked int  `json:"sleep_set_blocked"` // interleavings that ended early because another one covers them
	BoundCut        int  `json:"bound_cut"`         // branches that the bound excludes
	DepthCut        int  `json:"depth_cut"`         // interleavings that were cut after Options.MaxEvents
	Beyond          int  `json:"beyond,omitempty"`  // interleavings that were cut at a state for which Model.Within returns false
	Viewed          bool `json:"viewed,omitempty"`  // states that look the same by Model.View were taken for one
	// Unexplored says which behavior no search of the world explores (Model.Unexplored).
	Unexplored string `json:"unexplored,omitempty"`
	// Left is how many interleavings were not judged, as an assumption did not hold (proc.P.Assume). For a stateful search it
	// counts the executed ones, and Interleavings does not include them.
	Left   int `json:"left,omitempty"`
	Events int `json:"events"` // executed
}

// Findings is the findings of a search so far. A checkpoint saves it, and a search that is resumed adds to it.
type Findings struct {
	Interleavings int // explored, including sleep-set blocked and cut ones
	Figures
	Violating      int // interleavings with a violation
	FirstViolation int // number of the first of them; 0 if there is none
	// Before is how many events were executed up to the first violation, also to judge rules by graphs of states.
	Before int `json:",omitempty"`
	// Violations holds the shortest violation of each kind, in the order in which the kinds were found. A
	// kind is a property and an explanation, without names and numbers (see Violation.Kind). One interleaving adds at most
	// ten kinds of one property. After 100 kinds in all, only kinds of other properties are added.
	Violations []*Violation
	// Unlisted counts the interleavings with a violation whose kind was not added.
	Unlisted int `json:",omitempty"`
	Goals    []Goal
	Claims   []Claim `json:",omitempty"` // of Model.Commuting, in that order
	// Loop describes an infinite interleaving as a violation without a property: the interleaving that
	// repeats the fewest events for ever, of all that a search of States has met. It is nil if there is none.
	Loop *Violation `json:",omitempty"`
	// Repeated lists the operations that the first interleaving that was cut repeats most, the most frequent
	// first. If none was cut, but a bound, a budget, the time or an interrupt limited the search, the
	// interleaving is the first with at least 1000 events.
	Repeated []trace.Repetition `json:",omitempty"`
	// Growth lists the things that grow in the first interleaving that was cut, up to its end, in a stateful search, or else in
	// the first one that was cut to judge the rules of checker.Eventually and checker.AlwaysPossible. If there is no limit to that, the states
	// of the model are infinitely many, and no Options.MaxEvents is large enough.
	Growth []trace.Growth `json:",omitempty"`
	// Asserted names the properties with which a process has called proc.P.Assert, sorted. The Result of a search that was stopped
	// has none, as they would depend on the number of workers.
	Asserted []string `json:",omitempty"`
	// Visits lists what operations at the places of the model have done, and what they might have done. The Result has them if the
	// search was complete, or drew interleavings, and they do not depend on the number of workers.
	Visits []trace.Visit `json:",omitempty"`
	// Judged says how many interleavings have asserted a property, for each of them, and for each rule that is no goal how
	// many had something for it to judge. It is nil for a stateful search, and counts the first 64 of both kinds only.
	Judged map[string]int `json:",omitempty"`
	// Shown lists the exposed states and announced events, as long as a rule had nothing to judge. A Result has them only with
	// Unasked.
	Shown []string `json:",omitempty"`
}

// Copy returns a copy that a search can change.
func (f Findings) Copy() Findings {
	violations := f.Violations
	f.Violations, f.Goals, f.Claims, f.Judged = nil, slices.Clone(f.Goals), slices.Clone(f.Claims), maps.Clone(f.Judged)
	for _, v := range violations {
		c := *v
		f.Violations = append(f.Violations, &c)
	}
	return f
}

// Property is something that must hold in every interleaving of a model.
type Property struct {
	Name string `json:"name"`          // as given to proc.P.Assert
	Doc  string `json:"doc,omitempty"` // in a sentence
}

// Claim is a claim of a model in the result of a search.
type Claim struct {
	Property
	// Exchanged is how often two messages that commute by the claim were executed in the other order as well. It
	// counts the interleavings in which all such messages are exchanged. (In others some are; how many depends
	// on the number of workers.) If it is 0, the claim was hardly checked.
	Exchanged int `json:"exchanged"`
}

// Goal is something that some interleaving must reach.
type Goal struct {
	Property
	Hits  int `json:"hits"`  // number of interleavings that reach it; 1 if a search of States has reached it
	First int `json:"first"` // number of the first of them; 0 if there is none
}

// Cycles counts the states that were explored after the search, to find fair infinite interleavings that violate an
// checker.Eventually, and dead ends that violate a checker.AlwaysPossible. It is the sum over these rules. An Eventually needs the states
// up to the moment at which it holds, an AlwaysPossible all states.
type Cycles struct {
	States      int `json:"states"`
	Transitions int `json:"transitions"`
	// Cut is how many states were not left because they are after Options.MaxEvents, and Beyond because Model.Within returns
	// false for them.
	Cut    int `json:"cut"`
	Beyond int `json:"beyond,omitempty"`
}
