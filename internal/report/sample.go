package report

import (
	"fmt"
	"slices"
	"strings"

	"github.com/checkmodel/checkmodel/checker"
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
		Arms: each(s.Arms, func(a sampling.Arm) Arm { return Arm{a.Name, a.Runs, a.Violating, a.New} }),
	}
	if s.Stated && r.Violating == 0 { // nothing was missed otherwise
		d.MissProbability = &s.MissProbability
	}
	return d
}

// sample writes the number of runs that were drawn, and the odds.
func (t sections) sample() {
	s := t.d.Sample
	if s == nil || s.Runs == 0 {
		return
	}
	text := fmt.Sprintf("%s with seed %d: %s of interleavings", plural(s.Runs, "run"), t.d.Seed, plurals(s.Classes, "class", "classes"))
	if s.Run > 0 {
		text = fmt.Sprintf("Run %d with seed %d", s.Run, t.d.Seed)
	} else if s.Classes < s.Runs {
		text += fmt.Sprintf(", one of them drawn %s and one only %s", plural(s.MostFrequent, "time"), plural(s.LeastFrequent, "time"))
	}
	if s.Run == 0 {
		share := fmt.Sprintf("%.2g", 100*s.UnseenShare)
		if s.UnseenShare >= 0.995 {
			share = "100" // not 1e+02
		}
		text += fmt.Sprintf(". About %s %% of further runs would draw a class that none has drawn so far (Good and Turing's estimate). "+
			"That is about what these draws come to, not about the model: what they hardly ever come to, a bug included, may be most of it", share)
	}
	t.paragraph(t.b, text+".")
	if t.r.Violating == 0 {
		t.paragraph(t.b, odds(s, t.d.Strategy))
	}
}

// plurals returns a number with a noun whose plural does not end in "s" alone.
func plurals(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprint(n, " ", many)
}

// odds returns the probability with which a search of the given algorithm has missed a bug, and the assumptions behind it.
func odds(s *Sample, by checker.Algorithm) string {
	const unknown = "How probably a bug was missed is not known: "
	switch {
	case s.MissProbability == nil && by.Traits().Deep:
		return unknown + fmt.Sprintf("the first %d runs are random walks, from which the search learns, and none was drawn after them by a strategy that gives odds. "+
			"With more runs, %s gives odds.", sampling.Preliminary, by)
	case s.MissProbability == nil:
		deep := slices.DeleteFunc(checker.Algorithms(), func(a checker.Algorithm) bool { return !a.Traits().Deep })
		return unknown + "this strategy finds some bugs only with a probability that falls exponentially with the number of events. " +
			Join(deep, ", ") + " give odds."
	}
	text := fmt.Sprintf("If there is a bug of a depth up to %d, all runs have missed it with a probability of at most %.2g. ", s.BugDepth, *s.MissProbability)
	var rests []string
	if s.Chains > 0 {
		rests = append(rests, fmt.Sprintf("no run has more than %s of events, each of a process, a timer or a channel", plural(s.Chains, "chain")))
	}
	if s.RacyEvents > 0 {
		races := fmt.Sprintf("the events that race are among those that raced in the first %d runs, at most %d in a run", sampling.Preliminary, s.RacyEvents)
		if s.RunsBeyond > 0 {
			races += fmt.Sprintf(" (%d runs had more)", s.RunsBeyond)
		}
		rests = append(rests, races)
	}
	if s.ChoiceOdds < 1 {
		rests = append(rests, fmt.Sprintf("the bug needs one outcome of each choice, drawn with a probability of at least %.2g, and no fault of a message", s.ChoiceOdds))
	}
	text += fmt.Sprintf("That counts %s", plural(s.GuaranteedRuns, "run"))
	if len(rests) > 0 {
		text += ", and assumes that " + strings.Join(rests, "; that ")
	}
	return text + "."
}
