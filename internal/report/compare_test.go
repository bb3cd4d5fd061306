package report_test

import (
	"encoding/json"
	"fmt"
	"html"
	"regexp"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/internal/report"
	"github.com/checkmodel/checkmodel/internal/report/document"
	"github.com/checkmodel/checkmodel/internal/report/prose"
	"github.com/checkmodel/checkmodel/proc"
	"github.com/checkmodel/checkmodel/result"
	"github.com/checkmodel/checkmodel/trace"
)

// requested is a model with external requests, of which two in the wrong order are a violation. A process that
// serves others makes references.
var requested = checker.Model{Name: "requested", Main: requests}

func requests(p *proc.P) {
	server := p.Spawn("server", func(p *proc.P) {
		for last := -1; ; {
			n := proc.Receive[int](p)
			p.Assert(n != 3 || last != 5, "no 3 after 5", "it has come")
			last = n
		}
	}, proc.Daemon)
	echo := p.Spawn("echo", func(p *proc.P) { proc.Serve(p, struct{}{}, func(_ *struct{}, _ proc.PID, n int) int { return n }) }, proc.Daemon)
	for c := range 3 {
		p.Spawn(fmt.Sprint("client", c), func(p *proc.P) {
			for i := c; i < 7; i += 3 {
				proc.External(p, fmt.Sprint("request ", i), i, func(i int) { p.Send(server, proc.Call[int](p, echo, i)) })
			}
		})
	}
}

// minimized is the result of a search whose violation is minimized.
func minimized(t *testing.T) document.Item {
	t.Helper()
	r, err := checker.Check(t.Context(), requested, checker.Options{Algorithm: checker.RandomWalk, Runs: 5000})
	if err != nil || len(r.Violations) == 0 {
		t.Fatal(r, err)
	}
	if r.Violations[0], err = checker.Minimize(t.Context(), r, r.Violations[0], checker.Minimizing{Schedules: 2000}); err != nil {
		t.Fatal(err)
	}
	withoutSources(&checker.Result{Record: result.Record{Findings: checker.Findings{Violations: []*checker.Violation{r.Violations[0].Minimized.From}}}})
	return document.Item{Name: requested.Name, Package: "example.com/protocols", Result: withoutSources(r)}
}

// onPage is what a page knows of a violation.
type onPage struct {
	Same     []int
	Original bool
	Trace    []trace.Entry
}

// compared returns what the page of a document knows of its violations, and the document's folds: the number of the first
// event in each, and how many there are.
func compared(t failing, doc document.Document) (known []onPage, first, events []int) {
	t.Helper()
	var b strings.Builder
	if err := report.Write((prose.Text{}), &b, report.HTMLFormat, []document.Document{doc}); err != nil {
		t.Fatalf("%v", err)
	}
	data := regexp.MustCompile(`(?s)<script type="application/json" id="data">(.*?)</script>`).FindStringSubmatch(b.String())
	if err := json.Unmarshal([]byte(data[1]), &known); err != nil {
		t.Fatalf("%v", err)
	}
	for _, fold := range regexp.MustCompile(`(?s)data-first="(\d+)".*?⋯ (\d+) event`).FindAllStringSubmatch(html.UnescapeString(b.String()), -1) {
		var f, n int
		fmt.Sscan(fold[1], &f)
		fmt.Sscan(fold[2], &n)
		first, events = append(first, f), append(events, n)
	}
	return known, first, events
}

// The page finds the events of a minimized run in the original one: the same deeds of the same processes, in order, as many
// as there can be. What is not found is folded: all of it, and each event once.
func TestComparison(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var large, small []trace.Entry
		add := func(to *[]trace.Entry, e trace.Entry) {
			e.Number = len(*to) + 1
			*to = append(*to, e)
		}
		entries := rapid.SliceOfN(rapid.Custom(func(t *rapid.T) trace.Entry {
			return trace.Entry{Process: rapid.SampledFrom([]string{"a", "b"}).Draw(t, "process"), Kind: "send", Operation: rapid.SampledFrom([]string{"send x", "send y", "send z"}).Draw(t, "operation")}
		}), 1, 12)
		for _, e := range entries.Draw(t, "original") {
			add(&large, e)
		}
		if rapid.Bool().Draw(t, "another") {
			for _, e := range entries.Draw(t, "minimized") {
				add(&small, e)
			}
		} else { // a part of it
			for _, e := range large {
				if len(small) == 0 || rapid.Bool().Draw(t, "left") {
					add(&small, e)
				}
			}
		}
		v := document.Violation{Property: "p", Trace: small, Minimized: &document.Minimization{From: &document.Violation{Property: "p", Trace: large}}}
		known, first, events := compared(t, document.Document{Model: "m", Distinct: []document.Violation{v}})
		there, back := known[0].Same, known[1].Same
		found := 0
		for i, n := range there {
			if n == 0 {
				continue
			}
			found++
			if e, o := small[i], large[n-1]; e.Process != o.Process || e.Operation != o.Operation || back[n-1] != i+1 {
				t.Fatalf("event %d is not event %d: %v, %v", i+1, n, there, back)
			}
			for j, m := range there[:i] {
				if m > n && small[j].Process == small[i].Process {
					t.Fatalf("the events %d and %d of a process are in another order: %v", j+1, i+1, there)
				}
			}
		}
		if want := most(small, large, "a") + most(small, large, "b"); found != want {
			t.Fatalf("%d events are found, want %d: %v", found, want, there)
		}
		folded := 0
		for k, n := range events {
			folded += n
			if back[first[k]-1] != 0 {
				t.Fatalf("event %d is folded and not removed: %v", first[k], back)
			}
		}
		if removed := len(large) - found; folded != removed {
			t.Fatalf("%d events are folded, want %d", folded, removed)
		}
		places := map[int]bool{}
		for i, n := range back {
			if n == 0 {
				places[lastFound(back[:i])] = true
			}
		}
		if len(events) != len(places) {
			t.Fatalf("what was removed is folded in %d places, want %d: %v", len(events), len(places), back)
		}
	})
}

