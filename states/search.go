package states

import (
	"slices"

	"github.com/checkmodel/checkmodel/trace"
	"github.com/checkmodel/checkmodel/trace/causality"
	"github.com/checkmodel/checkmodel/trace/kind"
)

// Search is a strategy that explores each pair of a state and a sleep set once.
type Search struct {
	Config
	memo        *memo
	path        []frame
	steps       trace.Schedule // that lead to the last frame
	planned     int            // how many steps of the present interleaving were planned
	started     bool
	known       bool          // the present interleaving has met a pair that needs no exploration
	below       totals        // the totals below that pair
	asleep      []trace.Event // the sleep set of the next state
	explored    totals        // in all, so far
	transitions int
	uses        uses
	again       bool // something that was taken for granted does not hold
	wide        bool // no step is explored alone
	actors      int  // all that could move so far have smaller numbers, or are in a bag
	contents    int  // the greatest number in a bag so far
	late        late
	daemons     bool            // only daemons live in the present state
	failing     []trace.ActorID // nodes that may crash or be restarted from the present state on
	loops       loops
	exact       exact
	unended     bool  // an interleaving has begun and not ended
	since       int   // how many transitions were executed before the search began again
	team        *team // of workers that share the search; nil while none can join
	worker
}

// expander chooses the steps that a search explores from a state.
type expander struct{ *Search }

// frame is a state on the path of the present interleaving.
type frame struct {
	key     key
	passing int           // how many states up to this one are not remembered; 0 if this one is, under the key
	sleep   []trace.Event // need not be explored from here
	done    []trace.Event // explored from here
	todo    []trace.Step  // to be explored from here
	tried   int           // how many of them are explored, or being explored
	at      int           // which of them is being explored: the last of those tried
	rest    []trace.Step  // the steps of other actors, if the steps of one actor are explored alone
	total   totals        // of the part explored from here
	since   int           // how many transitions were executed before
	daemons bool          // only daemons live

	helps bool       // another worker explores it, too; see help.go
	from  int        // then: how many steps were explored before this worker began to help
	open  []openPair // the pairs below some steps whose totals are not known yet
}

// totals are the results below a pair.
type totals struct {
	interleavings, violating trace.Count
	height                   int32 // the greatest number of events to an end
	cut                      bool  // an interleaving was cut for its length
	// How many transitions were executed from the pair. Those below another pair count there.
	transitions int
}

// add adds the totals below a step.
func (t *totals) add(below totals) {
	t.interleavings, t.violating = t.interleavings.Plus(below.interleavings), t.violating.Plus(below.violating)
	t.height, t.cut = max(t.height, below.height+1), t.cut || below.cut
	t.transitions += below.transitions + 1
}

// Config configures a search.
type Config struct {
	// MaxEvents is how many events an interleaving may have before it is cut; 0 is no limit.
	MaxEvents int
	// MaxBytes is about how much memory the search may take to remember states; then it forgets some, and
	// explores them again if it meets them. 0 is no limit.
	MaxBytes int64
	// LateDelivery puts off the delivery of a message by a channel until its receiver takes it.
	LateDelivery bool
	// Endless says that no property is about the ends of interleavings, except that a process may wait for ever that is no
	// daemon. With LateDelivery and Bags, messages are then not lost while only daemons live.
	Endless bool
	// ReceivePatterns lets two messages to a process be independent if no receive of it matches both.
	ReceivePatterns bool
	// Bags says that each message has a channel of its own, in a bag.
	Bags bool
	// Exact makes the search compare whole states and sleep sets, not their fingerprints. The state of a
	// view must then have the method Whole.
	Exact bool
	// Alone is how many transitions a search executes before other workers can join it (see Join), 0 if none can.
	Alone int
}

// New returns the strategy.
func New(c Config) *Search {
	s := &Search{
		Config: c,
		memo:   newMemo(c.MaxBytes),
		uses:   uses{cells: map[trace.Cell]*use{}, broken: map[promise]bool{}, late: c.LateDelivery, bags: c.Bags},
		late:   late{early: map[trace.ActorID]bool{}, put: map[trace.ActorID]bool{}},
	}
	if c.Exact {
		s.exact = newExact()
	}
	if c.ReceivePatterns {
		s.uses.ties = newTies()
	}
	return s
}

