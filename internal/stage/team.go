package stage

import (
	"context"
	"sync"
)

// Run explores the tree, or another search, first with one worker alone, then with several. Their findings do not
// depend on the number of workers (see optimaldpor.Search, and package states). The first error of a worker ends the
// search.
func (s *Loop) Run(ctx context.Context, first *Worker) error {
	if s.Shared == nil {
		return first.loop(ctx)
	}
	t := &team{search: s, first: first, ctx: ctx}
	s.Watch.Expect(1)
	defer s.Watch.Expect(-1)
	first.others = t.startOthers
	t.wait.Add(1)
	go t.work(first)
	t.wait.Wait()
	return t.err
}

// team is the workers of a running search.
type team struct {
	search *Loop
	first  *Worker
	ctx    context.Context
	wait   sync.WaitGroup
	mu     sync.Mutex
	err    error // the first one
}

// work executes a worker.
func (t *team) work(w *Worker) {
	err := errExited
	defer func() {
		t.search.Shared.Stop() // all is explored, or the search must end
		t.mu.Lock()
		if t.err == nil {
			t.err = err
		}
		t.mu.Unlock()
		t.wait.Done()
	}()
	if w != t.first {
		defer t.search.Watch.Expect(-1)
		defer w.player.World().Close()
	}
	err = w.loop(t.ctx)
}

func (t *team) startOthers() {
	s := t.search
	for range s.Workers - 1 {
		if t.ctx.Err() != nil { // the next line executes code of the model
			return
		}
		w := s.Worker(t.first.player.World().Copy(Partner)) // now, as the first worker continues with its own world
		s.Watch.Expect(1)
		t.wait.Add(1)
		go t.work(w)
	}
}
