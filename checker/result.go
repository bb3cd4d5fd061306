package checker

import (
	"cmp"
	"slices"

	"github.com/checkmodel/checkmodel/internal/world"
	"github.com/checkmodel/checkmodel/proc"
	"github.com/checkmodel/checkmodel/trace"
)

// Verdict says what a search has established.
type Verdict string

const (
	// Verified: every interleaving was explored and none violates a property.
	Verified Verdict = "verified"
	// Violated: an interleaving violates a property.
	Violated Verdict = "violated"
	// Bounded: every interleaving within the bound was explored, or some were cut by the
	// limit on events, and none violates a property; there are others.
	Bounded Verdict = "bounded"
	// Incomplete: the search was stopped; nothing was found until then.
	Incomplete Verdict = "incomplete"
	// Failed: the model could not be analysed. An error says why.
	Failed Verdict = "failed"
)

// Stop says why a search ended before it was through.
type Stop string

const (
	// NotStopped: the search went through.
	NotStopped Stop = ""
	// AtViolation: it ended with a violation: the first, or the first that the model does not
	// declare (see Options).
	AtViolation Stop = "first violation"
	// OutOfBudget: it had explored as many interleavings as it was allowed to.
	OutOfBudget Stop = "interleaving budget"
	// Sampled: the strategy explored a sample of the interleavings; see trace.Coverage.
	Sampled Stop = "sample"
	// Replayed: it was to execute one interleaving only, and has done so.
	Replayed Stop = "replay"
	// OutOfMemory: the program had reached Options.Memory.
	OutOfMemory Stop = "memory limit"
	// Canceled: its context was canceled, by an interrupt or because of the time.
	Canceled Stop = "canceled"
)

// Result says what a search established about a model.
type Result struct {
	Model    Model
	Options  Options
	Verdict  Verdict
	Stop     Stop
	Expected bool // the model behaved as it declares
	// Asserted are the properties with which a process has called proc.P.Assert, in order of
	// their names, unless the search was stopped: by then, several workers may have met more
	// than one has. Unasserted are those that the model lists and that no process has asserted, once
	// the search is complete: of them nothing is established.
	Asserted   []string
	Unasserted []Property
	// Unasked are the rules that hold only because no process has exposed or announced
	// anything that they could judge, once the search is complete. A [Sometimes] is missed
	// then, which says it already.
	Unasked []Rule
	// Shown is what processes have exposed and announced instead, in words, where there are
	// such rules and as far as this search has executed it.
	Shown []string

	Interleavings   int // explored, those sleep-set blocked and cut included
	SleepSetBlocked int // of these, ended early because another one covers them
	DepthCut        int // of these, ended early because of Options.MaxEvents
	BoundCut        int // branches that were not explored because of the bound
	Events          int // executed in total
	// Repeated says what the first of those that were cut because of Options.MaxEvents
	// does again and again, the most frequent first; it may be nothing. Where none was cut,
	// but the search by a bound, a budget, the time or an interrupt, it says so of the first with
	// 1000 events or more.
	Repeated []Repeated
	// Levels lists the searches, if there was one bound after the other. The rest of the
	// result is about the last of them. Violations and goals that only one before it has found
	// are there too, with the numbers of interleavings that they have in that search, and
	// Violating is the highest of all of them.
	Levels []Level

	// Violating counts the interleavings with a violation; FirstViolation is
	// the number of the first of them, or 0.
	Violating      int
	FirstViolation int
	// Skipped are the steps of a replayed schedule that did not happen, in their order, and
	// Unplanned is how many operations were executed before its end that it does not have.
	// If there are any, the schedule does not fit the model any more. A schedule without
	// Options.ReplayEvents has no Unplanned ones.
	Skipped   []Skipped
	Unplanned int
	// Replayed is the trace of the interleaving, as far as it came, if the options
	// ask for a replay.
	Replayed *trace.Trace
	// Goals says how often each goal of the model was reached.
	Goals []Goal
	// Violations holds one violation of each kind, the shortest, in the order in which the
	// kinds were found. A kind is a property with its explanation, whichever of several
	// processes of one name saw it. Of one property, an interleaving adds at most ten, and
	// those after them are not looked at for a shorter one. After the first 100 kinds there is
	// only one for each further property.
	Violations []*Violation
	// Unlisted counts the interleavings with a violation whose kind is therefore missing.
	Unlisted int
	// Causes says which pairs of operations caused how many interleavings, the most
	// first, if Options asked for that.
	Causes []Cause
	// Examples holds the first interleavings, as many as Options asked for, whatever
	// came of them; they are described as violations are, but without a property. Of a
	// search that failed because a rule panicked, the last one is where it did, and its
	// explanation says which.
	Examples []*Violation
}

