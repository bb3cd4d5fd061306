package sampling

import (
	"math"

	"github.com/checkmodel/checkmodel/trace"
)

// dpos is the rule of d-POS: it is taPCT with each event a chain of its own (Kulahcioglu Ozkan, Majumdar, Oraee, section
// 4.2).
type dpos struct {
	depth      int
	priorities slots[priority]
	labels     labels
}

func (r *dpos) begin(d *draw) {
	r.priorities.reset()
	r.labels.begin(d, r.depth-1, d.profile.labels)
}

func (r *dpos) choose(d *draw) int {
	for {
		best, highest := -1, math.Inf(-1)
		for i := range d.enabled {
			p := &d.enabled[i]
			at := r.priorities.at(p.Actor)
			if index := d.index(p.Actor); at.value == 0 || at.index != index {
				*at = priority{value: 1 - d.rand.Float64(), index: index}
				r.labels.add(d, p, true)
			}
			if at.value > highest {
				best, highest = i, at.value
			}
		}
		place := r.labels.use(d.enabled[best].Actor)
		if place < 0 {
			return best
		}
		r.priorities.at(d.enabled[best].Actor).value = -float64(place + 1)
	}
}

func (r *dpos) measure(_ *draw, o *outcome) { o.beyond = r.labels.given > r.labels.of }

func (r *dpos) ran(*draw, *trace.Event) {}
