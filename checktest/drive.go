package checktest

import (
	"fmt"
	"strings"
	"testing"

	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/drive"
	"github.com/checkmodel/checkmodel/internal/report/console"
	"github.com/checkmodel/checkmodel/internal/report/prose"
)

// Drive tests a program against a model, by tests that are made from the model; see [drive.Check]. It reports an error if the program does what the model
// does not do, with a small test that shows it: the inputs, what the program and the model answer, and the events of the model up to there. It logs
// what was tested. An error of the model or the options ends the test.
func Drive(t *testing.T, m checker.Model, o drive.Options, start func() (drive.System, error)) {
	t.Helper()
	r, err := drive.Check(t.Context(), m, o, start)
	if err != nil {
		t.Fatal(err)
	}
	t.Log(r)
	if f := r.Failure; f != nil {
		var text strings.Builder
		fmt.Fprintf(&text, "the program does not do what model %s does (test %d had %d inputs, and fails as well with %d):\n\n%s\n", m.Name, r.Tests, f.Inputs, len(f.Steps), f)
		if err := console.Way(prose.Text{}, &text, m, f.Prefix, "the last input"); err != nil {
			t.Error(err)
		}
		t.Error(text.String())
	}
}
