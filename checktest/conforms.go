package checktest

import (
	"io"
	"strings"
	"testing"

	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/conform"
	"github.com/checkmodel/checkmodel/internal/report/console"
	"github.com/checkmodel/checkmodel/internal/report/prose"
	"github.com/checkmodel/checkmodel/systemlog"
)

// Conforms reads the log of a real system, and reports an error unless it fits the model; see [conform.Check]. The error has the first line
// that does not fit, what the model could do there, and the events up to there. A log that cannot be read, and an error of the
// model, end the test. Conforms blocks until the search has ended, or the test is about to end.
func Conforms(t *testing.T, m checker.Model, log io.Reader, o conform.Options) {
	t.Helper()
	lines, err := systemlog.Read(log)
	if err != nil {
		t.Fatal(err)
	}
	r, err := conform.Check(t.Context(), m, lines, o)
	if err != nil {
		t.Fatal(err)
	}
	if !r.Fits {
		var text strings.Builder
		if err := console.Fit(prose.Text{}, &text, m, r); err != nil {
			t.Error(err)
		}
		t.Errorf("the log does not fit the model: %s", &text)
	}
}

// Judge returns a judge of a running system by the rules of a model. The first violation of each rule is an error of the test, as it
// happens. When the test ends, the rules about the end are judged, and a rule that no line was about, or a goal that was not reached, is an
// error too. A model that has no rules ends the test.
func Judge(t *testing.T, m checker.Model) *conform.Judge {
	t.Helper()
	j, err := conform.NewJudge(m)
	if err != nil {
		t.Fatal(err)
	}
	j.Violated = func(v conform.Violation) { t.Error(v) }
	t.Cleanup(func() {
		j.End()
		if unasked := j.Unasked(); len(unasked) > 0 && !t.Failed() {
			t.Errorf("no line of the log is about %s, or reaches it", strings.Join(unasked, ", "))
		}
	})
	return j
}