// Begin returns the beginning of the next interleaving, or false if every pair has been explored.
func (s *Search) Begin() (trace.Schedule, bool) {
	if s.team.ended() || s.team == nil && s.Complete() {
		return nil, false
	}
	if (partner{s}).settles() {
		partner{s}.settle()
	}
	s.unended = true
	if !s.started {
		s.started = true
		return nil, true
	}
	s.planned = len(s.path)
	expander{s}.next()
	return s.steps, true
}

// Choose enters a state. It returns false if that was explored before with the same sleep set, or all
// that could move sleeps.
func (s *Search) Choose(v trace.View) (trace.Step, bool) {
	if s.again || s.looks {
		return trace.Step{}, false
	}
	expander{s}.merge(v.State)
	expander{s}.order(v)
	if s.LateDelivery {
		if v.Enabled = s.late.filter(v, expander{s}.endless(v.State)); s.late.wrong {
			s.again = true
			return trace.Step{}, false
		}
	}
	alone := expander{s}.candidate(v)
	if n := (expander{s}).passes(v.Enabled, alone); n > 0 {
		expander{s}.enter(v.Enabled, alone).passing = n
		return expander{s}.next(), true
	}
	k := s.key(v)
	below, meeting := s.memo.enter(k, len(s.path), s.MaxEvents)
	switch meeting {
	case before:
		s.known, s.below = true, below
		return trace.Step{}, false
	case loop:
		if s.team != nil {
			return partner{s}.meet(k, v.Enabled, alone)
		}
		s.known, s.below = true, totals{}
		s.loops.meet(int(below.height), len(s.path))
		expander{s}.widen()
		return trace.Step{}, false
	}
	s.helping = false
	f := expander{s}.enter(v.Enabled, alone)
	if f.key = k; len(f.todo) == 0 {
		return trace.Step{}, false
	}
	return expander{s}.next(), true
}

// endless reports whether the ends of the interleavings from a state on make no difference.
func (s expander) endless(state trace.State) bool {
	if !s.Endless || !s.Bags {
		return false
	}
	n := len(s.path)
	daemons := state.Daemons()
	if !daemons && n > 0 && s.path[n-1].daemons && !s.late.ends {
		s.late.end()
	}
	s.daemons = daemons
	return daemons && !s.late.ends
}

// merge says which states are the same for the search.
func (s expander) merge(state trace.State) {
	if s.uses.ties != nil {
		state.Commute(s.uses.ties)
	}
	if s.Bags {
		state.MergeBags()
	}
}

// order sorts the enabled actors, as a state has no order of them.
func (s expander) order(v trace.View) {
	slices.SortFunc(v.Enabled, func(a, b trace.Pending) int { return s.compare(v.State, a, b) })
	for _, p := range v.Enabled {
		if s.Bags && v.State.InBag(p.Actor) {
			s.contents = max(s.contents, int(p.Op.Value), int(p.Op.Key))
		} else {
			s.actors = max(s.actors, int(p.Actor)+1)
		}
	}
}

// next returns the next step to explore from the last state.
func (s expander) next() trace.Step {
	f := &s.path[len(s.path)-1]
	if s.team == nil {
		f.at = f.tried
		f.tried++
	} else {
		partner(s).choose(f)
	}
	st := f.todo[f.at]
	s.steps = append(s.steps[:len(s.path)-1], st)
	return st
}

// widen explores the last state with all actors, so that on a cycle the steps of none are put off
// for ever.
func (s expander) widen() {
	f := &s.path[len(s.path)-1]
	f.todo, f.rest = append(f.todo, f.rest...), f.rest[:0]
}

