package sampling

import (
	"math"

	"github.com/checkmodel/checkmodel/trace"
)

// striking draws steps by another rule, but lets a crash strike at an opportunity whose number was drawn before. A crash is
// most telling where it can lose something, so a node gives an opportunity when it is about to make durable what it has
// changed on its disk. Where no node has a disk, each of its steps is one. Where a file is replaced, half of the crashes
// strike only there, as that may lose what was durable before.
type striking struct {
	rule
	number    int32 // of the opportunity
	replacing bool  // only those count at which a file is replaced
	aftermath aftermath
}

func (r *striking) begin(d *draw) {
	r.rule.begin(d)
	r.aftermath = aftermath{places: r.aftermath.places, inside: r.aftermath.inside}
	r.number = 0
	r.aim(d)
}

// aim draws the number of the next opportunity to strike at. Its logarithm is uniform, as early opportunities are those
// that all runs have.
func (r *striking) aim(d *draw) {
	last := d.profile.durable
	if r.replacing = d.profile.replaced > 0 && d.rand.IntN(2) == 0; r.replacing {
		last = d.profile.replaced
	}
	if last == 0 {
		last = d.profile.events
	}
	r.number += int32(math.Pow(float64(last+1), d.rand.Float64()))
}

func (r *striking) choose(d *draw) int {
	if i := r.aftermath.first(d); i >= 0 {
		return i
	}
	for i := range d.enabled {
		if p := &d.enabled[i]; p.Op.Kind == trace.Crash && r.due(d, trace.ActorID(p.Op.Object)) {
			return i
		}
	}
	return r.aftermath.choose(d, r.rule)
}

// due reports whether the node gives the opportunity.
func (r *striking) due(d *draw, node trace.ActorID) bool {
	disk := d.disks.at(node)
	had := d.index(node)
	if d.profile.durable > 0 {
		had = disk.durable
	}
	if r.replacing {
		had = disk.replaced
	}
	if had+1 < r.number {
		return false
	}
	for i := range d.enabled {
		if p := &d.enabled[i]; p.Actor == node {
			return d.profile.durable == 0 || disk.makes(p.Op) && (disk.replacing || !r.replacing)
		}
	}
	return false
}

func (r *striking) ran(d *draw, e *trace.Event) {
	if e.Kind == trace.Crash {
		node := trace.ActorID(e.Object)
		d.disks.at(node).crash()
		r.aftermath.begin(d, node)
		r.aim(d)
	}
	r.rule.ran(d, e)
}

// crashes draws how often a node crashes and is restarted, of so many alternatives: mostly as often as the budget
// allows, or not at all, as then other nodes may. The later alternatives have more faults, and with each come some for the
// clock. One crash strikes each node with the same probability, although one after the other draws.
func (d *draw) crashes(n int32) int32 {
	const some = 3. / 4 // how likely a run has a crash, if it may have one
	nodes, before := max(1, float64(d.profile.nodes)), float64(d.nodes)
	d.nodes++
	a := d.rand.Int32N(max(1, n/3))
	if d.rand.Float64() < some/max(some, nodes-some*before) {
		a = n - 1 - a
	}
	return a
}

// decidesCrashes reports whether the operation decides how often a node crashes.
func decidesCrashes(op *trace.Op) bool {
	return op.Kind == trace.Choose && op.Flags&trace.Faulty != 0 && op.Flags&trace.On == 0
}

// remains reports whether the operation decides what a crash has left of a disk.
func remains(op *trace.Op) bool {
	return op.Kind == trace.Choose && op.Flags&trace.Faulty != 0 && op.Flags&trace.On != 0
}
