package sampling

import (
	"github.com/checkmodel/checkmodel/trace"
	"github.com/checkmodel/checkmodel/trace/kind"
)

// aftermath draws the steps after a crash. The node is restarted at once, and recovers before others move. Messages on their
// way to it may arrive first, as processes that do not know of the crash test a node that has forgotten something. And the
// exchanges among the others may come to an end before a timer expires, as a timer may well end them.
type aftermath struct {
	node   trace.ActorID // that has crashed
	quick  int           // how many of its steps, and of arrivals, come before steps of others
	arrive bool          // messages to it come then, too
	calm   bool          // nothing comes from outside before nothing else can move

	places []int           // scratch of first and choose
	inside []trace.Pending // scratch of choose
}

// recovery is how many steps of a node that has crashed come before steps of others. There are as many again if messages
// arrive.
const recovery = 16

func (a *aftermath) begin(d *draw, node trace.ActorID) {
	a.node, a.quick = node, recovery
	a.arrive, a.calm = d.rand.IntN(2) == 0, d.rand.IntN(2) == 0
	if a.arrive {
		a.quick += recovery
	}
}

// first returns the position of a step of the recovery, or -1.
func (a *aftermath) first(d *draw) int {
	a.places = a.places[:0]
	for i := range d.enabled {
		switch p := &d.enabled[i]; {
		case p.Op.Kind == kind.Restart || p.Op.Kind == kind.DecideSurviving:
			return i
		case a.quick == 0:
		case p.Actor == a.node && !p.GivesUp:
			a.quick--
			return i
		case a.arrive && p.Op.Kind == kind.Deliver && trace.ActorID(p.Op.Object) == a.node:
			a.places = append(a.places, i)
		}
	}
	if len(a.places) == 0 {
		return -1
	}
	a.quick--
	return a.places[d.rand.IntN(len(a.places))]
}

// choose returns the position of a step by the rule. While it is calm, the rule draws only from steps that do not come from
// outside.
func (a *aftermath) choose(d *draw, r rule) int {
	if !a.calm {
		return r.choose(d)
	}
	all := d.enabled
	a.places, a.inside = a.places[:0], a.inside[:0]
	for i := range all {
		if !all[i].Outside() {
			a.places, a.inside = append(a.places, i), append(a.inside, all[i])
		}
	}
	if len(a.inside) == 0 {
		a.calm = false
		return r.choose(d)
	}
	d.enabled = a.inside
	i := a.places[r.choose(d)]
	d.enabled = all
	return i
}
