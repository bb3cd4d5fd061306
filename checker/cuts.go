package checker

import (
	"slices"
	"strings"

	"github.com/checkmodel/checkmodel/trace"
)

// A goal about states asks whether they are so at any moment of any interleaving. Where no
// other rule can tell the order of exposures, these do not race, and one interleaving of a
// class stands for several orders of them. So the goal is asked about each moment that one of these
// orders has: each consistent cut of the interleaving, that is each set of exposures that has with one all
// that happen before it. See Cooper, Marzullo, "Consistent Detection of Global Predicates",
// 1991 ("possibly"). The orders, explored one by one, would have each of these moments at
// least once. But all of them belong to one interleaving now, so a search must be able to end
// between two cuts, and must not remember them: they come in an order like that of numbers, as in Garg,
// "Enumerating Global States of a Distributed Computation", 2003.

// need says that a cut with one announcement has those of another process up to one.
type need struct {
	process string
	events  int // the position after that one
}

// relate notes, for each announcement of the present interleaving, which others happen before it.
func (a *asker) relate(shown []announcement) {
	if a.ordered != a.j.repeater.Interleavings {
		a.order.Relation.ReceivePatterns = true // for every search, or they would reach different goals
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

// unordered reports whether an announcement may come in any order with others that it does
// not depend on otherwise.
func unordered(e *trace.Event) bool { return e.Kind == trace.Announce && e.Flags&trace.Unordered != 0 }

// cuts walks through the consistent cuts of what an interleaving shows.
type cuts struct {
	lanes [][]showing // what each process has shown, by the names of processes
	cut   []int       // the present cut: of each lane, how many are in it
}

// showing is an announcement, or the end of a process that has made some.
type showing struct {
	*announcement
	with []int // of each lane, how many are in every cut with this one
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

// needs returns, of each lane, how many are in every cut with the announcement. Of its own,
// that does not matter.
func (c *cuts) needs(a *announcement) []int {
	with := make([]int, len(c.lanes))
	for l, lane := range c.lanes {
		for _, n := range a.needs {
			if n.process == lane[0].process {
				with[l] = len(upToEvent(lane, n.events))
			}
		}
	}
	return with
}

// upToEvent returns those of the lane that come up to an event.
func upToEvent(lane []showing, events int) []showing {
	i := slices.IndexFunc(lane, func(s showing) bool { return s.events > events })
	if i < 0 {
		return lane
	}
	return lane[:i]
}

// next goes on to the next cut. It returns false if the present one was the last.
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

// extends reports whether one more of the lane goes with what the cut has of the lanes after it.
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

// reduce leaves of the lanes before l as many in the cut as the others need.
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

// states returns what the processes show at the cut, and the last announcement in it.
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

// evidence returns the positions of the events after which the states are those of the cut.
func (c *cuts) evidence() (positions []int) {
	for l, n := range c.cut {
		if n > 0 {
			positions = append(positions, c.lanes[l][n-1].events-1)
		}
	}
	slices.Sort(positions)
	return positions
}

// goesOn reports whether the search goes on, and notes that the rule is asked once more.
func (a *asker) goesOn(rule *Rule) bool {
	if a.over = a.over || a.j.tally.over(a.j.search.ctx); a.over {
		return false
	}
	a.j.search.engine.Calls.Begin(a, rule.endless)
	return true
}
