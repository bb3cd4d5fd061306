package report_test

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/internal/report"
	"github.com/checkmodel/checkmodel/internal/report/advice"
	"github.com/checkmodel/checkmodel/internal/report/console"
	"github.com/checkmodel/checkmodel/internal/report/document"
	"github.com/checkmodel/checkmodel/internal/report/prose"
	"github.com/checkmodel/checkmodel/proc"
)

// TestUnlisted: every form of report says so if there are violations of more kinds than are kept. The
// page also says what it leaves out itself.
func TestUnlisted(t *testing.T) {
	wrong := func(kinds int) checker.Model {
		return checker.Model{Name: "wrong", Main: func(p *proc.P) { p.Assert(false, "right", "it is %s", strings.Repeat("very ", p.Choose(kinds))) }}
	}
	const (
		text = "Violations of further kinds are not kept: there are 100 kinds, each a property with its explanation, and 3 interleavings with others."
		page = "The page shows 50 violations; the other forms of the report have 50 more"
	)
	for _, kinds := range []int{20, 103} {
		it := searched(t, []checker.Model{wrong(kinds)}, "wrong", checker.Options{Until: checker.UntilEnd})
		many := kinds > 100
		var model, shown, html, lines bytes.Buffer
		for _, err := range []error{
			console.Model(prose.Text{}, &model, it),
			report.Write(prose.Text{}, &shown, report.TextFormat, []document.Document{document.NewDocument(it)}),
			report.Write(prose.Text{}, &html, report.HTMLFormat, []document.Document{document.NewDocument(it)}),
			document.JSON(&lines, it),
		} {
			if err != nil {
				t.Fatal(err)
			}
		}
		for name, says := range map[string]bool{
			"text":               strings.Contains(model.String(), text),
			"text of a document": strings.Contains(shown.String(), text),
			"page":               strings.Contains(html.String(), text) && strings.Contains(html.String(), page),
			"JSON":               strings.Contains(lines.String(), `"unlisted_violations":3`),
			"report.Unlisted":    strings.HasPrefix(advice.Unlisted(it.Result), text),
		} {
			if says != many {
				t.Errorf("%d kinds: that there are others is in the %s: %t", kinds, name, says)
			}
		}
		docs, err := document.Read(&lines)
		if err != nil {
			t.Fatal(err)
		}
		again := slices.ContainsFunc(docs, func(d document.Document) bool { return d.Unlisted == 3 })
		if again != many {
			t.Errorf("%d kinds: in what is read again there are others: %t", kinds, again)
		}
	}
}
