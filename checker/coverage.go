package checker

import (
	"maps"
	"math/bits"
)

// exercised has a bit for each property that an interleaving asserts, one for each rule that has judged something in it, one for
// each rule to which something was shown, judged or not, and one for each board on which something was shown; see tally.board.
type exercised struct{ properties, rules, shown, boards uint64 }

// frequency says how many interleavings have each bit.
type frequency struct{ properties, rules [64]int }

// add counts an interleaving.
func (c *frequency) add(j exercised) {
	for m := j.properties; m != 0; m &= m - 1 {
		c.properties[bits.TrailingZeros64(m)]++
	}
	for m := j.rules; m != 0; m &= m - 1 {
		c.rules[bits.TrailingZeros64(m)]++
	}
}

// timesJudged returns the present [Result.Judged]: the counts of the resumed search, and the counts since.
func timesJudged(s *search) map[string]int {
	r := s.result
	if r.Options.Algorithm.Traits().Merges {
		return nil
	}
	all := maps.Clone(r.Judged)
	add := func(name string, n int) {
		if n > 0 {
			if all == nil {
				all = map[string]int{}
			}
			all[name] += n
		}
	}
	for number, n := range s.tally.often.properties {
		if n == 0 {
			continue
		}
		add(s.first.sys.AssertedBy(number), n)
	}
	for i := range r.Model.Rules[:min(len(r.Model.Rules), 64)] {
		if rule := &r.Model.Rules[i]; !rule.goal {
			add(rule.Name, s.tally.often.rules[i])
		}
	}
	return all
}
