package guard_test

import (
	"testing"

	"github.com/checkmodel/checkmodel/internal/world/guard"
)

// TestModelError: an error says where it is as far as that is known.
func TestModelError(t *testing.T) {
	for want, e := range map[string]guard.ModelError{
		"bad":                               {},
		"process p: bad":                    {Process: "p"},
		"process p at m.go:1: bad":          {Process: "p", Source: "m.go:1"},
		"process p, step 2: bad":            {Process: "p", Step: 2},
		"process p, step 2, at m.go:1: bad": {Process: "p", Step: 2, Source: "m.go:1"},
		"at m.go:1: bad":                    {Source: "m.go:1"},
	} {
		e.Problem = "bad"
		if got := e.Error(); got != want {
			t.Errorf("%+v is %q, want %q", e, got, want)
		}
	}
}
