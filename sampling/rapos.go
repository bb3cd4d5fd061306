package sampling

import "github.com/checkmodel/checkmodel/trace"

// rapos is the rule of RAPOS: it draws an enabled operation, adds each other one that is independent of the operations so far
// with probability 1/2, and executes them all in any order.
type rapos struct {
	walk
	set        []member // drawn and not executed yet
	candidates []int    // the positions of enabled operations
	members    []int    // those to execute
}

// member is the next event of an actor.
type member struct {
	actor trace.ActorID
	index int32
}

func (r *rapos) begin(*draw) { r.set = r.set[:0] }

func (r *rapos) choose(d *draw) int {
	for {
		for len(r.set) > 0 {
			last := r.set[len(r.set)-1]
			r.set = r.set[:len(r.set)-1]
			for i := range d.enabled {
				if p := &d.enabled[i]; p.Actor == last.actor && d.index(p.Actor) == last.index {
					return i
				}
			}
		}
		r.fill(d)
	}
}

// fill draws the next operations to execute. Those besides the first are asked in any order, as one that is added keeps
// out others.
func (r *rapos) fill(d *draw) {
	first := r.walk.choose(d)
	r.candidates, r.members = r.candidates[:0], append(r.members[:0], first)
	for i := range d.enabled {
		if i != first {
			r.candidates = append(r.candidates, i)
		}
	}
	shuffle(d, r.candidates)
	for _, i := range r.candidates {
		p := &d.enabled[i]
		if d.rand.Float64() < d.weight(p)/2 && r.independent(d, p) {
			r.members = append(r.members, i)
		}
	}
	shuffle(d, r.members)
	for _, m := range r.members {
		a := d.enabled[m].Actor
		r.set = append(r.set, member{a, d.index(a)})
	}
}

func shuffle(d *draw, list []int) {
	d.rand.Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
}

// independent reports whether an operation races with none of the members.
func (r *rapos) independent(d *draw, p *trace.Pending) bool {
	for _, m := range r.members {
		if d.race(p, &d.enabled[m]) {
			return false
		}
	}
	return true
}
