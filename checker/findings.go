package checker

import (
	"github.com/checkmodel/checkmodel/internal/world/guard"
	"github.com/checkmodel/checkmodel/result"
	"github.com/checkmodel/checkmodel/trace"
)

// The parts of a [Result] are data of package result, which everything that reads or calculates results shares.
type (
	// Verdict is the conclusion of a search.
	Verdict = result.Verdict
	// Stop says why a search was stopped.
	Stop = result.Stop
	// Figures counts the explored part of a search, and the parts that were left out.
	Figures = result.Figures
	// Findings is the findings of a search so far.
	Findings = result.Findings
	// Violation is a violation of a property in an interleaving.
	Violation = result.Violation
	// HistoryOperation is an operation of a history that is not linearizable; see [Linearizable].
	HistoryOperation = result.HistoryOperation
	// Minimization describes how [Minimize] made a violation from a longer one.
	Minimization = result.Minimization
	// Goal is something that some interleaving must reach.
	Goal = result.Goal
	// Claim is a claim of a model in the result of a search; see [Commutes].
	Claim = result.Claim
	// Cycles counts the states that were explored for the rules of [Eventually] and [AlwaysPossible].
	Cycles = result.Cycles
	// Level is one search in a series with increasing bounds.
	Level = result.Level
	// Remedy is a change of a model, or of the options, that leaves fewer interleavings.
	Remedy = result.Remedy
	// Change is the change of a [Remedy]: a constant below, or the name of a kind of faults that the search leaves out.
	Change = result.Change

	// Reversal says why an interleaving was explored.
	Reversal = trace.Reversal
	// Side is an event of a [Reversal], which has two.
	Side = trace.Side
	// Cause is a pair of places in a model whose operations are reordered, and the number of interleavings
	// explored because of that.
	Cause = trace.Cause
	// Repetition is an operation that processes repeat at one place in the model.
	Repetition = trace.Repetition
	// Growth is something that grows in an interleaving up to its end.
	Growth = trace.Growth
	// SkippedStep is a step of a replayed schedule that was not executed.
	SkippedStep = trace.SkippedStep
	// Similar is a step of a replayed schedule for which a similar operation was executed.
	Similar = trace.Similar
)

// The verdicts.
const (
	Verified   = result.Verified   // every interleaving was explored, and none violates a property
	Violated   = result.Violated   // an interleaving violates a property
	Bounded    = result.Bounded    // no violation was found, but a bound excluded interleavings, or MaxEvents cut some
	Incomplete = result.Incomplete // no violation was found before the search was stopped
	Sampled    = result.Sampled    // interleavings were drawn at random, and none of them violates a property
	Failed     = result.Failed     // the model could not be analysed; an error says why
)

// Why a search was stopped.
const (
	NotStopped  = result.NotStopped
	AtViolation = result.AtViolation // by a violation, or some time after it; see [Until]
	AtGoals     = result.AtGoals     // as each goal was reached; see [UntilGoals]
	OutOfBudget = result.OutOfBudget // by Options.MaxInterleavings
	SampleDrawn = result.SampleDrawn // the strategy explores a sample of the interleavings; see trace.Coverage
	Replayed    = result.Replayed    // the interleaving to replay was executed
	OutOfMemory = result.OutOfMemory // by Options.Memory
	Canceled    = result.Canceled    // by its context, because of an interrupt or the time
)

// The changes of a model in a [Remedy].
const (
	AtTheEnd      = result.AtTheEnd      // the rules are as Finally makes them
	WithoutRules  = result.WithoutRules  // the rules, which are about events, are left out
	WithoutLiving = result.WithoutLiving // the rules are without Living
	WithPatterns  = result.WithPatterns  // with receive patterns
)

// ModelError says that a model cannot be checked: its code breaks a rule of package proc, is not deterministic, or
// does not return. [Check] returns it in a [Failure].
type ModelError = guard.ModelError

// Failure says why the search of a model failed.
type Failure = result.Failure

// InternalError is an error of the checker, not the model.
type InternalError = result.InternalError

// StaleCheckpoint is the error that a search cannot be resumed from a checkpoint.
type StaleCheckpoint = result.StaleCheckpoint

// StaleSchedule is the error that no step of a schedule is possible: it belongs to another model.
type StaleSchedule = result.StaleSchedule
