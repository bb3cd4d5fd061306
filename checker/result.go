package checker

import (
	"cmp"
	"slices"

	"github.com/checkmodel/checkmodel/proc"
	"github.com/checkmodel/checkmodel/sampling"
	"github.com/checkmodel/checkmodel/trace"
)

// Verdict is the conclusion of a search.
type Verdict string

const (
	// Verified: every interleaving was explored, and none violates a property.
	Verified Verdict = "verified"
	// Violated: an interleaving violates a property.
	Violated Verdict = "violated"
	// Bounded: no violation was found, and nothing stopped the search, but a bound excluded interleavings
	// or MaxEvents cut some.
	Bounded Verdict = "bounded"
	// Incomplete: no violation was found before the search was stopped.
	Incomplete Verdict = "incomplete"
	// Sampled: interleavings were drawn at random, and none of them violates a property. Result.Sample has the odds.
	Sampled Verdict = "sampled"
	// Failed: the model could not be analysed. An error says why.
	Failed Verdict = "failed"
)

// Stop says why a search was stopped.
type Stop string

const (
	// NotStopped: the search was not stopped.
	NotStopped Stop = ""
	// AtViolation: by a violation, or some time after it; see Until.
	AtViolation Stop = "first violation"
	// OutOfBudget: by Options.MaxInterleavings.
	OutOfBudget Stop = "interleaving budget"
	// SampleDrawn: the strategy explores a sample of the interleavings; see trace.Coverage.
	SampleDrawn Stop = "sample"
	// Replayed: the interleaving to replay was executed.
	Replayed Stop = "replay"
	// OutOfMemory: by Options.Memory.
	OutOfMemory Stop = "memory limit"
	// Canceled: by its context, because of an interrupt or the time.
	Canceled Stop = "canceled"
)

// Result is the result of a search of a model.
type Result struct {
	Model    Model
	Options  Options
	Verdict  Verdict
	Stop     Stop
	Expected bool // the model behaved as it declares
	// Chosen says in a sentence or two which algorithm [Auto] has chosen, and why; "" without Auto. Options has the
	// algorithm.
	Chosen string
	// Unasserted lists the properties of the model that no explored interleaving asserts; nil if a violation stopped the search, or
	// if a search of [States] was stopped.
	Unasserted []Property
	// Unasked lists the rules, except goals, for which no process has exposed or announced anything in an explored
	// interleaving; nil if a violation stopped the search. See [Result.Vacuous].
	Unasked []Rule

	// NoMessages are links of Options.Faults that match no message; one without patterns stands for all messages.
	NoMessages []Link
	// Absent are Options.Faults.Nodes that match no node.
	Absent []Node
	// NoNodes says that Options.Faults have no effect, because no process was started with proc.Node.
	NoNodes bool
	// NoNetwork says that Options.Faults.Partitions have no effect, because there was no second node.
	NoNetwork bool

	Findings
	// Merged counts the states and transitions of a search of [States]; nil for any other search.
	// Interleavings and Violating then count the interleavings that the states stand for, up to the
	// greatest int. The counts of single violations are of executed interleavings, and a goal has one hit.
	Merged *trace.Merged
	// Sample has the coverage and the odds of an algorithm that draws interleavings; nil for any other search.
	Sample *sampling.Sample
	// Cycles counts the states explored after the search to judge the rules of [Eventually] and [AlwaysPossible]; nil if there are
	// no such rules, or this exploration was not begun.
	Cycles *Cycles
	// Levels lists the searches if there are several bounds. The rest of the result is about the last of
	// them, but includes violations and goals that only an earlier one has found, with their numbers in
	// that search, and Violating is the maximum of all.
	Levels []Level

	// Shortest is, with UntilShortest, the number of events after which the violation shows, while none shows after fewer in
	// any interleaving; 0 if that is not known, because the search was stopped before. At the end of an interleaving,
	// all its events count.
	Shortest int

	looked int // the work after it, if the search ended when it had looked on for long enough
	// Exact is the number of steps of Options.Replay, or of Options.Around, that were executed as they were kept. Similar
	// lists those for which an operation with a similar message was executed, and Skipped the others. Unplanned is the number
	// of additional operations that were executed before its end, if its events are known. If there are any of either,
	// the schedule no longer fits the model.
	Exact     int
	Similar   []Similar
	Skipped   []Skipped
	Unplanned int
	// Replayed is the trace of a replay, as far as it was executed.
	Replayed *trace.Trace
	// Causes lists pairs of operations that cause interleavings, the most frequent first, with
	// Options.Explain.
	Causes []Cause
	// Remedies lists changes that leave fewer interleavings, the fewest first. With Options.Explain they are tried if the search
	// is complete or has a bound, or was stopped by MaxInterleavings; each with at most as many interleavings.
	Remedies []Remedy
	// Examples holds the first interleavings, as many as Options.Examples, described as violations without
	// a property. The last example of a search that failed is the interleaving that led to the error, if
	// known.
	Examples []*Violation
}

// Complete reports whether the search explored every interleaving.
func (r *Result) Complete() bool {
	return r.Stop == NotStopped && r.BoundCut == 0 && !r.cutShort() && r.Unexplored == "" && r.Verdict != Failed
}

// Explored reports whether anything was explored. In a search of [States], no interleaving may have ended.
func (r *Result) Explored() bool { return r.Interleavings > 0 || r.Events > 0 }

