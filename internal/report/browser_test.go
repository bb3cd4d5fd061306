package report_test

import (
	"encoding/json"
	"fmt"
	"html"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/checkmodel/checkmodel/bounding"
	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/internal/report"
	"github.com/checkmodel/checkmodel/internal/report/document"
	"github.com/checkmodel/checkmodel/internal/testsize"
	"github.com/checkmodel/checkmodel/models/corfu"
	"github.com/checkmodel/checkmodel/models/litmus"
	"github.com/checkmodel/checkmodel/proc"
)

// browse opens a page in a headless Chromium and executes a script in it that has
// press(key), type(text) and says what it sees by setting fields of out.
func browse(t *testing.T, page, script string, out any, flags ...string) {
	t.Helper()
	testsize.LongOnly(t)
	t.Parallel()
	browser := ""
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome", "google-chrome-stable"} {
		if path, err := exec.LookPath(name); err == nil {
			browser = path
			break
		}
	}
	if browser == "" {
		t.Skip("there is no Chromium here to look at the page with; on Debian, 'apt-get install chromium' installs it")
	}
	const frame = `<script>
const out = {errors: []};
window.addEventListener("error", (e) => out.errors.push(e.message));
const press = (key) => document.dispatchEvent(new KeyboardEvent("keydown", {key, bubbles: true}));
const type = (text) => { const s = document.getElementById("search"); s.value = text; s.dispatchEvent(new Event("input")); };
const here = () => Number(document.querySelector(".violation:not([hidden]) .row.here").dataset.n);
const count = (selector) => document.querySelectorAll(selector).length;
const aside = () => document.querySelector("aside").textContent;
try { %s } catch (e) { out.errors.push(String(e)); }
const result = document.createElement("pre");
result.id = "result";
result.textContent = JSON.stringify(out);
document.body.append(result);
</script></body>`
	dir := t.TempDir()
	file := filepath.Join(dir, "page.html")
	if err := os.WriteFile(file, []byte(strings.Replace(page, "</body>", fmt.Sprintf(frame, script), 1)), 0o644); err != nil {
		t.Fatal(err)
	}
	args := append([]string{
		"--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--window-size=1400,900", "--user-data-dir=" + filepath.Join(dir, "profile"),
	}, flags...)
	dom, err := exec.Command(browser, append(args, "--dump-dom", "file://"+file)...).Output()
	if err != nil {
		t.Skipf("%s cannot show a page here: %v", browser, err)
	}
	found := regexp.MustCompile(`(?s)<pre id="result">(.*?)</pre>`).FindSubmatch(dom)
	if found == nil {
		t.Fatalf("the script in the page has not come to its end; the page is\n%.2000s", dom)
	}
	if err := json.Unmarshal([]byte(html.UnescapeString(string(found[1]))), out); err != nil {
		t.Fatal(err)
	}
}

// The reason for an order says which event is not in the trace.
func TestPageAbsentEvent(t *testing.T) {
	doc := document.NewDocument(searched(t, litmus.Models(), "wrong_order_crashes", checker.Options{}))
	var out struct {
		Errors []string
		AtEnd  string
	}
	browse(t, written(t, report.HTMLFormat, doc), `press("G"); out.atend = aside();`, &out)
	if want := "came only after sender: send 1 to main (not in this trace)"; len(out.Errors) > 0 || !strings.Contains(out.AtEnd, want) {
		t.Errorf("there is no %q in %q; errors %q", want, out.AtEnd, out.Errors)
	}
}

