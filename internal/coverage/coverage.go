// Package coverage records what the operations of a model have done, by their places, and finds out what they never did. It knows
// nothing of operations, except in words.
package coverage

import (
	"cmp"
	"maps"
	"slices"
	"sync"
)

// Visit is something that an operation at a place of a model could do, or did.
type Visit struct {
	Place     string `json:"place"`             // file:line of the call in the model; "" for a fault
	Operation string `json:"operation"`         // the operation, or the fault, in words
	Outcome   string `json:"outcome,omitempty"` // what the operation led to; "" stands for the request of it, or for the fault
	Happened  bool   `json:"happened,omitempty"`
}

// compare orders visits by place, operation and outcome.
func (v Visit) compare(w Visit) int {
	return cmp.Or(cmp.Compare(v.Place, w.Place), cmp.Compare(v.Operation, w.Operation), cmp.Compare(v.Outcome, w.Outcome))
}

// Record has what happened in the interleavings of a search. It is safe for concurrent use. The zero Record is empty.
type Record struct {
	mu  sync.Mutex
	all map[Visit]bool
}

// Add adds a visit.
func (r *Record) Add(v Visit) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.all == nil {
		r.all = map[Visit]bool{}
	}
	r.all[v] = true
}

// Visits returns all visits: those so far, and the earlier ones, in order.
func (r *Record) Visits(earlier []Visit) []Visit {
	r.mu.Lock()
	defer r.mu.Unlock()
	all := maps.Clone(r.all)
	if all == nil {
		all = map[Visit]bool{}
	}
	for _, v := range earlier {
		all[v] = true
	}
	for v := range all {
		if v.Happened {
			delete(all, Visit{v.Place, v.Operation, v.Outcome, false})
		}
	}
	return slices.SortedFunc(maps.Keys(all), Visit.compare)
}
