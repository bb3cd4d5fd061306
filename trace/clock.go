package trace

import "math"

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

// MaxDrift is the greatest drift.
const MaxDrift = 50

// Alarm is the purpose of a timer that no model has started itself.
type Alarm uint8

// The alarms; the zero Alarm stands for any other timer.
const (
	Sleep     Alarm = iota + 1 // it ends the sleep of a process
	TimeLimit                  // it ends the wait of a receive
)

// String returns the alarm in words; "" for the zero Alarm.
func (a Alarm) String() string { return [...]string{"", "sleep", "time limit"}[a] }

// The rates of clocks. The cell Rate has the rate of the clock of a node, and above it, as a multiple of Rates, its shift.
const (
	ExactClock int32 = iota
	SlowClock
	FastClock
	Rates // their number
)

// The shifts of clocks.
const (
	NoShift int32 = iota
	Ahead
	Behind
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
func (o *Op) Tick(state func(Cell) int32) int32 {
	return o.Does.(Clocks).Tick(o.clock(state) % Rates)
}

// clock returns the content of the cell Rate for the clock that the operation uses.
func (o *Op) clock(state func(Cell) int32) int32 {
	if o.Node() == NoActor {
		return ExactClock
	}
	return state(Cell{Rate, int32(o.Node()), 0})
}

// Time returns the time on the clock that the operation, a Now, reads.
func (o *Op) Time(state func(Cell) int32) int32 {
	shown := state(Cell{Clock, 0, 0}) / o.Tick(state)
	if o.jumps() {
		shown += state(Cell{Jumped, int32(o.Node()), 0})
	}
	switch o.clock(state) / Rates {
	case Ahead:
		return shown + o.Does.(Clocks).Offset
	case Behind:
		return shown - o.Does.(Clocks).Offset
	}
	return shown
}

// jumps reports whether the clock of the operation may jump.
func (o *Op) jumps() bool {
	c, _ := o.Does.(Clocks)
	return c.Jump > 0 && o.Node() != NoActor
}

// readClock reads the cells with the time on the clock of the operation.
func (b behaviour) readClock() {
	b.read(Cell{Clock, 0, 0})
	if b.jumps() {
		b.read(Cell{Jumped, int32(b.Node()), 0})
	}
}

// startClock starts a timer with a duration. A deadline that is too far away is EndOfTime.
func (b behaviour) startClock() {
	now := b.read(Cell{Clock, 0, 0})
	deadline := int64(now) + int64(b.Ticks())*int64(b.Tick(b.state))
	b.write(Cell{Deadline, b.Object, 0}, int32(min(deadline, EndOfTime)))
}

// EndOfTime is later than any deadline.
const EndOfTime = math.MaxInt32

// advance lets time go on to the deadline of the timer. Two that expire at the same time do not conflict.
func (b behaviour) advance() {
	own := Cell{Deadline, int32(b.Actor), 0}
	b.write(Cell{Clock, 0, 0}, b.state(own))
	b.write(own, 0)
}

// decideRate decides how the clock of a node goes, if clocks go wrong.
func (b behaviour) decideRate() {
	if c, wrong := b.Does.(Clocks); wrong {
		rate, shift, _ := c.Way(b.Alternative)
		b.write(Cell{Rate, b.Object, 0}, rate+Rates*shift)
	}
}

// Deadline returns the true time of the expiry of the timer that the event starts or expires. It
// returns false for other events, and for timers without a duration.
func (e *Event) Deadline() (deadline int32, ok bool) {
	if e.Flags&Timed == 0 {
		return 0, false
	}
	for i := range e.Accesses {
		if a := &e.Accesses[i]; a.Effect == Write {
			return a.After, true
		}
	}
	return 0, false
}

// Timer is a timer with a duration that an interleaving starts.
type Timer struct {
	Start    int32 // the position of the event that starts it
	Deadline int32
	actor    ActorID
}

// Timers returns the timers with a duration, in the order in which they are started. The slice is valid until the next Compute.
func Timers(o *Order) []Timer { return o.timers }

// ExpiryOf returns the position of the expiry of the timer; -1 if it does not expire.
func ExpiryOf(o *Order, t Timer) int { return o.Position(EventID{Actor: t.actor}) }

// cutTimers removes the timers that are started from the given position on.
func cutTimers(timers []Timer, from int) []Timer {
	n := len(timers)
	for n > 0 && int(timers[n-1].Start) >= from {
		n--
	}
	return timers[:n]
}
