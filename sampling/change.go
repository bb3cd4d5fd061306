package sampling

import (
	"slices"

	"github.com/checkmodel/checkmodel/trace"
)

// change is a run that is made from a parent: its steps in another order, or with another alternative, as far as they are
// possible. The arm draws all other steps.
type change struct {
	parent *parent // nil if the run has none
	steps  []move  // that remain
	kept   int     // how many steps are as before: up to the goal from which the run goes on; otherwise 0
	redraw int     // how many steps come before one whose alternative is drawn anew; negative if there is none
}

// resumes is the weight of runs that go on as before up to some place, and in another way from then on. Any other change has the
// weight 1.
const resumes = 3

// reverse makes a change that reverses a race of a run of a new class.
func (c *change) reverse(d *draw, of *corpus) {
	if p := of.fresh(d); p != nil && len(p.Races) > 0 {
		c.begin(p)
		c.reverseRace(d, p.Races)
	}
}

// vary makes a change of a run that has shown something rare. If it is resumed, then at any place up to there: rare things often show
// late, when little can follow.
func (c *change) vary(d *draw, of *corpus) {
	if t := of.rare(d); t != nil && c.begin(t.parent) {
		c.edit(d, of, 0, t.at+1)
	}
}

// goOn makes a change of a run that has reached one of the goals, of which there must be some: at a place after the goal.
func (c *change) goOn(d *draw, of *corpus, goals []*goal) {
	g := goals[d.rand.IntN(len(goals))]
	w := best(d, g.ways, func(w *way) int { return w.parent.Children })
	c.begin(w.parent)
	c.kept = w.at + 1
	c.edit(d, of, c.kept, len(c.steps))
}

// edit changes steps of the run, but not the first ones. If the run is resumed, it keeps at most so many.
func (c *change) edit(d *draw, of *corpus, first, most int) {
	p, n := c.parent, len(c.parent.Steps)
	races := p.Races
	if first > 0 {
		races = nil
		for _, r := range p.Races {
			if int(r[0]) >= first {
				races = append(races, r)
			}
		}
	}
	choices, outside := from(p.Choices, first), from(p.Outside, first)
	place := first + d.rand.IntN(n-first+1)
	switch x := d.rand.IntN(resumes + 4); {
	case x < resumes:
		c.steps = c.steps[:first+d.rand.IntN(most-first+1)]
	case x == resumes && len(races) > 0:
		c.reverseRace(d, races)
	case x == resumes+1 && len(choices) > 0:
		c.redraw = int(choices[d.rand.IntN(len(choices))])
	case x == resumes+2 && len(outside) > 0:
		i := int(outside[d.rand.IntN(len(outside))])
		s := c.steps[i]
		c.steps = slices.Insert(slices.Delete(c.steps, i, i+1), min(place, n-1), s)
	default: // the end of another run
		c.steps = c.steps[:place]
		if t := of.rare(d); t != nil {
			c.steps = append(c.steps, t.parent.Steps[min(place, len(t.parent.Steps)):]...)
		}
	}
}

// from returns the positions that are not before the first.
func from(positions []int32, first int) []int32 {
	i, _ := slices.BinarySearch(positions, int32(first))
	return positions[i:]
}

// begin makes a change that changes nothing, and reports whether there is a parent.
func (c *change) begin(p *parent) bool {
	*c = change{parent: p, steps: c.steps[:0], redraw: -1}
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
		after[k] = slices.ContainsFunc(p.predecessors(k), func(b int32) bool { return after[b] })
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
	redraw := c.redraw == 0
	c.redraw--
	for k, m := range c.steps[:min(patience, len(c.steps))] {
		i := slices.IndexFunc(d.enabled, func(p trace.Pending) bool { return d.names.actor(p.Actor, d.state).exact == m.Actor })
		if i < 0 {
			continue
		}
		copy(c.steps[1:k+1], c.steps[:k])
		c.steps = c.steps[1:]
		p := &d.enabled[i]
		if redraw {
			return trace.Step{Actor: p.Actor, Alternative: d.alternative(p)}, true
		}
		if m.Alternative >= p.Op.Alternatives || p.Barred.Has(m.Alternative) {
			m.Alternative = 0
		}
		return trace.Step{Actor: p.Actor, Alternative: m.Alternative}, true
	}
	return s, false
}
