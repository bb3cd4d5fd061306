package sampling

import (
	"math"

	"github.com/checkmodel/checkmodel/trace"
)

// pos is the rule of POS: each operation gets a random priority when it becomes enabled, the operation of the highest priority
// is executed, and operations that race with it get new priorities.
type pos struct {
	walk
	priorities slots[priority]
	last       trace.Pending // the operation that is executed
	op         trace.Op
	executed   bool // last is set
}

// priority is the priority of the next event of an actor. It is valid for one event, while its weight is the same.
type priority struct {
	value   float64 // 0 is none
	index   int32
	givesUp bool
}

func (r *pos) begin(*draw) {
	r.priorities.reset()
	r.executed = false
}

func (r *pos) choose(d *draw) int {
	best, highest := -1, math.Inf(-1)
	for i := range d.enabled {
		p := &d.enabled[i]
		at := r.priorities.at(p.Actor)
		if index := d.index(p.Actor); at.value == 0 || at.index != index || at.givesUp != p.GivesUp || r.executed && d.race(p, &r.last) {
			// The greatest number belongs to a step with a probability proportional to its weight.
			*at = priority{math.Log(1-d.rand.Float64()) / d.weight(p), index, p.GivesUp}
			if at.value == 0 {
				at.value = -math.SmallestNonzeroFloat64
			}
		}
		if at.value > highest {
			best, highest = i, at.value
		}
	}
	r.op = *d.enabled[best].Op
	r.last, r.executed = trace.Pending{Actor: d.enabled[best].Actor, Op: &r.op}, true
	return best
}
