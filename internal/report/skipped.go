package report

import (
	"fmt"

	"github.com/checkmodel/checkmodel/checker"
)

// Skipped is a step of a given schedule that did not happen. The fields are those of
// [checker.Skipped].
type Skipped struct {
	Step    int    `json:"step"`
	Process string `json:"process"`
	Event   string `json:"event,omitempty"`
	Problem string `json:"problem"`
}

// skipped lists the steps of a schedule that did not happen.
func (t sections) skipped() {
	misfit := Misfit(t.r)
	if misfit == "" {
		return
	}
	fmt.Fprintf(t.b, "\n  %s\n", t.broken("The schedule does not fit the model: "+misfit+".", 2, 4))
	for i, s := range t.r.Skipped {
		if i == listed && !t.Full {
			fmt.Fprintf(t.b, "          and %s\n", plural(len(t.r.Skipped)-i, "more step"))
			return
		}
		what := clean(s.Process)
		if s.Event != "" {
			what += ": " + t.value(clean(s.Event), eventWidth)
		}
		fmt.Fprintf(t.b, "  %6d  %s\n          %s\n", s.Step, t.broken(what, 10, 14), t.broken(clean(s.Problem), 10, 10))
	}
}

// Misfit says how a replay deviated from its schedule, or the first interleaving of a search from that which was given.
// It returns "" if it did not, if there was no schedule, or if no step was possible, which is an error.
func Misfit(r *checker.Result) string {
	was, steps := "was", max(len(r.Options.Replay), len(r.Options.Around))
	if len(r.Skipped) > 1 {
		was = "were"
	}
	skipped := fmt.Sprintf("%d of its %s %s skipped", len(r.Skipped), plural(steps, "step"), was)
	unplanned := fmt.Sprintf("%s executed before its end that it does not have", were(r.Unplanned, "operation"))
	switch {
	case len(r.Skipped) == steps && r.Verdict == checker.Failed:
		return ""
	case len(r.Skipped) > 0 && r.Unplanned > 0:
		return skipped + ", and " + unplanned
	case len(r.Skipped) > 0:
		return skipped
	case r.Unplanned > 0:
		return unplanned
	}
	return ""
}
