package checker

import "github.com/checkmodel/checkmodel/sampling"

// equipDraws prepares a search that draws interleavings.
func (s *search) equipDraws() {
	o, e := &s.result.Options, s.engine
	s.draws = sampling.New(sampling.Config{
		Strategy: o.Algorithm.Traits().sampling, Relation: o.Relation(), Seed: o.Seed, Runs: o.Runs, Budget: o.MaxInterleavings, Only: o.Run, Depth: o.BugDepth,
		Unclassified: o.sought != nil,
	})
	e.Shared = s.draws
	e.Joins = func(executed int) bool { return executed == sampling.Preliminary }
	if o.Saving != nil {
		s.draws.Between(func() {
			if s.due() {
				s.save()
			}
		})
	}
}

// uncounted reports whether the current interleaving is executed only to learn from it.
func (j *judge) uncounted() bool {
	l, ok := j.strategy.(learning)
	return ok && !l.Counts()
}

// drawer is a judge of interleavings that are drawn.
type drawer struct{ *judge }

// today enters the current interleaving into the result.
func (j drawer) today() bool {
	j.classify()
	return j.now()
}

// tomorrow returns a batch that enters the current interleaving into the result later.
func (j drawer) tomorrow() sampling.Batch {
	j.classify()
	return j.later(nil)
}

func (j drawer) classify() {
	if c, ok := j.strategy.(classifying); ok {
		j.found.class = c.Class()
	}
}

// drawn notes whether the budget is used up.
func (t *tally) drawn() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.spent()
}

// drawn adds the coverage of the draws to the result.
func (s *search) drawn() {
	r := s.result
	if s.draws == nil {
		return
	}
	r.Sample = s.draws.Sample()
	if n := r.Options.Run; n > 0 { // the only one
		for _, v := range r.Violations {
			v.Interleaving, v.Shown = n, n
		}
		for i := range r.Goals {
			r.Goals[i].First *= n
		}
		r.FirstViolation *= n
	}
}
