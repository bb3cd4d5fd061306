package report_test

import (
	"fmt"
	"slices"
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
	"github.com/checkmodel/checkmodel/trace/kind"
)

// corfuPage is a page of 12 processes.
func corfuPage(t *testing.T) (page string, v *document.Violation) {
	doc := document.NewDocument(searched(t, corfu.Models(), "tail", checker.Options{Bound: bounding.Tree(4)}))
	return written(t, report.HTMLFormat, doc), &doc.Distinct[0]
}

// drift finds out how far the headings are from their lanes.
const drift = `
	const heads = [...document.querySelectorAll(".head")], lines = [...document.querySelectorAll(".lanes line")];
	const middle = (e) => { const r = e.getBoundingClientRect(); return (r.left + r.right) / 2; };
	const drift = heads.map((h) => Math.min(...lines.map((l) => Math.abs(middle(l) - middle(h)))));
	out.drift = Math.max(...drift); out.lanes = heads.length;`

// Each heading is above its lane, however wide the window is.
func TestPageHeadings(t *testing.T) {
	page, _ := corfuPage(t)
	for _, size := range []string{"1280,900", "1920,1080", "2560,1440"} {
		t.Run(size, func(t *testing.T) {
			var out struct {
				Errors []string
				Drift  float64
				Lanes  int
			}
			browse(t, page, drift, &out, "--window-size="+size)
			if len(out.Errors) > 0 || out.Lanes < 5 || out.Drift > 1.5 {
				t.Errorf("a heading is %.1f pixels from its lane: %+v", out.Drift, out)
			}
		})
	}
}

// The address names the event that is shown, and an address that names one leads to it.
func TestPageAddress(t *testing.T) {
	testsize.LongOnly(t)
	docs := documents(several(t)...)
	var out struct {
		Errors                    []string
		First, Second             string
		Which, Shown              int
		Other, Back, Kept, Beyond int
	}
	browse(t, written(t, report.HTMLFormat, docs...), `
		const visit = (hash) => { history.replaceState(null, "", hash); window.dispatchEvent(new HashChangeEvent("hashchange")); return here(); };
		press("g"); out.first = location.hash;
		out.which = JSON.parse(document.getElementById("data").textContent).findLastIndex((v) => v.trace.length > 1) + 1;
		out.other = visit("#violation" + out.which + "-event2"); out.second = location.hash; out.shown = Number(document.querySelector(".violation:not([hidden])").dataset.violation);
		out.back = visit("#event1");
		out.kept = visit("#violation999-event2");
		out.beyond = visit("#event99999");`, &out)
	if len(out.Errors) > 0 || out.First != "#event1" || out.Second != fmt.Sprintf("#violation%d-event2", out.Which) || out.Other != 2 || out.Shown != out.Which-1 || out.Which < 2 || out.Back != 1 || out.Kept != 1 {
		t.Errorf("the addresses lead elsewhere: %+v", out)
	}
	if n := len(docs[firstShown(docs)].Shown()[0].Trace); out.Beyond != n {
		t.Errorf("an event beyond the end leads to event %d, want %d", out.Beyond, n)
	}
}

// firstShown returns the index of the first document with a violation that has a trace.
func firstShown(docs []document.Document) int {
	return slices.IndexFunc(docs, func(d document.Document) bool {
		return len(d.Shown()) > 0 && len(d.Shown()[0].Trace) > 0
	})
}

// A key lists the keys, all of them, and the signs; no other key works until it is closed.
func TestPageHelp(t *testing.T) {
	page, v := corfuPage(t)
	var out struct {
		Errors              []string
		Closed, Open, Again bool
		Here                int
		Text                string
		Signs               int
	}
	browse(t, page, `
		const keys = document.getElementById("keys");
		out.closed = keys.open; press("?"); out.open = keys.open; out.text = keys.textContent; press("k"); out.here = here();
		out.signs = count("#keys .signs dt"); press("?"); out.again = keys.open;`, &out)
	if len(out.Errors) > 0 || out.Closed || !out.Open || out.Again || out.Here != len(v.Trace) || out.Signs < 10 {
		t.Errorf("the list of keys: %+v", out)
	}
	for _, key := range []string{"j", "k", "J", "K", "g", "G", "h", "o", "/", "n", "N", "p", "?"} {
		if !strings.Contains(page, "<kbd>"+key+"</kbd>") {
			t.Errorf("the key %s is not listed", key)
		}
	}
}

