package sampling

import (
	"slices"

	"github.com/checkmodel/checkmodel/trace"
)

// change is a run that is made from a parent: its steps in another order, as far as they are possible. The arm draws all other steps.
type change struct {
	parent *parent // nil if the run has none
	steps  []move  // that remain
	kept   int     // how many steps are as before: up to the goal from which the run goes on; otherwise 0
	maker  maker   // unless the run goes on from a goal
}

// vary makes a change, unless the maker draws, or there is nothing yet to change.
func (c *change) vary(d *draw, of *corpus, m maker) {
	switch m {
	case drawn:
		return
	case reversed:
		if p := of.fresh(d); p != nil && len(p.Races) > 0 {
			c.begin(p)
			c.reverseRace(d, p.Races)
		}
	default:
		if t := of.rare(d); t != nil && c.begin(t.parent) {
			c.edit(d, of, m, 0, t.at+1)
		}
	}
	if c.parent != nil {
		c.maker = m
	}
}

// goOn makes a change of a run that has reached one of the goals, of which there must be some: at a place after the goal.
func (c *change) goOn(d *draw, of *corpus, goals []*goal) {
	g := goals[d.rand.IntN(len(goals))]
	w := best(d, g.ways, func(w *way) int { return w.parent.Children })
	c.begin(w.parent)
	c.kept = w.at + 1
	c.edit(d, of, resumed+maker(d.rand.IntN(int(makers-resumed))), c.kept, len(c.steps))
}

// edit changes steps of the run, but not the first ones. If the run is resumed, it keeps at most so many: up to there it has shown
// something rare, which is often late, when little can follow.
func (c *change) edit(d *draw, of *corpus, m maker, first, most int) {
	n := len(c.steps)
	switch m {
	case reordered:
		var races [][2]int32
		for _, r := range c.parent.Races {
			if int(r[0]) >= first {
				races = append(races, r)
			}
		}
		if len(races) > 0 {
			c.reverseRace(d, races)
			return
		}
	case joined:
		place := first + d.rand.IntN(n-first+1)
		c.steps = c.steps[:place]
		if t := of.rare(d); t != nil {
			c.steps = append(c.steps, t.parent.Steps[min(place, len(t.parent.Steps)):]...)
		}
		return
	}
	c.steps = c.steps[:first+d.rand.IntN(most-first+1)]
}

// begin makes a change that changes nothing, and reports whether there is a parent.
func (c *change) begin(p *parent) bool {
	*c = change{parent: p, steps: c.steps[:0]}
	if p == nil {
		return false
	}
	c.steps = append(c.steps, p.Steps...)
	return true
}

// reverseRace puts the second event of one of the races before the first, with all events between them that do not happen after the
// first.
func (c *change) reverseRace(d *draw, races [][2]int32) {
	p, race := c.parent, races[d.rand.IntN(len(races))]
	i, j := int(race[0]), int(race[1])
	after := make([]bool, j)
	after[i] = true
	late := []move{p.Steps[i]}
	c.steps = append(c.steps[:0], p.Steps[:i]...)
	for k := i + 1; k < j; k++ {
		after[k] = slices.ContainsFunc(p.before(k), func(b int32) bool { return after[b] }) ||
			slices.ContainsFunc(late, func(m move) bool { return m.Actor == p.Steps[k].Actor })
		if after[k] {
			late = append(late, p.Steps[k])
		} else {
			c.steps = append(c.steps, p.Steps[k])
		}
	}
	c.steps = append(append(append(c.steps, p.Steps[j]), late...), p.Steps[j+1:]...)
}

// patience is how many of the remaining steps may wait for their actor.
const patience = 40

// next returns the first of the remaining steps that is possible, if there is one.
func (c *change) next(d *draw) (s trace.Step, ok bool) {
	for k, m := range c.steps[:min(patience, len(c.steps))] {
		i := slices.IndexFunc(d.enabled, func(p trace.Pending) bool { return d.names.actor(p.Actor, d.state).exact == m.Actor })
		if i < 0 {
			continue
		}
		copy(c.steps[1:k+1], c.steps[:k])
		c.steps = c.steps[1:]
		p := &d.enabled[i]
		if m.Alternative >= p.Op.Alternatives || p.Barred.Has(m.Alternative) {
			m.Alternative = 0
		}
		return trace.Step{Actor: p.Actor, Alternative: m.Alternative}, true
	}
	return s, false
}
