//go:build linux && (amd64 || arm64)

package timeline

import "github.com/checkmodel/checkmodel/internal/ptrace"

// Times are in nanoseconds since the beginning of a run.
const (
	Microsecond = 1_000
	Millisecond = 1_000_000
	Second      = 1_000_000_000
	Never       = int64(1) << 62 // later than any deadline
)

// The clocks that programs see at the beginning of a run.
const (
	RealtimeBase  = 1_700_000_000 * Second
	MonotonicBase = 1_000 * Second
)

// tick is the time that a look at the clock takes.
const tick = 100

// Clock is the clock of a machine. Only events of the machine change it.
type Clock struct{ Now int64 }

// Look reads the clock, which goes on a little.
func (c *Clock) Look() int64 {
	c.Now += tick
	return c.Now
}

// Advance goes on to a time, unless it is later already.
func (c *Clock) Advance(to int64) { c.Now = max(c.Now, to) }

// mostReads is the number of looks at the clock after which a thread that makes no other call stops.
const mostReads = 100

// Lend lets a program read the clock while it runs.
func (c *Clock) Lend(to *ptrace.Clock) {
	*to = ptrace.Clock{Now: c.Now, Tick: tick, Most: mostReads, Realtime: RealtimeBase, Monotonic: MonotonicBase}
}

// Base returns what a clock of the kernel shows at the beginning.
func Base(id uint64) int64 {
	const realtime, realtimeCoarse, alarm, tai = 0, 5, 8, 11
	if id == realtime || id == realtimeCoarse || id == alarm || id == tai {
		return RealtimeBase
	}
	return MonotonicBase
}