// lastFound returns the last number that is not 0, or 0.
func lastFound(numbers []int) int {
	for i := len(numbers) - 1; i >= 0; i-- {
		if numbers[i] > 0 {
			return numbers[i]
		}
	}
	return 0
}

// most returns the length of a longest common subsequence of what a process does, by recursion.
func most(small, large []trace.Entry, process string) int {
	other := func(e trace.Entry) bool { return e.Process != process }
	return longestOf(slices.DeleteFunc(slices.Clone(small), other), slices.DeleteFunc(slices.Clone(large), other))
}

func longestOf(a, b []trace.Entry) int {
	switch {
	case len(a) == 0 || len(b) == 0:
		return 0
	case a[0].Operation == b[0].Operation:
		return 1 + longestOf(a[1:], b[1:])
	}
	return max(longestOf(a[1:], b), longestOf(a, b[1:]))
}

// References count those that their process has made before, so what was removed changes them; the event is the same.
func TestComparisonOfReferences(t *testing.T) {
	entries := func(refs bool, operations ...string) (all []trace.Entry) {
		for i, o := range operations {
			all = append(all, trace.Entry{Number: i + 1, Process: "a", Operation: o})
			if refs {
				all[i].Refs = []string{"a ref 1", "a ref 12"}
			}
		}
		return all
	}
	for refs, want := range map[bool]string{true: "[3 4] [0 0 1 2] [1] [2]", false: "[0 4] [0 0 0 2] [1] [3]"} { // the same words may be of the model
		from := document.Violation{Property: "p", Trace: entries(refs, "call a ref 1", "call a ref 2", "got a ref 12", "end")}
		v := document.Violation{Property: "p", Trace: entries(refs, "got a ref 1", "end"), Minimized: &document.Minimization{From: &from}}
		known, first, events := compared(t, document.Document{Model: "m", Distinct: []document.Violation{v}})
		if got := fmt.Sprint(known[0].Same, known[1].Same, first, events); got != want {
			t.Errorf("found: %s, want %s", got, want)
		}
	}
}

// The page opens with what is left. A click on what is folded, or a key, shows the original, and the key leads back.
func TestPageOfMinimized(t *testing.T) {
	doc := document.NewDocument(minimized(t))
	known, first, _ := compared(t, doc)
	v := &doc.Distinct[0]
	last := len(v.Trace)
	var out struct {
		Errors                                []string
		Rows, All, Removed, Back, At, Clicked int
		Returned, Entered                     int
		Summary, Pressed, Note, Gone          string
		Stages                                int
	}
	browse(t, written(t, report.HTMLFormat, doc), `
		const shown = ".violation:not([hidden]) ", button = document.getElementById("original");
		press("G"); out.rows = count(shown + ".row"); out.note = aside();
		out.summary = document.querySelector(".about:not([hidden]) summary").textContent;
		out.stages = count(".about:not([hidden]) tbody tr");
		press("o"); out.all = count(shown + ".row"); out.removed = count(shown + ".row.removed"); out.at = here(); out.pressed = button.getAttribute("aria-pressed");
		press("o"); out.back = here();
		const fold = document.querySelector(shown + ".fold");
		fold.dispatchEvent(new MouseEvent("click", {bubbles: true})); out.clicked = here(); out.gone = aside();
		button.click(); out.returned = count(shown + ".row");
		document.querySelector(shown + ".fold").dispatchEvent(new KeyboardEvent("keydown", {key: "Enter", bubbles: true})); out.entered = here();`, &out)
	if len(out.Errors) > 0 {
		t.Fatalf("the page has errors: %q", out.Errors)
	}
	removed := 0
	for _, n := range known[1].Same {
		if n == 0 {
			removed++
		}
	}
	if out.Rows != last || out.All != len(v.Minimized.From.Trace) || out.Removed != removed || removed == 0 || out.Pressed != "true" || out.Returned != last {
		t.Errorf("of %d and %d events, of which %d are removed, the page says %+v", last, len(v.Minimized.From.Trace), removed, out)
	}
	if out.At != known[0].Same[last-1] || out.Back != last || out.Clicked != first[0] || out.Entered != first[0] {
		t.Errorf("events lead to others: %+v, want %d, %d and %d", out, known[0].Same[last-1], last, first[0])
	}
	if !strings.Contains(out.Summary, "Minimized: "+v.Minimized.Sizes()) || out.Stages != len(v.Minimized.Stages) ||
		!strings.Contains(out.Note, fmt.Sprintf("Minimizingevent %d of the original run", out.At)) || !strings.Contains(out.Gone, "Minimizingremoved") {
		t.Errorf("the page does not say it: %+v", out)
	}
}
