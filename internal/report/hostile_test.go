package report_test

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"pgregory.net/rapid"

	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/internal/printable"
	"github.com/checkmodel/checkmodel/internal/report"
	"github.com/checkmodel/checkmodel/internal/report/console"
	"github.com/checkmodel/checkmodel/internal/report/document"
	"github.com/checkmodel/checkmodel/internal/report/prose"
	"github.com/checkmodel/checkmodel/internal/testsize"
	"github.com/checkmodel/checkmodel/result"
	"github.com/checkmodel/checkmodel/trace"
)

// fragments are parts of hostile texts.
var fragments = []string{
	"a", "name", " ", "  ", "→", " → ", " ⇄ ", "日本語", "👩\u200d🔬", "e\u0301", "\u0301", "שלום", "\u202e", "\u2066", "\u2028", "\u0085", "\u009b",
	"\t", "\n", "\r", "\x00", "\x1b[2J", "\xff", "\xc3", "</script>", "<b>", "]]>", "&", "&amp;", "\"", "'", "`", "\\", "{", "}", ", ", ": ", " (", ")",
	"|", "%s", "%", "$(x)", ";", "#", "*", "//", "..", "│", "●", "…", "\ufffd", "\U000e0001",
}

// hostileText draws a text: of fragments, of any characters, or a very long one.
func hostileText() *rapid.Generator[string] {
	return rapid.Custom(func(t *rapid.T) string {
		s := strings.Join(rapid.SliceOfN(rapid.SampledFrom(fragments), 0, 6).Draw(t, "fragments"), "")
		switch rapid.IntRange(0, 9).Draw(t, "kind") {
		case 0:
			return rapid.String().Draw(t, "text")
		case 1, 2, 3:
			n := rapid.SampledFrom([]int{14, 53, 120, 500, 3000}).Draw(t, "length")
			return strings.Repeat(s+"x", n/(len(s)+1)) + s
		}
		return s
	})
}

// hostileItem draws the result of a search, with such texts in all places.
func hostileItem(t *rapid.T) document.Item {
	texts := hostileText()
	var names []string
	for i := range rapid.SampledFrom([]int{0, 1, 2, 3, 12, 60}).Draw(t, "processes") {
		name := strings.TrimLeft(texts.Draw(t, "name"), "#") // no name begins with it
		names = append(names, fmt.Sprint(name, i))           // and processes have different ones
	}
	return hostileResult(names, func() string { return texts.Draw(t, "text") }, rapid.IntRange(0, 12).Draw(t, "steps"))
}

// hostileResult returns the result of a search: two violations of a model, with at least the given
// number of events, processes with these names, and any texts.
func hostileResult(names []string, text func() string, steps int) document.Item {
	name := text()
	own, declared := text()+" own", text()+" declared"
	m := checker.Model{Name: name, Doc: text(), Violates: []string{declared}, Properties: []checker.Property{{Name: text(), Doc: text()}}}
	tr := traceOf(names, text, steps)
	side := func() checker.Side {
		message := text()
		return checker.Side{Process: slices.Concat(names, []string{text()})[0], Operation: "send " + message + " to " + text(), Source: text(),
			Facts: trace.Facts{Kind: text(), Message: message, Reply: true, Any: true}}
	}
	v := &checker.Violation{
		Property: own, Explanation: text(), Interleaving: 2, Count: 3, Trace: tr,
		Waiting:  []trace.Waiting{{Process: text(), For: text(), Source: text(), Mailbox: []string{text(), text()}, Refused: []string{text()}}, {Process: text(), Daemon: true}},
		Reversal: &checker.Reversal{First: side(), Second: side()},
		Stack:    []string{text() + " " + text()},
	}
	for _, e := range tr.Entries {
		v.Steps = append(v.Steps, trace.NamedStep{Actor: e.Process})
	}
	other := &checker.Violation{Property: declared, Explanation: text(), Interleaving: 3, Count: 1}
	return document.Item{Name: name, Package: "example.com/m", Result: &checker.Result{Model: m, Record: result.Record{Verdict: checker.Violated, Findings: checker.Findings{
		Figures: checker.Figures{DepthCut: 1}, Interleavings: 5, Violating: 4, FirstViolation: 2,
		Violations: []*checker.Violation{v, other},
		Repeated:   []checker.Repetition{{Process: text(), Processes: 2, Operation: "look up " + text(), Kind: text(), Source: text(), Count: 4}},
		Growth:     []checker.Growth{{Process: text(), What: text(), Of: text(), Source: text(), From: 1, To: 9}, {What: text()}},
		Goals:      []checker.Goal{{Property: checker.Property{Name: text()}, Hits: 1, First: 2}},
	}, Causes: []checker.Cause{{Count: 3, Reversal: checker.Reversal{First: side(), Second: side()}, Table: text()}}, Skipped: []checker.SkippedStep{{Step: 1, Process: text(), Event: text(), Problem: text()}}}}}
}

