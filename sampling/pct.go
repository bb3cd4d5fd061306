package sampling

import (
	"math"

	"github.com/checkmodel/checkmodel/trace"
)

// pct is the rule of PCT, taPCT and d-POS: each chain of events has a random priority, and the one with the highest moves.
// depth-1 labelled events that were drawn before lower their chains below all others, each to a place of its own. PCT labels
// all events, and taPCT the events that race (Kulahcioglu Ozkan, Majumdar, Oraee, Algorithm 1). d-POS is taPCT with each event
// a chain of its own (section 4.2).
//
// Otherwise the events of an actor are a chain. The paper partitions events into fewer chains, as they become enabled. Then the chain
// of an event depends on the priorities of others, so the event need not be in the last chain with the stated odds.
type pct struct {
	depth    int
	racyOnly bool
	single   bool // each event is a chain of its own

	chains     int                  // so far
	priorities slots[chainPriority] // of the actors; the lowered ones have negative priorities
	labels     labels
}

// chainPriority is the priority of an actor, and the number of its events up to the last one that has a label.
type chainPriority struct {
	priority float64
	events   int32
}

func (r *pct) begin(d *draw) {
	r.chains = 0
	r.priorities.reset()
	n := d.profile.events
	if r.racyOnly {
		n = d.profile.labels
	}
	r.labels.begin(d, r.depth-1, n)
}

func (r *pct) choose(d *draw) int {
	for {
		best, highest := -1, math.Inf(-1)
		for i := range d.enabled {
			if v := r.add(d, &d.enabled[i]); v > highest {
				best, highest = i, v
			}
		}
		a := d.enabled[best].Actor
		place := r.labels.use(a)
		if place < 0 {
			return best
		}
		r.priorities.at(a).priority = -float64(place + 1)
	}
}

// add gives a label to the next event of an actor, unless it has one, and returns the priority of the actor.
func (r *pct) add(d *draw, p *trace.Pending) float64 {
	at := r.priorities.at(p.Actor)
	n := d.index(p.Actor) + 1
	if at.events == 0 || r.single && at.events != n {
		at.priority = d.rand.Float64()
		if r.single {
			at.priority = 1 - at.priority // as the runs that were recorded
		}
		r.chains++
	}
	if at.events != n {
		at.events = n
		r.labels.add(d, p, r.racyOnly)
	}
	return at.priority
}

func (r *pct) ran(*draw, *trace.Event) {}

func (r *pct) measure(d *draw, o *outcome) {
	if o.beyond = r.labels.given > r.labels.of; !r.single {
		o.chains = r.chains
	}
}

// labels numbers events in the order in which they become enabled, and knows which of them are to be delayed.
type labels struct {
	of     int   // how many there are, as far as is known
	points []int // the numbers of those to be delayed; 0 for one that was delayed
	given  int
	next   slots[int] // the label of the next event of an actor; 0 without
}

// begin draws n different numbers of labels, from 1 to of.
func (l *labels) begin(d *draw, n, of int) {
	l.of, l.given, l.points = of, 0, l.points[:0]
	l.next.reset()
	for n = min(n, of); len(l.points) < n; {
		point := 1 + d.rand.IntN(of)
		if !has(l.points, point) {
			l.points = append(l.points, point)
		}
	}
}

func has(list []int, x int) bool {
	for _, y := range list {
		if x == y {
			return true
		}
	}
	return false
}

// add labels the next event of an actor, unless only racy ones have labels and it does not race.
func (l *labels) add(d *draw, p *trace.Pending, racyOnly bool) {
	at := l.next.at(p.Actor)
	*at = 0
	if !racyOnly || d.profile.racy[d.name(p.Actor, p.Op)] {
		l.given++
		*at = l.given
	}
}

// use returns the place of the next event of an actor among the events that are to be delayed, and marks it as delayed. It
// returns -1 if the event is not among them.
func (l *labels) use(a trace.ActorID) int {
	label := *l.next.at(a)
	if label == 0 {
		return -1
	}
	for i, point := range l.points {
		if point == label {
			l.points[i] = 0
			return i
		}
	}
	return -1
}
