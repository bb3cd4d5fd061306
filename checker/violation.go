package checker

import (
	"github.com/checkmodel/checkmodel/internal/judge"
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
	// DeadEnd is the number of states that can follow the last event of a violation of an [AlwaysPossible], including the state
	// just after it. Its condition holds in none of them. It is 0 for other violations.
	DeadEnd int
	// Viewed says of an infinite interleaving, and of a violation of an [AlwaysPossible], that it takes states for one that are
	// the same only by Model.View.
	Viewed bool
	// Reversal says why the interleaving was explored; nil for the first one, or if that is not known.
	Reversal *Reversal
	Stack    []string // of a panic, innermost call first
	// After names, for a deadlock, the properties that processes had violated before, sorted: the processes that wait may wait for
	// one that has failed. It is nil if none had, and for other violations.
	After []string
	// Waiting lists, for a violation at the end, the processes that wait for ever, and the daemons that wait
	// although their mailbox is not empty.
	Waiting []trace.Waiting
	// History holds the operations of a violation of a [Linearizable], in the order of their calls; nil for other properties.
	History []Operated
	// Minimized describes the violation from which Minimize made this one; nil if it is as it was found.
	Minimized *Minimized
}

type (
	// Reversal says why an interleaving was explored.
	Reversal = trace.Reversal
	// Side is an event of a [Reversal], which has two.
	Side = trace.Side
	// Cause is a pair of places in a model whose operations are reordered, and the number of interleavings
	// explored because of that.
	Cause = trace.Cause
)

// violationOf returns the violation that a judge has found.
func violationOf(v *judge.Violation) *Violation {
	w := &Violation{
		Property: v.Property, Explanation: v.Explanation, Kind: v.Kind, Process: v.Process, Length: v.Length, LoopFrom: v.LoopFrom, DeadEnd: v.DeadEnd,
		Viewed: v.Viewed, After: v.After, Schedule: v.Schedule, Steps: v.Steps, Trace: v.Trace, Reversal: v.Reversal, Stack: v.Stack, Waiting: v.Waiting,
	}
	for _, o := range v.History {
		w.History = append(w.History, Operated(o))
	}
	return w
}

func (v *Violation) kind() judge.Kind { return judge.KindOf(v.Property, v.Kind, v.Explanation) }

// Minimized describes how [Minimize] made a violation from a longer one.
type Minimized struct {
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
