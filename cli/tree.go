package cli

import (
	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/internal/report"
	"github.com/checkmodel/checkmodel/trace"
)

// withTree observes a search for its progress and its exploration tree.
type withTree struct {
	progress *progress
	tree     *report.Tree
}

// observer returns the observer of the search, nil if there is nothing to observe. Shown is the
// progress that is shown, nil if none is.
func (r *run) observer(shown *progress) checker.Observer {
	switch asked := r.options.Tree != ""; {
	case asked && shown != nil:
		return withTree{shown, r.tree}
	case asked:
		return r.tree
	case shown != nil:
		return shown
	}
	return nil
}

// Inspect implements [checker.Inspector].
func (o withTree) Inspect(w checker.World) { o.tree.Inspect(w) }

// Forecast implements [checker.Forecaster].
func (o withTree) Forecast(outlook func() checker.Estimate) { o.progress.Forecast(outlook) }

// Judging implements [checker.Judging].
func (o withTree) Judging(states, transitions int) { o.progress.Judging(states, transitions) }

// Interleaving implements [checker.Observer].
func (o withTree) Interleaving(number int, outcome trace.Outcome, events []trace.Event) {
	o.progress.Interleaving(number, outcome, events)
	o.tree.Interleaving(number, outcome, events)
}
