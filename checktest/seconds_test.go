package checktest_test

import (
	"testing"

	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/checktest"
	"github.com/checkmodel/checkmodel/proc"
)

// TestSeconds: the search of a model ends after as many seconds as the model says.
func TestSeconds(t *testing.T) {
	m := checker.Model{Name: "many", Search: checker.SearchDefaults{Seconds: 1}, Main: func(p *proc.P) {
		for range 10 {
			p.Choose(100)
		}
	}}
	if r := checktest.Run(t, m, checktest.MaxInterleavings(100_000_000)); !testing.Short() && (r == nil || r.Stop != checker.Canceled) {
		t.Errorf("the search was not stopped by its limit: %+v", r)
	}
}