// Text keeps a contrast of 4.5:1 where events are dimmed, on light and dark pages.
func TestPageContrast(t *testing.T) {
	page, _ := corfuPage(t)
	for _, scheme := range []string{"0", "1"} {
		t.Run(scheme, func(t *testing.T) {
			var out struct {
				Errors []string
				Least  float64
				Dimmed int
			}
			browse(t, page, `
				const parse = (s) => s.match(/[\d.]+/g).map(Number);
				const light = (c) => { const [r, g, b] = c.slice(0, 3).map((x) => x / 255).map((x) => x <= 0.03928 ? x / 12.92 : ((x + 0.055) / 1.055) ** 2.4); return 0.2126 * r + 0.7152 * g + 0.0722 * b; };
				const contrast = (a, b) => { const [x, y] = [light(a), light(b)].sort((p, q) => q - p); return (x + 0.05) / (y + 0.05); };
				const opacity = (e) => { let o = 1; for (; e instanceof Element; e = e.parentNode) o *= Number(getComputedStyle(e).opacity); return o; };
				document.querySelector('.row[data-n="40"] .label').dispatchEvent(new MouseEvent("click", {bubbles: true}));
				window.dispatchEvent(new Event("beforeprint"));
				const band = parse(getComputedStyle(document.querySelector(".bands rect")).fill), paper = parse(getComputedStyle(document.body).backgroundColor);
				const dimmed = [...document.querySelectorAll(".row.unrelated")];
				out.dimmed = dimmed.length; out.least = 99;
				for (const r of dimmed) for (const e of r.querySelectorAll(".label, .number, .source")) for (const ground of [band, paper]) {
					const f = parse(getComputedStyle(e).fill), o = opacity(e);
					out.least = Math.min(out.least, contrast(f.slice(0, 3).map((x, i) => x * o + ground[i] * (1 - o)), ground));
				}`, &out, "--blink-settings=preferredColorScheme="+scheme)
			if len(out.Errors) > 0 || out.Dimmed < 10 || out.Least < 4.5 || out.Least > 21 {
				t.Errorf("the contrast of %d dimmed events is %.2f, want 4.5: %q", out.Dimmed, out.Least, out.Errors)
			}
		})
	}
}

// A page of 390 pixels, the width of a phone, needs no scrolling to the side, and shows the event and a part of its label.
func TestPageOnAPhone(t *testing.T) {
	testsize.LongOnly(t)
	page, v := corfuPage(t)
	var out struct {
		Errors             []string
		Width, Whole, High float64
		Label, Shape       float64
		Drift              float64
		Here               int
	}
	browse(t, onPhone(page), drift+`
		const space = document.querySelector(".space"), box = space.getBoundingClientRect();
		const row = document.querySelector(".row.here");
		out.width = document.body.clientWidth; out.whole = document.body.scrollWidth; out.high = box.height; out.here = here();
		out.label = box.right - row.querySelector(".label").getBoundingClientRect().left;
		const r = row.querySelector(".shape").getBoundingClientRect(); out.shape = Math.min(r.left - box.left, box.right - r.right);`, &out)
	if len(out.Errors) > 0 || out.Width != 390 || out.Whole > 390 || out.High < 250 || out.Here != len(v.Trace) {
		t.Errorf("the page says %+v", out)
	}
	if out.Label < 100 || out.Label > 390 || out.Shape < 0 || out.Drift > 1.5 {
		t.Errorf("of the label %.0f pixels are in view, the event is %.0f pixels from the edge, a heading %.1f from its lane", out.Label, out.Shape, out.Drift)
	}
}

// onPhone returns the page as it is on a phone. A browser's window is wider; the frame is not.
func onPhone(page string) string {
	page = strings.Replace(page, "</style>", "html, body { width: 390px !important; height: 844px !important; }</style>", 1)
	return strings.NewReplacer("(max-width: 820px)", "(min-width: 1px)", "(max-width: 520px)", "(min-width: 1px)").Replace(page)
}

// TestResultsOnAPhone: many results leave the verdict above them in view.
func TestResultsOnAPhone(t *testing.T) {
	testsize.LongOnly(t)
	var docs []document.Document
	for range 20 {
		docs = append(docs, document.NewDocument(searched(t, litmus.Models(), "race_three", checker.Options{Bound: bounding.Tree(1)})))
	}
	var out struct {
		Errors []string
		Hidden float64
	}
	browse(t, onPhone(written(t, report.HTMLFormat, docs...)), `const header = document.querySelector("header"); out.hidden = header.scrollHeight - header.clientHeight;`, &out)
	if len(out.Errors) > 0 || out.Hidden > 0 {
		t.Errorf("%.0f pixels of the header are hidden; errors: %q", out.Hidden, out.Errors)
	}
}

