package report_test

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/internal/printable"
	"github.com/checkmodel/checkmodel/internal/report"
	"github.com/checkmodel/checkmodel/internal/report/console"
	"github.com/checkmodel/checkmodel/internal/report/document"
	"github.com/checkmodel/checkmodel/internal/report/prose"
	"github.com/checkmodel/checkmodel/proc"
)

// queued is a request to a queue: to append a value, or to take one.
type queued struct{ Append string }

func (q queued) String() string {
	if q.Append == "" {
		return "take"
	}
	return "append " + q.Append
}

// queue is a model in which one append never returns, and a value is taken twice.
var queue = checker.Model{
	Name: "queue",
	Rules: []checker.Rule{checker.Linearizable(checker.Property{Name: "a queue"}, nil, func(q []string, r queued) ([]string, string) {
		switch {
		case r.Append != "":
			return append(slices.Clip(q), r.Append), ""
		case len(q) == 0:
			return q, "nothing"
		}
		return q[1:], q[0]
	})},
	Violates: []string{"a queue"},
	Main: func(p *proc.P) {
		say := func(q queued, result string) { checker.Operate(p, q, func() string { return result }) }
		p.Spawn("slow", func(p *proc.P) {
			checker.Operate(p, queued{"b"}, func() string { return proc.Receive[string](p) })
		}, proc.Daemon)
		say(queued{"a"}, "")
		p.Spawn("other", func(p *proc.P) { checker.Operate(p, queued{}, func() string { return "a" }) })
		say(queued{}, "a")
	},
}

// TestHistory: the text and the page show the operations as intervals, with an order up to the one that is stuck.
func TestHistory(t *testing.T) {
	it := searched(t, []checker.Model{queue}, "queue", checker.Options{Until: checker.UntilFirst})
	var b bytes.Buffer
	if err := console.Model((prose.Text{Show: 1}), &b, it); err != nil {
		t.Fatal(err)
	}
	golden(t, "history.txt", b.String())
	page := written(t, report.HTMLFormat, document.NewDocument(it))
	at := strings.Index(page, `<details class="history"`)
	if at < 0 {
		t.Fatal("the page has no history")
	}
	golden(t, "history.html", page[at:at+strings.Index(page[at:], "</details>")]+"\n")
}

// TestLongHistory: lines are not wider than a terminal, however many operations there are, and however long their texts.
func TestLongHistory(t *testing.T) {
	for _, n := range []int{1, 2, 7, 12, 19, 20, 21, 90} {
		it := deadlocked()
		v := it.Result.Violations[0]
		v.Trace.Entries = slices.Repeat(v.Trace.Entries, 2*n)
		for i := range v.Trace.Entries {
			v.Trace.Entries[i].Number = i + 1
		}
		for i := range n {
			v.History = append(v.History, checker.HistoryOperation{Process: strings.Repeat("p", 20) + fmt.Sprint(i%3), Call: strings.Repeat("call ", i), Result: "\x1b", Called: i + 1, Returned: n + i + 1, Order: i, State: strings.Repeat("state ", i), Stuck: i == 0})
		}
		var b bytes.Buffer
		if err := console.Violation((prose.Text{Width: 80, Columns: 80}), &b, checker.Model{}, v); err != nil {
			t.Fatal(err)
		}
		_, drawn, _ := strings.Cut(b.String(), "The operations")
		rows := 0
		for line := range strings.Lines(drawn) {
			if line = strings.TrimSuffix(line, "\n"); strings.HasPrefix(line, "    ppp") {
				rows++
				if w := printable.Width(line); w > 80 {
					t.Errorf("of %d operations, this line has %d columns:\n%s", n, w, line)
				}
			}
		}
		if rows != n || strings.Contains(drawn, "\x1b") || !strings.Contains(drawn, "✗") {
			t.Errorf("there are %d rows, want %d:\n%s", rows, n, drawn)
		}
		written(t, report.HTMLFormat, document.NewDocument(it))
	}
}

// A click on an operation of the page leads to the event of its call.
func TestPageHistory(t *testing.T) {
	doc := document.NewDocument(searched(t, []checker.Model{queue}, "queue", checker.Options{Until: checker.UntilFirst}))
	var out struct {
		Errors     []string
		Bars, Here int
	}
	browse(t, written(t, report.HTMLFormat, doc), `
		const bars = [...document.querySelectorAll(".history .bar")];
		out.bars = bars.length;
		bars[1].dispatchEvent(new MouseEvent("click", {bubbles: true})); out.here = here();`, &out)
	if want := doc.Distinct[0].History[1].Called; len(out.Errors) > 0 || out.Bars != 4 || out.Here != want {
		t.Errorf("a click leads elsewhere than to event %d: %+v", want, out)
	}
}
