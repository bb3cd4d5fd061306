package checker

import (
	"cmp"
	"context"

	"github.com/checkmodel/checkmodel/bounding"
	"github.com/checkmodel/checkmodel/proc"
	"github.com/checkmodel/checkmodel/trace"
	"github.com/checkmodel/checkmodel/trace/causality"
)

// Options says how to search. The zero value is [Auto], without a bound or a budget, until the first violation that
// the model does not declare; see [Until].
//
// Algorithm, Bound, Delivery, Faults, MaxInterleavings and MaxEvents take precedence over the settings of the
// model (Model.Delivery, Model.Faults, Model.Search). Result.Options holds the options in force.
type Options struct {
	// Algorithm is the search algorithm; "" is Auto. Where a single enumeration is asked for, "" is Optimal: with a Bound (Source
	// with one on preemptions), Around, MaxInterleavings, Examples, Explain, UntilEnd, an Observer that is not [Counting], or
	// a Model.World. With UntilShortest, or a rule that needs it such as [Eventually], it is States. With Resume, it is the
	// algorithm of the saved search.
	Algorithm Algorithm
	// Strategy returns a new strategy for each search, which has one worker; nil means the strategy of
	// Algorithm. The strategy must obey Bound and Seed itself. In Result.Options, Algorithm is then Own.
	Strategy func() Strategy
	// Bound limits the search to cheap interleavings. The zero Bound means the bound of the model, and
	// bounding.None means no bound at all. With several bounds (bounding.Bound.From) there is one search
	// for each, in turn. The result comes from the first search that a violation ends, or from the last.
	Bound bounding.Bound
	// AnyDeliveriesRace makes any two messages to one mailbox race, even if no receive can tell their order, or the
	// model claims that they commute.
	// They always race for an algorithm without ReceivePatterns; see [Traits].
	AnyDeliveriesRace bool
	// Delivery says how messages travel; "" is proc.Instant.
	Delivery proc.Delivery
	// Faults is the budget of faults; nil is the model's budget. A replay happens with the faults of its schedule.
	Faults *Faults
	// Without holds the names of external events that are left out; see [proc.External]. If the search never meets
	// an event with such a name, it fails. Result.Violations are replayed with the same names.
	Without []string
	// ReceivePatterns makes a stateful search let two messages to a process race only if a receive of it matches
	// both, which leaves fewer states. Without it any two race there. Other algorithms with ReceivePatterns among
	// their Traits need no such request.
	ReceivePatterns bool
	// LateDelivery lets a stateful search put off the delivery of a message by a channel, or out of a bag, until its receiver
	// takes it. There are far fewer states then, and processes observe the same. The messages of some processes still arrive at
	// any time, namely if the process also gets other deliveries, such as the end of another process, or takes a message before an
	// older message of the same channel. Under bag delivery, the loss of a message is not explored where it makes no difference:
	// only daemons live, and no rule is a Finally or an Eventually. LateDelivery has no effect with instant delivery. The
	// algorithm must have the trait Merges. Auto decides by itself, and sets it in Result.Options.
	LateDelivery bool
	// ExactStates makes a stateful search compare whole states instead of fingerprints, so that it never takes
	// two states for one. It takes more memory and time, and counts how often fingerprints would have been wrong
	// (trace.Merged.Collisions). The algorithm must have the trait Merges.
	ExactStates bool
	// Workers is the number of goroutines that search, each with a world of its own; 0 is one for each processor that Go
	// uses. It is at most MaxWorkers, and 1 for an algorithm that is not Parallel (see [Traits]), and for a search of
	// [States] with ReceivePatterns, ExactStates, MaxInterleavings or an Observer that is not [Counting]. Code of the
	// model is executed by one of them at a time. The number does not change the result, with two exceptions: an error,
	// which ends the search, may be found earlier, and a search of States that forgets pairs may forget other ones.
	Workers int
	// Saving says how to save the search when it is stopped, and before; nil means not at all. The
	// algorithm must have the trait Saves.
	Saving *Saving
	// Resume is a saved search to continue. If it was saved for another model or with other options, Check
	// returns a *StaleCheckpoint.
	Resume *Checkpoint
	// Until says which violation ends the search; "" is UntilUndeclared.
	Until Until
	// Witness, unless "", names a goal of the model. The interleaving that reaches it ends the search, too, which has one worker, and
	// is in Result.Examples, with Violation.Reaches. By default the search is one of [States], which finds the way with the fewest
	// events (Result.Shortest), unless the model draws interleavings or has a World, or Options have a Bound. What another search finds, [Minimize] makes smaller.
	Witness string
	// MaxInterleavings is the maximal number of interleavings; 0 is no limit. With Auto it applies to each
	// search.
	MaxInterleavings int
	// Runs is how many interleavings an algorithm that draws them draws; 0 is DefaultRuns. Without an Algorithm, it asks
	// for Portfolio, even if the model names another algorithm. Run, unless 0, is the number of the only run that is
	// executed. A run depends on the model, Algorithm, BugDepth, Seed and its number alone.
	Runs, Run int
	// BugDepth is the depth of bugs for which the odds are computed, for an algorithm that is Deep (see [Traits]):
	// how many events must be late, in a certain order, so that a bug shows. 0 is DefaultBugDepth.
	BugDepth int
	// MaxEvents is the number of events after which an interleaving is cut; 0 is DefaultMaxEvents. A
	// process that never waits cannot use up all of them: other processes get their turn before.
	MaxEvents int
	// Memory is the number of bytes that the whole program may use during the search; 0 is no limit. The
	// search stops with OutOfMemory when three quarters of it are live, or all of it is taken from the
	// system. How far it gets depends on the machine and on Workers. A process or a rule that uses up the
	// memory before it returns is an error. During the search Go's collector has a memory limit below
	// this one (debug.SetMemoryLimit), unless its own is lower. A search of [States] uses at most half of
	// it for states; then it forgets some, and explores them again if it meets them.
	Memory int64
	// Seed chooses the order in which processes continue where nothing is planned; 0 is the order of their
	// creation, each for as long as it can (see MaxEvents). Without a bound or a budget, another seed
	// explores the same classes in another order; with one, it explores another part of them. An algorithm that
	// draws interleavings draws others.
	Seed uint64
	// Explain sets Result.Causes: which operations cause how many interleavings, and Result.Remedies, by further searches. The search
	// has one worker.
	Explain bool
	// Examples is the number of interleavings to describe, the first ones. The search has one worker.
	Examples int
	// Replay, unless nil, is a schedule to execute instead of a search. After its end, processes continue
	// as in the first interleaving of a search. Steps that are not possible are skipped (Result.Skipped);
	// if none is possible, Check returns a *StaleSchedule.
	Replay trace.NamedSchedule
	// ReplayEvents holds, for each step of Replay, the event that it led to when the schedule was kept, as
	// [trace.Entry.FileLine] or [trace.Entry.Event] returns it. An event that is "" or missing is not known. The events help
	// to follow a schedule that is older than an edit of the model (Result.Similar).
	ReplayEvents []string
	// Around, unless nil, is a schedule with which the search begins, and near which it goes on: where nothing is
	// planned, processes move in the order of the schedule. So a Bound limits how often an interleaving departs from it,
	// and a bound from 0 upwards explores the nearest interleavings first. Without a bound, the search explores the same
	// classes as any other. Steps that are not possible are skipped (Result.Skipped); if none is possible, Check returns
	// a *StaleSchedule. The algorithm must have the trait Guided. If none is given it is [Optimal], even if the model
	// names another. The budget of faults is the search's. AroundEvents is for Around what ReplayEvents is for Replay.
	Around       trace.NamedSchedule
	AroundEvents []string
	// TrustModel omits checks: that the model is deterministic, that its claims of messages ([Commutes]) are
	// true, for which some interleavings are executed again, and that its processes start no goroutines.
	TrustModel bool
	// Patience returns a context that is done after a while, such as context.WithTimeout; it is called
	// repeatedly during the search. A process that has executed for the whole while without reaching its next
	// operation is stuck: the search fails, and the goroutine of the process remains. So is a rule that has
	// not returned. Once the context of the search is done, Patience is called again, and may return contexts
	// that are done sooner; a rule may then take three of them. With nil, Check waits for the model for ever.
	Patience func() (context.Context, context.CancelFunc)
	// Observer observes every interleaving; nil is none.
	Observer Observer
	// Afresh executes every interleaving from the beginning with new processes instead of stepping back.
	// It explores the same but is much slower: it is for testing the checker.
	Afresh bool
}

