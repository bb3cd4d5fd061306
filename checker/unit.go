package checker

import (
	"context"
	"fmt"
	"slices"

	"github.com/checkmodel/checkmodel/internal/driver"
	"github.com/checkmodel/checkmodel/internal/series"
	"github.com/checkmodel/checkmodel/internal/tally"
	"github.com/checkmodel/checkmodel/result"
	"github.com/checkmodel/checkmodel/trace"
)

// pool returns the pool that executes units of the search; nil if there is none, or if the result needs every interleaving.
func (s *job) pool() *driver.Pool {
	o := s.setup
	_, classes := o.Observer.(Classifying)
	if o.Saving == nil || o.Saving.Hand == nil || o.keepsEvents() || o.Explain || o.Examples > 0 || o.Witness != "" || o.target != nil || o.untilCut || o.model.World != nil ||
		o.Algorithm == Learn || o.Run > 0 || o.Afresh || classes {
		return nil
	}
	return &driver.Pool{Least: o.Saving.least, Memory: o.Saving.memory, Room: o.Saving.Room, Idle: o.Saving.Idle, Hand: func(unit driver.Open, wanted func() bool, done func(*driver.Outcome)) (recall func() bool) {
		if o.Bound.Limits() {
			unit.Unit.Bound = o.Bound.Limit()
		}
		whole := *o
		whole.Resume = nil
		c := &Checkpoint{Model: o.model.Name, Identity: o.Saving.Identity, Search: o.settings(), open: unit, Findings: whole.initialRecord().Findings}
		most := unit.Unit.Interleavings
		return o.Saving.Hand(c, wanted, func(result func() (*Checkpoint, error)) { done(s.outcome(result, most)) })
	}}
}

// outcome reads the outcome of a unit of so many interleavings at most; nil if there is none, or it does not fit the search.
func (s *job) outcome(result func() (*Checkpoint, error), most int) *driver.Outcome {
	if result == nil {
		return nil
	}
	c, err := result()
	if err != nil || c.Unit == nil || c.Interleavings < 1 || c.Interleavings > most || slices.Contains(c.Violations, nil) || c.Stop != NotStopped && c.Stop != AtViolation || c.fits(s.setup) != nil {
		return nil
	}
	part := &tally.Part{Findings: c.Findings, Partial: c.Unit.Partial || c.Stop != NotStopped}
	x := &driver.Outcome{
		Open: c.open, Interleavings: c.Interleavings, Violations: c.Violations,
		Again: func() *driver.Outcome { return s.outcome(result, most) },
		Enter: func(path, last trace.Schedule) bool {
			part.Path, part.Last = path, last
			if !s.Tally.EnterPart(part) {
				return false
			}
			s.beside.Interleavings += c.Interleavings
			s.beside.Externals, s.beside.CanFail = tally.Union(s.beside.Externals, c.Externals), tally.Union(s.beside.CanFail, c.CanFail)
			for i, rule := range s.setup.model.Rules {
				if slices.Contains(c.Asked, rule.Name) {
					s.Tally.Rules.Show(i, true)
				}
			}
			return true
		},
	}
	if t := s.Tally; c.Stop == AtViolation && t.Suffices(c.Violations) && t.Budget < 0 && t.Work == 0 && !t.LooksOn { // otherwise the search may end before it
		x.End = func() { s.Tally.EndWith(part) }
	}
	return x
}

// exploreUnit executes a unit of a search.
func (given *setup) exploreUnit(ctx context.Context) (*result.Record, error) {
	o, c := *given, given.Resume
	if o.Algorithm == Auto {
		o = *given.phases()[series.PhaseOf(c.setting("phase"))]
		o.Saving, o.Resume = given.Saving, c
	}
	if o.Bound.Several() {
		o.Bound = o.Bound.At(c.Unit.Bound)
	}
	o.MaxInterleavings, o.Workers, o.brief, o.Observer = 0, 1, false, nil
	if o.Until == UntilGoals {
		o.Until = UntilUndeclared
	}
	if err := c.fits(&o); err != nil {
		return nil, err
	}
	d, err := o.driver()
	if err != nil {
		return nil, err
	}
	s := newJob(ctx, &o, d)
	s.Loop.Part = true
	o.Saving.kept = o.Saving.kept.Keep(s.Search, fmt.Sprintf("%q %q", o.model.Name, o.settings()), s.world)
	r, err := s.Execute()
	if err != nil {
		o.Saving.kept = nil
		r.Verdict = Failed
		return r, &Failure{Model: o.model.Name, Cause: err}
	}
	return r, nil
}