// The keyboard goes from event to event, and the page shows each.
func TestPageSteps(t *testing.T) {
	doc := document.NewDocument(searched(t, corfu.Models(), "tail", checker.Options{Bound: bounding.Tree(4)}))
	f := &doc.Distinct[0]
	var out struct {
		Errors                              []string
		Opened, Start, On, Back             int
		Last, First                         int
		Same, Jump, Clicked, Found, FoundBy int
		Past, Future, Unrelated, Dimmed     int
		At53, At54, At73, AtEnd, Hits       string
	}
	browse(t, written(t, report.HTMLFormat, doc), fmt.Sprintf(`
		out.opened = here(); [...document.querySelectorAll(".raced")].find((r) => r.dataset.n === "%d").dispatchEvent(new MouseEvent("click", {bubbles: true}));
		out.start = here();
		out.at73 = aside();
		const all = () => window.dispatchEvent(new Event("beforeprint"));
		all(); out.past = count(".row.past"); out.future = count(".row.future"); out.dimmed = count(".row.unrelated");
		press("h"); all(); out.unrelated = count(".row.past, .row.future, .row.unrelated"); press("h");
		press("j"); out.on = here(); press("k"); press("ArrowUp"); out.back = here();
		press("G"); out.last = here(); out.atend = aside();
		press("g"); out.first = here(); press("J"); out.same = here();
		document.querySelector('.row[data-n="53"] .label').dispatchEvent(new MouseEvent("click", {bubbles: true}));
		out.clicked = here(); out.at53 = aside(); press("j"); out.at54 = aside();
		type("stale epoch reply"); out.hits = document.getElementById("hits").textContent; out.found = count(".row.found");
		press("n"); out.foundby = here();`, f.Reversal.Second.Number), &out)
	if len(out.Errors) > 0 {
		t.Fatalf("the page has errors: %q", out.Errors)
	}
	if out.Opened != len(f.Trace) || out.Start != f.Reversal.Second.Number || out.On != out.Start+1 || out.Back != out.Start-1 || out.First != 1 || out.Same != 2 || out.Clicked != 53 || out.Last != len(f.Trace) {
		t.Errorf("going through the events leads to other ones: %+v", out)
	}
	past, future := 0, 0
	for n := 1; n <= len(f.Trace); n++ {
		if n != out.Start && leads(f, n, out.Start) {
			past++
		}
		if n != out.Start && leads(f, out.Start, n) {
			future++
		}
	}
	if out.Past != past || out.Future != future || out.Dimmed != len(f.Trace)-1-past-future || out.Unrelated != 0 || past == 0 || future == 0 {
		t.Errorf("%d events are shown as past, %d as future, and %d when none should be; want %d, %d", out.Past, out.Future, out.Unrelated, past, future)
	}
	for _, c := range []struct{ shown, want string }{
		{out.At73, "it came before 77  writer-red: send Request{From: writer-red, Ref: writer-red ref 5, Body: epoch 2: write red at the repair} to server-C"},
		{out.At73, "Could have moved insteadwriter-red  send Request{From: writer-red, Ref: writer-red ref 5, Body: epoch 2: write red at the repair} to server-C"},
		{out.At73, "server-Cnext: receive any message↻ "},
		{out.At73, "✉ Request{From: repairer, Ref: repairer ref 9, Body: adopt epoch 3 [A:head, B:middle, C:tail]}  from repairer"},
		{out.At53, "server-Bnext: receive any message↻ "},
		{out.At53, "✉ Request{From: writer-red, Ref: writer-red ref 4, Body: epoch 2: write red at the tail}  from writer-red"},
		{out.At54, "server-Bnext: send Reply{Ref: writer-red ref 4, Body: ok} to writer-red"},
		{out.At54, "mainwaits: receive report of writer-red"},
		{out.AtEnd, "main has ended"},
		{out.AtEnd, "checkmodel -model '^tail$' -replay 'v1 "},
	} {
		if !strings.Contains(c.shown, c.want) {
			t.Errorf("there is no %q in %q", c.want, c.shown)
		}
	}
	if want := fmt.Sprintf("%d found", out.Found); out.Found != 8 || out.Hits != want || out.FoundBy <= 53 {
		t.Errorf("a search finds %d events, says %q and goes to event %d", out.Found, out.Hits, out.FoundBy)
	}
}

// leads reports whether event a must come before event b.
func leads(f *document.Violation, a, b int) bool {
	if a == b {
		return true
	}
	for _, n := range f.Trace[b-1].After {
		if leads(f, a, n) {
			return true
		}
	}
	return false
}

