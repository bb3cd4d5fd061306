package document_test

import (
	"strings"
	"testing"

	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/internal/report/document"
	"github.com/checkmodel/checkmodel/proc"
)

// TestOverridden: a setting that is not the model's is shown with the model's, and keeps its own remark.
func TestOverridden(t *testing.T) {
	m := checker.Model{Name: "m", Delivery: proc.Channel}
	for _, c := range []struct {
		delivery proc.Delivery
		want     string
	}{
		{proc.Channel, "delivery by channel,"},
		{proc.Bag, "delivery by bag (the model says delivery by channel),"},
		{proc.Instant, "instant delivery (the model says delivery by channel; no bug that needs a delayed message is found),"},
	} {
		r := &checker.Result{Model: m, Options: checker.Options{Delivery: c.delivery}.For(&m)}
		if got := document.Search(r); !strings.Contains(got, c.want) {
			t.Errorf("%s: %s; want %s", c.delivery, got, c.want)
		}
	}
}