// Cut reports whether some interleavings were not explored for another reason than a violation.
func (r *Result) Cut() bool {
	return r.Stop != AtViolation && (r.Stop != NotStopped || r.BoundCut > 0 || r.cutShort())
}

// cutShort reports whether something was cut after Options.MaxEvents, or by Model.Within.
func (r *Result) cutShort() bool {
	return r.DepthCut > 0 || r.Beyond > 0 || r.Cycles != nil && (r.Cycles.Cut > 0 || r.Cycles.Beyond > 0)
}

// Asked reports whether the model has properties of its own, besides the properties of every model: that
// no process crashes or waits for ever. A property that is listed but not asserted does not count. The
// answer is true if it is not known because the search was stopped.
func (r *Result) Asked() bool {
	return r.Stop != NotStopped || len(r.Asserted)+len(r.Model.Rules)+len(r.Model.Goals)+len(r.Model.Violates) > 0
}

func (r *Result) asserted(properties []string) {
	if r.Asserted = union(r.Asserted, properties); r.Stop != NotStopped {
		r.Asserted = nil
	}
}

// unasserted returns the listed properties that no process has asserted. If the search was stopped, properties with a count in
// Judged were asserted.
func (r *Result) unasserted() []Property {
	if r.Model.World != nil { // which tells only of violations
		return nil
	}
	if r.Stop != NotStopped && (r.Options.Algorithm.Traits().Merges || len(r.Judged) >= 64) { // which counts no more
		return nil
	}
	judged := []string{proc.NoCrash, proc.NoDeadlock} // may be listed, too, as may rules and goals
	for _, p := range r.Model.judged() {
		judged = append(judged, p.Name)
	}
	return slices.DeleteFunc(slices.Clone(r.Model.Properties), func(p Property) bool {
		return slices.Contains(r.Asserted, p.Name) || r.Judged[p.Name] > 0 || slices.Contains(judged, p.Name)
	})
}

func union(a, b []string) []string {
	all := slices.Concat(a, b)
	slices.Sort(all)
	return slices.Compact(all)
}

// Missed returns the goals that no interleaving reaches, if the search is complete. It returns nil if each of them that was
// judged is violated: a violation may end an interleaving before its goals.
func (r *Result) Missed() []Goal {
	judged := r.Interleavings - r.SleepSetBlocked
	if r.Merged == nil { // otherwise the abandoned ones are not among them
		judged -= r.Left
	}
	if !r.Complete() || r.Violating > 0 && r.Violating == judged {
		return nil
	}
	return slices.DeleteFunc(slices.Clone(r.Goals), func(g Goal) bool { return g.Hits > 0 })
}

// covered records which part of all interleavings the strategy has explored.
func (r *Result) covered(c trace.Coverage) {
	r.BoundCut = c.BoundCut
	if c.Sample && r.Stop == NotStopped {
		r.Stop = SampleDrawn
	}
	if m := c.Merged; m != nil {
		r.Merged, r.Interleavings, r.Viewed = m, m.Interleavings.Int(), r.Model.View != nil
		r.Violating = max(m.Violating.Int(), min(r.Violating, 1)) // one may have been found just before the search began again
	}
}

func (r *Result) conclude() {
	r.Unexplored = r.Model.Unexplored
	slices.SortStableFunc(r.Causes, func(a, b Cause) int { return cmp.Compare(b.Count, a.Count) })
	switch {
	case r.Violating > 0:
		r.Verdict = Violated
	case r.Stop == SampleDrawn || r.Sample != nil && r.Interleavings > 0:
		r.Verdict = Sampled
	case r.Stop != NotStopped:
		r.Verdict = Incomplete
	case !r.Complete():
		r.Verdict = Bounded
	default:
		r.Verdict = Verified
	}
	r.Expected = (len(r.Model.Violates) == 0 || r.Violating > 0 || !r.Complete()) && len(r.Missed()) == 0
	for _, v := range r.Violations {
		if !r.Model.Declares(v) {
			r.Expected = false
		}
	}
}

// Level is one search in a series with increasing bounds.
type Level struct {
	Bound          int `json:"bound"`           // the highest cost of an interleaving
	Interleavings  int `json:"interleavings"`   // explored, including those explored with lower bounds
	BoundCut       int `json:"bound_cut"`       // branches that the bound excludes
	FirstViolation int `json:"first_violation"` // number of the first interleaving of this search with a violation; 0 if there is none
}

// Remedy is a change of a model, or of the options, that leaves fewer interleavings. A search with the change has counted them.
type Remedy struct {
	Change Change `json:"change"`
	// Rules are the names of the rules that change, and About is the type of the states or events that they are about; nil and ""
	// for other changes.
	Rules []string `json:"rules,omitempty"`
	About string   `json:"about,omitempty"`
	// Interleavings is how many are left.
	Interleavings int `json:"interleavings"`
	// Violated says that the change violates a rule in Rules.
	Violated bool `json:"violated,omitempty"`
}

// Change is the change of a [Remedy]: a constant below, or the name of a [faults.Kind] that the search leaves out.
type Change string

// The changes of a model.
const (
	AtTheEnd      Change = "at the end" // the rules are as Finally makes them
	WithoutRules  Change = "without"    // the rules, which are about events, are left out
	WithoutLiving Change = "not living" // the rules are without Living
	WithPatterns  Change = "patterns"   // with receive patterns
)

// Skipped is a step of a replayed schedule that was not executed.
type Skipped = trace.Skipped

// Similar is a step of a replayed schedule for which a similar operation was executed.
type Similar = trace.Similar