// A page, here a dark one, shows several violations. A model with hostile texts does not take it
// over.
func TestPageHoldsAnything(t *testing.T) {
	testsize.LongOnly(t)
	docs := documents(several(t)...)
	var out struct {
		Errors               []string
		Scripts, Bold, Shown int
		Rows                 string
		Background           string
	}
	browse(t, written(t, report.HTMLFormat, docs...), `
		const choice = document.getElementById("choice");
		choice.value = [...choice.options].find((o) => o.textContent.startsWith("everything")).value;
		choice.dispatchEvent(new Event("change"));
		out.shown = count(".violation:not([hidden])");
		press("g"); for (let i = 0; i < 40 && !aside().includes("Table rows"); i++) press("j");
		press("j"); out.rows = aside();
		press("G");
		out.scripts = count("script"); out.bold = count("svg b, header b, select b");
		out.background = getComputedStyle(document.body).backgroundColor;`, &out, "--blink-settings=preferredColorScheme=0")
	if len(out.Errors) > 0 {
		t.Fatalf("the page has errors: %q", out.Errors)
	}
	if out.Scripts != 3 || out.Bold != 0 || out.Shown != 1 {
		t.Errorf("there are %d scripts, %d bold elements, %d violations shown", out.Scripts, out.Bold, out.Shown)
	}
	if want := `Table rows"k" → "<script>alert('1')</script>"`; !strings.Contains(out.Rows, want) {
		t.Errorf("there is no %q in %q", want, out.Rows)
	}
	if out.Background != "rgb(18, 22, 28)" {
		t.Errorf("in the dark the background is %s", out.Background)
	}
}

// A reader can go through a trace of 2000 events. What processes expose remains shown.
func TestPageOfALongTrace(t *testing.T) {
	testsize.LongOnly(t)
	type count struct{ N int }
	long := checker.Model{Name: "long", Main: func(p *proc.P) {
		echo := p.Spawn("echo", func(p *proc.P) { proc.Serve(p, struct{}{}, func(_ *struct{}, _ proc.PID, n int) int { return n }) }, proc.Daemon)
		n := 0
		for n < 500 {
			if n%200 == 0 {
				proc.Expose(p, count{n})
			}
			n = proc.Call[int](p, echo, n) + 1
		}
		p.Assert(n < 500, "few calls", "there were %d", n)
	}}
	doc := document.NewDocument(searched(t, []checker.Model{long}, "long", checker.Options{}))
	if n := len(doc.Distinct[0].Trace); n < 2000 {
		t.Fatalf("the trace has %d events only", n)
	}
	var out struct {
		Errors                []string
		Rows, Here, Back, End int
		First, Last, AtEnd    string
	}
	// Each step redraws the whole page, so the test does not visit all events.
	browse(t, written(t, report.HTMLFormat, doc), `
		const slide = (n) => { const at = document.getElementById("at"); at.value = n; at.dispatchEvent(new Event("input")); };
		out.rows = count(".row"); press("g");
		for (let i = 0; i < 10; i++) press("j");
		out.here = here(); out.first = aside();
		slide(1900); for (let i = 0; i < 10; i++) press("k");
		out.back = here(); out.last = aside(); press("G"); out.end = here(); out.atend = aside(); type("499");`, &out)
	if len(out.Errors) > 0 || out.Here != 11 || out.Back != 1890 || out.End != out.Rows || out.Rows < 2000 {
		t.Errorf("the page says %+v", out)
	}
	for _, c := range []struct{ shown, want, not string }{
		{out.First, "◉ count{N: 0}", "count{N: 200}"}, {out.Last, "◉ count{N: 400}", "count{N: 200}"}, {out.AtEnd, "main has ended◉ count{N: 400}", "count{N: 0}"},
	} {
		if !strings.Contains(c.shown, c.want) || strings.Contains(c.shown, c.not) {
			t.Errorf("there is no %q, or %q, in %q", c.want, c.not, c.shown)
		}
	}
}

// The page refers to no other file.
func TestPageIsSelfContained(t *testing.T) {
	page := written(t, report.HTMLFormat, documents(several(t)...)...)
	page = strings.ReplaceAll(page, "http://www.w3.org/2000/svg", "")
	for _, bad := range []string{"http:", "https:", " src=", " href=", "@import", "url(//"} {
		if strings.Contains(page, bad) {
			t.Errorf("the page contains %q", bad)
		}
	}
}
