package states

// A search that workers share is saved as that of the first worker. The pairs that others are exploring are
// left out, as if they had not been met.

// pause calls the function given to Between. No worker can use the memo meanwhile.
func (s partner) pause() {
	if s.team == nil {
		s.save()
		return
	}
	for i := range s.memo.shards {
		s.memo.shards[i].mu.Lock()
		defer s.memo.shards[i].mu.Unlock()
	}
	if !s.team.ended() {
		s.save()
	}
}

// saveShared is Save for the first of several workers. The last state of the path that is saved is one to explore from
// the beginning. What was explored from there is known.
func (s partner) saveShared() *Saved {
	known, n := s.memo.closed()
	c := &Saved{
		Known: known, Pairs: n.pairs, States: n.states, Twins: n.twins, Forgotten: n.forgotten,
		ShortestLoop: s.loops.shortest, Transitions: int(s.team.transitions.Load()),
	}
	s.saveGranted(c)
	last := s.regular() - 1
	for i := range s.path[:last+1] {
		f := s.path[i].save()
		if i == last {
			f = savedFrame{Key: f.Key, Passing: f.Passing, Todo: f.Todo, Rest: f.Rest, Since: f.Since}
		} else {
			c.Transitions++ // the step on the path
		}
		c.Transitions += f.Transitions
		c.Interleavings, c.Violating = c.Interleavings.Plus(f.Interleavings), c.Violating.Plus(f.Violating)
		c.Path = append(c.Path, f)
	}
	for i := range c.Path { // the worker has also executed what counts for the pairs of others
		c.Path[i].Since = min(c.Path[i].Since, c.Transitions)
	}
	return c
}

// regular returns how many states on the path can be saved: up to the first one from which the worker has not explored
// steps in their order, or from which a pair was explored by another worker.
func (s partner) regular() int {
	for i := range s.path {
		f := &s.path[i]
		switch {
		case len(f.todo) == 0, f.passing == 0 && s.memo.explored(f.key):
			return i
		case f.helps, len(f.open) > 0, f.at != f.tried-1:
			return i + 1
		}
	}
	return len(s.path)
}

// saveGranted sets what was learned, and what any worker takes for granted.
func (s partner) saveGranted(c *Saved) {
	t := s.team
	t.mu.Lock()
	defer t.mu.Unlock()
	uses, late := s.uses.clone(), s.late.clone()
	for _, g := range t.granted {
		uses.grant(g)
	}
	for _, to := range t.put {
		late.put[to] = true
	}
	uses.save(c)
	late.save(c)
}
