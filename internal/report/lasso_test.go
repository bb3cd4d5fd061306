package report_test

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/internal/report"
	"github.com/checkmodel/checkmodel/internal/report/console"
	"github.com/checkmodel/checkmodel/internal/report/document"
	"github.com/checkmodel/checkmodel/internal/report/prose"
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

// locked says whether a lock is taken.
type locked struct{ Is bool }

// stolen has a lock that one process may take and keep, although it is then busy for ever, too.
var stolen = checker.Model{Name: "stolen", Main: func(p *proc.P) {
	lock := proc.NewTable[string, bool](p, "t")
	lock.Insert(p, "lock", false)
	proc.Loop(p, rest{}, func(*rest) bool {
		if lock.CompareAndSwap(p, "lock", false, true) {
			proc.Expose(p, locked{true})
			if p.Choose(2) == 0 {
				lock.Insert(p, "lock", false)
				proc.Expose(p, locked{false})
			}
		}
		return true
	})
}, Rules: []checker.Rule{checker.AlwaysPossible(checker.Property{Name: "free again", Doc: "The lock can always be given back."},
	func(all []checker.Exposed[locked]) error {
		for _, e := range all {
			if e.State.Is {
				return fmt.Errorf("%s has the lock", e.Process)
			}
		}
		return nil
	})}}

// TestDeadEnd: a report says what can follow a dead end, also as JSON and as a page.
func TestDeadEnd(t *testing.T) {
	t.Parallel()
	doc := document.NewDocument(searched(t, []checker.Model{stolen}, "stolen", checker.Options{}))
	v := &doc.Distinct[0]
	want := "After event 5, no other state can be reached, and it does not hold in this one. Before event 5, one in which it holds could still be reached."
	if v.DeadEnd != 1 || v.Follows() != want {
		t.Errorf("it says %q, of %d states", v.Follows(), v.DeadEnd)
	}
	never := document.Violation{DeadEnd: 12, Viewed: true, Trace: v.Trace[:1]}
	if got := never.Follows(); got != "After event 1, 12 states can be reached, with the one just after it, as the View of the model shows them, and it holds in none of them." {
		t.Errorf("it says %q", got)
	}
	if text := written(t, report.JSONFormat, doc); !strings.Contains(strings.ReplaceAll(text, " ", ""), `"dead_end":1`) {
		t.Error("the JSON output does not have the dead end")
	}
	if text := written(t, report.HTMLFormat, doc); !strings.Contains(text, want) {
		t.Error("the page does not have the dead end")
	}
}

// lassos returns results with a violation that is repeated for ever, one that is verified although interleavings need
// not end, one that is cut, and one with a dead end.
func lassos(t *testing.T) []document.Item {
	return []document.Item{
		searched(t, []checker.Model{juggling}, "juggling", checker.Options{}),
		searched(t, philosophers.Models(), "philosophers-polite", checker.Options{}),
		searched(t, philosophers.Models(), "philosophers", checker.Options{}),
		searched(t, philosophers.Models(), "philosophers", checker.Options{MaxEvents: 12}),
		searched(t, []checker.Model{stolen}, "stolen", checker.Options{}),
	}
}

// The golden file has the texts about what must hold some time.
func TestLassos(t *testing.T) {
	var b bytes.Buffer
	items := lassos(t)
	for _, it := range items {
		if err := console.Model((prose.Text{Show: 1}), &b, it); err != nil {
			t.Fatal(err)
		}
	}
	if err := console.Model((prose.Text{Full: true}), &b, items[0]); err != nil {
		t.Fatal(err)
	}
	if err := console.Summary((prose.Text{}), &b, items); err != nil {
		t.Fatal(err)
	}
	golden(t, "lassos.txt", b.String())
}

// The page marks the events that repeat for ever, and no others.
func TestPageOfALasso(t *testing.T) {
	for _, it := range lassos(t)[:2] {
		t.Run(it.Name, func(t *testing.T) { pageOfALasso(t, it) })
	}
}

func pageOfALasso(t *testing.T, it document.Item) {
	doc := document.NewDocument(it)
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
