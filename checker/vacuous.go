package checker

import (
	"fmt"
	"math/bits"
	"reflect"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/checkmodel/checkmodel/internal/world"
	"github.com/checkmodel/checkmodel/trace"
)

// shown is what interleavings that count have shown to rules. It does not depend on the number of workers.
type shown struct {
	all atomic.Bool // something was shown to each rule

	mu     sync.Mutex
	boards []world.Board // the first 64 on which a worker has met an announcement
	bits   uint64        // of those with an announcement in an interleaving that counts
}

// asking reports whether there is a rule to which nothing was shown so far.
func (t *tally) asking() bool { return len(t.asked) > 0 && !t.shown.all.Load() }

// board returns the bit of a board; 0 if there are too many boards.
func (t *tally) board(b world.Board) uint64 {
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

// showing records what an interleaving that counts has shown.
func (t *tally) showing(s subjects) {
	if !t.asking() {
		return
	}
	for m := s.shown; m != 0; m &= m - 1 {
		t.asked[bits.TrailingZeros64(m)].Store(true)
	}
	t.shown.bits |= s.boards
	t.shown.all.Store(len(t.rules(false)) == 0)
}

// asked records to which rules an earlier search has shown something.
func (s *search) asked(earlier *Result) {
	for i, rule := range s.result.Model.Rules {
		s.tally.asked[i].Store(!rule.goal && !slices.ContainsFunc(earlier.Unasked, func(u Rule) bool { return u.Name == rule.Name }))
	}
}

// boards returns the boards on which something was shown.
func (t *tally) boards() (all []world.Board) {
	for i, b := range t.shown.boards {
		if t.shown.bits&(1<<i) != 0 {
			all = append(all, b)
		}
	}
	return all
}

// vacuous sets which properties were not asserted, and which rules had nothing to judge, unless a violation or the end of a replay
// has stopped the search.
func (s *search) vacuous() {
	r := s.result
	if r.Stop == AtViolation || r.Stop == Replayed || !r.Explored() || r.Options.sought != nil {
		return
	}
	r.Unasserted = r.unasserted()
	r.Unasked = slices.DeleteFunc(s.tally.rules(false), func(rule Rule) bool { return rule.goal })
	if len(r.Unasked) > 0 {
		for _, b := range s.tally.boards() {
			r.Shown = append(r.Shown, world.Holds(b))
		}
		slices.Sort(r.Shown)
	}
}

// checkRules returns an error if a rule is about a type that no process exposes or announces. A search that is not complete may
// not have come to it; then it is an error if, instead, processes show something that no rule is about. Options by which less
// happens than the model asks for excuse the rule, and so does a violation, after which less happens, too.
func (s *search) checkRules() error {
	r := s.result
	if len(r.Unasked) == 0 || r.Violating > 0 || len(r.Options.Without) > 0 || !reflect.DeepEqual(r.Options.faults(), r.Model.Faults) {
		return nil
	}
	about := func(b world.Board) bool {
		return slices.ContainsFunc(r.Model.Rules, func(rule Rule) bool { return rule.board == b })
	}
	if !r.Complete() && !slices.ContainsFunc(s.tally.boards(), func(b world.Board) bool { return !about(b) }) {
		return nil
	}
	r.Verdict = Failed
	rule := r.Unasked[0]
	instead := "nothing"
	if len(r.Shown) > 0 {
		instead = strings.Join(r.Shown, ", ")
	}
	return fmt.Errorf("model %s: the rule %q has nothing to judge: no process %s. What processes show: %s. "+
		"A rule sees what is shown as exactly its type; correct the type of the rule, or that of the call of proc.Expose or proc.Announce",
		r.Model.Name, trace.OneLine(rule.Name), rule.Asks(), instead)
}
