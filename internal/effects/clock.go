package effects

import "github.com/checkmodel/checkmodel/trace"

// Virtual time is in a cell, Clock. It begins at 0 and advances only when a timer with a duration expires: to the
// deadline of this timer, the earliest deadline that has not passed. So a TimerExpire with the flag Timed is
// enabled only while no such timer has an earlier deadline, and a TimerStart may disable it. All else takes no time.

// Clocks says how the clocks of nodes may go wrong. Operations that use a clock have it in Does.
//
// Time is counted in units so small that a tick of each clock is a whole number of them.
type Clocks struct {
	Drift  int8  // by how many percent they are slow or fast, from 0 to MaxDrift
	Offset int32 // by how many ticks they are ahead or behind, from 0
	Jump   int32 // by how many ticks they jump ahead or back, once, from 0
}

// ClocksOf returns clocks that go wrong by a percentage and by numbers of ticks.
func ClocksOf(drift, offset, jump int) Clocks {
	return Clocks{Drift: int8(drift), Offset: int32(offset), Jump: int32(jump)}
}

// MaxDrift is the greatest drift.
const MaxDrift = 50

// The rates of clocks. The cell clockRate has the rate of the clock of a node, and above it, as a multiple of Rates, its shift.
const (
	ExactClock int32 = iota
	SlowClock
	FastClock
	Rates // their number
)

// The shifts of clocks.
const (
	noShift int32 = iota
	shiftAhead
	shiftBehind
	shifts // their number
)

// The jumps of clocks.
const (
	NoJump int32 = iota
	JumpAhead
	JumpBack
	jumps // their number
)

// Ways returns how many ways there are in which a clock may go.
func (c Clocks) Ways() int32 {
	n := int32(1)
	if c.Drift > 0 {
		n *= Rates
	}
	if c.Offset > 0 {
		n *= shifts
	}
	if c.Jump > 0 {
		n *= jumps
	}
	return n
}

// Way returns the rate, the shift and the jump of a clock that an alternative stands for. Alternatives that differ by a multiple
// of Ways have the same.
func (c Clocks) Way(alternative int32) (rate, shift, jump int32) {
	way := alternative % c.Ways()
	if c.Drift > 0 {
		rate, way = way%Rates, way/Rates
	}
	if c.Offset > 0 {
		shift, way = way%shifts, way/shifts
	}
	return rate, shift, way
}

// Tick returns how many units of time a tick of a clock takes. A slow clock has 100-d ticks while an exact one has 100,
// a fast clock has 100+d.
func (c Clocks) Tick(rate int32) int32 {
	slow, fast := 100-int32(c.Drift), 100+int32(c.Drift)
	s, f := slow/divisor(slow, 100), fast/divisor(fast, 100) // the ticks of an exact clock must be a multiple of both
	exact := s / divisor(s, f) * f
	switch rate {
	case SlowClock:
		return exact / s * (100 / divisor(slow, 100))
	case FastClock:
		return exact / f * (100 / divisor(fast, 100))
	}
	return exact
}

// divisor returns the greatest common divisor.
func divisor(a, b int32) int32 {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}

// Tick returns how many units a tick takes on the clock of the operation: the clock of the Node, or the exact
// clock. Nothing reads the rate in an order that matters: it is decided before the first step of the node.
func Tick(o *trace.Op, state func(trace.Cell) int32) int32 {
	return o.Does.(Clocks).Tick(clockOf(o, state) % Rates)
}

// clockOf returns the content of the cell clockRate for the clock that the operation uses.
func clockOf(o *trace.Op, state func(trace.Cell) int32) int32 {
	if o.Node() == trace.NoActor {
		return ExactClock
	}
	return state(trace.Cell{Space: clockRate, Object: int32(o.Node())})
}

// Time returns the time on the clock that the operation, a Now, reads.
func Time(o *trace.Op, state func(trace.Cell) int32) int32 {
	shown := state(trace.Cell{Space: Clock}) / Tick(o, state)
	if mayJump(o) {
		shown += state(trace.Cell{Space: clockJumped, Object: int32(o.Node())})
	}
	switch clockOf(o, state) / Rates {
	case shiftAhead:
		return shown + o.Does.(Clocks).Offset
	case shiftBehind:
		return shown - o.Does.(Clocks).Offset
	}
	return shown
}

// mayJump reports whether the clock of the operation may jump.
func mayJump(o *trace.Op) bool {
	c, _ := o.Does.(Clocks)
	return c.Jump > 0 && o.Node() != trace.NoActor
}

// readClock reads the cells with the time on the clock of the operation.
func (b behaviour) readClock() {
	b.read(trace.Cell{Space: Clock})
	if mayJump(&b.Op) {
		b.read(trace.Cell{Space: clockJumped, Object: int32(b.Node())})
	}
}

// decideRate decides how the clock of a node goes, if clocks go wrong.
func (b behaviour) decideRate() {
	if c, wrong := b.Does.(Clocks); wrong {
		rate, shift, _ := c.Way(b.Alternative)
		b.write(trace.Cell{Space: clockRate, Object: b.Object}, rate+Rates*shift)
	}
}
