package checker

import (
	"slices"
	"strings"
)

// A goal about states is reached if the states satisfy it at some moment of some interleaving. Unless another
// rule depends on the order of exposures, they do not race, and one interleaving represents several orders of
// them. So the goal is evaluated at each consistent cut of the interleaving: each set of exposures that
// contains, with every exposure, all exposures that happen before it. See Cooper, Marzullo, "Consistent
// Detection of Global Predicates", 1991 ("possibly"). There may be very many cuts, so they are not stored but
// enumerated in lexicographic order, as in Garg, "Enumerating Global States of a Distributed Computation",
// 2003.

// need says that a cut with an announcement contains the announcements of another process among its
// first events.
type need struct {
	process string
	events  int
}

// relate computes the needs of the announcements of the current interleaving.
func (a *evaluator) relate(shown []announcement) {
	if a.ordered != a.j.repeater.Interleavings {
		a.order.Relation.ReceivePatterns = true // for every search, so that goals agree
		a.order.Compute(slices.Clone(a.j.player.Events()))
		a.ordered = a.j.repeater.Interleavings
	}
	for i := range shown {
		later := &shown[i]
		later.needs = []need{}
		for j := i - 1; j >= 0; j-- {
			b := &shown[j]
			met := slices.ContainsFunc(later.needs, func(n need) bool { return n.process == b.process })
			if !met && b.process != later.process && a.order.Before(b.events-1, later.events-1) {
				later.needs = append(later.needs, need{b.process, b.events})
			}
		}
	}
}

// cuts enumerates the consistent cuts of the announcements of an interleaving.
type cuts struct {
	lanes [][]showing // the announcements of each process, in the order of names
	cut   []int       // the current cut: the number of announcements in each lane
}

// showing is an announcement, or the end of a process that has made some.
type showing struct {
	*announcement
	with []int // the number of announcements in each lane that every cut with this one contains
}

func newCuts(all []announcement) *cuts {
	c := &cuts{}
	of := map[string]int{} // lanes
	for i := range all {
		a := &all[i]
		lane, known := of[a.process]
		if !known && a.ended {
			continue // it has shown nothing
		}
		if !known {
			lane = len(c.lanes)
			of[a.process] = lane
			c.lanes = append(c.lanes, nil)
		}
		c.lanes[lane] = append(c.lanes[lane], showing{announcement: a})
	}
	slices.SortFunc(c.lanes, func(a, b []showing) int { return strings.Compare(a[0].process, b[0].process) })
	c.cut = make([]int, len(c.lanes))
	for _, lane := range c.lanes {
		for i := range lane {
			lane[i].with = c.needs(lane[i].announcement)
		}
	}
	return c
}

// needs returns, for each other lane, how many of its announcements are in every cut that contains
// this one.
func (c *cuts) needs(a *announcement) []int {
	with := make([]int, len(c.lanes))
	for l, lane := range c.lanes {
		for _, n := range a.needs {
			if n.process == lane[0].process {
				with[l], _ = slices.BinarySearchFunc(lane, n.events+1, func(s showing, events int) int { return s.events - events })
			}
		}
	}
	return with
}

// next advances to the next cut. It returns false after the last one.
func (c *cuts) next() bool {
	for l := range c.lanes {
		if c.extends(l) {
			c.cut[l]++
			c.reduce(l)
			return true
		}
	}
	return false
}

// extends reports whether lane l can be extended by one without the lanes after it.
func (c *cuts) extends(l int) bool {
	n := c.cut[l]
	if n == len(c.lanes[l]) {
		return false
	}
	with := c.lanes[l][n].with
	for k := l + 1; k < len(c.lanes); k++ {
		if c.cut[k] < with[k] {
			return false
		}
	}
	return true
}

// reduce reduces the lanes before l to the announcements that the other lanes need.
func (c *cuts) reduce(l int) {
	clear(c.cut[:l])
	for k := l; k < len(c.lanes); k++ {
		if n := c.cut[k]; n > 0 {
			for before, needed := range c.lanes[k][n-1].with[:l] {
				c.cut[before] = max(c.cut[before], needed)
			}
		}
	}
}

// states returns the states at the cut, and the last announcement in it.
func (c *cuts) states() (states []announcement, last *announcement) {
	for l, n := range c.cut {
		if n == 0 {
			continue
		}
		a := c.lanes[l][n-1].announcement
		if last == nil || a.events > last.events {
			last = a
		}
		if !a.ended {
			states = append(states, *a)
		}
	}
	return states, last
}

// evidence returns the positions of the events after which the processes have the states of the cut.
func (c *cuts) evidence() (positions []int) {
	for l, n := range c.cut {
		if n > 0 {
			positions = append(positions, c.lanes[l][n-1].events-1)
		}
	}
	slices.Sort(positions)
	return positions
}

// mayContinue reports whether the search continues. If so, another call of the rule begins.
func (a *evaluator) mayContinue(rule *Rule) bool {
	if a.over = a.over || a.j.tally.over(a.j.search.ctx, 0); a.over {
		return false
	}
	a.begins(rule)
	return true
}
