// Package turns says which actor moves where a search plans nothing.
package turns

import (
	"encoding/binary"
	"hash/fnv"
	"slices"

	"github.com/checkmodel/checkmodel/trace"
)

// RoundRobin chooses the next actor where nothing is planned. The actor that moved last moves until
// it cannot, then the next one in the order of creation. This makes few switches, and a bound
// measures how far an interleaving diverges from it. The turn of an actor that could move for ever,
// such as a process that polls, ends after some events. Turns are shorter if interleavings must be
// short or many actors can move, so that each actor has several turns before the interleaving is
// cut: an actor without events has no races, and would not be explored. Timers expire, receives time
// out, and nodes crash and are restarted, when no other actor can move, or when a turn ends. So the
// first interleaving has no timeouts that need not be, and within a bound an earlier timeout or crash
// has a cost.
//
// With a seed, the enabled actor of the highest rank moves, among the actors that had the fewest turns.
type RoundRobin struct {
	Seed  uint64 // that ranks depend on; 0 without ranks
	Limit int    // how many events an interleaving may have, 0 without limit

	ranks   []uint64 // by actor; 0 is not known yet
	created []int    // for each actor, the depth after its spawn
	streaks []streak // for each event, the streak that it ends
	moved   []int    // with ranks: for each actor, its number of events, and of its ancestors before its spawn
}

// streak is a run of events of one actor.
type streak struct {
	actor  trace.ActorID
	length int
}

// longestTurn is the maximal number of events of one actor in a row while others can move. Where
// interleavings are short, each actor that can move has turnsEach turns before an interleaving is
// cut.
const (
	longestTurn = 1000
	turnsEach   = 4
)

// turnEnds returns the number of events of a turn while the given number of actors can move.
func (r *RoundRobin) turnEnds(enabled int) int {
	if r.Limit == 0 {
		return longestTurn
	}
	return min(longestTurn, max(1, r.Limit/(turnsEach*enabled)))
}

// Observe records the event at position depth.
func (r *RoundRobin) Observe(depth int, e *trace.Event) {
	r.rewind(depth)
	s := streak{e.Actor, 1}
	if depth > 0 && r.streaks[depth-1].actor == e.Actor {
		s.length += r.streaks[depth-1].length
	}
	r.streaks = append(r.streaks, s)
	started := e.Starts()
	if started != trace.NoActor {
		r.created = Grown(r.created, int(started)+1)
		r.created[started] = depth + 1
	}
	if r.Seed == 0 {
		return
	}
	r.moved = Grown(r.moved, int(max(e.Actor, started))+1)
	r.moved[e.Actor]++
	if started != trace.NoActor {
		r.moved[started] = r.moved[e.Actor]
	}
}

// rewind goes back to the state after depth events.
func (r *RoundRobin) rewind(depth int) {
	if r.Seed != 0 {
		for _, s := range r.streaks[depth:] {
			r.moved[s.actor]--
		}
	}
	r.streaks = r.streaks[:depth]
}

// Grown returns the list, extended to at least n entries.
func Grown[T any](list []T, n int) []T {
	for len(list) < n {
		var empty T
		list = append(list, empty)
	}
	return list
}

// Next returns which of the enabled actors, given in order of creation, moves
// after the events so far.
func (r *RoundRobin) Next(events []trace.Event, v trace.View) trace.ActorID {
	enabled := v.Enabled
	if len(events) == 0 {
		return enabled[0].Actor // the first process: there is no other
	}
	r.rewind(len(events))
	turn := r.turnEnds(len(enabled))
	if r.Seed != 0 {
		return r.highest(v, turn)
	}
	s := r.streaks[len(events)-1]
	last, over := s.actor, s.length >= turn
	timersToo := over || !slices.ContainsFunc(enabled, func(p trace.Pending) bool { return !p.Outside() })
	first, created := trace.NoActor, r.order(last)
	for i := range enabled {
		switch a := enabled[i].Actor; {
		case !timersToo && enabled[i].Outside():
		case a == last && !over || r.order(a) > created:
			return a
		case first == trace.NoActor:
			first = a
		}
	}
	return first
}

// highest returns the enabled actor of the highest rank among the actors that had the fewest turns.
func (r *RoundRobin) highest(v trace.View, turn int) trace.ActorID {
	best, bestTurns := trace.NoActor, 0
	for _, p := range v.Enabled {
		turns := 0
		if int(p.Actor) < len(r.moved) {
			turns = r.moved[p.Actor] / turn
		}
		if best == trace.NoActor || turns < bestTurns || turns == bestTurns && r.rank(p.Actor, v.State) > r.rank(best, v.State) {
			best, bestTurns = p.Actor, turns
		}
	}
	return best
}

// rank returns the rank of an actor. It depends on the name and the seed alone, so it is the same
// in each run and for each explorer.
func (r *RoundRobin) rank(a trace.ActorID, state trace.State) uint64 {
	for int(a) >= len(r.ranks) {
		r.ranks = append(r.ranks, 0)
	}
	if r.ranks[a] == 0 {
		h := fnv.New64a()
		h.Write([]byte(state.Name(a)))
		h.Write(binary.LittleEndian.AppendUint64(nil, r.Seed))
		r.ranks[a] = h.Sum64() | 1
	}
	return r.ranks[a]
}

func (r *RoundRobin) order(a trace.ActorID) int {
	if int(a) < len(r.created) {
		return r.created[a]
	}
	return 0
}
