package sampling

import "github.com/checkmodel/checkmodel/trace"

// surw is the rule of SURW: it intends that some actors execute the next racy event, with a probability proportional to
// how many of them they still have, as far as is known; until they do so, all events that do not race are executed at
// random. If the numbers are right and no actor waits, each order of racy events has the same probability.
type surw struct {
	walk
	left     []familyCount
	intended uint64 // 0 if nothing is intended
	next     slots[surwNext]
}

// surwNext is the known part of the next event of an actor.
type surwNext struct {
	index int32 // of the event, plus 1
	races bool
}

func (r *surw) begin(d *draw) {
	r.left, r.intended = append(r.left[:0], d.profile.counts...), 0
	r.next.reset()
}

func (r *surw) choose(d *draw) int {
	for i := range d.enabled {
		p := &d.enabled[i]
		if at := r.next.at(p.Actor); at.index != d.index(p.Actor)+1 {
			*at = surwNext{d.index(p.Actor) + 1, d.profile.racy[d.name(p.Actor, p.Op)]}
		}
	}
	if r.intended == 0 {
		r.intend(d)
	}
	i := d.pick(func(i int) float64 {
		p := &d.enabled[i]
		if r.races(p) && r.family(d, p) != r.intended {
			return 0
		}
		return d.weight(p)
	})
	if i < 0 { // only racy events are left, of others
		i = d.pick(func(i int) float64 {
			return d.weight(&d.enabled[i]) * float64(1+r.remaining(r.family(d, &d.enabled[i])))
		})
	}
	if r.races(&d.enabled[i]) {
		r.took(r.family(d, &d.enabled[i]))
	}
	return i
}

func (r *surw) races(p *trace.Pending) bool { return r.next.at(p.Actor).races }

func (r *surw) family(d *draw, p *trace.Pending) uint64 {
	return d.names.actor(p.Actor, d.state).family
}

// intend draws who executes the next racy event.
func (r *surw) intend(d *draw) {
	sum := 0
	for _, c := range r.left {
		sum += c.count
	}
	if sum == 0 {
		return
	}
	for x, i := d.rand.IntN(sum), 0; ; i++ {
		if x -= r.left[i].count; x < 0 {
			r.intended = r.left[i].family
			return
		}
	}
}

func (r *surw) remaining(family uint64) int {
	for _, c := range r.left {
		if c.family == family {
			return c.count
		}
	}
	return 0
}

// took records a racy event.
func (r *surw) took(family uint64) {
	r.intended = 0
	for i := range r.left {
		if c := &r.left[i]; c.family == family {
			c.count = max(0, c.count-1)
		}
	}
}