// traceOf returns a trace in which the first process starts all others, and each does something.
func traceOf(names []string, text func() string, steps int) *trace.Trace {
	tr := &trace.Trace{Actors: names}
	if len(names) == 0 {
		return tr
	}
	add := func(e trace.Entry) int {
		e.Number, e.Source, e.Instead = len(tr.Entries)+1, text(), []string{text()}
		if e.Number > 1 {
			e.After = []int{e.Number - 1}
		}
		tr.Entries = append(tr.Entries, e)
		return e.Number
	}
	for _, name := range names[1:] {
		add(trace.Entry{Process: names[0], Operation: "spawn " + name, Kind: "spawn", With: name})
	}
	for i := range steps {
		a, b, message := names[i%len(names)], names[(i+1)%len(names)], text()
		switch i % 4 {
		case 0:
			n := add(trace.Entry{Process: a, Operation: "send " + message + " to " + b, Kind: "send", With: b, Message: message, To: b})
			add(trace.Entry{Process: b, Operation: "receive " + text(), Result: message + " from " + a, Kind: "receive", With: a, Message: message, Sent: n, Handled: text(), Log: []string{text()},
				Any: true, Limit: &trace.Limit{Alarm: text(), Process: text(), Without: text()}, Request: text(), Ends: text(), Fault: text(), Replaced: text()})
		case 1:
			table := text()
			add(trace.Entry{Process: a, Operation: "insert into " + table, Result: text(), Kind: "insert", Table: table, Row: &trace.Row{Key: text(), Value: text()}})
		case 2:
			add(trace.Entry{Process: a, Operation: "send " + message, Kind: "send", With: b, Message: message, To: b, Board: text(), State: text()})
		case 3:
			add(trace.Entry{Process: a, Operation: text(), Result: text(), Kind: "choose", Log: []string{text(), text()}, Alternatives: 2, Rate: text(), Shift: text(), Reply: text()})
		}
	}
	add(trace.Entry{Process: names[0], Operation: "end: " + text(), Result: text(), Kind: "exit"})
	tr.Next = []trace.Pause{{Process: names[len(names)-1], Operation: text(), Source: text(), Limit: &trace.Limit{Alarm: text(), Process: text()}}}
	return tr
}

type failing interface {
	Helper()
	Fatalf(format string, args ...any)
}

// holds checks every form of a report about the item, on a terminal of that width.
func holds(t failing, it document.Item, width int) {
	t.Helper()
	items := []document.Item{it, {Name: it.Name + "2", Result: it.Result}}
	for _, text := range []prose.Text{{Width: width, Columns: width, Show: 1}, {Width: width, Color: true, Full: true}} {
		for what, write := range map[string]func(io.Writer) error{
			"model":   func(w io.Writer) error { return console.Model(text, w, it) },
			"test":    func(w io.Writer) error { return console.Violations(text, w, it.Result.Model, it.Result.Violations) },
			"summary": func(w io.Writer) error { return console.Summary(text, w, items) },
			"list":    func(w io.Writer) error { return console.List(text, w, requestsOf(items)) },
			"shown":   func(w io.Writer) error { return report.Write(text, w, report.TextFormat, documents(it)) },
		} {
			s := readable(t, what, write)
			if !text.Full {
				within(t, s, width)
			}
		}
	}
	wellFormed(t, it, prose.Text{Width: width})
}

