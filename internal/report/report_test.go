package report_test

import (
	"bytes"
	"errors"
	"flag"
	"io"
	"iter"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/checkmodel/checkmodel/bounding"
	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/internal/report/advice"
	"github.com/checkmodel/checkmodel/internal/report/console"
	"github.com/checkmodel/checkmodel/internal/report/document"
	"github.com/checkmodel/checkmodel/internal/report/prose"
	"github.com/checkmodel/checkmodel/proc"
	"github.com/checkmodel/checkmodel/result"
	"github.com/checkmodel/checkmodel/trace"
	"github.com/checkmodel/checkmodel/trace/kind"
)

var update = flag.Bool("update", false, "write the golden files")

// golden compares the output with a file in testdata.
func golden(t *testing.T, name, got string) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), got); diff != "" {
		t.Errorf("%s: what is there (-) and what was written (+):\n%s", path, diff)
	}
}

const dir = "/home/ada/protocols"

// asserted is a model whose declared violation was found by an assertion.
func asserted() document.Item {
	return document.Item{
		Name: "tail", Package: "example.com/protocols/chain", Elapsed: 123 * time.Millisecond,
		Result: &checker.Result{Model: checker.Model{Name: "tail", Doc: "Repair at the end.", Violates: []string{"linearizability"}}, Options: checker.Options{Bound: bounding.Tree(4), Until: checker.UntilFirst, MaxEvents: checker.DefaultMaxEvents}, Record: result.Record{Verdict: checker.Violated, Stop: checker.AtViolation, Expected: true, Findings: checker.Findings{
			Figures: checker.Figures{BoundCut: 52, Events: 9000}, Interleavings: 139, Violating: 1, FirstViolation: 139,
			Violations: []*checker.Violation{{
				Property: "linearizability", Explanation: `the first read found "red" and the second found nothing`,
				Process: "main", Interleaving: 139, Count: 1,
				Trace: &trace.Trace{Entries: []trace.Entry{
					{Number: 1, Process: "main", Operation: "spawn writer", Source: dir + "/chain/main.go:12"},
					{Number: 2, Process: "writer", Operation: `send write{value: "red"} to server-A`, Source: dir + "/chain/writer.go:7",
						Log: []string{"starts", "\x1b[2Jclears the screen\nand goes on"}},
					{Number: 3, Process: "server-A", Operation: "receive any message", Result: `write{value: "red"} from writer`, Source: "/opt/lib/server.go:99"},
					{Number: 4, Process: "server-A", Operation: `send forward{layout: ` + strings.Repeat("epoch ", 30) + `} to server-B`},
					{Number: 5, Process: "server-B", Operation: "receive " + strings.Repeat("a or ", 30) + "b", Result: `forward{layout: ` + strings.Repeat("epoch ", 30) + `} from server-A`},
					{Number: 6, Process: "main", Operation: "end: linearizability violated", Violates: "linearizability", Result: `the first read found "red" and the second found nothing`, Source: dir + "/chain/main.go:40"},
				}},
			}},
		}}},
	}
}

// deadlocked is a model that deadlocks without declaring it.
func deadlocked() document.Item {
	return document.Item{
		Name: "lost", Package: "example.com/protocols/chain", Elapsed: 3 * time.Millisecond,
		Result: &checker.Result{Model: checker.Model{Name: "lost"}, Record: result.Record{Verdict: checker.Violated, Stop: checker.AtViolation, Findings: checker.Findings{
			Figures: checker.Figures{Events: 2}, Interleavings: 1, Violating: 1, FirstViolation: 1,
			Violations: []*checker.Violation{{
				Property: proc.NoDeadlock, Explanation: "process main waits for ever to receive ack; process server waits for ever to receive stop",
				Interleaving: 1, Count: 1,
				Trace: &trace.Trace{Entries: []trace.Entry{{Number: 1, Process: "main", Operation: "spawn server", Source: dir + "/chain/main.go:12"}}},
				Waiting: []trace.Waiting{
					{Process: "main", For: "ack", Source: dir + "/chain/main.go:14"},
					{Process: "server", For: "stop", Source: dir + "/chain/server.go:4", Mailbox: []string{"nack{}", `"\x07"` + "\x07"}, Refused: []string{"the condition does not hold\x07", "of type string, not stop"}},
				},
			}},
		}}},
	}
}

