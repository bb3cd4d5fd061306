package sampling

import (
	"math"

	"github.com/checkmodel/checkmodel/trace"
)

// pct is the rule of PCT and taPCT: events are partitioned into chains, each with a random priority; the next event of
// the highest chain is executed. depth-1 labelled events that were drawn before lower their chains below all others,
// each to a place of its own. PCT labels all events, and taPCT those that race (Kulahcioglu Ozkan, Majumdar, Oraee,
// Algorithm 1).
type pct struct {
	depth    int
	racyOnly bool

	moved      trace.ActorID // which has executed the event before
	chains     chains
	priorities []float64 // of the chains; the lowered ones have negative priorities
	labels     labels
}

func (r *pct) begin(d *draw) {
	r.moved = trace.NoActor
	r.chains.begin()
	r.priorities = r.priorities[:0]
	n := d.profile.events
	if r.racyOnly {
		n = d.profile.labels
	}
	r.labels.begin(d, r.depth-1, n)
}

func (r *pct) choose(d *draw) int {
	// The next event of the actor that has moved comes first, so that it goes on in the chain of the actor. An event
	// that it has enabled would take the end of the chain otherwise.
	for i := range d.enabled {
		if d.enabled[i].Actor == r.moved {
			r.add(d, &d.enabled[i])
		}
	}
	for i := range d.enabled {
		r.add(d, &d.enabled[i])
	}
	for {
		best, highest := -1, math.Inf(-1)
		for i := range d.enabled {
			if v := r.priorities[r.chains.of(d.enabled[i].Actor)]; v > highest {
				best, highest = i, v
			}
		}
		place := r.labels.use(d.enabled[best].Actor)
		if place < 0 {
			return best
		}
		r.priorities[r.chains.of(d.enabled[best].Actor)] = -float64(place + 1)
	}
}

// add puts the next event of an actor into a chain, unless it is in one.
func (r *pct) add(d *draw, p *trace.Pending) {
	if !r.chains.isNew(d, p.Actor) {
		return
	}
	if c := r.chains.add(d, p.Actor); c == len(r.priorities) {
		r.priorities = append(r.priorities, d.rand.Float64())
	}
	r.labels.add(d, p, r.racyOnly)
}

func (r *pct) ran(_ *draw, e *trace.Event) {
	r.moved = e.Actor
	r.chains.ran(e.Actor)
}

func (r *pct) measure(d *draw, o *outcome) {
	o.chains, o.beyond = len(r.priorities), r.labels.given > r.labels.of
}

// labels numbers events in the order in which they become enabled, and knows which of them are to be delayed.
type labels struct {
	of     int   // how many there are, as far as is known
	points []int // the numbers of those to be delayed; 0 for one that was delayed
	given  int
	next   slots[int] // the label of the next event of an actor; 0 without
}

// begin draws n different ones of the first labels.
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

// use returns the place of the next event of an actor among those that are to be delayed, and marks it as delayed. It
// returns -1 if it is none of them.
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
