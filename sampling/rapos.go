package sampling

import "github.com/checkmodel/checkmodel/trace"

// rapos is the rule of RAPOS: it draws an enabled operation, adds to it each other one with probability 1/2 that is
// independent of those before, and executes them all in any order.
type rapos struct {
	walk
	set []member // drawn and not executed yet
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

// fill draws the next operations to execute.
func (r *rapos) fill(d *draw) {
	first := r.walk.choose(d)
	members := []int{first}
	for i := range d.enabled {
		p := &d.enabled[i]
		if i == first || d.rand.Float64() >= d.weight(p)/2 {
			continue
		}
		independent := true
		for _, m := range members {
			independent = independent && !race(p, &d.enabled[m])
		}
		if independent {
			members = append(members, i)
		}
	}
	d.rand.Shuffle(len(members), func(i, j int) { members[i], members[j] = members[j], members[i] })
	for _, m := range members {
		a := d.enabled[m].Actor
		r.set = append(r.set, member{a, d.index(a)})
	}
}
