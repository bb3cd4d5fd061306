package document

import (
	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/faults"
	"github.com/checkmodel/checkmodel/trace"
	"github.com/checkmodel/checkmodel/trace/kind"
)

// Faults is the budget of faults of a search.
type Faults struct {
	checker.Faults
	// Used is the part of the budget that the first violation in Distinct uses, up to its last event; nil if there is none.
	Used *checker.Faults `json:"used,omitempty"`
}

// faultsOf returns the faults of a search, or nil if it had none.
func faultsOf(d *Document, r *checker.Result) *Faults {
	if r.Options.Faults == nil {
		return nil
	}
	f := &Faults{Faults: *r.Options.Faults}
	if len(d.Distinct) > 0 {
		f.Used = used(&d.Distinct[0], &f.Faults)
	}
	if f.None() && (f.Used == nil || f.Used.None()) { // a replay has the faults of its schedule
		return nil
	}
	return f
}

// used counts the faults in the trace of a violation. If the clock of a node goes wrong, it does so as the budget says.
func used(v *Violation, budget *checker.Faults) *checker.Faults {
	var f checker.Faults
	kinds := faults.Kinds()
	for i := range v.Trace {
		e := &v.Trace[i]
		switch {
		case e.Kind == kind.DecideFaults.String():
			if e.Rate != "" {
				f.Drift = budget.Drift
			}
			if e.Shift != "" {
				f.Offset = budget.Offset
			}
		case e.Fault == trace.Dropped:
			f.Connections = true
		}
		f.OneLink, f.OneWay = f.OneLink || e.OneLink, f.OneWay || e.OneWay
		for _, k := range kinds {
			if k.Happens != "" && (k.Happens == e.Kind || k.Happens == e.Fault) {
				k.Add(&f, *budget)
			}
		}
	}
	return &f
}
