package console

import (
	"fmt"

	"github.com/checkmodel/checkmodel/internal/report/advice"
	"github.com/checkmodel/checkmodel/internal/report/prose"
)

// skipped lists the steps of a schedule that did not happen.
func (t sections) skipped() {
	misfit := advice.Misfit(t.r)
	if misfit == "" {
		return
	}
	fmt.Fprintf(t.b, "\n  %s\n", t.Broken("The schedule does not fit the model: "+misfit+".", 2, 4))
	for i, d := range advice.StepsNotExecuted(t.r) {
		if i == advice.Listed && !t.Full {
			fmt.Fprintf(t.b, "          and %s\n", prose.Plural(len(t.r.Similar)+len(t.r.Skipped)-i, "more step"))
			return
		}
		what := prose.Clean(d.Process)
		if d.Event != "" {
			what += ": " + t.Value(prose.Clean(d.Event), eventWidth)
		}
		fmt.Fprintf(t.b, "  %6d  %s\n          %s\n", d.Step, t.Broken(what, 10, 14), t.Broken(prose.Clean(d.Problem), 10, 10))
	}
}
