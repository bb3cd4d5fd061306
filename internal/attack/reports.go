//go:build unix

package main

import (
	"bytes"
	"fmt"
	"strings"
	"unicode"
)

// reportAttack shows damaged reports.
var reportAttack = attack{
	name: "reports", about: "shows damaged reports in all formats",
	short: 40, long: 1500, prepare: prepareReports,
}

func prepareReports(l *lab) (cases, error) {
	if err := prepareSearched(l); err != nil {
		return cases{}, err
	}
	report, _, err := l.first("report", []int{0, 1}, "-json", "-until", "end", "-show", "1", "-model", "small|mixed|race", searched)
	if err != nil {
		return cases{}, err
	}
	documents := bytes.SplitAfter([]byte(report.stdout), []byte("\n"))
	return cases{run: func(t *trial) { showDamaged(t, documents[:len(documents)-1]) }}, nil
}

// showDamaged shows a damaged report. It may be refused, or shown as far as possible, but the
// output must be harmless for a terminal.
func showDamaged(t *trial, documents [][]byte) {
	content, what := documents[t.rng.IntN(len(documents))], ""
	if t.rng.IntN(3) == 0 {
		content, what = damaged(t, content)
	} else {
		for range 1 + t.rng.IntN(3) {
			var where, by string
			content, where, by = deformed(t, content)
			what += fmt.Sprintf("; at %s is %s", where, by)
		}
	}
	format := pick(t, "text", "text", "html", "junit", "sarif", "svg", "dot", "shiviz", "json")
	t.title = fmt.Sprintf("a report, as %s, %s", format, strings.TrimPrefix(what, "; "))
	t.write("report.json", content)
	o := t.run(execution{args: []string{"show", "-format", format, pick(t, "-v", "-width=0", "-width=1", "-width=200", "-width=5"), "report.json"}, statuses: []int{0, 2}})
	i := strings.IndexFunc(o.output(), func(r rune) bool { return r != '\n' && r != '\t' && unicode.IsControl(r) })
	if i >= 0 && format != "html" {
		t.fail("it prints the control character %q", o.output()[i:i+1])
	}
	if format == "html" && strings.Contains(o.stdout, "<script>alert(1)") {
		t.fail("a text of the report becomes code of the page")
	}
}
