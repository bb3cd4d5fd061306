package states

import (
	"github.com/checkmodel/checkmodel/trace"
)

// Loop returns how many events of the present interleaving come before the events that it can repeat for
// ever. It returns false if there are no such events, or if an earlier interleaving can repeat as few. It
// must be called before End.
func (s *Explorer) Loop() (from int, ok bool) { return s.loops.from, s.loops.found }

// Begin returns the beginning of the next interleaving, or false if every pair has been explored.
func (s *Explorer) Begin() (trace.Schedule, bool) {
	if s.team.ended() || s.team == nil && s.Complete() {
		return nil, false
	}
	if s.settles() {
		s.settle()
	}
	s.unended = true
	if !s.started {
		s.started = true
		return nil, true
	}
	s.planned = len(s.path)
	s.next()
	return s.steps, true
}

// Choose enters a state. It returns false if that was explored before with the same sleep set, or all
// that could move sleeps.
func (s *Explorer) Choose(v trace.View) (trace.Step, bool) {
	if s.again || s.looks {
		return trace.Step{}, false
	}
	if s.look(v.State); s.again {
		return trace.Step{}, false
	}
	s.merge(v.State)
	s.note(v)
	if s.LateDelivery {
		able := s.late.Filter(v, s.endless(v.State))
		if s.late.Wrong {
			s.again = true
			return trace.Step{}, false
		}
		if len(able) == 0 {
			s.order(v)
			able = v.Enabled[:1]
		}
		v.Enabled = able
	}
	s.order(v)
	alone := s.candidate(v)
	if n := s.passes(v.Enabled, alone); n > 0 {
		s.enter(v.Enabled, alone).passing = n
		return s.next(), true
	}
	k := s.key(v)
	below, meeting := s.memo.enter(k, len(s.path), s.MaxEvents)
	switch meeting {
	case before:
		s.known, s.below = true, below
		return trace.Step{}, false
	case loop:
		if s.team != nil {
			return s.meet(k, v.Enabled, alone)
		}
		s.known, s.below = true, totals{}
		s.loops.meet(int(below.height), len(s.path))
		s.loops.found = s.loops.found && s.alike == nil // the state may have come back after an exchange only
		s.widen()
		return trace.Step{}, false
	}
	s.helping = false
	f := s.enter(v.Enabled, alone)
	if f.key = k; len(f.todo) == 0 {
		return trace.Step{}, false
	}
	return s.next(), true
}

// endless reports whether the ends of the interleavings from a state on make no difference.
func (s *Explorer) endless(state trace.State) bool {
	if !s.Endless || !s.Bags {
		return false
	}
	n := len(s.path)
	daemons := state.Daemons()
	if !daemons && n > 0 && s.path[n-1].daemons && !s.late.Ends {
		s.late.End()
	}
	s.daemons = daemons
	return daemons && !s.late.Ends
}

// merge says which states are the same for the search.
func (s *Explorer) merge(state trace.State) {
	if s.uses.ties != nil {
		state.Commute(s.uses.ties)
	}
	if s.Bags {
		state.MergeBags()
	}
}

// note notes which actors can move.
func (s *Explorer) note(v trace.View) {
	for _, p := range v.Enabled {
		if s.Bags && v.State.InBag(p.Actor) {
			s.contents = max(s.contents, int(p.Op.Value), int(p.Op.Key))
		} else {
			s.actors = max(s.actors, int(p.Actor)+1)
		}
	}
}

// Observe computes the sleep set after the event at position depth.
func (s *Explorer) Observe(depth int, e *trace.Event) error {
	if depth+1 < s.planned {
		return nil
	}
	s.transitions++
	if s.alike != nil {
		if err := s.alike.Admits(e); err != nil {
			return err
		}
	}
	f := &s.path[depth]
	if !s.uses.note(e, s.steps[:depth+1]) || s.LateDelivery && !s.late.Note(e) {
		s.again = true
	}
	if len(f.rest) > 0 && !s.uses.alone(e) {
		s.uses.breaks(s.uses.promise(e.Actor, &e.Op))
		f.todo, f.rest = append(f.todo, f.rest...), f.rest[:0]
	}
	s.sleepAfter(e, f.sleep, f.done[:f.at])
	if f.at == len(f.done) {
		f.done = append(f.done, *e)
	}
	return nil
}

// End adds the totals of the interleaving to the states on its path, and leaves the states without further steps to
// explore.
func (s *Explorer) End(end trace.Ending) error {
	s.unended, s.loops.now, s.loops.found = false, false, false
	if end.Outcome == trace.Cut && !s.wide {
		// A process that goes on and on may have been explored alone until here, instead of others.
		s.again, s.wide = true, true
	}
	for _, p := range end.Waiting {
		s.again = !s.uses.noteWaiting(p.Actor, p.Op) || s.again
	}
	if s.team != nil {
		s.endShared(end)
		return nil
	}
	if s.again {
		s.restart()
		return nil
	}
	below := s.endTotals(end)
	s.explored.add(below)
	for len(s.path) > 0 {
		f := &s.path[len(s.path)-1]
		f.total.add(below)
		if f.tried < len(f.todo) {
			break
		}
		below = s.leave()
	}
	return nil
}

// Coverage returns the coverage so far.
func (s *Explorer) Coverage() trace.Coverage {
	c, explored := s.memo.counters(), s.totalsSoFar()
	return trace.Coverage{Merged: &trace.Exploration{
		States: c.states, Pairs: c.pairs, Twins: c.twins, Forgotten: c.forgotten, Bytes: c.bytes + s.memo.whole, Transitions: s.executed(),
		Symmetric: s.alike != nil, Exact: s.Exact, Collisions: s.exact.collisions, Split: s.exact.split,
		Interleavings: explored.interleavings, Violating: explored.violating, Endless: s.loops.met,
	}}
}

// Retained calls f with the events of the sleep sets.
func (s *Explorer) Retained(f func(held []*trace.Event)) {
	var held []*trace.Event
	for i := range s.path {
		for _, list := range [][]trace.Event{s.path[i].sleep, s.path[i].done} {
			for k := range list {
				held = append(held, &list[k])
			}
		}
	}
	f(held)
}