var colors = regexp.MustCompile("\x1b\\[(1|2|1;31|0)m")

// readable returns the output. It must be printable, and the same twice.
func readable(t failing, what string, write func(io.Writer) error) string {
	t.Helper()
	var first, second bytes.Buffer
	for _, b := range []*bytes.Buffer{&first, &second} {
		if err := write(b); errors.Is(err, report.ErrNoViolation) {
			return ""
		} else if err != nil {
			var broken *checker.InternalError
			errors.As(err, &broken)
			t.Fatalf("%s: %v\n%s", what, err, broken.Stack)
		}
	}
	s := colors.ReplaceAllString(first.String(), "")
	if !bytes.Equal(first.Bytes(), second.Bytes()) {
		t.Fatalf("%s: written again it is\n%q\ninstead of\n%q", what, second.String(), first.String())
	}
	i := strings.IndexFunc(s, func(r rune) bool { return r != '\n' && r != '\t' && !unicode.IsPrint(r) })
	if i >= 0 || !utf8.ValidString(s) {
		t.Fatalf("%s: there is something that is not printable in\n%q", what, s[max(0, i-20):])
	}
	return s
}

// within checks that no line is wider than the terminal, from 80 columns on, except commands to copy,
// names in full, and words that are longer than a line.
func within(t failing, s string, width int) {
	t.Helper()
	if width < 80 {
		return
	}
	legend := false
	for line := range strings.Lines(s) {
		line = strings.TrimSuffix(line, "\n")
		legend = strings.HasPrefix(line, "  Names that look alike") || legend && line != ""
		longest := 0
		for _, word := range strings.Fields(line) {
			longest = max(longest, printable.Width(word))
		}
		indent := len(line) - len(strings.TrimLeft(line, " "))
		if printable.Width(line) > width && longest <= width-max(24, indent) && !legend && !strings.HasPrefix(line, "  checkmodel -model ") {
			t.Fatalf("in %d columns, this line has %d:\n%s", width, printable.Width(line), line)
		}
	}
}

var (
	head   = regexp.MustCompile(`<text class="head[^>]*><title>([^<]*)</title>([^<]*)</text>`)
	script = regexp.MustCompile(`(?s)(<script[^>]*>).*?(</script>)`)
)

// wellFormed checks the formats that programs read.
func wellFormed(t failing, it document.Item, text prose.Text) {
	t.Helper()
	docs := documents(it)
	format := func(f report.Format) string {
		return readable(t, string(f), func(w io.Writer) error { return report.Write(text, w, f, docs) })
	}
	saved := format(report.JSONFormat)
	if back, err := document.Read(strings.NewReader(saved)); it.Result.Model.Name != "" && (err != nil || len(back) != 1) || !json.Valid([]byte(saved)) {
		t.Fatalf("the report cannot be read back: %v\n%s", err, saved)
	}
	page := format(report.HTMLFormat)
	if n := strings.Count(page, "<script"); n != strings.Count(page, "</script") || n != 2 && n != 0 {
		t.Fatalf("the page has %d scripts", n)
	}
	parse(t, script.ReplaceAllString(page, "$1$2"), false)
	picture := format(report.SVGFormat)
	parse(t, picture, true)
	parse(t, format(report.JUnitFormat), true)
	if log := format(report.SARIFFormat); !json.Valid([]byte(log)) {
		t.Fatalf("this is no SARIF:\n%s", log)
	}
	lanes := map[string]string{}
	for _, m := range head.FindAllStringSubmatch(picture, -1) {
		if other, ok := lanes[m[2]]; ok && other != m[1] {
			t.Fatalf("%q and %q are both called %q", other, m[1], m[2])
		}
		lanes[m[2]] = m[1]
	}
}

func parse(t failing, text string, strict bool) {
	t.Helper()
	d := xml.NewDecoder(strings.NewReader(text))
	d.Strict, d.Entity = strict, xml.HTMLEntity
	if !strict {
		d.AutoClose = []string{"meta", "input"}
	}
	for {
		if _, err := d.Token(); err == io.EOF {
			return
		} else if err != nil {
			t.Fatalf("it is not well-formed: %v\n%s", err, text)
		}
	}
}

