package report_test

import (
	"bytes"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/checkmodel/checkmodel/internal/report"
)

// On a narrow terminal, lines are broken between words, and the table fits.
func TestNarrowTerminal(t *testing.T) {
	text := report.Text{Columns: 80}
	items := append(others(), deadlocked(), crashed(2))
	var b bytes.Buffer
	if err := text.List(&b, requestsOf(items)); err != nil {
		t.Fatal(err)
	}
	for _, it := range others() {
		if err := text.Model(&b, it); err != nil {
			t.Fatal(err)
		}
	}
	if err := text.Summary(&b, items); err != nil {
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
