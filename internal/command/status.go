package command

import (
	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/internal/report/document"
)

// Status is an exit status of the command.
type Status int

const (
	// AsDeclared: every model behaved as it declares. If a rule had nothing to judge so far, that is only
	// reported.
	AsDeclared Status = 0
	// Unexpected: a violation that the model does not declare, a declared one that a
	// complete search did not find, or a goal that it did not reach.
	Unexpected Status = 1
	// Unusable: the command line or a model cannot be used, a rule had nothing to judge in any interleaving, the models do not
	// build, there is nothing to check, there was no time or memory to explore anything of a
	// model, a report cannot be written, the checker itself failed, or the system killed it.
	Unusable Status = 2
	// NotComplete: a bound, a budget, the memory or the time cut a search that was required to be
	// complete.
	NotComplete Status = 3
	// Refused: the program around the models does not understand its job, and has said so. The
	// command turns it into Unusable.
	Refused Status = 124
	// Interrupted: a signal ended the run.
	Interrupted Status = 130
)

// gravity orders the statuses: the one with the greatest gravity counts.
var gravity = map[Status]int{AsDeclared: 0, NotComplete: 1, Unexpected: 2, Unusable: 3, Interrupted: 4}

// graver returns the status that counts when both apply.
func graver(a, b Status) Status {
	if gravity[b] > gravity[a] {
		return b
	}
	return a
}

// status returns the exit status that follows from the result of a model.
func status(it *document.Item, o *Options) Status {
	s := AsDeclared
	if o.RequireComplete && it.Result.Cut() {
		s = graver(s, NotComplete)
	}
	if !it.Result.Expected && it.Err == nil {
		s = graver(s, Unexpected)
	}
	if it.Err != nil || sleepSetBlocked(it.Result) || unanswered(it.Result) {
		s = graver(s, Unusable)
	}
	if it.Canceled == document.Interrupted {
		s = graver(s, Interrupted)
	}
	return s
}

// unanswered reports whether a replay found nothing, but did not follow its schedule to the end.
func unanswered(r *checker.Result) bool {
	return r.Options.Replay != nil && len(r.Skipped) > 0 && r.Violating == 0
}

// sleepSetBlocked reports whether the search had sleep-set blocked interleavings although it is
// optimal. A replay that cannot reach the end of its schedule does not count.
func sleepSetBlocked(r *checker.Result) bool {
	if r.Options.Replay != nil {
		return false
	}
	return r.Options.Algorithm.Traits().Optimal && r.SleepSetBlocked > 0
}
