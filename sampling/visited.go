package sampling

import (
	"math"

	"github.com/checkmodel/checkmodel/trace"
	"github.com/checkmodel/checkmodel/trace/kind"
)

// windowLength is the number of events of a window.
const windowLength = 5

// visited is the rule of a random walk in which faults are the more likely, the more often the last events were seen before:
// the walk leaves well-known ground (Lee, Levchenko, "Applying a deterministic approach for distributed systems black-box
// testing", section 4). The last five events are a window. It has the kind of each event and the actor that it
// concerns, but no values. A window counts as often as it was seen in the preliminary runs, which do not use that themselves, and
// in the run. So a run depends on no others.
type visited struct {
	walk
	recent  [windowLength]uint64
	events  int
	windows []uint64       // of the run
	counts  map[uint64]int // of these
}

func (r *visited) begin(*draw) {
	r.events, r.windows = 0, r.windows[:0]
	clear(r.counts)
}

func (r *visited) ran(d *draw, e *trace.Event) {
	to := e.Actor
	if e.Kind.Is(kind.OfNode) || e.Kind.Is(kind.Arrives) && !e.Kind.Is(kind.Leaves) {
		to = trace.ActorID(e.Object)
	}
	r.recent[r.events%windowLength] = trace.Mix(d.names.actor(to, d.state).family, uint64(e.Kind.Code()))
	if r.events++; r.events < windowLength {
		return
	}
	var window uint64
	for i := range windowLength {
		window = trace.Mix(window, r.recent[(r.events+i)%windowLength])
	}
	r.windows = append(r.windows, window)
	if d.profile.windows != nil {
		r.counts[window]++
		d.seen = float64(r.counts[window] + d.profile.windows[window])
	}
}

func (r *visited) measure(_ *draw, o *outcome) { o.windows = append(o.windows[:0], r.windows...) }

// often returns the probability that something with the probability p happens at least once in as many draws as the last
// events were seen.
func (d *draw) often(p float64) float64 {
	if d.seen <= 1 {
		return p
	}
	return 1 - math.Pow(1-p, d.seen)
}
