package checker

import (
	"fmt"
	"sync"

	"github.com/checkmodel/checkmodel/proc"
)

// hearings are the rules that are being asked, one by each worker. One that never
// answers would keep the search from ever coming to an end, and nobody would know why.
type hearings struct {
	mu    sync.Mutex
	begun int
	under map[*exploration]hearing
	waits hearing // which keeps the search waiting
	times int     // how often that was found
}

type hearing struct {
	rule *Rule
	nth  int
}

// begin notes that a worker asks a rule.
func (h *hearings) begin(x *exploration, rule *Rule) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.begun++
	if h.under == nil {
		h.under = map[*exploration]hearing{}
	}
	h.under[x] = hearing{rule, h.begun}
}

// end notes that the rule has answered.
func (h *hearings) end(x *exploration) {
	h.mu.Lock()
	defer h.mu.Unlock()
	delete(h.under, x)
}

// last returns the number of the one that was begun last.
func (h *hearings) last() int {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.begun
}

// patiences is how often the patience with a rule comes to its end before it counts as one
// that never answers, as it may have much to compute; fewer where somebody waits for the end
// of the search.
const patiences, patiencesInTheEnd = 6, 3

// endless is called when a rule should have answered that was asked as that number, or
// before. It returns an error about the first that has not, if it was called enough times
// about it, or else nil.
func (h *hearings) endless(nth, enough int) error {
	h.mu.Lock()
	defer h.mu.Unlock()
	var first hearing
	for _, other := range h.under {
		if other.nth <= nth && (first.rule == nil || other.nth < first.nth) {
			first = other
		}
	}
	if first.rule == nil {
		return nil
	}
	if h.waits.nth != first.nth {
		h.waits, h.times = first, 0
	}
	if h.times++; h.times < enough {
		return nil
	}
	return first.rule.endless()
}

// slow returns an error about the rule that is being asked, nil if none is.
func (h *hearings) slow() error {
	h.mu.Lock()
	defer h.mu.Unlock()
	var first hearing
	for _, other := range h.under {
		if first.rule == nil || other.nth < first.nth {
			first = other
		}
	}
	if first.rule == nil {
		return nil
	}
	return first.rule.endless()
}

// endless is the error that the rule does not answer.
func (r *Rule) endless() error {
	return &proc.ModelError{Source: where(r.code), Problem: fmt.Sprintf(
		"the rule %q does not come to an end, or only after a long time. It must be able to judge whatever processes "+
			"expose or announce, also only a part of what an interleaving shows, and wait for nothing", r.Name)}
}
