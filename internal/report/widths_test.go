package report_test

import (
	"bytes"
	"io"
	"slices"
	"strings"
	"testing"

	"github.com/checkmodel/checkmodel/bounding"
	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/internal/printable"
	"github.com/checkmodel/checkmodel/internal/report/console"
	"github.com/checkmodel/checkmodel/internal/report/document"
	"github.com/checkmodel/checkmodel/internal/report/prose"
	"github.com/checkmodel/checkmodel/internal/testsize"
	"github.com/checkmodel/checkmodel/models/chainrepl"
	"github.com/checkmodel/checkmodel/models/corfu"
	"github.com/checkmodel/checkmodel/models/counter"
	"github.com/checkmodel/checkmodel/models/examples/lease"
	"github.com/checkmodel/checkmodel/models/examples/standby"
	"github.com/checkmodel/checkmodel/models/litmus"
	"github.com/checkmodel/checkmodel/models/raft"
	"github.com/checkmodel/checkmodel/models/spark"
	"github.com/checkmodel/checkmodel/result"
)

// No line of a report is wider than the terminal, whatever the model and the search. A word is not broken, because it may be
// copied, except in a trace.
func TestWidths(t *testing.T) {
	widths := []int{40, 60, 80, 150}
	if testsize.Long() {
		widths = nil
		for w := 40; w <= 200; w++ {
			widths = append(widths, w)
		}
	}
	for name, models := range map[string][]checker.Model{
		"corfu": corfu.Models(), "raft": raft.Models(), "spark": spark.Models(), "chainrepl": chainrepl.Models(), "counter": counter.Models(),
		"litmus": litmus.Models()[:12], "lease": lease.Models(), "standby": standby.Models(),
	} {
		if !testsize.Long() { // the first of each kind of violation
			models = slices.CompactFunc(slices.Clone(models), func(a, b checker.Model) bool { return slices.Equal(a.Violates, b.Violates) })
			models = models[:min(len(models), 3)]
		}
		for search, o := range map[string]checker.Options{
			"bounded": {Bound: bounding.Tree(3).From(2), MaxInterleavings: 60, Until: checker.UntilEnd, Examples: 1},
			"states":  {Algorithm: checker.States, MaxInterleavings: 60},
			"random":  {Algorithm: checker.Portfolio, Runs: 20, Until: checker.UntilFirst},
		} {
			var items []document.Item
			for _, m := range models {
				r, err := checker.Check(t.Context(), m, o)
				if r == nil {
					r = &checker.Result{Model: m, Options: o.For(&m), Record: result.Record{Verdict: checker.Failed}}
				}
				items = append(items, document.Item{Name: m.Name, Package: "example.com/protocols/" + name, Result: r, Err: err})
			}
			for _, width := range widths {
				for _, text := range []prose.Text{{Width: width, Columns: width, Show: 1}, {Width: width, Columns: width, Full: true}} {
					narrow(t, name+" "+search, text, items)
				}
			}
		}
	}
}

// narrow checks the lines of a report.
func narrow(t *testing.T, name string, text prose.Text, items []document.Item) {
	t.Helper()
	var b bytes.Buffer
	table := console.NewTable(text, requestsOf(items))
	for _, write := range []func(io.Writer) error{
		table.Head, func(w io.Writer) error { return console.List(text, w, requestsOf(items)) },
		func(w io.Writer) error {
			for _, it := range items {
				if err := table.Row(w, it); err != nil {
					return err
				}
			}
			return console.Summary(text, w, items)
		},
	} {
		if err := write(&b); err != nil {
			t.Fatal(err)
		}
	}
	for line := range strings.Lines(b.String()) {
		line = strings.TrimSuffix(line, "\n")
		if n := printable.Width(line); n > text.Width && len(strings.Fields(strings.TrimSuffix(line, ` \`))) > 1 {
			t.Errorf("%s: in %d columns there is a line of %d:\n%s", name, text.Width, n, line)
		}
	}
	lines := strings.Split(strings.TrimSuffix(b.String(), "\n"), "\n")
	if last := lines[len(lines)-1]; lines[len(lines)-2] != "" || strings.HasPrefix(last, " ") {
		t.Errorf("%s: in %d columns the conclusion is not one line:\n%s", name, text.Width, last)
	}
}
