package world

import (
	"github.com/checkmodel/checkmodel/internal/world/environment"
	"github.com/checkmodel/checkmodel/trace"
)

// Delayed returns trace.Delayed if messages and signals to that process go through a channel.
func (x *Execution) Delayed(to *trace.Actor) trace.Flags {
	if to == nil || to == x.Actor() || x.sys.env.Routing.Between(x.Actor().ID, to.ID) == environment.Instant {
		return 0
	}
	return trace.Delayed
}

// DelayedByName returns trace.Delayed if messages to a process that is known by its name go through a channel. It is not known if that
// depends on the process.
func DelayedByName(x *Execution) (delayed trace.Flags, known bool) {
	r := x.sys.env.Routing
	if r.Delayed {
		delayed = trace.Delayed
	}
	return delayed, !r.Delayed || !r.Instant
}
