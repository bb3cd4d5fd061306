package checker_test

import (
	"testing"

	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/proc"
)

// TestNilIsShown: nil is a value of an interface type, as a state and as an event.
func TestNilIsShown(t *testing.T) {
	isNil := func(states []checker.Exposed[error]) bool { return len(states) == 1 && states[0].State == nil }
	always := checker.Always(checker.Property{Name: "nil"}, func(states []checker.Exposed[error]) error {
		if isNil(states) {
			return nil
		}
		return states[0].State
	})
	m := checker.Model{Name: "m", Rules: []checker.Rule{
		always,
		checker.Finally(checker.Property{Name: "nil at the end"}, func(states []checker.Exposed[error]) error { return nil }),
		checker.Sometimes(checker.Property{Name: "reached"}, isNil),
		checker.Monitor(checker.Property{Name: "nil as an event"}, func() func(string, error) error {
			return func(_ string, event error) error { return event }
		}),
	}, Main: func(p *proc.P) {
		proc.Expose[error](p, nil)
		proc.Announce[error](p, nil)
	}}
	r := explored(t, m, checker.Options{})
	if r.Verdict != checker.Verified || len(r.Missed()) != 0 || len(r.Unasked) != 0 {
		t.Errorf("the verdict is %s, missed are %v, nothing was shown to %v", r.Verdict, r.Missed(), r.Unasked)
	}
}
