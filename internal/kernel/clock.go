//go:build linux && amd64

package kernel

import "github.com/checkmodel/checkmodel/internal/ptrace"

// Times are in nanoseconds since the beginning of a run.
const (
	microsecond = 1_000
	millisecond = 1_000_000
	second      = 1_000_000_000
	never       = int64(-1) // no deadline
)

// What programs see at the beginning of a run.
const (
	realtimeBase  = 1_700_000_000 * second
	monotonicBase = 1_000 * second
)

// tick is the time that a look at the clock takes.
const tick = 100

// clock is the clock of a machine. Only events of the machine change it.
type clock struct{ now int64 }

// look reads the clock, which goes on a little.
func (c *clock) look() int64 {
	c.now += tick
	return c.now
}

// advance goes on to a time, unless it is later already.
func (c *clock) advance(to int64) { c.now = max(c.now, to) }

// mostReads is the number of looks at the clock after which a thread that makes no other call stops.
const mostReads = 100

// lend lets a program read the clock while it runs.
func (c *clock) lend(to *ptrace.Clock) {
	*to = ptrace.Clock{Now: c.now, Tick: tick, Most: mostReads, Realtime: realtimeBase, Monotonic: monotonicBase}
}

// base returns what a clock of the kernel shows at the beginning.
func base(id uint64) int64 {
	const realtime, realtimeCoarse, alarm, tai = 0, 5, 8, 11
	if id == realtime || id == realtimeCoarse || id == alarm || id == tai {
		return realtimeBase
	}
	return monotonicBase
}
