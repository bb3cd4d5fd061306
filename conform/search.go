package conform

import (
	"cmp"
	"math"
	"reflect"
	"slices"

	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/internal/late"
	"github.com/checkmodel/checkmodel/systemlog"
	"github.com/checkmodel/checkmodel/trace"
	"github.com/checkmodel/checkmodel/trace/kind"
)

// search is a [checker.Strategy] that looks for an interleaving which announces all lines of the lanes. It explores pairs of a state and
// a position in all lanes, depth first, and tries first what can bring the line that comes next in the file. Another step is a departure.
// The search begins again with more departures, and events, between two lines, until it has found an interleaving, or nothing is
// left to explore (Harvey and Ginsberg, "Limited discrepancy search", IJCAI 1995). Messages are delivered late, where that makes no difference.
type search struct {
	*lanes
	options *Options
	faults  *checker.Faults
	cuts    bool // the network between nodes may be cut, which depends on the nodes that there are

	world  checker.World
	laneOf map[trace.ActorID]int // or -1
	spoken map[reflect.Type]bool // types about which the log says something
	at     []int                 // the present position in each lane
	done   int                   // their sum
	path   []frame
	steps  trace.Schedule
	seen   map[pair]int // with how many departures left, plus 1
	pairs  int          // that were explored, in all rounds
	limit  int          // departures between two lines
	cut    bool         // one more was needed, or more events
	dead   bool         // the present interleaving contradicts the log
	fits   bool
	spent  bool // the limit is reached
	late   late.Delivery

	best    []int // a position with the most lines
	bestSum int
	prefix  trace.Schedule // that leads there
	instead []instead      // the announcements of the model there
}

// pair is a state, with a position.
type pair struct {
	state trace.Fingerprint
	at    uint64
}

// frame is a state on the path of the present interleaving.
type frame struct {
	todo     []trace.Step
	consumed int  // the lane whose line the step from here has consumed, or -1
	left     int  // departures from here on, before the next line
	since    int  // events since the last line
	departs  bool // the present step is not the first one
}

// instead is an announcement of the model, or a fault, where the log has another event.
type instead struct {
	lane  int
	value trace.ValueID // of the event
	event any
}

func newSearch(l *lanes, o *Options) *search {
	return &search{
		lanes: l, options: o, late: late.New(), laneOf: map[trace.ActorID]int{}, spoken: map[reflect.Type]bool{},
		at: make([]int, len(l.names)), best: make([]int, len(l.names)), seen: map[pair]int{},
	}
}

// Interleaving implements [checker.Observer].
func (s *search) Interleaving(int, trace.Outcome, []trace.Event) {}

// Inspect implements [checker.Inspector].
func (s *search) Inspect(w checker.World) { s.world = w }

// Begin implements [checker.Strategy].
func (s *search) Begin() (trace.Schedule, bool) {
	if s.fits || s.spent {
		return nil, false
	}
	s.dead = false
	switch {
	case s.late.Wrong:
		s.restart()
		return nil, true
	case s.pairs == 0:
		return nil, true
	}
	for len(s.path) > 0 {
		f := &s.path[len(s.path)-1]
		s.undo(f)
		if f.departs = true; len(f.todo) > 0 {
			s.next(f)
			return s.steps, true
		}
		s.path = s.path[:len(s.path)-1]
	}
	if !s.cut {
		return nil, false
	}
	s.limit = max(1, 2*s.limit)
	s.restart()
	return nil, true
}

// restart begins again, with all that is known about late messages.
func (s *search) restart() {
	s.late.Restart()
	s.cut, s.done, s.path, s.steps = false, 0, s.path[:0], s.steps[:0]
	clear(s.at)
	clear(s.seen)
}

// next returns the next step from a frame, the last one.
func (s *search) next(f *frame) trace.Step {
	st := f.todo[0]
	f.todo = f.todo[1:]
	s.steps = append(s.steps[:len(s.path)-1], st)
	return st
}

// undo gives back the line that the step from a frame has consumed.
func (s *search) undo(f *frame) {
	if f.consumed >= 0 {
		s.at[f.consumed]--
		s.done--
		f.consumed = -1
	}
}