// crashed is the result of a search with UntilEnd. It found the given number of violations in
// addition to the declared one.
func crashed(others int) document.Item {
	it := document.Item{
		Name: "crash", Package: "example.com/protocols/chain", Elapsed: 75 * time.Second,
		Result: &checker.Result{Model: checker.Model{Name: "crash", Violates: []string{proc.NoCrash}}, Options: checker.Options{Until: checker.UntilEnd, Algorithm: checker.Source, MaxInterleavings: 500, MaxEvents: 40}, Record: result.Record{Verdict: checker.Violated, Stop: checker.OutOfBudget, Findings: checker.Findings{
			Figures: checker.Figures{SleepSetBlocked: 7, DepthCut: 2, Events: 9999}, Interleavings: 500, Violating: 30, FirstViolation: 2,
			Repeated: []checker.Repetition{
				{Process: "server\x1b[2J", Processes: 1, Operation: "receive any message", Source: dir + "/chain/server.go:99", Count: 12},
				{Process: "client", Processes: 3, Operation: "look up \"\x1b[2J\" in layouts", Kind: kind.TableLookup.String(), Source: dir + "/chain/main.go:7", Count: 9},
			},
			Growth: []checker.Growth{
				{Process: "server\x1b[2J", What: "state.next[\"\x1b[2J\"] of its loop", Of: trace.GrowingLoop, Source: dir + "/chain/server.go:99", From: 1, To: 120},
				{Process: "client", What: "timers that it has started", Of: trace.GrowingTimers, Source: dir + "/chain/main.go:7", From: 1, To: 9},
				{What: "virtual time", From: 5, To: 900},
			},
			Violations: []*checker.Violation{{
				Property: proc.NoCrash, Explanation: "process main panicked: index out of range", Process: "main", Interleaving: 2, Count: 4,
				Trace: &trace.Trace{Entries: []trace.Entry{{Number: 1, Process: "main", Operation: "end: no crash violated", Violates: proc.NoCrash, Result: "panicked: index out of range", Source: dir + "/chain/main.go:12"}}},
				Stack: []string{"example.com/protocols/chain.run " + dir + "/chain/main.go:12", "example.com/protocols/chain.Models.func1 " + dir + "/chain/main.go:8"},
			}},
		}}},
	}
	for i := range others {
		it.Result.Violations = append(it.Result.Violations, &checker.Violation{
			Property: "agreement", Explanation: "the values are 1 and " + strings.Repeat("I", i+1), Process: "main", Interleaving: 10 + i, Count: 1 + i%2,
			Trace: &trace.Trace{Entries: []trace.Entry{{Number: 1, Process: "main", Operation: "end: agreement violated", Violates: "agreement"}}},
		})
	}
	return it
}

func TestModel(t *testing.T) {
	for _, c := range []struct {
		golden string
		text   prose.Text
		item   document.Item
	}{
		{"asserted.txt", prose.Text{Dir: dir, Show: 1}, asserted()},
		{"asserted_full.txt", prose.Text{Dir: dir, Full: true}, asserted()},
		{"deadlocked.txt", prose.Text{Dir: dir + "/chain"}, deadlocked()},
		{"crashed.txt", prose.Text{}, crashed(24)},
		{"crashed_narrow.txt", prose.Text{Width: 60, Columns: 60}, crashed(2)},
		{"crashed_full.txt", prose.Text{Dir: dir, Full: true}, crashed(2)},
	} {
		var b bytes.Buffer
		if err := console.Model(c.text, &b, c.item); err != nil {
			t.Fatal(err)
		}
		golden(t, c.golden, b.String())
	}
}

