package causality

import (
	"slices"

	"github.com/checkmodel/checkmodel/trace"
)

// Predecessors returns the positions of the direct predecessors of event j in the happens-before
// relation, in ascending order: the events that happen before j and before no other predecessor
// of j.
func (o *Order) Predecessors(j int) []int {
	var latest []int // of each actor
	for a, i := range o.clock(j) {
		if int(i) == j { // the event itself; take the previous event of its actor
			if o.events[j].Index == 0 {
				continue
			}
			i = o.ofActor[a][o.events[j].Index-1]
		}
		if i >= 0 {
			latest = append(latest, int(i))
		}
	}
	slices.Sort(latest)
	var needed []int
	for k, i := range latest {
		implied := func(l int) bool { return o.Before(i, l) }
		if !slices.ContainsFunc(latest[k+1:], implied) {
			needed = append(needed, i)
		}
	}
	return needed
}

// Beginning returns the position of the event that always comes before e, which is at position j or would be there: the previous
// event of its actor, or the event that started or restarted its actor; -1 if there is none.
func (o *Order) Beginning(e *trace.Event, j int) int {
	last := -1
	if e.Index > 0 {
		last = int(o.ofActor[e.Actor][e.Index-1])
	}
	starts := listOf(o.released, e.Actor)
	n := len(starts)
	for n > 0 && int(starts[n-1]) >= j {
		n--
	}
	if n > 0 {
		last = max(last, int(starts[n-1]))
	}
	return last
}

// EventsOf returns the positions of the events of the actor, in order. The slice is valid until the next Compute.
func (o *Order) EventsOf(a trace.ActorID) []int32 { return listOf(o.ofActor, a) }

func listOf(lists [][]int32, a trace.ActorID) []int32 {
	if a < 0 || int(a) >= len(lists) {
		return nil
	}
	return lists[a]
}
