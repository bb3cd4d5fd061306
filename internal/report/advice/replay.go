package advice

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/internal/report/document"
	"github.com/checkmodel/checkmodel/internal/report/prose"
)

// departures returns the steps that were not executed as they were kept, in their order, with the executed events.
func StepsNotExecuted(r *checker.Result) []checker.SkippedStep {
	all := slices.Clone(r.Skipped)
	for _, s := range r.Similar {
		all = append(all, checker.SkippedStep{Step: s.Step, Process: s.Process, Event: s.Event, Problem: "found by " + s.By + "; now " + s.Now})
	}
	slices.SortFunc(all, func(a, b checker.SkippedStep) int { return cmp.Compare(a.Step, b.Step) })
	return all
}

// Departures returns a sentence for each step of a schedule that was not executed as it was kept, in their order.
func Departures(r *checker.Result) (said []string) {
	for _, d := range StepsNotExecuted(r) {
		what := d.Process
		if d.Event != "" {
			what += ": " + d.Event
		}
		said = append(said, fmt.Sprintf("step %d (%s): %s", d.Step, what, d.Problem))
	}
	return said
}

// Misfit says how a replay deviated from its schedule, or the first interleaving of a search from the given schedule.
// It returns "" if it did not, if there was no schedule, or if no step was possible, which is an error.
func Misfit(r *checker.Result) string {
	steps := max(len(r.Options.Replay), len(r.Options.Around))
	skipped := fmt.Sprintf("%d of its %s %s skipped", len(r.Skipped), prose.Plural(steps, "step"), wasOr(len(r.Skipped)))
	unplanned := fmt.Sprintf("%s executed before its end that it does not have", prose.Were(r.Unplanned, "operation"))
	switch {
	case len(r.Skipped) == steps && r.Verdict == checker.Failed:
		return ""
	case len(r.Similar) > 0:
		return similarly(r, steps, unplanned)
	case len(r.Skipped) > 0 && r.Unplanned > 0:
		return skipped + ", and " + unplanned
	case len(r.Skipped) > 0:
		return skipped
	case r.Unplanned > 0:
		return unplanned
	}
	return ""
}

// similarly is Misfit if a similar operation was executed for some steps.
func similarly(r *checker.Result, steps int, unplanned string) string {
	m := document.MatchedOf(r)
	text := fmt.Sprintf("of its %s, %d %s executed as kept", prose.Plural(steps, "step"), m.Exact, wasOr(m.Exact))
	for _, found := range []struct {
		n   int
		how string
	}{{m.Fingerprint, "found by fingerprint"}, {m.Type, "found by type"}, {m.Skipped, "skipped"}} {
		if found.n > 0 {
			text += fmt.Sprintf(", %d %s", found.n, found.how)
		}
	}
	if r.Unplanned > 0 {
		text += "; " + unplanned
	}
	return text
}

func wasOr(n int) string {
	if n > 1 {
		return "were"
	}
	return "was"
}
