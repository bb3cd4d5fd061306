package judge

import "testing"

// counted is a tally of a search that does not end after an interleaving without findings.
type counted struct{ Tally }

func (counted) EachCounts() bool { return false }

// TestExchangesAreCountedEach: subsequent interleavings are counted as one batch only if no messages were exchanged in them.
func TestExchangesAreCountedEach(t *testing.T) {
	for _, exchanged := range [][]int{nil, {0}} {
		d := Defer(counted{}, &Execution{}, nil, false)
		if added := Defer(counted{}, &Execution{Exchanged: exchanged}, d, false) == d; added != (exchanged == nil) {
			t.Errorf("an interleaving with the exchanges %v is added: %v", exchanged, added)
		}
	}
}