// others are results with all verdicts except violated.
func others() []document.Item {
	item := func(name string, r checker.Result) document.Item {
		r.Model.Name = name
		return document.Item{Name: name, Package: "example.com/protocols/other", Result: &r, Elapsed: time.Second}
	}
	items := []document.Item{
		item("all", checker.Result{Record: result.Record{Verdict: checker.Verified, Expected: true, Findings: checker.Findings{Asserted: []string{"all is well"}, Interleavings: 1}}}),
		item("harmless", checker.Result{Model: checker.Model{Violates: []string{"safety"}}, Record: result.Record{Verdict: checker.Verified, Findings: checker.Findings{Interleavings: 20}}}),
		item("some", checker.Result{Record: result.Record{Verdict: checker.Bounded, Expected: true, Findings: checker.Findings{Interleavings: 300, Figures: checker.Figures{BoundCut: 4}}}}),
		item("deep", checker.Result{Record: result.Record{Verdict: checker.Bounded, Expected: true, Findings: checker.Findings{Interleavings: 5, Figures: checker.Figures{DepthCut: 1}}}}),
		item("few", checker.Result{Record: result.Record{Verdict: checker.Incomplete, Stop: checker.OutOfBudget, Expected: true, Findings: checker.Findings{Interleavings: 4000}}}),
		item("late", checker.Result{Record: result.Record{Verdict: checker.Incomplete, Stop: checker.Canceled, Expected: true, Findings: checker.Findings{Interleavings: 50000}}}),
		item("broken\x1b[31m", checker.Result{Record: result.Record{Verdict: checker.Failed, Findings: checker.Findings{Interleavings: 2}}}),
	}
	items[5].Canceled = document.TimedOut
	items[6].Err = &checker.Failure{Model: "broken\x1b[31m", Cause: errors.New("step 3, by main, was \"send\" and is \"receive\"")}
	return items
}

func TestSummary(t *testing.T) {
	for name, items := range map[string][]document.Item{
		"summary_one.txt":   {asserted()},
		"summary_other.txt": others(),
		"summary_all.txt":   append(others(), asserted(), deadlocked(), crashed(2)),
		"summary_none.txt":  nil,
	} {
		var b bytes.Buffer
		for _, it := range items {
			if it.Result.Verdict != checker.Violated {
				if err := console.Model((prose.Text{}), &b, it); err != nil {
					t.Fatal(err)
				}
			}
		}
		if err := console.Summary((prose.Text{}), &b, items); err != nil {
			t.Fatal(err)
		}
		golden(t, name, b.String())
	}
}

// The last line has all counts, so a search that was cut does not look like a
// small one.
func TestSummaryEndsWithCounts(t *testing.T) {
	var b bytes.Buffer
	if err := console.Summary((prose.Text{Columns: 200}), &b, append(others(), crashed(2))); err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSuffix(b.String(), "\n"), "\n")
	last, want := lines[len(lines)-1], "; 54828 interleavings explored, 7 sleep-set blocked, 4 cut by the bound, 3 cut by the depth limit"
	if !strings.HasSuffix(last, want) {
		t.Errorf("the last line is\n%s\nand should end with\n%s", last, want)
	}
}

