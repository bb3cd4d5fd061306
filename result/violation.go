package result

import (
	"slices"

	"github.com/checkmodel/checkmodel/minimize"
	"github.com/checkmodel/checkmodel/trace"
)

// Violation is a violation of a property in an interleaving.
type Violation struct {
	Property    string
	Explanation string // one sentence, with the values involved
	// Kind is the explanation without numbers, durations and names of processes. For a crash or a deadlock it keeps the names,
	// without #2 and the like.
	Kind    string
	Process string // that has it; "" for one at the end, such as a deadlock
	// Reaches names the goal that the interleaving reaches, for a witness (Options.Witness), which has no property; otherwise "".
	Reaches string
	// Interleaving is the number of the first interleaving with a violation of this kind, and Count the
	// number of all of them. Shown is the number of the shortest, which the other fields describe.
	Interleaving int
	Count        int
	Shown        int
	Length       int                 // number of events up to the violation
	Schedule     trace.Schedule      // reproduces it in this search
	Steps        trace.NamedSchedule // reproduces it in any search; see Options.Replay
	// Trace holds the events that led to the violation, in the order of Schedule. This is an order of the
	// class that is easy to follow, without events that do not matter.
	Trace *trace.Trace
	// LoopFrom is the number, from 1, of the first event that the interleaving repeats for ever; it
	// repeats all events of Trace from there. It is 0 if the interleaving ends.
	LoopFrom int
	// DeadEnd is the number of states that can follow the last event of a violation of a checker.AlwaysPossible, including the state
	// just after it. Its condition holds in none of them. It is 0 for other violations.
	DeadEnd int
	// Viewed says of an infinite interleaving, and of a violation of a checker.AlwaysPossible, that it takes states for one that are
	// the same only by Model.View.
	Viewed bool
	// Reversal says why the interleaving was explored; nil for the first one, or if that is not known.
	Reversal *trace.Reversal
	Stack    []string // of a panic, innermost call first
	// After names, for a deadlock, the properties that processes had violated before, sorted: the processes that wait may wait for
	// one that has failed. It is nil if none had, and for other violations.
	After []string
	// Waiting lists, for a violation at the end, the processes that wait for ever, and the daemons that wait
	// although their mailbox is not empty.
	Waiting []trace.Waiting
	// History holds the operations of a violation of a checker.Linearizable, in the order of their calls; nil for other properties.
	History []HistoryOperation
	// Minimized describes the violation from which Minimize made this one; nil if it is as it was found.
	Minimized *Minimization
}

// Declared reports whether one of the names is the name of the violated property, or of one that was violated before.
func (v *Violation) Declared(names []string) bool {
	return slices.Contains(names, v.Property) || slices.ContainsFunc(v.After, func(name string) bool { return slices.Contains(names, name) })
}

// Minimization describes how checker.Minimize made a violation from a longer one.
type Minimization struct {
	Events, Externals         int // number of events, and of external ones, of the violation
	FromEvents, FromExternals int // the same of the violation that was minimized
	Claim                     minimize.Claim
	Needed                    []string // the external events without which nothing fails, as far as that was explored
	Stages                    []minimize.Stage
	Pace                      []minimize.Progress
	Schedules                 int // number of schedules and interleavings that were executed
	// Original is the schedule that was minimized.
	Original trace.NamedSchedule
	// From is the violation that was minimized.
	From *Violation
}

// Smaller reports whether the violation was made smaller.
func (m *Minimization) Smaller() bool {
	return m.Events < m.FromEvents || m.Externals < m.FromExternals
}
