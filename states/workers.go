package states

import (
	"slices"

	"github.com/checkmodel/checkmodel/trace"
)

// Several workers can share a search. They have the memo in common, so each explores pairs that no other has
// explored (stealing.go), and the totals below a pair do not depend on which worker has explored it.
//
// Which steps are explored alone does depend on the order of the search, as the search learns what actors use (persistent.go,
// package late), and gives numbers to actors. So one worker begins. When it has executed some transitions (Config.Alone), others join it,
// and its knowledge is settled: no worker may learn anything new. From then on, the explored pairs determine which pairs are
// explored next, and the result is the same as with one worker, whatever the number and the speed of workers.
//
// If a worker learns something, meets a loop, or has a violation or an interleaving that is cut, the order of the search
// matters again. Then the workers part (Parted), and the result is worth nothing: the search must be executed again by
// one worker, or by one for longer.

// ended reports whether the workers have nothing more to do.
func (t *workers) ended() bool { return t != nil && t.over.Load() }

// settles reports whether other workers can join the search before the next interleaving.
func (s *Explorer) settles() bool {
	return s.team == nil && s.Alone > 0 && s.transitions-s.since >= s.Alone && len(s.path) > 0 &&
		!s.wide && !s.again && !s.Exact && s.loops.met == 0 && s.explored.violating == (trace.Count{})
}

// settle makes the search one that others can join.
func (s *Explorer) settle() {
	closed := s.transitions
	for i := range s.path {
		if closed -= s.path[i].total.transitions; i < len(s.path)-1 {
			closed-- // the step on the path
		}
	}
	s.team = &workers{first: s.explored.interleavings, base: s.position(), closed: closed}
	s.team.base.Shared = true
	s.team.transitions.Store(int64(closed))
	s.team.executed.Store(int64(s.transitions))
	s.settled, s.reported = s.learned(), s.transitions
}

// Shared reports whether others can join the search.
func (s *Explorer) Shared() bool { return s.team != nil }

// Join returns another worker of the search, which must be [Explorer.Shared]. It begins on the path of the first worker, whose steps
// were chosen before the search had its present knowledge. Each worker is a strategy of its own, for
// one goroutine and one system; the systems must give the same numbers to actors, tables and values. Join must not be
// called while the first worker executes an interleaving.
func (s *Explorer) Join() *Explorer {
	w := &Explorer{
		Config: s.Config, memo: s.memo, team: s.team, uses: s.uses.clone(), late: s.late.Clone(), actors: s.actors, contents: s.contents, started: true,
		steps: slices.Clone(s.steps), worker: worker{number: int(s.team.members.Add(1))},
	}
	for i := range s.path {
		w.path = append(w.path, s.path[i].join())
	}
	w.settled = w.learned()
	return w
}

// join returns a copy of a frame for a worker that helps to explore the rest.
func (f *frame) join() frame {
	c := *f
	c.sleep, c.done = slices.Clone(f.sleep), slices.Clone(f.done)
	c.todo, c.rest = slices.Clone(f.todo), slices.Clone(f.rest)
	c.open, c.since = nil, 0
	c.helps, c.from = f.passing == 0, f.tried
	return c
}

// learned returns how often the worker has learned something that affects the exploration.
func (s *Explorer) learned() int { return s.uses.learned + s.late.Learned + s.actors + s.contents }

// Part makes the workers part, unless there is only one, or all is explored. It may be called by any goroutine.
func (s *Explorer) Part() {
	if s.team != nil {
		s.team.part(Ordered)
	}
}

func (t *workers) part(why Parting) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if !t.done && t.parted != Ordered {
		t.parted = why
	}
	t.over.Store(true)
}

// Parting returns whether the workers have parted, and why.
func (s *Explorer) Parting() Parting {
	if s.team == nil {
		return Together
	}
	s.team.mu.Lock()
	defer s.team.mu.Unlock()
	return s.team.parted
}

// Stop makes Begin return false to all workers, if there are several.
func (s *Explorer) Stop() {
	if s.team != nil {
		s.team.over.Store(true)
	}
}

// finish notes the totals below the first state. Limit is how many events an interleaving may have; 0 is no limit.
func (t *workers) finish(total totals, limit int) {
	t.mu.Lock()
	defer t.mu.Unlock()
	switch {
	case t.parted != Together:
	case limit > 0 && int(total.height) > limit:
		t.parted = Ordered // it would have been cut
	default:
		t.total, t.done = total, true
	}
	t.over.Store(true)
}

// complete reports whether the first state was explored.
func (t *workers) complete() bool {
	if t == nil {
		return false
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.done
}

// totalsSoFar returns the totals so far.
func (s *Explorer) totalsSoFar() totals {
	if s.team.complete() {
		return s.team.total
	}
	return s.explored
}

// executed returns how many transitions were executed. Those that several workers have executed count once if the pair
// is explored.
func (s *Explorer) executed() int {
	if s.team == nil {
		return s.transitions
	}
	n := int(s.team.transitions.Load())
	if !s.team.complete() {
		for i := range s.path {
			n += s.path[i].total.transitions
		}
	}
	return n
}

// Complete reports whether every pair was explored.
func (s *Explorer) Complete() bool {
	if s.team != nil {
		return s.team.complete()
	}
	return s.started && !s.unended && len(s.path) == 0 && !s.again
}
