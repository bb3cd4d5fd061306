package sampling

import "github.com/checkmodel/checkmodel/trace"

// slowness is by how much a slow link or timer is less likely to move than another one.
const slowness = 64

// pace says which links and timers are slow, from the beginning of a run to its end. A walk that draws each step anew lets
// no message be late for long: after twenty steps of four processes hardly any message is still under way. But a bug may
// need one that is sent before a crash or an election, and arrives after it.
type pace struct {
	share float64 // how likely each link or timer is slow
	salt  uint64
}

func (c *pace) begin(d *draw, share float64) {
	if c.share = share; share > 0 {
		c.salt = d.rand.Uint64()
	}
}

// of returns the weight of a step compared with the same step if it is not slow.
func (c *pace) of(d *draw, p *trace.Pending) float64 {
	if c.share == 0 || p.Op.Kind != trace.Deliver && p.Op.Kind != trace.TimerExpire {
		return 1
	}
	const bits = 53
	if x := trace.Mix(c.salt, d.names.actor(p.Actor, d.state).family) >> (64 - bits); float64(x) < c.share*(1<<bits) {
		return 1. / slowness
	}
	return 1
}
