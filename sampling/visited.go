package sampling

import (
	"math"

	"github.com/checkmodel/checkmodel/trace"
)

// visited is the rule of a random walk in which faults are the more likely, the more often the last events were seen before:
// the walk leaves well-known ground (Lee, Levchenko, "Applying a deterministic approach for distributed systems black-box
// testing", section 4). A window counts as often as it was seen in the preliminary runs, which do not use that themselves, and
// in the run. So a run depends on no others.
type visited struct {
	walk
	counts map[uint64]int // of the windows of the run
}

func (r *visited) begin(d *draw) {
	clear(r.counts)
	d.plans = d.profile.windows != nil
}

func (r *visited) ran(d *draw, _ *trace.Event) {
	if window, is := d.windows.last(); is && d.profile.windows != nil {
		r.counts[window]++
		d.seen = float64(r.counts[window] + d.profile.windows[window])
	}
}

func (r *visited) measure(d *draw, o *outcome) {
	o.windows, o.history = append(o.windows[:0], d.windows.all...), append(o.history[:0], d.windows.history...)
}

// often returns the probability that something with the probability p happens at least once in as many draws as the last
// events were seen.
func (d *draw) often(p float64) float64 {
	if d.seen <= 1 {
		return p
	}
	return 1 - math.Pow(1-p, d.seen)
}
