package optimaldpor

import "github.com/checkmodel/checkmodel/trace"

// roundRobin is how free interleavings go on: the actor that moved last moves
// on until it cannot, then the next one in the order of creation. It makes few
// switches, and its choice is what a bound measures divergence from. An actor that
// could go on for ever, as one that polls, is no reason for others never to move:
// after very many events in a row the next one has its turn.
type roundRobin struct {
	created []int    // for each actor, the depth behind its spawn
	streaks []streak // for each event, the one that it ends
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
		return enabled[0].Actor
	}
	s := r.streaks[len(events)-1]
	last, over := s.actor, s.length%turnEnds == 0
	for _, p := range enabled {
		if p.Actor == last && !over || r.order(p.Actor) > r.order(last) {
			return p.Actor
		}
	}
	return enabled[0].Actor
}

func (r *roundRobin) order(a trace.ActorID) int {
	if int(a) < len(r.created) {
		return r.created[a]
	}
	return 0
}