// crowd is a model in which 300 processes send to main, each in its turn.
var crowd = checker.Model{Name: "crowd", Main: func(p *proc.P) {
	self := p.Self()
	for i := range 300 {
		p.Spawn(fmt.Sprintf("worker-%03d", i), func(p *proc.P) { p.Send(self, i) })
		proc.Receive[int](p)
	}
	p.Assert(false, "none", "all have sent")
}}

// With 300 processes a lane is found by its name, events stay in view, and a key changes a small part of the page.
func TestPageOfManyProcesses(t *testing.T) {
	testsize.LongOnly(t)
	doc := document.NewDocument(searched(t, []checker.Model{crowd}, "crowd", checker.Options{MaxInterleavings: 1}))
	var out struct {
		Errors                 []string
		Lanes, Boxes, Unfolded int
		Elements, Changed      int
		Bright, Views          int
		InView, Found          bool
		Bold                   string
	}
	browse(t, written(t, report.HTMLFormat, doc), `
		const space = document.querySelector(".space"), inside = (e) => { const r = e.getBoundingClientRect(), s = space.getBoundingClientRect(); return r.left >= s.left && r.right <= s.right; };
		out.lanes = count(".head"); press("g");
		const observer = new MutationObserver(() => {});
		observer.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
		out.elements = count("*"); out.changed = 0;
		out.inview = true;
		const keys = ["G", "h", "g", "k", "h", "K"]; // after which much is in view, or looks otherwise
		for (let i = 0; i < 46; i++) {
			press(i < 40 ? (i % 2 ? "PageDown" : "j") : keys[i - 40]);
			out.changed = Math.max(out.changed, observer.takeRecords().reduce((n, r) => n + 1 + r.addedNodes.length + r.removedNodes.length, 0));
			out.inview &&= inside(document.querySelector(".row.here .shape"));
		}
		out.boxes = count("aside .process, aside li"); out.bright = 0; out.views = 0;
		for (const e of [600, 100]) { // what comes into view is marked
			document.getElementById("lane").value = ""; press("G"); space.scrollTop = 22 * e; space.dispatchEvent(new Event("scroll"));
			const row = document.querySelector('.violation:not([hidden]) .row[data-n="' + e + '"]');
			out.views++; out.bright += row.matches(".past") ? 1 : 0;
		}
		const lane = document.getElementById("lane"); lane.value = "worker-217"; lane.dispatchEvent(new Event("input"));
		const head = document.querySelector(".found-lane"); out.bold = head.textContent; out.found = inside(head);`, &out)
	if out.Bright != out.Views || out.Views != 2 {
		t.Errorf("of %d events that come into view, %d are marked as past", out.Views, out.Bright)
	}
	if len(out.Errors) > 0 || out.Lanes < 300 || !out.InView || !out.Found || !strings.Contains(out.Bold, "217") || out.Boxes > 40 {
		t.Errorf("the page says %+v", out)
	}
	if out.Changed == 0 || out.Changed > out.Elements/10 {
		t.Errorf("a key makes %d changes to a page of %d elements", out.Changed, out.Elements)
	}
}

// The end of a deadlock says what waits for what.
func TestPageWaiting(t *testing.T) {
	doc := document.NewDocument(deadlocked())
	var out struct {
		Errors []string
		Text   string
	}
	browse(t, written(t, report.HTMLFormat, doc), `out.text = aside();`, &out)
	for _, want := range []string{"Waiting for ever", "main waits for ack", "its mailbox is empty", "server waits for stop", "✉ nack{}  not taken: the condition does not hold"} {
		if len(out.Errors) > 0 || !strings.Contains(out.Text, want) {
			t.Errorf("there is no %q in %q; errors %q", want, out.Text, out.Errors)
		}
	}
}

// stateful is a model that changes what it exposes, a row, and a mailbox.
var stateful = checker.Model{Name: "stateful", Main: func(p *proc.P) {
	type level struct{ N int }
	self := p.Self()
	p.Send(self, "first")
	proc.Expose(p, level{1})
	proc.Expose(p, level{2})
	proc.Receive[string](p)
	p.Assert(false, "none", "the end")
}}

// What an event has changed is marked, with what was there before.
func TestPageChanges(t *testing.T) {
	doc := document.NewDocument(searched(t, []checker.Model{stateful}, "stateful", checker.Options{}))
	var out struct {
		Errors []string
		Seen   []string
	}
	browse(t, written(t, report.HTMLFormat, doc), `
		out.seen = []; press("g");
		for (let i = 0; i < 5; i++) {
			out.seen.push([...document.querySelectorAll("aside .was, aside .changed")].map((e) => (e.classList.contains("was") ? "-" : "+") + e.textContent).join(" "));
			press("j");
		}`, &out)
	got := strings.Join(out.Seen, "|")
	for _, want := range []string{"+✉ \"first\"", "+◉ level{N: 1}", "-◉ level{N: 1} +◉ level{N: 2}", "-✉ \"first\""} {
		if len(out.Errors) > 0 || !strings.Contains(got, want) {
			t.Errorf("there is no %q in %q; errors %q", want, got, out.Errors)
		}
	}
	if n := strings.Count(got, "level{N: 2}"); n != 1 {
		t.Errorf("what has not changed is marked: %q", got)
	}
}

