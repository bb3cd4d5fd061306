// Package coverage records what the operations of a model have done, by their places, and finds out what they never did.
package coverage

import (
	"maps"
	"slices"
	"sync"

	"github.com/checkmodel/checkmodel/trace"
)

// Record has the outcomes of operations in the interleavings of a search. It is safe for concurrent use. The zero Record is empty.
type Record struct {
	mu  sync.Mutex
	all map[trace.Visit]bool
}

// Add adds a visit.
func (r *Record) Add(v trace.Visit) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.all == nil {
		r.all = map[trace.Visit]bool{}
	}
	r.all[v] = true
}

// Visits returns all visits so far and the earlier ones, in order. What has happened is not among what could happen. A nil Record has none.
func (r *Record) Visits(earlier []trace.Visit) []trace.Visit {
	if r == nil {
		return earlier
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	all := map[trace.Visit]bool{}
	maps.Copy(all, r.all)
	for _, v := range earlier {
		all[v] = true
	}
	for v := range all {
		if v.Happened {
			v.Happened = false
			delete(all, v)
		}
	}
	return slices.SortedFunc(maps.Keys(all), trace.Visit.Compare)
}

// Outcomes of receives that are no types of messages.
const (
	Message = "a message" // of whatever type
	Timeout = "a timeout"
)

// Gaps returns what could have happened, and did not, of the visits that [Record.Visits] has returned. A receive that took no message
// at all has one gap, and not one for each type.
func Gaps(visits []trace.Visit) (gaps []trace.Visit) {
	for _, v := range visits {
		none := trace.Visit{Place: v.Place, Operation: v.Operation, Outcome: Message}
		if !v.Happened && (v == none || v.Outcome == Timeout || !slices.Contains(visits, none)) {
			gaps = append(gaps, v)
		}
	}
	return gaps
}