// MaxWorkers is the maximal number of workers of a search, as making a world takes time and memory.
const MaxWorkers = 256

// DefaultMaxEvents is the limit on events of an interleaving if no other is given.
const DefaultMaxEvents = 10_000

// DefaultRuns and DefaultBugDepth are the values of Options.Runs and Options.BugDepth if no others are given.
const (
	DefaultRuns     = 10_000
	DefaultBugDepth = 2
)

// Relation returns the dependence relation of a search with these options.
func (o *Options) Relation() causality.Relation {
	t := o.Algorithm.Traits()
	return causality.Relation{ReceivePatterns: t.ReceivePatterns && !o.AnyDeliveriesRace && (o.ReceivePatterns || !t.Merges)}
}

// SearchDefaults holds the options that a model has for its search. Options take precedence. The zero value sets no
// option.
type SearchDefaults struct {
	// Algorithm is the search algorithm; "" is the default of Options.
	Algorithm Algorithm
	// Bound limits the search to cheap interleavings, as bounding.Tree(4) does; the zero Bound is no limit.
	// Options override it by another bound, or bounding.None.
	Bound bounding.Bound
	// MaxInterleavings is the maximal number of interleavings; 0 is no limit.
	MaxInterleavings int
	// Runs is how many interleavings an algorithm that draws them draws; 0 is DefaultRuns. A model whose runs take long sets it;
	// minimizing then draws at most a fiftieth of it at a time.
	Runs int
	// MaxEvents is the number of events after which an interleaving is cut; 0 is DefaultMaxEvents.
	MaxEvents int
	// Seconds is the time limit of the search; 0 is no limit. The command and package checktest obey it.
	// Check has no clock: it ends when its context is done.
	Seconds int
}

