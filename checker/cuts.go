package checker

import (
	"encoding/binary"
	"slices"

	"github.com/checkmodel/checkmodel/trace"
)

// A goal about states asks whether they are so at any moment of any interleaving. Where no
// other rule can tell the order of exposures, these do not race, and one interleaving of a
// class stands for several orders of them. So the goal is asked about each moment that one of these
// orders has: each consistent cut of the interleaving, that is each set of exposures that has with one all
// that happen before it. See Cooper, Marzullo, "Consistent Detection of Global Predicates",
// 1991 ("possibly"). There are never more cuts than the interleavings that the orders would be.

// need says that a cut with one announcement has those of another process up to one.
type need struct {
	process string
	events  int // the position after that one
}

// relate notes, for each announcement of the present interleaving, which others happen before it.
func (x *exploration) relate(shown []announcement) {
	x.order.Relation.ReceivePatterns = true // for every search, or they would reach different goals
	x.order.Compute(slices.Clone(x.events))
	for i := range shown {
		a := &shown[i]
		a.needs = []need{}
		for j := i - 1; j >= 0; j-- {
			b := &shown[j]
			met := slices.ContainsFunc(a.needs, func(n need) bool { return n.process == b.process })
			if !met && b.process != a.process && x.order.Before(b.events-1, a.events-1) {
				a.needs = append(a.needs, need{b.process, b.events})
			}
		}
	}
}

// unordered reports whether an announcement may come in any order with others that it does
// not depend on otherwise.
func unordered(e *trace.Event) bool { return e.Kind == trace.Announce && e.Flags&trace.Unordered != 0 }

// cuts walks through the consistent cuts of what an interleaving shows.
type cuts struct {
	shown []announcement
	lanes [][]int // the positions in shown of what each process has shown
	seen  map[string]bool
	next  [][]int // cuts to be looked at: of each lane, how many are in the cut
}

func newCuts(shown []announcement) *cuts {
	c := &cuts{shown: shown, seen: map[string]bool{}}
	of := map[string]int{}
	for i := range shown {
		lane, known := of[shown[i].process]
		if !known {
			lane = len(c.lanes)
			of[shown[i].process] = lane
			c.lanes = append(c.lanes, nil)
		}
		c.lanes[lane] = append(c.lanes[lane], i)
	}
	c.lanes = slices.DeleteFunc(c.lanes, func(lane []int) bool { return shown[lane[0]].ended }) // it has shown nothing
	c.next = [][]int{make([]int, len(c.lanes))}
	return c
}

// each calls f with the states at each cut, and with the last announcement there is in it, until f
// returns an error, and returns that. The cut without any is left out.
func (c *cuts) each(f func(states []announcement, last announcement) error) error {
	for len(c.next) > 0 {
		cut := c.next[len(c.next)-1]
		c.next = c.next[:len(c.next)-1]
		if states, last, any := c.states(cut); any {
			if err := f(states, last); err != nil {
				return err
			}
		}
		for lane := len(cut) - 1; lane >= 0; lane-- { // the lane that comes first is looked at first
			c.extend(cut, lane)
		}
	}
	return nil
}

// extend adds the cut with one more announcement of a lane, if that is consistent.
func (c *cuts) extend(cut []int, lane int) {
	if cut[lane] == len(c.lanes[lane]) || !c.possible(cut, &c.shown[c.lanes[lane][cut[lane]]]) {
		return
	}
	larger := slices.Clone(cut)
	larger[lane]++
	var key []byte
	for _, n := range larger {
		key = binary.AppendUvarint(key, uint64(n))
	}
	if !c.seen[string(key)] {
		c.seen[string(key)] = true
		c.next = append(c.next, larger)
	}
}

// possible reports whether the cut has all that happens before the announcement.
func (c *cuts) possible(cut []int, a *announcement) bool {
	for _, n := range a.needs {
		for lane, items := range c.lanes {
			if c.shown[items[0]].process == n.process && cut[lane] < len(items) && c.shown[items[cut[lane]]].events <= n.events {
				return false
			}
		}
	}
	return true
}

// states returns what the processes show at a cut, and the last announcement in it.
func (c *cuts) states(cut []int) (states []announcement, last announcement, any bool) {
	for lane, n := range cut {
		if n == 0 {
			continue
		}
		for _, i := range c.lanes[lane][:n] {
			show(&states, c.shown[i])
		}
		if a := c.shown[c.lanes[lane][n-1]]; !any || a.events > last.events {
			last, any = a, true
		}
	}
	return states, last, any
}
