package cli

import (
	"bytes"
	"slices"

	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/internal/files"
	"github.com/checkmodel/checkmodel/internal/report"
	"github.com/checkmodel/checkmodel/trace"
)

// observers combines several observers into one.
type observers []checker.Observer

// Inspect implements [checker.Inspector].
func (all observers) Inspect(w checker.World) {
	for _, o := range all {
		if i, ok := o.(checker.Inspector); ok {
			i.Inspect(w)
		}
	}
}

// Forecast implements [checker.Forecaster].
func (all observers) Forecast(outlook func() checker.Estimate) {
	for _, o := range all {
		if f, ok := o.(checker.Forecaster); ok {
			f.Forecast(outlook)
		}
	}
}

// Interleaving implements [checker.Observer].
func (all observers) Interleaving(number int, outcome trace.Outcome, events []trace.Event) {
	for _, o := range all {
		o.Interleaving(number, outcome, events)
	}
}

// countingObservers combines observers none of which reads the events.
type countingObservers struct{ observers }

// Counting implements [checker.Counting].
func (countingObservers) Counting() {}

// together returns the observers as one, or nil if there are none.
func (all observers) together() checker.Observer {
	counts := func(o checker.Observer) bool { _, ok := o.(checker.Counting); return ok }
	switch {
	case len(all) == 0:
		return nil
	case slices.ContainsFunc(all, func(o checker.Observer) bool { return !counts(o) }):
		return all
	default:
		return countingObservers{all}
	}
}

// writeTree writes the exploration tree into its file.
func writeTree(t *report.Tree, file string) error {
	var b bytes.Buffer
	if err := t.DOT(&b); err != nil {
		return err
	}
	return files.Write(file, b.Bytes())
}
