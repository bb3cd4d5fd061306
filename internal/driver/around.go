package driver

import (
	"errors"

	"github.com/checkmodel/checkmodel/internal/lenient"
	"github.com/checkmodel/checkmodel/internal/stage"
	"github.com/checkmodel/checkmodel/internal/world/guard"
	"github.com/checkmodel/checkmodel/optimaldpor"
	"github.com/checkmodel/checkmodel/trace"
)

// Around has a schedule with which a search begins, and near which it goes on.
type Around struct {
	Config optimaldpor.Config
	Steps  trace.NamedSchedule
	Events []string // of its steps, as far as they are known

	followed *lenient.Lenient
}

// guide executes the schedule, and notes the steps.
type guide struct {
	*replay
	steps trace.Schedule
}

// Choose implements [stage.Guide].
func (g *guide) Choose(v trace.View) (trace.Step, bool) {
	st, ok := g.replay.Choose(v)
	if ok {
		g.steps = append(g.steps, st)
	}
	return st, ok
}

// follow executes the schedule as far as possible, and makes it the guide of the search. A mistake of
// the model ends the guide. The search reaches the mistake as well, and reports it.
func (a *Around) follow(s *Target, tree *optimaldpor.Dispatcher) error {
	w := s.First.World.Copy(stage.Twin)
	defer w.Close()
	p := stage.New(w)
	p.Limit, p.Stop = a.Config.MaxEvents, func() bool { return s.Loop.Watch.Hurried() || stage.OutOfMemory(s.Context) != nil }
	g := &guide{replay: newReplay(a.Config, a.Steps, a.Events)}
	g.Likenesses = s.First.Likenesses.In(w)
	var err error
	s.Loop.Watch.WithoutFault(func() {
		err = s.Loop.Recovered(func() error {
			outcome, err := p.Play(nil, g)
			if err != nil {
				return err
			}
			return g.End(p.End(outcome))
		})
	})
	if fault := (*guard.ModelError)(nil); err != nil && err != stage.ErrStopped && !errors.As(err, &fault) {
		return err
	}
	a.followed = g.Lenient
	tree.Follow(g.steps)
	return nil
}
