package checker_test

import (
	"testing"

	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/internal/testsize"
	"github.com/checkmodel/checkmodel/models/litmus"
	"github.com/checkmodel/checkmodel/trace"
)

// forecasts records the estimates at each interleaving.
type forecasts struct {
	ask  func() checker.Estimate
	said []checker.Estimate
}

func (f *forecasts) Forecast(ask func() checker.Estimate) { f.ask = ask }

func (f *forecasts) Interleaving(int, trace.Outcome, []trace.Event) {
	f.said = append(f.said, f.ask())
}

// Planned interleavings are explored, and in the end the estimate is the real number.
func TestOutlook(t *testing.T) {
	explored := 0
	for _, m := range litmus.Models() {
		f := &forecasts{}
		r, err := checker.Check(t.Context(), m, checker.Options{TrustModel: !testsize.Long(), Observer: f, Until: checker.UntilEnd})
		if err != nil {
			t.Fatal(err)
		}
		for i, o := range f.said {
			if n := i + 1; n+o.Planned > r.Interleavings || o.Total < float64(n+o.Planned) && o.Planned == 0 {
				t.Errorf("%s: after %d of %d interleavings the outlook is %+v", m.Name, n, r.Interleavings, o)
			}
		}
		if last := f.said[len(f.said)-1]; last.Planned != 0 || last.Total != float64(r.Interleavings) {
			t.Errorf("%s: in the end the outlook is %+v, and there were %d interleavings", m.Name, last, r.Interleavings)
		}
		explored += r.Interleavings
	}
	if explored < 100 {
		t.Errorf("there were %d interleavings only", explored)
	}
}
