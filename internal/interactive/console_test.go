package interactive_test

import (
	"errors"
	"io"
	"strings"
	"testing"

	"github.com/checkmodel/checkmodel/internal/interactive"
	"github.com/checkmodel/checkmodel/internal/printable"
	"github.com/checkmodel/checkmodel/internal/report/document"
	"github.com/checkmodel/checkmodel/internal/report/prose"
)

// TestNarrowConsole: no line of a console is wider than its terminal, except commands to be copied.
func TestNarrowConsole(t *testing.T) {
	for _, columns := range []int{40, 80} {
		var out strings.Builder
		c := &interactive.Console{Session: begin(t, rivals), Text: prose.Text{Width: columns, Columns: columns}, Out: &out, Request: document.Request{Name: "rivals"},
			Write: func(string, []byte) error { return nil }}
		for _, line := range []string{"help", "1", "step main left right main", "state", "properties", "trace", "back 4", "mark a place with a very long name", "mark", "fork",
			"step main right", "forks", "state", "save a/file/with/a/long/name.trace"} {
			if err := c.Do(t.Context(), line); err != nil {
				t.Errorf("%s: %v", line, err)
			}
		}
		for line := range strings.Lines(out.String()) {
			if line = strings.TrimSuffix(line, "\n"); !printable.Fits(line, columns) && !strings.HasPrefix(line, "  checkmodel ") {
				t.Errorf("it has more than %d columns: %s", columns, line)
			}
		}
		if names := strings.Count(out.String(), "\n  schedule"); names != 1 {
			t.Errorf("%d columns: help has schedule %d times:\n%s", columns, names, &out)
		}
	}
}

// TestWrongNumbers: what begins with a number is a step.
func TestWrongNumbers(t *testing.T) {
	c := &interactive.Console{Session: begin(t, rivals), Out: io.Discard}
	for line, want := range map[string]string{
		"1 2": `enter the number of one step; "2" follows it`, "99999999999999999999999": "the steps are 1 to 1", "-1": "the steps are 1 to 1",
	} {
		if err := c.Do(t.Context(), line); err == nil || errors.Is(err, io.EOF) || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: the error is %v, want %q", line, err, want)
		}
	}
}
