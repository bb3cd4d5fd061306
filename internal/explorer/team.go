package explorer

import (
	"context"
	"sync"
)

// Several workers, each with a system of its own, explore one tree together. What they find
// enters the result in the order in which one worker would have found it (optimaldpor.Search), so the
// result does not depend on how many there are.

// Run explores, beginning with the first worker. The first error of a worker ends the search of all.
func (s *Search) Run(ctx context.Context, first *Worker) error {
	if s.Tree == nil {
		return first.run(ctx)
	}
	t := &team{search: s, first: first, ctx: ctx}
	s.Watch.Expect(1)
	defer s.Watch.Expect(-1)
	first.company = t.complete
	t.start(func() error { return first.run(ctx) })
	t.wait.Wait()
	return t.err
}

// team is the workers of a search.
type team struct {
	search *Search
	first  *Worker
	ctx    context.Context
	wait   sync.WaitGroup
	mu     sync.Mutex
	err    error // the first one
}

// start lets one more worker begin.
func (t *team) start(search func() error) {
	t.wait.Add(1)
	go func() {
		err := errExited
		defer func() {
			t.search.Tree.Stop() // there is nothing more, or nothing more shall be
			t.mu.Lock()
			if t.err == nil {
				t.err = err
			}
			t.mu.Unlock()
			t.wait.Done()
		}()
		err = t.search.Recovered(search)
	}()
}

// complete lets all other workers begin.
func (t *team) complete() {
	s := t.search
	for range s.Workers - 1 {
		if t.ctx.Err() != nil { // to make one executes code of the model
			return
		}
		w := s.Worker(t.first.player.System().Partner()) // now, as the first worker goes on with its own system
		s.Watch.Expect(1)
		t.start(func() error {
			defer s.Watch.Expect(-1)
			defer w.player.System().Close()
			return w.run(t.ctx)
		})
	}
}
