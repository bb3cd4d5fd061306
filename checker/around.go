package checker

import (
	"errors"
	"fmt"
	"hash/fnv"

	"github.com/checkmodel/checkmodel/internal/stage"
	"github.com/checkmodel/checkmodel/internal/world/guard"
	"github.com/checkmodel/checkmodel/trace"
)

// guide executes the schedule of Options.Around, and notes the steps.
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

// follow executes the schedule of Options.Around as far as possible, and makes it the guide of the search. A fault of
// the model ends the guide. The search comes to the fault as well, and reports it.
func (t *tree) follow() error {
	s := t.of
	o := s.setup
	w := s.first.World.Copy(stage.Twin)
	defer w.Close()
	p := stage.New(w)
	p.Limit, p.Stop = o.MaxEvents, func() bool { return s.engine.Watch.Hurried() || stage.OutOfMemory(s.ctx) != nil }
	g := &guide{replay: newReplay(o.config(), o.Around, o.AroundEvents)}
	g.Likenesses = s.first.Likenesses.In(w)
	var err error
	s.engine.Watch.WithoutFault(func() {
		err = s.engine.Recovered(func() error {
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
	s.result.follows(g.Lenient)
	t.shared.Follow(g.steps)
	return nil
}

// aroundWhat names the schedule of Options.Around.
func (o *Options) aroundWhat() string {
	if o.Around == nil {
		return "none"
	}
	h := fnv.New64a()
	fmt.Fprintf(h, "%s\n%q", o.Around, o.AroundEvents)
	return fmt.Sprintf("a schedule of %d steps (%x)", len(o.Around), h.Sum64())
}
