package advice

import (
	"fmt"
	"slices"
	"strings"

	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/internal/report/document"
	"github.com/checkmodel/checkmodel/internal/report/prose"
	"github.com/checkmodel/checkmodel/sampling"
)

// Plurals returns a number with a noun whose plural does not end in "s" alone.
func Plurals(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprint(n, " ", many)
}

// Odds returns the probability with which a search of the given algorithm has missed a bug, and the assumptions behind it.
func Odds(s *document.Sample, by checker.Algorithm) string {
	const unknown = "How probably a bug was missed is not known: "
	switch {
	case s.MissProbability == nil && by.Traits().Deep:
		return unknown + fmt.Sprintf("the first %d runs are random walks, from which the search learns, and none was drawn after them by a strategy that gives odds. "+
			"With more runs, %s gives odds.", sampling.Preliminary, by)
	case s.MissProbability == nil:
		deep := slices.DeleteFunc(checker.Algorithms(), func(a checker.Algorithm) bool { return !a.Traits().Deep })
		return unknown + "this strategy finds some bugs only with a probability that falls exponentially with the number of events. " +
			prose.Join(deep, ", ") + " give odds."
	}
	text := fmt.Sprintf("If there is a bug of a depth up to %d, all runs have missed it with a probability of at most %.2g. ", s.BugDepth, *s.MissProbability)
	var rests []string
	if s.Chains > 0 {
		rests = append(rests, fmt.Sprintf("no run has more than %s of events, each of a process, a timer or a channel", prose.Plural(s.Chains, "chain")))
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
	text += fmt.Sprintf("That counts %s", prose.Plural(s.GuaranteedRuns, "run"))
	if len(rests) > 0 {
		text += ", and assumes that " + strings.Join(rests, "; that ")
	}
	return text + "."
}
