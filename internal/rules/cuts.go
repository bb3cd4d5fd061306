package rules

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

// cuts enumerates the consistent cuts of the announcements of an interleaving.
type cuts struct {
	lanes [][]showing // the announcements of each process, in the order of names
	cut   []int       // the current cut: the number of announcements in each lane
}

// showing is an Announcement, or the end of a process that has made some.
type showing struct {
	*Announcement
	with []int // the number of announcements in each lane that every cut with this one contains
}

func newCuts(all []Announcement) *cuts {
	c := &cuts{}
	of := map[string]int{} // lanes
	for i := range all {
		a := &all[i]
		lane, known := of[a.Process]
		if !known && a.ended {
			continue // it has shown nothing
		}
		if !known {
			lane = len(c.lanes)
			of[a.Process] = lane
			c.lanes = append(c.lanes, nil)
		}
		c.lanes[lane] = append(c.lanes[lane], showing{Announcement: a})
	}
	slices.SortFunc(c.lanes, func(a, b []showing) int { return strings.Compare(a[0].Process, b[0].Process) })
	c.cut = make([]int, len(c.lanes))
	for _, lane := range c.lanes {
		for i := range lane {
			lane[i].with = c.needs(lane[i].Announcement)
		}
	}
	return c
}

// needs returns, for each other lane, how many of its announcements are in every cut that contains
// this one.
func (c *cuts) needs(a *Announcement) []int {
	with := make([]int, len(c.lanes))
	for l, lane := range c.lanes {
		for _, n := range a.needs {
			if n.process == lane[0].Process {
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
func (c *cuts) states() (states []Announcement, last *Announcement) {
	for l, n := range c.cut {
		if n == 0 {
			continue
		}
		a := c.lanes[l][n-1].Announcement
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
