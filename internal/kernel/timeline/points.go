//go:build linux && (amd64 || arm64)

package timeline

import (
	"fmt"
	"slices"
)

// FaultKind is a kind of fault.
type FaultKind uint8

// The kinds of faults.
const (
	Crash FaultKind = iota + 1 // the machine crashes
	Cut                        // the network is cut in two parts
	Pause                      // it stops, and goes on in its old state
	Delay                      // a packet to another machine is late, and all after it on its connection
	Loss                       // a packet to another machine is lost, and its connection reset
	Sync                       // a sync of a file fails
)

// Fault is a fault of a machine.
type Fault struct {
	Kind FaultKind
	// Point is where it happens: at this point of the machine, or at the next one that can have it. Any point can have a Crash and a Cut, the
	// beginning of an event a Pause, a packet to another machine a Delay and a Loss, and a sync a Sync.
	Point int
	// InSync makes a Crash wait for the first sync from the point on, and happen before the file is durable.
	InSync bool
	// Half makes a Delay hold up only the second half of a packet with data: the first one arrives in time.
	Half bool
	// Length is how long a Cut, a Pause or a Delay lasts, in nanoseconds.
	Length int64
	Parts  Parts  // of a Cut
	Where  string // it has happened, in words
}

// Parts are two parts of the first so many machines. The other machines are in both.
type Parts struct {
	Machines int
	First    uint64 // a bit for each machine in the first part
}

// Separate reports whether two machines are in different parts.
func (p Parts) Separate(a, b int) bool {
	return a < p.Machines && b < p.Machines && (p.First>>a^p.First>>b)&1 != 0
}

// Points counts the places at which a machine may have a fault: each event, packet and change of the disk.
type Points struct {
	clock    *Clock
	passed   int
	planned  []Fault
	due      bool  // the machine crashes now
	parts    Parts // of the network, up to the time cut
	cut      int64
	ends     map[FaultKind]int64 // of the cut that has begun here, and of the pause
	syncs    bool                // the present point is a sync
	off      bool                // nothing counts, as no program runs
	happened []Fault             // in the present event
}

// NewPoints returns the points of a machine with planned faults. Nothing counts before Start.
func NewPoints(c *Clock, planned []Fault) *Points {
	return &Points{clock: c, planned: slices.Clone(planned), off: true, ends: map[FaultKind]int64{}}
}

// Start begins to count, as a program runs.
func (p *Points) Start() { p.off = false }

// Stop ends a life of the machine.
func (p *Points) Stop() {
	p.off, p.due = true, false
	delete(p.ends, Pause)
}

// Begin is the beginning of an event, which is a point.
func (p *Points) Begin() {
	p.happened = nil
	p.Pass("at the beginning of an event")
}

// Passed returns how many points the machine has passed.
func (p *Points) Passed() int { return p.passed }

// Due reports whether the machine crashes now.
func (p *Points) Due() bool { return p.due }

// Faults returns the faults in the present event.
func (p *Points) Faults() []Fault { return p.happened }

// Divide cuts the network until a time.
func (p *Points) Divide(parts Parts, until int64) { p.parts, p.cut = parts, until }

// CutOff returns until when packets between two machines have to wait, or false if they do not.
func (p *Points) CutOff(from, to int) (until int64, is bool) {
	return p.cut, p.cut > p.clock.Now && p.parts.Separate(from, to)
}

// Lasts returns until when a Cut that has begun at the machine, or a Pause, lasts, or false if there is none.
func (p *Points) Lasts(k FaultKind) (until int64, is bool) {
	until, is = p.ends[k]
	return until, is
}

// End ends a Cut that has begun at the machine, or a Pause.
func (p *Points) End(k FaultKind) {
	p.clock.Advance(p.ends[k])
	delete(p.ends, k)
}

// Pass reports whether the machine crashes at a point, which the words describe.
func (p *Points) Pass(where ...any) bool {
	if p.off {
		return false
	}
	p.passed++
	if f, is := p.Take(Cut, where...); is {
		p.ends[Cut] = p.clock.Now + f.Length
		p.Divide(f.Parts, p.ends[Cut])
	}
	if _, is := p.Take(Crash, where...); is {
		p.due = true
	}
	return p.due
}

// PassSync is Pass for a sync of a file that is not durable yet.
func (p *Points) PassSync(where ...any) bool {
	p.syncs = true
	defer func() { p.syncs = false }()
	return p.Pass(where...)
}

// Pauses reports whether the machine pauses at the beginning of an event.
func (p *Points) Pauses() bool {
	f, is := p.Take(Pause, "at the beginning of an event")
	if is {
		p.ends[Pause] = p.clock.Now + f.Length
	}
	return is
}

// Take takes a fault of the kind that happens at the last point, and notes it with the words for it.
func (p *Points) Take(k FaultKind, where ...any) (Fault, bool) {
	i := slices.IndexFunc(p.planned, func(f Fault) bool { return f.Kind == k && f.Point <= p.passed && (p.syncs || !f.InSync) })
	if i < 0 {
		return Fault{}, false
	}
	f := p.planned[i]
	f.Where = fmt.Sprint(where...)
	p.planned = slices.Delete(p.planned, i, i+1)
	p.happened = append(p.happened, f)
	return f, true
}