func TestSentence(t *testing.T) {
	got := advice.Sentence(asserted())
	want := "violated (declared; others not looked for): tail; 139 interleavings explored, 52 cut by the bound"
	if got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

// TestSentenceOfTwoCuts: the sentence names both the bound and the depth limit.
func TestSentenceOfTwoCuts(t *testing.T) {
	both := &checker.Result{Model: checker.Model{Name: "both"}, Record: result.Record{Verdict: checker.Bounded, Findings: checker.Findings{Interleavings: 2, Figures: checker.Figures{BoundCut: 1, DepthCut: 1}}}}
	got := advice.Sentence(document.Item{Name: "both", Result: both})
	want := "bounded, nothing found within the bound before the depth limit: both; " +
		"2 interleavings explored, 1 cut by the bound, 1 cut by the depth limit"
	if got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

// TestSentenceOfViews: a verdict that holds up to a view, or in a part of the states, says so.
func TestSentenceOfViews(t *testing.T) {
	m := checker.Model{
		Name: "terms", View: func(iter.Seq[any]) func(any) any { return func(v any) any { return v } },
		Violates: []string{"never"}, Within: func(iter.Seq[any]) bool { return false },
	}
	r := &checker.Result{Model: m, Record: result.Record{Verdict: checker.Bounded, Expected: true, Merged: &trace.Exploration{States: 3, Interleavings: trace.CountOf(2)}, Findings: checker.Findings{Interleavings: 2, Figures: checker.Figures{Beyond: 1, Viewed: true}}}}
	r.Options.Algorithm = checker.States
	it := document.Item{Name: "terms", Result: r}
	if got := advice.Sentence(it); !strings.Contains(got, "up to the View of the model") || !strings.Contains(got, "in the states that Within allows") || !strings.Contains(got, "1 cut by Within") {
		t.Error(got)
	}
	var b bytes.Buffer
	if err := document.JSON(&b, it); err != nil || !strings.Contains(b.String(), `"beyond":1,"viewed":true`) {
		t.Error(b.String(), err)
	}
	if text := described(t, prose.Text{}, it); !strings.Contains(text, "was cut at a state for which Within") || !strings.Contains(text, "were taken for one") || !strings.Contains(text, "a Within that allows more") {
		t.Error(text)
	}
}

func TestJSON(t *testing.T) {
	var b bytes.Buffer
	for _, it := range append([]document.Item{asserted(), deadlocked(), crashed(2)}, others()...) {
		if err := document.JSON(&b, it); err != nil {
			t.Fatal(err)
		}
	}
	golden(t, "all.json", b.String())
}

// requestsOf returns the requests of items.
func requestsOf(items []document.Item) (all []document.Request) {
	for i := range items {
		all = append(all, items[i].Request())
	}
	return all
}

func TestList(t *testing.T) {
	items := []document.Item{asserted(), deadlocked(), crashed(2)}
	var b bytes.Buffer
	if err := console.List((prose.Text{}), &b, requestsOf(items)); err != nil {
		t.Fatal(err)
	}
	for _, it := range items {
		if err := console.ListJSON(&b, it.Request()); err != nil {
			t.Fatal(err)
		}
	}
	golden(t, "list.txt", b.String())
}

// full is a writer without room.
type full struct{}

func (full) Write([]byte) (int, error) { return 0, errFull }

var errFull = errors.New("no space left")

func TestWriteErrors(t *testing.T) {
	text := prose.Text{}
	for name, write := range map[string]func(io.Writer) error{
		"Model": func(w io.Writer) error { return console.Model(text, w, asserted()) },
		"Violation": func(w io.Writer) error {
			return console.Violation(text, w, checker.Model{}, asserted().Result.Violations[0])
		},
		"Summary":  func(w io.Writer) error { return console.Summary(text, w, others()) },
		"List":     func(w io.Writer) error { return console.List(text, w, requestsOf(others())) },
		"JSON":     func(w io.Writer) error { return document.JSON(w, asserted()) },
		"ListJSON": func(w io.Writer) error { return console.ListJSON(w, requestsOf([]document.Item{asserted()})[0]) },
	} {
		if err := write(full{}); !errors.Is(err, errFull) {
			t.Errorf("%s: the error is %v; want that of the writer", name, err)
		}
	}
}

func TestNames(t *testing.T) {
	of := func(packages ...string) []document.Request {
		var list []document.Request
		for _, p := range packages {
			list = append(list, document.Request{Package: p, Model: checker.Model{Name: "m"}})
		}
		return list
	}
	for _, c := range []struct {
		requests []document.Request
		want     []string
	}{
		{nil, []string{}},
		{of("x/a", "x/a"), []string{"m", "m"}},
		{of("x/a", "x/b"), []string{"a/m", "b/m"}},
		{of("x/a", "y/a", "y/b"), []string{"x/a/m", "y/a/m", "b/m"}},
		{of("x/a", "y/a", "x/a"), []string{"x/a/m", "y/a/m", "x/a/m"}},
	} {
		if diff := cmp.Diff(c.want, document.Names(c.requests)); diff != "" {
			t.Errorf("(-want +got)\n%s", diff)
		}
	}
}
