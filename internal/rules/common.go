package rules

import (
	"maps"
	"math/bits"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/checkmodel/checkmodel/internal/world/program"
)

// Coverage says about an interleaving, with a bit each, which properties it asserts, which rules have judged something, which
// rules were shown something, and which boards have shown something.
type Coverage struct {
	Asserted              uint64
	judged, shown, boards uint64
}

// Common is common to the evaluators of all workers: the rules, and what interleavings have shown to them. The counts are of
// interleavings that have entered the result, so they do not depend on the number of workers.
type Common struct {
	List
	goals    []string      // that processes can reach
	shown    []atomic.Bool // to each rule, something
	changing []atomic.Bool // the rule was found to change its arguments
	all      atomic.Bool   // something was shown to each rule

	mu         sync.Mutex
	boards     []program.Board // the first 64 on which a worker has met an announcement
	bits       uint64          // of the boards with an announcement in an interleaving that counts
	rules      uint64          // to which such an interleaving has shown something
	properties [64]int         // how many interleavings have each bit
	judged     [64]int
}

// NewCommon returns a Common of the rules, and of the goals that processes can reach.
func NewCommon(l List, goals []string) *Common {
	return &Common{List: l, goals: goals, shown: make([]atomic.Bool, len(l)), changing: make([]atomic.Bool, len(l))}
}

// Shown returns the rules to which something was shown, or the rules to which nothing was shown, as indices.
func (c *Common) Shown(something bool) (rules []int) {
	for i := range c.shown {
		if c.shown[i].Load() == something {
			rules = append(rules, i)
		}
	}
	return rules
}

// Show records that an earlier search has shown something to the rule with index i, or has not.
func (c *Common) Show(i int, something bool) { c.shown[i].Store(something) }

// asking reports whether there is a rule to which nothing was shown so far.
func (c *Common) asking() bool { return len(c.List) > 0 && !c.all.Load() }

// board returns the bit of a board; 0 if there are too many boards.
func (c *Common) board(b program.Board) uint64 {
	c.mu.Lock()
	defer c.mu.Unlock()
	i := slices.Index(c.boards, b)
	if i < 0 {
		i = len(c.boards)
		if i < 64 {
			c.boards = append(c.boards, b)
		}
	}
	return 1 << i
}

// Count counts an interleaving.
func (c *Common) Count(x Coverage) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for m := x.Asserted; m != 0; m &= m - 1 {
		c.properties[bits.TrailingZeros64(m)]++
	}
	for m := x.judged; m != 0; m &= m - 1 {
		c.judged[bits.TrailingZeros64(m)]++
	}
	c.pass(x)
}

// Pass records what an interleaving that does not count has shown.
func (c *Common) Pass(x Coverage) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.pass(x)
}

func (c *Common) pass(x Coverage) {
	c.bits |= x.boards
	first := x.shown &^ c.rules
	if first == 0 {
		return
	}
	c.rules |= first
	for ; first != 0; first &= first - 1 {
		c.shown[bits.TrailingZeros64(first)].Store(true)
	}
	c.all.Store(len(c.Shown(false)) == 0)
}

// Texts describes the boards on which something was shown.
func (c *Common) Texts() (all []string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for i, b := range c.boards {
		if c.bits&(1<<i) != 0 {
			all = append(all, program.Holds(b))
		}
	}
	return all
}

// AddJudged adds to the numbers of interleavings that have asserted a property, or have shown something to a rule that is no goal. name
// returns the name of a property by its number. Only the first 64 of each are counted.
func (c *Common) AddJudged(earlier map[string]int, name func(int) string) map[string]int {
	all := maps.Clone(earlier)
	add := func(name string, n int) {
		if all == nil {
			all = map[string]int{}
		}
		all[name] += n
	}
	for number, n := range c.properties {
		if n > 0 {
			add(name(number), n)
		}
	}
	for i := range c.List[:min(len(c.List), 64)] {
		if n := c.judged[i]; n > 0 && !c.List[i].Goal {
			add(c.List[i].Name, n)
		}
	}
	return all
}
