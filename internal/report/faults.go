package report

import (
	"strings"

	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/trace"
)

// Faults is the budget of faults of a search.
type Faults struct {
	checker.Faults
	// Used is what of the budget the first violation in Distinct uses, up to its last event; nil if there is none.
	Used *checker.Faults `json:"used,omitempty"`
}

// faultsOf returns the faults of a search, or nil if it had none.
func faultsOf(d *Document, r *checker.Result) *Faults {
	if r.Options.Faults == nil {
		return nil
	}
	f := &Faults{Faults: *r.Options.Faults}
	if len(d.Distinct) > 0 {
		f.Used = used(&d.Distinct[0], f.Drift)
	}
	if f.None() && (f.Used == nil || f.Used.None()) { // a replay has the faults of its schedule
		return nil
	}
	return f
}

// used counts the faults in the trace of a violation. If the clock of a node goes wrong, it does so by the given drift.
func used(v *Violation, drift int) *checker.Faults {
	var f checker.Faults
	for i := range v.Trace {
		switch v.Trace[i].Kind {
		case kindFaults:
			if clockOf(&v.Trace[i]) != "" {
				f.Drift = drift
			}
		case kindCrash:
			f.Crashes++
		case kindRestart:
			f.Restarts++
		case kindSever:
			f.Partitions++
			f.OneWay = f.OneWay || strings.Contains(v.Trace[i].Operation, trace.OneWay)
		case kindSync:
			if strings.HasPrefix(v.Trace[i].Result, trace.SyncFails) {
				f.SyncFailures++
			}
		}
		switch v.Trace[i].Fault {
		case trace.Lost.String():
			f.Losses++
		case trace.Duplicated.String():
			f.Duplicates++
		case trace.Reordered.String():
			f.Reorderings++
		}
	}
	return &f
}
