package states

import "github.com/checkmodel/checkmodel/trace"

// Workers of one search (workers.go) explore different pairs as long as they can. A pair that is open, because another
// worker explores it, is put off: the worker goes on with other steps. When a state has no other steps left, the worker
// checks whether the pairs that it has put off have been explored. If such a pair is still open, the worker helps: it
// explores the pair, too, beginning with the last step. Both workers share their results below the pair through the
// memo.
//
// So no worker waits. A pair on the path of the worker itself closes a loop. The pairs of a loop of states remain open, so if
// there is a loop, a worker meets a pair on its own path, whatever the other workers do.
//
// The sleep set after a step depends on the steps before it. So the helper first executes each step once, for its event.

// meet decides how to go on at a pair that is open.
func (s *Explorer) meet(k key, enabled []trace.Pending, alone int) (trace.Step, bool) {
	if s.onPath(k) {
		s.team.part(Ordered)
		return trace.Step{}, false
	}
	if !s.helping {
		s.putOff, s.met = true, openPair{key: k}
		return trace.Step{}, false
	}
	s.helping = false
	f := s.enter(enabled, alone)
	if f.key, f.helps = k, true; len(f.todo) == 0 {
		return trace.Step{}, false
	}
	return s.next(), true
}

// onPath reports whether the pair is on the path of the worker.
func (s *Explorer) onPath(k key) bool {
	for i := range s.path {
		if f := &s.path[i]; f.passing == 0 && f.key == k {
			return true
		}
	}
	return false
}

// endShared is End for a worker that shares the search.
func (s *Explorer) endShared(end trace.Ending) {
	t := s.team
	switch {
	case end.Outcome == trace.Cut || end.Violating:
		t.part(Ordered)
	case s.again || s.learned() > s.settled:
		t.part(Learned)
	}
	s.report()
	if t.ended() {
		return
	}
	s.helping = false
	switch {
	case s.looks:
		s.looks = false
	case s.putOff:
		s.putOff, s.met.at = false, s.path[len(s.path)-1].at
		f := &s.path[len(s.path)-1]
		f.open = append(f.open, s.met)
	default:
		below := s.endTotals(end)
		s.explored.add(below)
		s.addBelow(below)
	}
	s.climb()
}

// report publishes the progress of the worker.
func (s *Explorer) report() {
	t := s.team
	t.executed.Add(int64(s.transitions - s.reported))
	if s.reported = s.transitions; s.number > 0 {
		return
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	t.first = s.explored.interleavings
}

// addBelow adds the totals below the last step to the last frame, if there is one.
func (s *Explorer) addBelow(below totals) {
	if n := len(s.path); n > 0 {
		s.path[n-1].total.add(below)
	} else {
		s.team.finish(below, s.MaxEvents)
	}
}

// skip leaves the frames at a depth and below it, as the totals below the first of them are known.
func (s *Explorer) skip(depth int, below totals) {
	s.path = s.path[:depth]
	s.addBelow(below)
	s.climb()
}

// climb leaves the frames from which everything was explored, by this worker or another one.
func (s *Explorer) climb() {
	for len(s.path) > 0 {
		f := &s.path[len(s.path)-1]
		if f.helps {
			if below, ok := s.memo.below(f.key, len(s.path)-1, s.MaxEvents); ok { // another worker was faster
				s.path = s.path[:len(s.path)-1]
				s.addBelow(below)
				continue
			}
		}
		switch {
		case f.mustLook() || f.tried < len(f.todo):
			return
		case s.closePairs(f):
			s.addBelow(s.leave())
		case f.passing > 0 && len(f.todo) == 1:
			p := f.open[0]
			s.path = s.path[:len(s.path)-1]
			f = &s.path[len(s.path)-1]
			p.at, p.chain = f.at, p.chain+1
			f.open = append(f.open, p)
		default:
			return
		}
	}
}

// closePairs adds the totals below the pairs that were put off and are explored by now, and reports whether all are.
func (s *Explorer) closePairs(f *frame) bool {
	open := f.open[:0]
	for _, p := range f.open {
		below, ok := s.memo.below(p.key, len(s.path)+p.chain, s.MaxEvents)
		if !ok {
			open = append(open, p)
			continue
		}
		for range p.chain {
			var above totals
			above.add(below)
			below = above
		}
		s.explored.add(below)
		f.total.add(below)
	}
	f.open = open
	return len(open) == 0
}
