package checker

import (
	"fmt"
	"math/bits"
	"reflect"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/checkmodel/checkmodel/internal/world/program"
	"github.com/checkmodel/checkmodel/trace"
)

// shown has the exposures and announcements to rules in interleavings that count. It does not depend on the number of workers.
type shown struct {
	all atomic.Bool // something was shown to each rule

	mu     sync.Mutex
	boards []program.Board // the first 64 on which a worker has met an announcement
	bits   uint64          // of the boards with an announcement in an interleaving that counts
	rules  uint64          // to which such an interleaving has shown something
}

// asking reports whether there is a rule to which nothing was shown so far.
func (t *tally) asking() bool { return len(t.asked) > 0 && !t.shown.all.Load() }

// board returns the bit of a board; 0 if there are too many boards.
func (t *tally) board(b program.Board) uint64 {
	t.shown.mu.Lock()
	defer t.shown.mu.Unlock()
	i := slices.Index(t.shown.boards, b)
	if i < 0 {
		i = len(t.shown.boards)
		if i < 64 {
			t.shown.boards = append(t.shown.boards, b)
		}
	}
	return 1 << i
}

// showing records the exposures and announcements of an interleaving that counts.
func (t *tally) showing(s exercised) {
	t.shown.bits |= s.boards
	first := s.shown &^ t.shown.rules
	if first == 0 {
		return
	}
	t.shown.rules |= first
	for ; first != 0; first &= first - 1 {
		t.asked[bits.TrailingZeros64(first)].Store(true)
	}
	t.shown.all.Store(len(t.rules(false)) == 0)
}

// follow records to which rules an earlier search has shown something.
func (t *tally) follow(earlier *Result) {
	for i, rule := range t.result.Model.Rules {
		t.asked[i].Store(!rule.goal && !slices.ContainsFunc(earlier.Unasked, func(u Rule) bool { return u.Name == rule.Name }))
	}
}

// texts describes the boards on which something was shown, also before the search was resumed.
func (t *tally) texts() []string {
	t.shown.mu.Lock()
	defer t.shown.mu.Unlock()
	all := slices.Clone(t.result.Shown)
	for i, b := range t.shown.boards {
		if t.shown.bits&(1<<i) != 0 {
			all = append(all, program.Holds(b))
		}
	}
	return union(all, nil)
}

// vacuous sets which properties were not asserted, and which rules had nothing to judge, unless a violation or the end of a replay
// has stopped the search.
func (t *tally) vacuous() {
	r := t.result
	shown := t.texts()
	r.Shown = nil
	if r.Stop == AtViolation || r.Stop == Replayed || !r.Explored() {
		return
	}
	r.Unasserted = r.unasserted()
	r.Unasked = slices.DeleteFunc(t.rules(false), func(rule Rule) bool { return rule.goal })
	if len(r.Unasked) > 0 {
		r.Shown = shown
	}
}

// Vacuous returns an error if a rule is about a type that no process exposes or announces, so that it holds without a meaning.
// An incomplete search may not have reached such an exposure. Then it is an error only if processes expose or announce another
// type that no rule is about. A search with fewer external events or other faults than the model's has no such error. A search
// that has found a violation has none either.
func (r *Result) Vacuous() error {
	if len(r.Unasked) == 0 || r.Violating > 0 || len(r.Options.Without) > 0 || !reflect.DeepEqual(r.Options.faults(), r.Model.Faults) {
		return nil
	}
	judged := func(shown string) bool {
		return slices.ContainsFunc(r.Model.Rules, func(rule Rule) bool { return program.Holds(rule.board) == shown })
	}
	if !r.Complete() && !slices.ContainsFunc(r.Shown, func(shown string) bool { return !judged(shown) }) {
		return nil
	}
	instead := "nothing"
	if len(r.Shown) > 0 {
		instead = strings.Join(r.Shown, ", ")
	}
	rule := &r.Unasked[0]
	return fmt.Errorf("model %s: the rule %q has nothing to judge: no process %s. What processes show: %s. "+
		"A rule sees what is shown as exactly its type; correct the type of the rule, or that of the call of proc.Expose or proc.Announce",
		r.Model.Name, trace.OneLine(rule.Name), rule.Asks(), instead)
}
