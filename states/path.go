package states

import (
	"slices"

	"github.com/checkmodel/checkmodel/trace"
	"github.com/checkmodel/checkmodel/trace/causality"
	"github.com/checkmodel/checkmodel/trace/kind"
)

// next returns the next step to explore from the last state.
func (s *Explorer) next() trace.Step {
	f := &s.path[len(s.path)-1]
	if s.team == nil {
		f.at = f.tried
		f.tried++
	} else {
		s.choose(f)
	}
	st := f.todo[f.at]
	s.steps = append(s.steps[:len(s.path)-1], st)
	return st
}

// widen explores the last state with all actors, so that on a cycle the steps of none are put off
// for ever.
func (s *Explorer) widen() {
	f := &s.path[len(s.path)-1]
	f.todo, f.rest = append(f.todo, f.rest...), f.rest[:0]
}

// key returns the fingerprints of the state and of its sleep set, or such that no others have.
func (s *Explorer) key(v trace.View) key {
	if s.Exact {
		k := s.exact.key(v.State, s.asleep, s.ofBag)
		s.memo.whole = s.exact.bytes()
		return k
	}
	if s.alike != nil {
		var steps trace.Schedule // unknown while the search is resumed
		if len(s.steps) >= len(s.path) {
			steps = s.steps[:len(s.path)]
		}
		if state, sleep, ok := s.alike.Key(steps, s.asleep, s.ofBag); ok {
			return key{state, trace.Fingerprint{}.With(sleep[0]).With(sleep[1])[0]}
		}
	}
	var sleeping trace.Fingerprint
	for i := range s.asleep {
		e := &s.asleep[i] // the state determines the operation of the step, and the step determines which operations are in a bag
		if s.ofBag(e) {
			sleeping = sleeping.Plus(e.Op.Fingerprint())
		} else {
			sleeping = sleeping.Plus(trace.Fingerprint{}.With32(int32(e.Actor), e.Alternative))
		}
	}
	return key{v.State.Fingerprint(), trace.Fingerprint{}.With(sleeping[0]).With(sleeping[1])[0]}
}

// longestPass is the longest row of states on a path that are not remembered. So each cycle has a remembered state.
const longestPass = 16

// candidate returns the index of the actor whose step will probably be explored alone, or -1.
func (s *Explorer) candidate(v trace.View) int {
	if s.wide {
		return -1
	}
	s.failing = v.State.Failing(s.failing[:0])
	return slices.IndexFunc(v.Enabled, func(p trace.Pending) bool { return s.uses.promises(p) && !s.mayRaceWithFault(p) })
}

// mayRaceWithFault reports whether an actor may crash or be restarted before its step, or the receiver of its message, unless
// that goes into a channel.
func (s *Explorer) mayRaceWithFault(p trace.Pending) bool {
	if len(s.failing) == 0 {
		return false
	}
	to := p.Op.Kind == kind.Send && p.Op.Flags&kind.Delayed == 0 || p.Op.Kind == kind.Deliver
	return slices.Contains(s.failing, p.Actor) || to && slices.Contains(s.failing, trace.ActorID(p.Op.Object)) || p.Op.Kind.Is(kind.OnWholeTable)
}

// passes returns how many states up to this one need not be remembered, 0 if this one must be: there is
// more than one step to explore. Otherwise to remember the state after it does as well.
func (s *Explorer) passes(enabled []trace.Pending, alone int) int {
	if s.wide || len(s.path) == 0 || len(enabled) > 1 && alone < 0 {
		return 0
	}
	p := enabled[max(0, alone)]
	n := s.path[len(s.path)-1].passing + 1
	if n > longestPass || several(p) || len(enabled) > 1 && s.uses.broken[s.uses.promise(p.Actor, p.Op)] ||
		slices.ContainsFunc(s.asleep, func(e trace.Event) bool { return e.Actor == p.Actor }) {
		return 0
	}
	return n
}

// several reports whether an actor has several steps.
func several(p trace.Pending) bool {
	n := 0
	for a := range max(1, p.Op.Alternatives) {
		if !p.Barred.Has(a) {
			n++
		}
	}
	return n > 1
}

// enter adds a frame to the path. All steps that do not sleep are explored from it, or only the steps of one actor,
// alone.
func (s *Explorer) enter(enabled []trace.Pending, alone int) *frame {
	n := len(s.path)
	s.path = slices.Grow(s.path, 1)[:n+1]
	f := &s.path[n]
	*f = frame{
		since: s.transitions, daemons: s.daemons, sleep: append(f.sleep[:0], s.asleep...),
		done: f.done[:0], todo: f.todo[:0], rest: f.rest[:0], open: f.open[:0],
	}
	if alone >= 0 && !s.sleepsAlone(f, enabled[alone].Actor) {
		alone = -1
	}
	if alone >= 0 && !f.add(&f.todo, enabled[alone]) {
		return f
	}
	for i, p := range enabled {
		switch {
		case i == alone:
		case alone >= 0:
			f.add(&f.rest, p)
		default:
			f.add(&f.todo, p)
		}
	}
	return f
}

