package optimaldpor

import "github.com/checkmodel/checkmodel/trace"

// roundRobin is how free interleavings go on: the actor that moved last moves
// on until it cannot, then the next one in the order of creation. It makes few
// switches, and its choice is what a bound measures divergence from. An actor that
// could go on for ever, as one that polls, is no reason for others never to move:
// after very many events in a row the next one has its turn.
//
// With ranks it is another order: of the actors that can move, the one of the
// highest rank does.
type roundRobin struct {
	rank    func(trace.ActorID) uint64 // nil without ranks
	created []int                      // for each actor, the depth behind its spawn
	streaks []streak                   // for each event, the one that it ends
}

// streak is events of one actor in a row.
type streak struct {
	actor  trace.ActorID
	length int
}

// turnEnds is how many events an actor has in a row, if others can move.
const turnEnds = 1000

// observe takes note of the event at position depth.
func (r *roundRobin) observe(depth int, e *trace.Event) {
	s := streak{e.Actor, 1}
	if depth > 0 && r.streaks[depth-1].actor == e.Actor {
		s.length += r.streaks[depth-1].length
	}
	r.streaks = append(r.streaks[:depth], s)
	started := e.Starts()
	if started == trace.NoActor {
		return
	}
	for int(started) >= len(r.created) {
		r.created = append(r.created, 0)
	}
	r.created[started] = depth + 1
}

// next returns which of the enabled actors, given in order of creation, moves
// after the events so far.
func (r *roundRobin) next(events []trace.Event, enabled []trace.Pending) trace.ActorID {
	if len(events) == 0 {
		return enabled[0].Actor // the first process: there is no other
	}
	s := r.streaks[len(events)-1]
	last, over := s.actor, s.length%turnEnds == 0
	if r.rank != nil {
		return r.highest(enabled, last, over)
	}
	for _, p := range enabled {
		if p.Actor == last && !over || r.order(p.Actor) > r.order(last) {
			return p.Actor
		}
	}
	return enabled[0].Actor
}

// highest returns the enabled actor of the highest rank; but if the turn of the last
// one is over, not that one, unless there is no other.
func (r *roundRobin) highest(enabled []trace.Pending, last trace.ActorID, over bool) trace.ActorID {
	best := trace.NoActor
	for _, p := range enabled {
		if over && p.Actor == last && len(enabled) > 1 {
			continue
		}
		if best == trace.NoActor || r.rank(p.Actor) > r.rank(best) {
			best = p.Actor
		}
	}
	return best
}

func (r *roundRobin) order(a trace.ActorID) int {
	if int(a) < len(r.created) {
		return r.created[a]
	}
	return 0
}