// A search without a violation shows what it has done. Only a complete one says "no violation" without a limit.
func TestPageWithoutViolation(t *testing.T) {
	verified := document.NewDocument(searched(t, litmus.Models(), "race_three", checker.Options{}))
	bounded := document.NewDocument(searched(t, litmus.Models(), "race_three", checker.Options{Bound: bounding.Tree(1)}))
	reached := document.NewDocument(searched(t, []checker.Model{goals}, "goals", checker.Options{Until: checker.UntilEnd}))
	judged := document.NewDocument(searched(t, []checker.Model{{Name: "judged", Properties: []checker.Property{{Name: "in time"}}, Main: func(p *proc.P) {
		if p.Choose(3) > 0 {
			p.Assert(true, "in time", "")
		}
	}}}, "judged", checker.Options{}))
	for _, c := range []struct {
		doc  document.Document
		want []string
		not  string
	}{
		{verified, []string{"verified: no violation in any interleaving", "<th>Interleavings</th><td>" + string(verified.Interleavings) + "</td>", "<title>checkmodel: no violation</title>"}, "limited\">"},
		{bounded, []string{"bounded: no violation within the bound 1", "<th>Branches cut by the bound</th>", "<title>checkmodel: race_three bounded: no violation within the bound 1</title>"}, "no violation<"},
		{reached, []string{"<th>Goal "}, "\x00"},
		{judged, []string{"<h2>judged</h2>", "<th>Property in time</th><td>asserted in 2 interleavings</td>"}, "\x00"},
	} {
		page := written(t, report.HTMLFormat, c.doc)
		for _, want := range c.want {
			if !strings.Contains(page, want) {
				t.Errorf("%s: there is no %q in\n%s", c.doc.Model, want, page[strings.Index(page, "</style>"):])
			}
		}
		if strings.Contains(page[strings.Index(page, "</style>"):], c.not) || strings.Count(page, "no violation") < 1 {
			t.Errorf("%s: the page contains %q", c.doc.Model, c.not)
		}
	}
}

// A node that is restarted is down until then and lives again after it; a message to a process that has ended is in no mailbox.
func TestPageOfLives(t *testing.T) {
	const boots = proc.Durable[int]("boots")
	lives := checker.Model{Name: "lives", Faults: checker.Faults{Crashes: 2, Restarts: 1}, Main: func(p *proc.P) {
		down := p.Spawn("ends", func(p *proc.P) { p.Receive() }, proc.Node, proc.Daemon)
		p.Spawn("node", func(p *proc.P) {
			n, _ := boots.Get(p)
			boots.Set(p, n+1)
			p.Send(down, fmt.Sprint("boot ", n))
			if n == 1 && !p.IsAlive(down) {
				p.Assert(false, "two lives", "boot %d", n)
			}
		}, proc.Node)
	}}
	doc := document.NewDocument(searched(t, []checker.Model{lives}, "lives", checker.Options{}))
	entries := doc.Shown()[0].Trace
	var out struct {
		Errors []string
		Seen   []string
	}
	browse(t, written(t, report.HTMLFormat, doc), fmt.Sprintf(`out.seen = []; press("g"); for (let i = 0; i < %d; i++) { out.seen.push(aside()); press("j"); }`, len(entries)), &out)
	if len(out.Errors) > 0 || len(out.Seen) != len(entries) {
		t.Fatalf("%d events are seen, of %d; errors %q", len(out.Seen), len(entries), out.Errors)
	}
	is := "lives"
	for i, e := range entries {
		switch {
		case e.Kind == kind.Restart.String():
			is = "lives"
		case e.Process == "node" && e.Kind == kind.Exit.String():
			if is = "is down"; i == len(entries)-1 {
				is = "has ended"
			}
		}
		for _, state := range []string{"is down", "has ended"} {
			if strings.Contains(out.Seen[i], "node "+state) != (state == is) {
				t.Errorf("after event %d, the node %s; the page says %s", i+1, is, out.Seen[i])
			}
		}
		if strings.Contains(out.Seen[i], "from node") && strings.Contains(out.Seen[i], `✉ "boot 1"`) {
			t.Errorf("after event %d, a message waits for a process that has ended: %s", i+1, out.Seen[i])
		}
	}
}
