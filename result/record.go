package result

import (
	"slices"

	"github.com/checkmodel/checkmodel/faults"
	"github.com/checkmodel/checkmodel/sampling"
	"github.com/checkmodel/checkmodel/trace"
)

// Record is the result of a search, without its model and its options. The figures that a saved search has, too, are in its Findings.
type Record struct {
	Verdict  Verdict
	Stop     Stop
	Expected bool // the model behaved as it declares
	// Chosen says in a sentence or two which algorithm checker.Auto has chosen, and why; "" without Auto. Options has the
	// algorithm.
	Chosen string
	// Unasserted lists the properties of the model that no explored interleaving asserts; nil if a violation stopped the search, or
	// if a stateful search was stopped.
	Unasserted []Property
	// Unasked lists the rules, except goals, for which no process has exposed or announced anything in an explored
	// interleaving; nil if a violation stopped the search.
	Unasked []Property

	// Gaps lists what could have happened, and did not in any explored interleaving: see Findings.Visits.
	Gaps []trace.Visit

	// NoMessages are links of Options.Faults that match no message; one without patterns stands for all messages.
	NoMessages []faults.Link
	// Absent are Options.Faults.Nodes that match no node.
	Absent []faults.Node
	// NoNodes says that Options.Faults have no effect, because no process was started with proc.Node.
	NoNodes bool
	// NoNetwork says that Options.Faults.Partitions have no effect, because there was no second node.
	NoNetwork bool

	Findings
	// Merged counts the states and transitions of a stateful search; nil for any other search.
	// Interleavings and Violating then count the interleavings that the states stand for, up to the
	// greatest int. The counts of single violations are of executed interleavings, and a goal has one hit.
	Merged *trace.Exploration
	// Sample has the coverage and the odds of an algorithm that draws interleavings; nil for any other search.
	Sample *sampling.Sample
	// Cycles counts the states explored after the search to judge the rules of checker.Eventually and checker.AlwaysPossible; nil if there are
	// no such rules, or this exploration was not begun.
	Cycles *Cycles
	// Levels lists the searches if there are several bounds. The rest of the result is about the last of
	// them, but includes violations and goals that only an earlier one has found, with their numbers in
	// that search, and Violating is the maximum of all.
	Levels []Level

	// Shortest is, with UntilShortest, the number of events after which the violation shows, while none shows after fewer in
	// any interleaving; 0 if that is not known, because the search was stopped before. At the end of an interleaving,
	// all its events count. With Options.Witness it is the same for the goal.
	Shortest int

	// Further is how many events were executed to look for other violations after the first one, if the search ended when they
	// were enough; 0 if it ended otherwise.
	Further int
	// Exact is the number of steps of Options.Replay, or of Options.Around, that were executed as they were kept. Similar
	// lists those for which an operation with a similar message was executed, and Skipped the others. Unplanned is the number
	// of additional operations that were executed before its end, if its events are known. If there are any of either,
	// the schedule no longer fits the model.
	Exact     int
	Similar   []trace.Similar
	Skipped   []trace.SkippedStep
	Unplanned int
	// Replayed is the trace of a replay, as far as it was executed.
	Replayed *trace.Trace
	// Causes lists pairs of operations that cause interleavings, the most frequent first, with
	// Options.Explain.
	Causes []trace.Cause
	// Remedies lists changes that leave fewer interleavings, the fewest first. With Options.Explain they are tried if the search
	// is complete or has a bound, or was stopped by MaxInterleavings; each with at most as many interleavings.
	Remedies []Remedy
	// Examples holds the first interleavings, as many as Options.Examples, described as violations without
	// a property, and the witness of a goal, if Options ask for one. The last example of a search that failed is the interleaving
	// that led to the error, if known.
	Examples []*Violation
}

// Complete reports whether the search explored every interleaving.
func (r *Record) Complete() bool {
	return r.Stop == NotStopped && r.BoundCut == 0 && !r.cutShort() && r.Unexplored == "" && r.Verdict != Failed
}

// Explored reports whether anything was explored. In a stateful search, no interleaving may have ended.
func (r *Record) Explored() bool { return r.Interleavings > 0 || r.Events > 0 }

// Cut reports whether some interleavings were not explored for another reason than a violation.
func (r *Record) Cut() bool {
	return r.Stop != AtViolation && (r.Stop != NotStopped || r.BoundCut > 0 || r.cutShort())
}

// cutShort reports whether something was cut after Options.MaxEvents, or by Model.Within.
func (r *Record) cutShort() bool {
	return r.DepthCut > 0 || r.Beyond > 0 || r.Cycles != nil && (r.Cycles.Cut > 0 || r.Cycles.Beyond > 0)
}

// Missed returns the goals that no interleaving reaches, if the search is complete. It returns nil if each of them that was
// judged is violated: a violation may end an interleaving before its goals.
func (r *Record) Missed() []Goal {
	judged := r.Interleavings - r.SleepSetBlocked
	if r.Merged == nil { // otherwise the abandoned ones are not among them
		judged -= r.Left
	}
	if !r.Complete() || r.Violating > 0 && r.Violating == judged {
		return nil
	}
	return slices.DeleteFunc(slices.Clone(r.Goals), func(g Goal) bool { return g.Hits > 0 })
}