// For returns the options of a search of the model: zero fields are set from Model.Delivery, Model.Faults and
// Model.Search. Only the delivery, the faults and the limit on events apply to a replay. Check calls it itself.
func (o Options) For(m *Model) Options {
	o.Delivery = cmp.Or(o.Delivery, m.Delivery)
	if o.Faults == nil {
		o.Faults = &m.Faults
	}
	o.MaxEvents = cmp.Or(o.MaxEvents, m.Search.MaxEvents, DefaultMaxEvents)
	o.Until = cmp.Or(o.Until, UntilUndeclared)
	if o.Replay == nil {
		if o.Until == UntilShortest {
			o.Algorithm = cmp.Or(o.Algorithm, States)
		}
		if o.Algorithm == "" && o.Runs|o.Run|o.BugDepth != 0 {
			o.Algorithm = Portfolio
		}
		if o.Around != nil {
			o.Algorithm = cmp.Or(o.Algorithm, Optimal)
		}
		if o.Witness != "" && m.World == nil && !o.Bound.Limits() && !m.Search.Algorithm.Traits().Draws {
			o.Algorithm = cmp.Or(o.Algorithm, States)
		}
		o.Algorithm = cmp.Or(o.Algorithm, m.Search.Algorithm)
		if o.Strategy != nil {
			o.Algorithm = Own
		}
		if o.Algorithm.Traits().Draws {
			o.Runs, o.BugDepth = cmp.Or(o.Runs, m.Search.Runs, DefaultRuns), cmp.Or(o.BugDepth, DefaultBugDepth)
		} else { // the limits of the model are meant for another search
			o.MaxInterleavings = cmp.Or(o.MaxInterleavings, m.Search.MaxInterleavings)
			if o.Witness == "" || !o.Algorithm.Traits().Merges {
				o.Bound = cmp.Or(o.Bound, m.Search.Bound)
			}
		}
		if m.rules().NeedsGraph() != nil {
			o.Algorithm = cmp.Or(o.Algorithm, States)
		}
		if o.Bound.Kind() == bounding.ByPreemption {
			o.Algorithm = cmp.Or(o.Algorithm, Source)
		}
		if o.Algorithm == "" && o.Resume != nil {
			o.Algorithm = Algorithm(o.Resume.setting("search"))
		}
		if o.Algorithm == "" && o.leavesChoice(m) {
			o.Algorithm = Auto
		}
		o.Algorithm = cmp.Or(o.Algorithm, Optimal)
	}
	if !o.Bound.Limits() {
		o.Bound = bounding.Bound{}
	}
	return o
}

// leavesChoice reports whether Auto may answer: neither the options nor the model ask for a single enumeration.
func (o *Options) leavesChoice(m *Model) bool {
	_, counts := o.Observer.(Counting)
	return m.World == nil && !o.Bound.Limits() && o.MaxInterleavings == 0 && o.Examples == 0 && !o.Explain && o.Until != UntilEnd &&
		(o.Observer == nil || counts)
}

// Until says which violation ends a search, or that goals do.
type Until string

const (
	// UntilUndeclared: the first one that the model does not declare (Model.Violates), as a declared one could hide
	// others. A search without a limit could then take for ever, so after a declared violation it only looks on for
	// others: it ends when it has executed as many events again as before, and at least 20 000. A limit is a Bound,
	// MaxInterleavings, or a deadline of the context given to Check; MaxEvents, Memory and Runs are no limits.
	UntilUndeclared Until = "undeclared"
	// UntilFirst: the first one, even if the model declares it.
	UntilFirst Until = "first"
	// UntilGoals: the first one that the model does not declare, or the interleaving with which each goal was reached. A search of
	// [States] has one worker then.
	UntilGoals Until = "goals"
	// UntilEnd: none.
	UntilEnd Until = "end"
	// UntilShortest: the violation after the fewest events, even if the model declares it (Result.Shortest). It needs a
	// search of [States], which has one worker.
	UntilShortest Until = "shortest"
)

// Untils returns the values of Until, the default first.
func Untils() []Until {
	return []Until{UntilUndeclared, UntilFirst, UntilGoals, UntilEnd, UntilShortest}
}
