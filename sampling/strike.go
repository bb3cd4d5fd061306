package sampling

import (
	"math"

	"github.com/checkmodel/checkmodel/trace"
)

// striking draws steps by another rule, but lets a crash strike at an opportunity whose number was drawn before. A crash is
// most telling where it can lose something, so a node gives an opportunity when it is about to make durable what it has
// changed on its disk. Where no node has a disk, each of its steps is one. The node is restarted at once, and recovers before
// others move, while messages of before are on their way.
type striking struct {
	rule
	number int32         // of the opportunity
	node   trace.ActorID // that has crashed
	quick  int           // how many of its steps come before those of others
}

// recovery is how many steps of a node that has crashed come before those of others.
const recovery = 16

func (r *striking) begin(d *draw) {
	r.rule.begin(d)
	r.number, r.quick = 0, 0
	r.aim(d)
}

// aim draws the number of the next opportunity to strike at. Its logarithm is uniform, as early opportunities are those
// that all runs have.
func (r *striking) aim(d *draw) {
	last := d.profile.durable
	if last == 0 {
		last = d.profile.events
	}
	r.number += int32(math.Pow(float64(last+1), d.rand.Float64()))
}

func (r *striking) choose(d *draw) int {
	for i := range d.enabled {
		switch p := &d.enabled[i]; {
		case p.Op.Kind == trace.Restart || remains(p.Op):
			return i
		case p.Actor == r.node && r.quick > 0:
			r.quick--
			return i
		case p.Op.Kind == trace.Crash && r.due(d, trace.ActorID(p.Op.Object)):
			return i
		}
	}
	return r.rule.choose(d)
}

// allOrNothing draws how often a node crashes and is restarted, of so many alternatives: mostly as often as the budget
// allows, or not at all, as then other nodes may. The later alternatives have more faults, and with each come some for the
// clock.
func (d *draw) allOrNothing(n int32) int32 {
	a := d.rand.Int32N(max(1, n/3))
	if d.rand.IntN(2) == 0 {
		a = n - 1 - a
	}
	return a
}

// remains reports whether the operation decides what a crash has left of a disk.
func remains(op *trace.Op) bool {
	return op.Kind == trace.Choose && op.Flags&trace.Faulty != 0 && op.Flags&trace.On != 0
}

// due reports whether the node gives the opportunity.
func (r *striking) due(d *draw, node trace.ActorID) bool {
	had := d.index(node)
	if d.profile.durable > 0 {
		had = d.disks.at(node).durable
	}
	if had+1 < r.number {
		return false
	}
	for i := range d.enabled {
		if p := &d.enabled[i]; p.Actor == node {
			return d.profile.durable == 0 || d.disks.at(node).makes(p.Op)
		}
	}
	return false
}

func (r *striking) ran(d *draw, e *trace.Event) {
	if e.Kind == trace.Crash {
		r.node, r.quick = trace.ActorID(e.Object), recovery
		d.disks.at(r.node).changed = false
		r.aim(d)
	}
	r.rule.ran(d, e)
}

// onDisk is what a process has done on its disk.
type onDisk struct {
	changed bool  // something, since it has made something durable
	durable int32 // how often it has made durable what it had changed
}

// makes reports whether the operation makes durable what the process has changed.
func (o *onDisk) makes(op *trace.Op) bool {
	return o.changed && op.Kind == trace.FileSync || op.Kind == trace.FileWrite && op.Flags&trace.On != 0
}

// ran records an event, and returns how often its process has made something durable.
func (o *onDisk) ran(op *trace.Op) int32 {
	switch {
	case o.makes(op):
		o.changed = false
		o.durable++
	case op.Kind.OnDisk() && op.Kind != trace.FileRead && op.Kind != trace.FileSync:
		o.changed = true
	}
	return o.durable
}
