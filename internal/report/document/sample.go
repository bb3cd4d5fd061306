package document

import (
	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/internal/report/prose"
	"github.com/checkmodel/checkmodel/sampling"
)

// Sample describes the runs drawn at random, and the odds.
type Sample struct {
	Runs     int `json:"runs"`          // that were drawn
	Run      int `json:"run,omitempty"` // the number of the only one that was asked for
	BugDepth int `json:"bug_depth"`
	// MissProbability is the greatest probability that all runs miss a bug of the depth, if there is one. It is nil where nothing
	// can be said.
	MissProbability *float64 `json:"miss_probability"`
	GuaranteedRuns  int      `json:"guaranteed_runs"` // the runs that it is about
	Chains          int      `json:"chains"`          // of the events of a run, at most; 0 if they are not used
	RacyEvents      int      `json:"racy_events"`     // likewise
	RunsBeyond      int      `json:"runs_beyond"`     // with more racy events than were expected
	ChoiceOdds      float64  `json:"choice_odds"`     // see sampling.Sample
	Classes         int      `json:"classes"`
	ClassesOnce     int      `json:"classes_once"` // that were drawn once
	MostFrequent    int      `json:"most_frequent"`
	LeastFrequent   int      `json:"least_frequent"`
	UnseenShare     float64  `json:"unseen_share"` // of runs with a class that no run has drawn so far, estimated
	Arms            []Arm    `json:"arms"`
}

// Arm is a strategy that has drawn some of the runs.
type Arm struct {
	Name       string `json:"name"`
	Runs       int    `json:"runs"`
	Violations int    `json:"violations"`  // runs with a violation
	NewClasses int    `json:"new_classes"` // that no run before had drawn
}

// sampleOf returns nil if nothing was drawn.
func sampleOf(r *checker.Result) *Sample {
	s := r.Sample
	if s == nil {
		return nil
	}
	d := &Sample{
		Runs: s.Runs, Run: r.Options.Run, BugDepth: r.Options.BugDepth, GuaranteedRuns: s.Guaranteed, Chains: s.Chains, RacyEvents: s.Racy, RunsBeyond: s.Beyond,
		ChoiceOdds: s.Choices, Classes: s.Classes, ClassesOnce: s.Once, MostFrequent: s.Most, LeastFrequent: s.Least, UnseenShare: s.Unseen(),
		Arms: prose.Each(s.Arms, func(a sampling.Arm) Arm { return Arm{a.Name, a.Runs, a.Violating, a.New} }),
	}
	if s.Stated && r.Violating == 0 { // nothing was missed otherwise
		d.MissProbability = &s.MissProbability
	}
	return d
}
