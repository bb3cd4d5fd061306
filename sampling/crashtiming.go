package sampling

import (
	"math"

	"github.com/checkmodel/checkmodel/internal/effects"
	"github.com/checkmodel/checkmodel/trace"
	"github.com/checkmodel/checkmodel/trace/kind"
)

// striking draws steps by another rule, but lets crashes strike in sequence: each strikes a node that was drawn, at an
// opportunity whose number was drawn.
type striking struct {
	rule
	strikes   uint64          // so far
	salt      uint64          // decides which node is next
	at        place           // the kind of the opportunity
	number    int32           // of the opportunity
	given     slots[[3]int32] // how many opportunities of each kind a node has given since the last crash
	aftermath aftermath
}

// place is where a node gives an opportunity.
type place uint8

const (
	atSteps        place = iota // before each of its steps
	atSyncs                     // when it is about to make its changes of the disk durable, as they may be lost
	atReplacements              // as atSyncs, where a file is replaced: its old contents may be lost
)

func (r *striking) begin(d *draw) {
	r.rule.begin(d)
	r.aftermath = aftermath{places: r.aftermath.places, inside: r.aftermath.inside}
	r.strikes = 0
	r.aim(d)
}

// aim draws the next crash. The logarithm of the number is uniform, as all runs have the early opportunities. The
// first crash is most telling where a disk can lose something. The loss may show only if another node crashes
// before it has helped, which it does without its disk, so later ones may strike at each step.
func (r *striking) aim(d *draw) {
	last := d.profile.events
	switch {
	case d.profile.durable == 0 || r.strikes > 0:
		r.at = atSteps
	case d.profile.replaced > 0 && d.rand.IntN(2) == 0:
		r.at, last = atReplacements, d.profile.replaced
	default:
		r.at, last = atSyncs, d.profile.durable
	}
	r.number = int32(math.Pow(float64(last+1), d.rand.Float64()))
	r.salt = trace.Mix(d.pace.salt, r.strikes)
	r.given.reset()
}

func (r *striking) choose(d *draw) int {
	if i := r.aftermath.first(d); i >= 0 {
		return i
	}
	next, highest := -1, uint64(0)
	for i := range d.enabled {
		if p := &d.enabled[i]; p.Op.Kind == kind.Crash {
			if rank := trace.Mix(r.salt, d.names.actor(p.Actor, d.state).exact); next < 0 || rank > highest {
				next, highest = i, rank
			}
		}
	}
	if next >= 0 && r.due(d, trace.ActorID(d.enabled[next].Op.Object)) {
		return next
	}
	return r.aftermath.choose(d, r.rule)
}

// due reports whether the node gives the opportunity.
func (r *striking) due(d *draw, node trace.ActorID) bool {
	if r.given.at(node)[r.at]+1 < r.number {
		return false
	}
	for i := range d.enabled {
		if p := &d.enabled[i]; p.Actor == node {
			disk := d.disks.at(node)
			return r.at == atSteps || disk.makes(p.Op) && (disk.replacing || r.at == atSyncs)
		}
	}
	return false
}

func (r *striking) ran(d *draw, e *trace.Event) {
	given, disk := r.given.at(e.Actor), d.disks.at(e.Actor)
	given[atSteps]++
	if disk.makes(&e.Op) {
		given[atSyncs]++
		if disk.replacing {
			given[atReplacements]++
		}
	}
	if e.Kind == kind.Crash {
		node := trace.ActorID(e.Object)
		d.disks.at(node).crash()
		r.aftermath.begin(d, node)
		r.strikes++
		r.aim(d)
	}
	r.rule.ran(d, e)
}

// crashes draws how often a node crashes and is restarted: mostly as often as the budget allows, or not at all. One crash
// strikes each node with the same probability, although the nodes draw in turn. Where a node may have more, any number
// is as likely, as two nodes may have to share them. The later alternatives have more faults, and with each come some for
// the clock.
func (d *draw) crashes(op *trace.Op) int32 {
	const some = 3. / 4 // how likely a run has a crash, if it may have one
	nodes, before := max(1, float64(d.profile.nodes)), float64(d.nodes)
	d.nodes++
	rates := int32(1)
	if op.Does != nil {
		rates = effects.Rates
	}
	n := op.Alternatives
	if n > 3*rates { // more than none, a crash, and a crash with a restart
		return d.rand.Int32N(n)
	}
	a := d.rand.Int32N(max(1, n/3))
	if d.rand.Float64() < some/max(some, nodes-some*before) {
		a = n - 1 - a
	}
	return a
}
