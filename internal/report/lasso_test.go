package report_test

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/internal/report"
	"github.com/checkmodel/checkmodel/models/examples/philosophers"
	"github.com/checkmodel/checkmodel/proc"
)

type rest struct{}

// juggling has a process that catches a ball and throws it again for ever. Its first throw is before the cycle, and the
// catch of that in it.
var juggling = checker.Model{Name: "juggling", Main: func(p *proc.P) {
	p.Send(p.Self(), "ball")
	proc.Loop(p, rest{}, func(*rest) bool {
		p.Send(p.Self(), proc.Receive[string](p))
		return true
	})
}, Rules: []checker.Rule{checker.Eventually(checker.Property{Name: "rests", Doc: "The juggler rests some time."},
	func([]checker.Exposed[rest]) error { return errors.New("the ball is in the air") })}}

// lassos returns results with a violation that is repeated for ever, one that is verified although interleavings need
// not end, and one that is cut.
func lassos(t *testing.T) []report.Item {
	return []report.Item{
		searched(t, []checker.Model{juggling}, "juggling", checker.Options{}),
		searched(t, philosophers.Models(), "philosophers-polite", checker.Options{}),
		searched(t, philosophers.Models(), "philosophers", checker.Options{}),
		searched(t, philosophers.Models(), "philosophers", checker.Options{MaxEvents: 12}),
	}
}

// The golden file has the texts about what must hold some time.
func TestLassos(t *testing.T) {
	var b bytes.Buffer
	items := lassos(t)
	for _, it := range items {
		if err := (report.Text{Show: 1}).Model(&b, it); err != nil {
			t.Fatal(err)
		}
	}
	if err := (report.Text{Full: true}).Model(&b, items[0]); err != nil {
		t.Fatal(err)
	}
	if err := (report.Text{}).Summary(&b, items); err != nil {
		t.Fatal(err)
	}
	b.WriteString("\n" + written(t, report.DOTFormat, report.NewDocument(items[0])))
	golden(t, "lassos.txt", b.String())
}

// The page marks the events that repeat for ever, and no others.
func TestPageOfALasso(t *testing.T) {
	for _, it := range lassos(t)[:2] {
		t.Run(it.Name, func(t *testing.T) { pageOfALasso(t, it) })
	}
}

func pageOfALasso(t *testing.T, it report.Item) {
	doc := report.NewDocument(it)
	v := &doc.Distinct[0]
	text := written(t, report.HTMLFormat, doc)
	_, rows, _ := strings.Cut(text, `<g class="rows">`)
	for n, row := range strings.Split(rows, `<g class="row`)[1:] {
		if marked := strings.Contains(row, `class="loop"`); marked != (n+1 >= v.LoopFrom) {
			t.Errorf("event %d is marked: %t; the cycle begins at %d", n+1, marked, v.LoopFrom)
		}
	}
	if want := fmt.Sprintf("events %d to %d, marked on the left, repeat for ever", v.LoopFrom, len(v.Trace)); !strings.Contains(text, want) {
		t.Errorf("the page does not say %q", want)
	}
	if strings.Contains(text, `class="shape bad`) {
		t.Error("the page shows an event as what violates the property")
	}
	var out struct {
		Errors      []string
		Last, First string
	}
	browse(t, text, `press("G"); out.last = aside(); press("g"); out.first = aside();`, &out)
	if want := "repeats for ever, with the events from"; len(out.Errors) > 0 || !strings.Contains(out.Last, want) || strings.Contains(out.First, want) {
		t.Errorf("the page says %q of the last event, %q of the first; errors %q", out.Last, out.First, out.Errors)
	}
}
