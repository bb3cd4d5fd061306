package report_test

import (
	"bytes"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/checkmodel/checkmodel/internal/report/console"
	"github.com/checkmodel/checkmodel/internal/report/prose"
)

// On a narrow terminal, lines are broken between words, and the table fits.
func TestNarrowTerminal(t *testing.T) {
	text := prose.Text{Columns: 80}
	items := append(others(), deadlocked(), crashed(2))
	var b bytes.Buffer
	if err := console.List(text, &b, requestsOf(items)); err != nil {
		t.Fatal(err)
	}
	for _, it := range others() {
		if err := console.Model(text, &b, it); err != nil {
			t.Fatal(err)
		}
	}
	if err := console.Summary(text, &b, items); err != nil {
		t.Fatal(err)
	}
	golden(t, "narrow.txt", b.String())
	for l := range strings.Lines(b.String()) {
		l = strings.TrimSuffix(l, "\n")
		if utf8.RuneCountInString(l) > text.Columns {
			t.Errorf("this is wider than the terminal:\n%s", l)
		}
		if strings.TrimRight(l, " ") != l {
			t.Errorf("there are blanks at the end of %q", l)
		}
	}
}