// Choose implements [checker.Strategy].
func (s *search) Choose(v trace.View) (trace.Step, bool) {
	if s.dead {
		return trace.Step{}, false
	}
	if s.fits = s.done == len(s.all); s.fits {
		return trace.Step{}, false
	}
	able := s.late.Filter(v, false)
	switch {
	case s.late.Wrong:
		return trace.Step{}, false
	case len(able) > 0: // otherwise the messages that are left are delivered
		v.Enabled = able
	}
	f := frame{consumed: -1, left: s.left(), since: s.since()}
	if f.since > eventsBetween*(1+s.limit) {
		s.cut = true
		return trace.Step{}, false
	}
	k := s.pair(v.State)
	if s.seen[k] > f.left {
		return trace.Step{}, false
	}
	if s.seen[k], s.pairs = f.left+1, s.pairs+1; s.options.MostStates > 0 && s.pairs >= s.options.MostStates {
		s.spent = true
		return trace.Step{}, false
	}
	if f.todo = s.todo(v); len(f.todo) == 0 {
		return trace.Step{}, false
	}
	if f.left == 0 && len(f.todo) > 1 {
		f.todo, s.cut = f.todo[:1], true
	}
	s.path = append(s.path, f)
	return s.next(&s.path[len(s.path)-1]), true
}

// eventsBetween is how many events come between two lines at most, while no departures may; with each departure as many again.
const eventsBetween = 50

// since returns how many events have come since the last line.
func (s *search) since() int {
	if n := len(s.path); n > 0 && s.path[n-1].consumed < 0 {
		return s.path[n-1].since + 1
	}
	return 0
}

// left returns how many departures may come from the present state on, before the next line.
func (s *search) left() int {
	if len(s.path) == 0 {
		return s.limit
	}
	f := &s.path[len(s.path)-1]
	switch {
	case f.consumed >= 0:
		return s.limit
	case f.departs:
		return f.left - 1
	}
	return f.left
}

func (s *search) pair(state trace.State) pair {
	var at trace.Fingerprint
	for _, n := range s.at {
		at = at.With(uint64(n))
	}
	return pair{state.Fingerprint(), at.With(0)[0]}
}

// todo returns the steps to explore from a state, those first that can bring the line that comes next in the file.
func (s *search) todo(v trace.View) (steps []trace.Step) {
	if i := slices.IndexFunc(v.Enabled, s.alone); i >= 0 {
		return append(steps, trace.Step{Actor: v.Enabled[i].Actor})
	}
	slices.SortStableFunc(v.Enabled, func(a, b trace.Pending) int { return cmp.Compare(s.nearness(v, a), s.nearness(v, b)) })
	for _, p := range v.Enabled {
		told := s.told(p)
		for a := range max(1, p.Op.Alternatives) {
			if !p.Barred.Has(a) && told(a) {
				steps = append(steps, trace.Step{Actor: p.Actor, Alternative: a})
			}
		}
	}
	return steps
}

// told returns which alternatives of a step the log allows: a node crashes and restarts only at its lines, as often as these say.
func (s *search) told(p trace.Pending) func(alternative int32) bool {
	lane := s.lane(trace.ActorID(p.Op.Object))
	switch p.Op.Kind {
	case kind.Crash, kind.Restart:
		n := s.lanes.next(s.at, lane)
		now := n >= 0 && s.allowed(s.at, n) && s.may(n, fault(p.Op.Kind))
		return func(int32) bool { return now }
	case kind.DecideFaults:
		if fate, clear := s.fateOf(lane); clear && p.Op.Does == nil { // else the alternatives are also about clocks
			return func(a int32) bool { return a == fate }
		}
	}
	return func(int32) bool { return true }
}

// alone reports whether no other step need be explored from the same state. The step has no alternatives, and changes only its own
// process, the end of a channel, or the set of processes. It commutes with all steps of others, so every interleaving with the step has
// an equivalent one that begins with it. An interleaving without the step, in which its process stops here, stays possible after the step.
func (s *search) alone(p trace.Pending) bool {
	if p.Op.Alternatives > 1 {
		return false
	}
	return p.Op.Kind == kind.Receive || p.Op.Kind == kind.Spawn && !s.cuts || p.Op.Kind == kind.Send && p.Op.Flags&kind.Delayed != 0
}

