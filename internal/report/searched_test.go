package report_test

import (
	"strings"
	"testing"

	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/internal/report/console"
	"github.com/checkmodel/checkmodel/internal/report/document"
	"github.com/checkmodel/checkmodel/internal/report/prose"
	"github.com/checkmodel/checkmodel/proc"
	"github.com/checkmodel/checkmodel/trace"
)

// TestReplayedBy: the report of a replay names the delivery if the model asks for another one.
func TestReplayedBy(t *testing.T) {
	m := checker.Model{Name: "m", Main: func(*proc.P) {}}
	for _, c := range []struct {
		own, is proc.Delivery
		want    string
	}{
		{"", proc.Channel, "whose schedule was given, with delivery channel (the model has instant)."},
		{proc.Bag, proc.Instant, "whose schedule was given, with delivery instant (the model has bag)."},
		{proc.Bag, "", "whose schedule was given."},
		{"", proc.Instant, "whose schedule was given."},
	} {
		m.Delivery = c.own
		r, err := checker.Check(t.Context(), m, checker.Options{Delivery: c.is, Replay: trace.NamedSchedule{{Actor: "main"}}})
		if err != nil {
			t.Fatal(err)
		}
		var b strings.Builder
		if err := console.Summary((prose.Text{}), &b, []document.Item{{Name: "m", Result: r}}); err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(b.String(), c.want) {
			t.Errorf("model %q, options %q: %s, want %s", c.own, c.is, b.String(), c.want)
		}
	}
}
