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
	redraw int     // how many steps come before one whose alternative is drawn anew; negative if there is none
}

// Weights of changes of a run that has shown something rare.
const (
	resumes = 6 // it goes on as before up to there, and in another way from then on
	edits   = 1 // each other change
)

// reverse makes a change that reverses a race of a run of a new class.
func (c *change) reverse(d *draw, of *corpus) {
	if p := of.fresh(d); p != nil && len(p.Races) > 0 {
		c.begin(p)
		c.reverseRace(d)
	}
}

// vary makes a change of a run that has shown something rare.
func (c *change) vary(d *draw, of *corpus) {
	t := of.rare(d)
	if t == nil || !c.begin(t.parent) {
		return
	}
	p, n := c.parent, len(c.parent.Steps)
	switch x := d.rand.IntN(resumes + 4*edits); {
	case x < resumes:
		c.steps = c.steps[:t.at+1]
	case x == resumes && len(p.Races) > 0:
		c.reverseRace(d)
	case x == resumes+edits && len(p.Choices) > 0:
		c.redraw = int(p.Choices[d.rand.IntN(len(p.Choices))])
	case x == resumes+2*edits && len(p.Outside) > 0:
		from, to := int(p.Outside[d.rand.IntN(len(p.Outside))]), d.rand.IntN(n)
		s := c.steps[from]
		c.steps = slices.Insert(slices.Delete(c.steps, from, from+1), to, s)
	default: // the end of another run
		other, k := of.rare(d).parent.Steps, d.rand.IntN(n)
		c.steps = append(c.steps[:k], other[min(k, len(other)):]...)
	}
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

// reverseRace puts the second event of a race before the first, with all events between them that do not happen after the
// first.
func (c *change) reverseRace(d *draw) {
	p := c.parent
	race := p.Races[d.rand.IntN(len(p.Races))]
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