// key returns the fingerprints of the state and of its sleep set, or such that no others have.
func (s *Search) key(v trace.View) key {
	if s.Exact {
		k := s.exact.key(v.State, s.asleep, s.ofBag)
		s.memo.whole = s.exact.bytes()
		return k
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
func (s expander) candidate(v trace.View) int {
	if s.wide {
		return -1
	}
	s.failing = v.State.Failing(s.failing[:0])
	return slices.IndexFunc(v.Enabled, func(p trace.Pending) bool { return s.uses.promises(p) && !s.mayRaceWithFault(p) })
}

// mayRaceWithFault reports whether an actor may crash or be restarted before its step, or the receiver of its message, unless
// that goes into a channel.
func (s expander) mayRaceWithFault(p trace.Pending) bool {
	if len(s.failing) == 0 {
		return false
	}
	to := p.Op.Kind == kind.Send && p.Op.Flags&kind.Delayed == 0 || p.Op.Kind == kind.Deliver
	return slices.Contains(s.failing, p.Actor) || to && slices.Contains(s.failing, trace.ActorID(p.Op.Object)) || p.Op.Kind.Is(kind.OnWholeTable)
}

// passes returns how many states up to this one need not be remembered, 0 if this one must be: there is
// more than one step to explore. Otherwise to remember the state after it does as well.
func (s expander) passes(enabled []trace.Pending, alone int) int {
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
func (s expander) enter(enabled []trace.Pending, alone int) *frame {
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
func (s expander) sleepsAlone(f *frame, a trace.ActorID) bool {
	for i := range f.sleep {
		if e := &f.sleep[i]; e.Actor == a && !s.uses.alone(e) {
			return false
		}
	}
	return true
}

// Observe computes the sleep set after the event at position depth.
func (s *Search) Observe(depth int, e *trace.Event) error {
	if depth+1 < s.planned {
		return nil
	}
	s.transitions++
	f := &s.path[depth]
	if !s.uses.note(e, s.steps[:depth+1]) || s.LateDelivery && !s.late.note(e) {
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

// sleepAfter sets the sleep set of the next state to the events of the lists that are independent of e.
func (s *Search) sleepAfter(e *trace.Event, lists ...[]trace.Event) {
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
func (s *Search) dependent(e, asleep *trace.Event) bool {
	if s.LateDelivery && (s.late.prevents(e, asleep) || s.late.prevents(asleep, e)) {
		return true
	}
	if s.uses.ties != nil {
		return s.uses.ties.dependent(e, asleep)
	}
	return causality.Relation{}.Dependent(e, asleep, noTakers{}) != causality.Independent
}

// End adds the totals of the interleaving to the states on its path, and leaves the states without further steps to
// explore.
func (s *Search) End(end trace.Ending) error {
	s.unended, s.loops.now, s.loops.found = false, false, false
	if end.Outcome == trace.Cut && !s.wide {
		// A process that goes on and on may have been explored alone until here, instead of others.
		s.again, s.wide = true, true
	}
	if s.team != nil {
		partner{s}.endShared(end)
		return nil
	}
	if s.again {
		s.restart()
		return nil
	}
	below := s.ended(end)
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

// ended returns the totals of the interleaving after the last frame.
func (s *Search) ended(end trace.Ending) (below totals) {
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
func (s *Search) restart() {
	s.uses.renounce()
	s.late.restart()
	*s = Search{
		Config: s.Config, memo: newMemo(s.MaxBytes), late: s.late, wide: s.wide, uses: s.uses, loops: loops{shortest: s.loops.shortest},
		exact: s.exact, transitions: s.transitions, since: s.transitions, path: s.path[:0], steps: s.steps[:0], asleep: s.asleep[:0],
	}
}

// leave removes the last frame, and remembers its totals.
func (s *Search) leave() totals {
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

// noTakers takes no message: a sleeping event has not been executed.
type noTakers struct{}

func (noTakers) Taker(*trace.Event) *trace.Event { return nil }

// Coverage returns the coverage so far.
func (s *Search) Coverage() trace.Coverage {
	c, explored := s.memo.counters(), partner{s}.found()
	return trace.Coverage{Merged: &trace.Merged{
		States: c.states, Pairs: c.pairs, Twins: c.twins, Forgotten: c.forgotten, Bytes: c.bytes + s.memo.whole, Transitions: partner{s}.executed(),
		Exact: s.Exact, Collisions: s.exact.collisions, Split: s.exact.split,
		Interleavings: explored.interleavings, Violating: explored.violating, Endless: s.loops.met,
	}}
}

// Hold calls f with the events of the sleep sets.
func (s *Search) Hold(f func(held []*trace.Event)) {
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