// nearness returns a number that grows with the index of the next line of the process that a step is about, or of the sender of a message. An
// unwanted message comes last, and a fault that the line tells first.
func (s *search) nearness(v trace.View, p trace.Pending) int {
	of, first, near := p.Actor, false, len(s.all)
	switch p.Op.Kind {
	case kind.Deliver:
		if of = trace.ActorID(p.Op.Object); v.State.Reception(p.Actor) == trace.Unwanted {
			return math.MaxInt
		}
		if n := s.lanes.next(s.at, s.lane(p.Actor)); n >= 0 {
			near = n
		}
	case kind.DecideFaults, kind.Crash, kind.Restart:
		of, first = trace.ActorID(p.Op.Object), true
	}
	n := s.lanes.next(s.at, s.lane(of))
	switch {
	case !first && n < 0:
		return 2*near + 1
	case !first:
		return 2*min(n, near) + 1
	case n >= 0 && (s.may(n, systemlog.Crash{}) || s.may(n, systemlog.Restart{})):
		return 2 * n
	}
	return 2 * len(s.all)
}

// fault returns the event that stands for a crash or restart.
func fault(k kind.Kind) any {
	if k == kind.Crash {
		return systemlog.Crash{}
	}
	return systemlog.Restart{}
}

// lane returns the lane of an actor: that of its name, or of the process that has spawned it; -1 if there is none.
func (s *search) lane(id trace.ActorID) int {
	if id < 0 {
		return -1
	}
	if lane, known := s.laneOf[id]; known {
		return lane
	}
	lane := -1
	for a := s.world.Actor(id); a != nil && lane < 0; a = a.Parent {
		lane = slices.Index(s.names, a.Name)
	}
	s.laneOf[id] = lane
	return lane
}

// Observe implements [checker.Strategy].
func (s *search) Observe(depth int, e *trace.Event) error {
	if depth+1 < len(s.path) { // it was observed before
		return nil
	}
	if !s.late.Note(e) {
		s.dead = true
		return nil
	}
	switch {
	case e.Kind == kind.Crash || e.Kind == kind.Restart:
		s.meet(s.lane(trace.ActorID(e.Object)), fault(e.Kind), trace.NoValue)
	case e.Kind == kind.Announce || e.Kind == kind.Expose:
		event := s.world.Value(e.Value)
		t := reflect.TypeOf(event)
		speaks, known := s.spoken[t]
		if !known {
			speaks = s.speaks(event)
			s.spoken[t] = speaks
		}
		if speaks {
			s.meet(s.lane(e.Actor), event, e.Value)
		}
	}
	return nil
}

// meet compares an event, whose value has a number, with the next line of a lane.
func (s *search) meet(lane int, event any, value trace.ValueID) {
	n := s.lanes.next(s.at, lane)
	switch {
	case n < 0 && s.free(lane): // its log has ended, or there is none
	case n >= 0 && s.may(n, event) && s.allowed(s.at, n):
		s.at[lane]++
		s.done++
		s.path[len(s.path)-1].consumed = lane
		if s.done > s.bestSum {
			s.bestSum, s.instead = s.done, nil
			copy(s.best, s.at)
			s.prefix = append(s.prefix[:0], s.steps...)
		}
	case slices.Contains(s.options.Partial, systemlog.TypeName(event)):
	default:
		s.dead = true
		known := slices.ContainsFunc(s.instead, func(i instead) bool { return i.lane == lane && i.value == value })
		if s.done == s.bestSum && slices.Equal(s.at, s.best) && !known {
			s.instead = append(s.instead, instead{lane, value, event})
		}
	}
}

// free reports whether a process may announce an event although there is no further line of its lane. The log of each node may have ended
// early, but a log of all nodes has ended with its last line.
func (s *search) free(lane int) bool {
	return lane < 0 || !s.options.Total || s.options.part || s.done == len(s.all)
}

// End implements [checker.Strategy].
func (s *search) End(trace.Ending) error { return nil }

// Coverage implements [checker.Strategy].
func (s *search) Coverage() trace.Coverage { return trace.Coverage{Sample: true} }

// Retained implements [checker.Strategy].
func (s *search) Retained(f func([]*trace.Event)) { f(nil) }
