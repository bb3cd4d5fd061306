package sampling

import (
	"github.com/checkmodel/checkmodel/trace"
	"github.com/checkmodel/checkmodel/trace/kind"
)

// slowness is by how much a slow link or timer is less likely to move than another one. A slow client is that much less likely
// than a slow timer. The receives of a process that may time out have one timer.
const slowness = 64

// How likely a link, a timer or a client is slow. A system makes progress only while most timers have time, so fewer of them
// are fast. A client that is not slow has mostly sent everything before a timer expires, and nobody may listen yet.
const (
	slowLinks   = 1. / 2
	slowTimers  = 3. / 4
	slowClients = 1. / 2
)

// pace says which links, timers and clients are slow, from the beginning of a run to its end. A walk with a fresh draw for each step
// lets no message be late for long: after twenty steps of four processes hardly any message is still under way. But a bug may
// need a message that is sent before a crash or an election, and arrives after it.
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
	share, weight := 0., 1./slowness
	switch {
	case p.Op.Kind == kind.Deliver:
		share = slowLinks
	case p.Op.Kind == kind.TimerExpire || p.GivesUp:
		share = slowTimers
	case isOfClient(d, p):
		share, weight = slowClients, 1./slowness/slowness
	default:
		return 1
	}
	const bits = 53
	if x := trace.Mix(c.salt, d.names.actor(p.Actor, d.state).family) >> (64 - bits); float64(x) < share*(1<<bits) {
		return weight
	}
	return 1
}

// isOfClient reports whether a step is an external event, or exchanges messages for a process that must end: servers
// may wait for ever. The first process does not count, as it mostly starts all others.
func isOfClient(d *draw, p *trace.Pending) bool {
	switch p.Op.Kind {
	case kind.Send, kind.Receive, kind.ReceiveTimeout, kind.Collect, kind.CollectTimeout:
		return p.Actor != first && !d.state.MayWait(p.Actor)
	}
	return p.Op.Kind == kind.External
}

// first is the first process.
const first trace.ActorID = 0