var terminalWidths = []int{0, 1, 2, 10, 40, 80, 81, 100, 120, 200, 10_000}

// Reports are right for any names and texts of a model, on terminals of all widths.
func TestHostileTexts(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		holds(t, hostileItem(t), rapid.SampledFrom(terminalWidths).Draw(t, "width"))
	})
}

// FuzzReport lets the fuzzer find texts that break a report:
//
//	go test ./internal/report -fuzz FuzzReport
func FuzzReport(f *testing.F) {
	f.Fuzz(func(t *testing.T, name, other, text string, width uint16, processes, steps uint8) {
		var names []string
		for i := range int(processes) % 61 {
			names = append(names, fmt.Sprint([]string{name, other}[i%2], i/2))
		}
		said := 0
		holds(t, hostileResult(names, func() string { said++; return []string{text, name, other}[said%3] }, int(steps)), int(width)%10_001)
	})
}

// Two long names that differ in one place remain different when they are shortened.
func TestLongNames(t *testing.T) {
	long := strings.Repeat("long", 50)
	for _, names := range [][]string{
		{strings.Repeat("n", 120), "b"},
		{strings.Repeat("a", 53), strings.Repeat("b", 53)},
		{long + "1", long + "2", long + "3"},
		{"main", long + "x" + long, long + "y" + long},
		{strings.Repeat("日", 60), strings.Repeat("日", 59) + "本"},
		{strings.Repeat("k", 20_000), strings.Repeat("k", 20_000) + "2"},
	} {
		it := hostileResult(names, func() string { return "t" }, 9)
		widths := terminalWidths
		if len(names[0]) > 1000 || !testsize.Long() {
			widths = []int{0, 80, 10_000}[:testsize.Sample(2, 3)]
		}
		for _, width := range widths {
			holds(t, it, width)
		}
		var b bytes.Buffer
		if err := console.Model((prose.Text{Width: 80}), &b, it); err != nil {
			t.Fatal(err)
		}
		short := map[string]bool{}
		for _, m := range regexp.MustCompile(`(?m) \S+?=(.*?)(?:,|$)`).FindAllStringSubmatch(b.String(), -1) {
			short[m[1]] = true
		}
		if len(short) != len(names) {
			t.Errorf("%d processes have the short names %q in\n%.3000s", len(names), slices.Sorted(maps.Keys(short)), b.String())
		}
	}
}

// A panic in the report is an internal error. The name, the verdict and what can be shown are still
// written.
func TestBrokenReport(t *testing.T) {
	broken, whole := hostileResult([]string{"main", "b"}, func() string { return "t" }, 9), asserted()
	broken.Name = "broken"
	first := &broken.Result.Violations[0].Trace.Entries[0]
	first.Kind, first.Sent = "deliver", 1000 // there is no such event
	var b bytes.Buffer
	err := console.Model(prose.Text{}, &b, broken)
	if internal := (*checker.InternalError)(nil); !errors.As(err, &internal) || !strings.Contains(string(internal.Stack), "report/") {
		t.Errorf("the error is %v", err)
	}
	if want := "\nbroken              5    0.00s  violated (not declared): t own"; !strings.Contains(b.String(), want) {
		t.Errorf("written is %q, want %q", b.String(), want)
	}
	b.Reset()
	err = report.Write(prose.Text{}, &b, report.TextFormat, documents(broken, whole))
	if err == nil || !strings.Contains(err.Error(), "checkmodel internal error: model t cannot be shown") || !strings.Contains(b.String(), "spawn writer") {
		t.Errorf("the error is %v, and written is\n%s", err, b.String())
	}
	for _, f := range []report.Format{report.HTMLFormat, report.SVGFormat} {
		b.Reset()
		if err := report.Write((prose.Text{}), &b, f, documents(broken)); err == nil || b.Len() > 0 {
			t.Errorf("%s: the error is %v, and %d bytes are written", f, err, b.Len())
		}
	}
}