// Violation is a property that does not hold, and how that was seen.
type Violation struct {
	Property    string
	Explanation string // one sentence, with the values involved
	Process     string // that saw it; "" for what was seen at the end, as a deadlock
	// Interleaving is the number of the first interleaving with this violation,
	// Count the number of all of them. The shortest of them, Shown, is described.
	Interleaving int
	Count        int
	Shown        int
	Length       int                 // how many events that one had up to the violation
	Schedule     trace.Schedule      // reproduces it, in this exploration
	Steps        trace.NamedSchedule // the same for any exploration; see Options.Replay
	// Trace holds the events that led to the violation, in the order of Schedule:
	// of those that make no difference, one that is easy to follow.
	Trace *trace.Trace
	// Reversal is why the interleaving was explored; nil for the first one, and
	// where the algorithm cannot tell.
	Reversal *Reversal
	Stack    []string // of a panic, innermost call first
	// Waiting is, of what is seen at the end: who waits for ever for what, and the
	// daemons that wait beside messages that they do not take.
	Waiting []world.Waiting
}

// OthersUnsought reports whether the search ended with violations that the model declares,
// and did not look for any other. A replay is no search.
func (r *Result) OthersUnsought() bool {
	return r.Stop == AtViolation && r.Options.Replay == nil &&
		!slices.ContainsFunc(r.Violations, func(v *Violation) bool { return !r.Model.expects(v.Property) })
}

// Complete reports whether the search explored everything: neither was it
// stopped nor did a bound cut it.
func (r *Result) Complete() bool {
	return r.Stop == NotStopped && r.BoundCut == 0 && r.DepthCut == 0 && r.Verdict != Failed
}

// Cut reports whether a bound or a budget, the memory, the time or an interrupt kept something from
// the search, or there was only a replay. A search that ended because it had found a
// violation was not kept from anything.
func (r *Result) Cut() bool {
	switch r.Stop {
	case OutOfBudget, OutOfMemory, Canceled, Replayed, Sampled:
		return true
	case NotStopped:
		return r.BoundCut > 0 || r.DepthCut > 0
	}
	return false
}

// Asked reports whether the model asks for anything but what every model must do: that
// no process crashes, and none waits for ever. A property that is only listed in the
// model is nothing that is asked. What a search that was stopped would have met is not known;
// it counts as asking.
func (r *Result) Asked() bool {
	return r.Stop != NotStopped || len(r.Asserted)+len(r.Model.Rules)+len(r.Model.Goals)+len(r.Model.Violates) > 0
}

// asserted notes what processes have asserted, besides what is known.
func (r *Result) asserted(properties []string) {
	if r.Asserted = union(r.Asserted, properties); r.Stop != NotStopped {
		r.Asserted = nil
	}
}

// unasserted returns the properties that the model lists and no process has asserted.
func (r *Result) unasserted() []Property {
	judged := []string{proc.NoCrash, proc.NoDeadlock} // need not be listed, but may be, as rules and goals may
	for _, rule := range r.Model.Rules {
		judged = append(judged, rule.Name)
	}
	for _, goal := range r.Model.Goals {
		judged = append(judged, goal.Name)
	}
	return slices.DeleteFunc(slices.Clone(r.Model.Properties), func(p Property) bool {
		return slices.Contains(r.Asserted, p.Name) || slices.Contains(judged, p.Name)
	})
}

// union returns the names that are in one of two lists, in their order.
func union(a, b []string) []string {
	all := slices.Concat(a, b)
	slices.Sort(all)
	return slices.Compact(all)
}

// Missed returns the goals that no interleaving reaches, if all were explored.
func (r *Result) Missed() []Goal {
	if !r.Complete() {
		return nil
	}
	return slices.DeleteFunc(slices.Clone(r.Goals), func(g Goal) bool { return g.Hits > 0 })
}

// covered notes which part of all interleavings the strategy has explored.
func (r *Result) covered(c trace.Coverage) {
	r.BoundCut = c.BoundCut
	if c.Sample && r.Stop == NotStopped {
		r.Stop = Sampled
	}
}

// conclude sets the verdict, once the search has ended.
func (r *Result) conclude() {
	slices.SortStableFunc(r.Causes, func(a, b Cause) int { return cmp.Compare(b.Count, a.Count) })
	switch {
	case r.Violating > 0:
		r.Verdict = Violated
	case r.Stop != NotStopped:
		r.Verdict = Incomplete
	case !r.Complete():
		r.Verdict = Bounded
	default:
		r.Verdict = Verified
	}
	r.Expected = (len(r.Model.Violates) == 0 || r.Violating > 0 || !r.Complete()) && len(r.Missed()) == 0
	for _, v := range r.Violations {
		if !r.Model.expects(v.Property) {
			r.Expected = false
		}
	}
}
