package document

import (
	"slices"

	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/internal/printable"
	"github.com/checkmodel/checkmodel/trace"
)

// Values of Item.Kept.
const (
	again   = "again"   // the kept failure happens again
	Another = "another" // a property is violated, but not as it was
	gone    = "gone"    // nothing is violated
)

// Fate returns the fate of a kept failure in its replay: whether it violates the property, whose name is escaped as by
// [printable.OneLine], in the process, or in any if that is "". It returns "" if the property is not known, or if the replay
// failed.
func Fate(r *checker.Result, property, process string) string {
	switch {
	case property == "" || r.Options.Replay == nil || r.Verdict == checker.Failed:
		return ""
	case slices.ContainsFunc(r.Violations, func(v *checker.Violation) bool {
		return printable.OneLine(v.Property) == property && (process == "" || v.Process == process)
	}):
		return again
	case r.Violating > 0:
		return Another
	}
	return gone
}

// Fate describes in a clause the fate of a kept failure; "" if there was none.
func (it *Item) Fate() string {
	switch it.Kept {
	case again:
		return "the kept failure happens again"
	case Another:
		return "the kept failure does not happen any more, but another one does"
	case gone:
		return "the kept failure does not happen any more"
	}
	return ""
}

// StepMatches counts the steps of a given schedule by how they were found in the model.
type StepMatches struct {
	Exact       int `json:"exact"`
	Fingerprint int `json:"fingerprint"`
	Type        int `json:"type"`
	Skipped     int `json:"skipped"`
}

// matched returns nil if no schedule was given.
func MatchedOf(r *checker.Result) *StepMatches {
	if r.Options.Replay == nil && r.Options.Around == nil {
		return nil
	}
	m := &StepMatches{Exact: r.Exact, Skipped: len(r.Skipped)}
	for _, s := range r.Similar {
		if s.By == trace.ByFingerprint {
			m.Fingerprint++
		} else {
			m.Type++
		}
	}
	return m
}