// add adds the steps of an actor that do not sleep, and reports whether there are any.
func (f *frame) add(steps *[]trace.Step, p trace.Pending) (any bool) {
	for alternative := range max(1, p.Op.Alternatives) {
		st := trace.Step{Actor: p.Actor, Alternative: alternative}
		if !p.Barred.Has(alternative) && !slices.ContainsFunc(f.sleep, func(e trace.Event) bool { return e.Step() == st }) {
			*steps, any = append(*steps, st), true
		}
	}
	return any
}

// sleepsAlone reports whether the sleeping steps of an actor are steps to be explored alone. If all its steps sleep, every
// interleaving from here is then equivalent to one that begins with such a step, and was explored. If only some sleep, the
// interleavings that begin with a sleeping step were explored; events that conflict with it would be lost otherwise, as
// alternatives may conflict with different events.
func (s *Explorer) sleepsAlone(f *frame, a trace.ActorID) bool {
	for i := range f.sleep {
		if e := &f.sleep[i]; e.Actor == a && !s.uses.alone(e) {
			return false
		}
	}
	return true
}

// sleepAfter sets the sleep set of the next state to the events of the lists that are independent of e.
func (s *Explorer) sleepAfter(e *trace.Event, lists ...[]trace.Event) {
	s.asleep = s.asleep[:0]
	for _, list := range lists {
		for i := range list {
			if !s.dependent(e, &list[i]) {
				s.asleep = append(s.asleep, list[i])
			}
		}
	}
}

// dependent reports whether the order of a step and a sleeping one makes a difference.
func (s *Explorer) dependent(e, asleep *trace.Event) bool {
	if s.LateDelivery && (s.late.Prevents(e, asleep) || s.late.Prevents(asleep, e)) {
		return true
	}
	if s.uses.ties != nil {
		return s.uses.ties.dependent(e, asleep)
	}
	return causality.Relation{}.Dependent(e, asleep, noTakers{}) != causality.Independent
}

// endTotals returns the totals of the interleaving after the last frame.
func (s *Explorer) endTotals(end trace.Ending) (below totals) {
	switch {
	case s.known:
		below, s.known = s.below, false
	case end.Outcome == trace.Abandoned: // all that could move sleeps: the last frame stands for that
		below = s.leave()
	default:
		below.cut = end.Outcome == trace.Cut && end.Events == s.MaxEvents // otherwise it is cut at each depth
		if end.Outcome != trace.Irrelevant {
			below.interleavings = trace.One
		}
		if end.Violating {
			below.violating = trace.One
		}
	}
	return below
}

// restart begins again, with all that is known about the uses of resources.
func (s *Explorer) restart() {
	s.uses.renounce()
	s.late.Restart()
	*s = Explorer{
		Config: s.Config, memo: newMemo(s.MaxBytes), late: s.late, wide: s.wide, uses: s.uses, loops: loops{shortest: s.loops.shortest},
		alike: s.alike, looked: s.looked, exact: s.exact, transitions: s.transitions, since: s.transitions, path: s.path[:0], steps: s.steps[:0], asleep: s.asleep[:0],
	}
}

// leave removes the last frame, and remembers its totals.
func (s *Explorer) leave() totals {
	last := len(s.path) - 1
	f := &s.path[last]
	below := f.total
	if f.passing == 0 {
		if first := s.memo.leave(f.key, below, s.transitions-f.since); first && s.team != nil {
			s.team.transitions.Add(int64(below.transitions))
		}
		below.transitions = 0
	}
	s.path = s.path[:last]
	return below
}

// choose sets the step to explore next from a frame.
func (s *Explorer) choose(f *frame) {
	switch n := len(f.todo); {
	case f.mustLook():
		f.at, s.looks = len(f.done), true
	case f.tried < n && f.helps:
		n -= f.from
		f.at = f.from + (2*n-1-max(0, s.number-1)%n-(f.tried-f.from))%n
		f.tried++
	case f.tried < n:
		f.at = f.tried
		f.tried++
	default:
		last := len(f.open) - 1
		f.at, s.helping = f.open[last].at, true
		f.open = f.open[:last]
	}
}

// mustLook reports whether the frame is of a helper that does not know the events yet that it needs.
func (f *frame) mustLook() bool {
	if !f.helps {
		return false
	}
	return len(f.done) < len(f.todo)-1 || len(f.rest) > 0 && len(f.done) < len(f.todo) // rest may be added
}
