package checker

import (
	"context"

	"github.com/checkmodel/checkmodel/bounding"
	"github.com/checkmodel/checkmodel/optimaldpor"
	"github.com/checkmodel/checkmodel/proc"
	"github.com/checkmodel/checkmodel/trace"
)

// Options says how to search. The zero value is optimal DPOR with receive
// patterns, without a bound or a budget, until the first violation.
//
// Unless KeepGoing or StopAtFirst say otherwise, a violation that the model does not
// declare ends the search. One that it declares (Model.Violates) ends it only where
// nothing else would end it soon. A search that has a limit goes on, so that a
// declared violation does not hide others. A limit is a Bound, MaxInterleavings, or a
// deadline of the context given to Check; MaxEvents and Memory are none.
//
// Algorithm, Bound, Delivery, MaxInterleavings and MaxEvents have precedence over what the model
// says (Model.Delivery, Model.Search), which counts where they are zero. Result.Options
// has what the search went by.
type Options struct {
	// Algorithm is the search algorithm; "" is Optimal, or Source for a bound on preemptions.
	Algorithm Algorithm
	// Strategy returns a new strategy for each search, which is explored by one worker; nil is that of
	// the Algorithm. The strategy has to see to Bound and Seed itself. In Result.Options the
	// Algorithm is then Own.
	Strategy func() Strategy
	// Bound limits the search to cheap interleavings. The zero Bound is no limit but that of the
	// model, and bounding.None is none at all. With several (bounding.Bound.From) there is a
	// search for each bound, one after the other, and the result is that of the first which a
	// violation ends, or of the last.
	Bound bounding.Bound
	// AnyDeliveriesRace makes any two messages into the same mailbox race, also
	// where no receive can tell their order. They always race for an algorithm without
	// ReceivePatterns; see [Traits].
	AnyDeliveriesRace bool
	// Delivery says how messages travel; the empty one is proc.Instant.
	Delivery proc.Delivery
	// Workers is how many goroutines search, each with a world of its own; 0 is
	// one for each processor that Go uses, and there are never more than MaxWorkers. The result is the same for any number,
	// but that an error, which ends the search, may be met sooner by a worker that
	// is ahead. Code of the model is executed by one of them at a time. An algorithm that is not
	// Parallel (see [Traits]) has one worker.
	Workers int
	// Saving saves the search where it is stopped, and on the way; nil is never.
	// The algorithm must be one that Saves; see [Traits].
	Saving *Saving
	// Resume goes on with a search that was saved, instead of a new one. That it
	// is not one of the model and the options is a *StaleCheckpoint.
	Resume *Checkpoint
	// KeepGoing explores on after a violation. Result.Violations then holds the shortest of
	// each kind, a property with its explanation, of 100 kinds or somewhat more.
	KeepGoing bool
	// StopAtFirst ends the search with the first violation, also if the model declares
	// it. It excludes KeepGoing. In Result.Options it is set as well where the search had
	// no limit, and therefore ended so.
	StopAtFirst bool
	// MaxInterleavings is the budget of interleavings; 0 is no limit.
	MaxInterleavings int
	// MaxEvents is how many events an interleaving may have before it is cut;
	// 0 is DefaultMaxEvents. A process that goes on and on has a part of them, before
	// others have their turn.
	MaxEvents int
	// Memory is how many bytes of memory the whole program may have while the search lasts; 0
	// is no limit. The search ends with the stop OutOfMemory when the program needs three
	// quarters of that for what is not garbage, or has taken all of it from the system. How far it comes by then depends on
	// the machine and on Workers. Code of the model that takes all of it before the next operation of
	// its process, and a rule that does so before it answers, is an error. Meanwhile
	// Go's collector has a memory limit below this one (debug.SetMemoryLimit), unless its own is lower.
	Memory int64
	// Seed chooses in which order processes go on where nothing is planned; 0 is the
	// order of their creation, each for as long as it can (but see MaxEvents). Without a bound the same is
	// explored, only in another order. What is within a bound or a budget depends on
	// it, so another seed shows other interleavings.
	Seed uint64
	// Explain finds out which operations cause how many interleavings; see
	// Result.Causes. The search then has one worker.
	Explain bool
	// Examples is how many interleavings are described, whatever comes of them: the
	// first ones. The search then has one worker.
	Examples int
	// Replay, unless it is nil, is the one interleaving that is executed, instead
	// of a search: the schedule, and after its end the order in which a search
	// begins. Steps that the model cannot do are skipped: see Result.Skipped. That
	// none of them is possible is a *StaleSchedule.
	Replay trace.NamedSchedule
	// ReplayEvents says of each step of Replay what happened when it was kept, as
	// [trace.Entry.Event] puts it; "" or nothing if that is not known. It helps to follow a
	// schedule that was kept before the model was edited.
	ReplayEvents []string
	// TrustModel leaves out what is done to find out whether the model is
	// deterministic: to execute some interleavings again. Nor are
	// goroutines looked for that processes have started.
	TrustModel bool
	// Patience is called again and again while the search lasts. It returns a
	// context that is done after a while. A process that has not come to its next
	// operation by then, and has not done so in the whole while, is stuck: the
	// search fails, and the process remains. Without Patience, Check waits for
	// ever for such a process. context.WithTimeout is what it is made for. A rule that is asked
	// is given six times as long, as it may have much to compute, and three times in the end.
	//
	// When the context of the search is done, Patience is called anew. From then on its contexts may
	// be done sooner, so that the search ends soon.
	Patience func() (context.Context, context.CancelFunc)
	// Observer observes every interleaving; nil is none.
	Observer Observer
	// Afresh executes every interleaving from its beginning with new processes,
	// instead of stepping back. It is slower by far and explores the same; it is
	// there to check the checker.
	Afresh bool

	below       *lower // what lower bounds have established, of one of several searches
	forgetEvery int    // after how many interleavings values are forgotten, for tests; 0 is when they are many
}

// MaxWorkers is how many workers a search has at most: each has a world of its own, which
// takes time and memory to make.
const MaxWorkers = 256

// DefaultMaxEvents is how many events an interleaving may have unless Options
// say otherwise.
const DefaultMaxEvents = 10_000

// shared reports whether the search is one for several workers. One alone works in the same way:
// what is counted, and what is not where the search ends, must not depend on their number.
func (o *Options) shared() bool { return o.Replay == nil && o.Algorithm.Traits().Parallel }

// limited reports whether the search has a limit, besides the number of interleavings
// that there are.
func (o *Options) limited(ctx context.Context) bool {
	_, timed := ctx.Deadline()
	return o.Bound.Limits() || o.MaxInterleavings > 0 || timed
}

// Relation returns the dependence relation that a search with these options
// goes by.
func (o *Options) Relation() trace.Relation {
	return trace.Relation{ReceivePatterns: o.Algorithm.Traits().ReceivePatterns && !o.AnyDeliveriesRace}
}

// config returns what a strategy needs to know before it begins.
func (o *Options) config() optimaldpor.Config {
	return optimaldpor.Config{Relation: o.Relation(), Bound: o.Bound, Seed: o.Seed, MaxEvents: o.MaxEvents}
}
