package sampling

import "github.com/checkmodel/checkmodel/trace"

// slowness is by how much a slow link or timer is less likely to move than another one.
const slowness = 64

// How likely a link or a timer is slow. A system makes progress only while most timers have time, so fewer of them are fast.
const (
	slowLinks  = 1. / 2
	slowTimers = 3. / 4
)

// pace says which links and timers are slow, from the beginning of a run to its end. A walk that draws each step anew lets
// no message be late for long: after twenty steps of four processes hardly any message is still under way. But a bug may
// need one that is sent before a crash or an election, and arrives after it.
type pace struct {
	varies bool
	salt   uint64
}

func (c *pace) begin(d *draw, varies bool) {
	if c.varies = varies; varies {
		c.salt = d.rand.Uint64()
	}
}

// of returns the weight of a step compared with the same step if it is not slow.
func (c *pace) of(d *draw, p *trace.Pending) float64 {
	if !c.varies {
		return 1
	}
	share := 0.
	switch p.Op.Kind {
	case trace.Deliver:
		share = slowLinks
	case trace.TimerExpire:
		share = slowTimers
	default:
		return 1
	}
	const bits = 53
	if x := trace.Mix(c.salt, d.names.actor(p.Actor, d.state).family) >> (64 - bits); float64(x) < share*(1<<bits) {
		return 1. / slowness
	}
	return 1
}
