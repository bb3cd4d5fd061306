//go:build linux && amd64

package timeline

import "slices"

// FaultKind is a kind of fault.
type FaultKind uint8

// The kinds of faults.
const (
	Crash FaultKind = iota + 1 // the machine crashes
	Cut                        // it is cut off from all others
	Pause                      // it stops, and goes on in its old state
	Delay                      // a packet to another machine is late, and all after it on its connection
	Loss                       // a packet to another machine is lost, and its connection reset
)

// Fault is a fault of a machine.
type Fault struct {
	Kind FaultKind
	// Point is where it happens: at this point of the machine, or at the next one that can have it. Any point can have a Crash and a Cut, the
	// beginning of an event a Pause, and a packet to another machine a Delay and a Loss.
	Point int
	// Length is how long a Cut, a Pause or a Delay lasts, in nanoseconds.
	Length int64
}

// Points counts the places at which a machine may have a fault: each event, packet and change of the disk.
type Points struct {
	clock    *Clock
	passed   int
	planned  []Fault
	due      bool    // the machine crashes now
	cut      int64   // until then it is cut off, or never
	paused   int64   // until then it stands still, or never
	off      bool    // nothing counts, as no program runs
	happened []Fault // in the present event, other than crashes
}

// NewPoints returns the points of a machine with planned faults. Nothing counts before Start.
func NewPoints(c *Clock, planned []Fault) *Points {
	return &Points{clock: c, planned: slices.Clone(planned), off: true, cut: Never, paused: Never}
}

// Start begins to count, as a program runs.
func (p *Points) Start() { p.off = false }

// Stop ends a life of the machine, with the faults that last.
func (p *Points) Stop() { p.off, p.due, p.cut, p.paused = true, false, Never, Never }

// Begin is the beginning of an event, which is a point.
func (p *Points) Begin() {
	p.happened = nil
	p.Pass()
}

// Due reports whether the machine crashes now.
func (p *Points) Due() bool { return p.due }

// Faults returns the faults in the present event, other than crashes.
func (p *Points) Faults() []Fault { return p.happened }

// CutOff returns until when the machine is cut off from all others, or false.
func (p *Points) CutOff() (until int64, is bool) { return p.cut, p.cut != Never }

// Heal ends the time in which the machine is cut off.
func (p *Points) Heal() {
	p.clock.Advance(p.cut)
	p.cut = Never
}

// Paused returns until when the machine pauses, or false.
func (p *Points) Paused() (until int64, is bool) { return p.paused, p.paused != Never }

// Resume ends a pause.
func (p *Points) Resume() {
	p.clock.Advance(p.paused)
	p.paused = Never
}

// Pass reports whether the machine crashes here.
func (p *Points) Pass() bool {
	if p.off {
		return false
	}
	p.passed++
	if f, is := p.Take(Cut); is {
		p.cut = p.clock.Now + f.Length
	}
	if i := p.find(Crash); i >= 0 {
		p.planned = slices.Delete(p.planned, i, i+1)
		p.due = true
	}
	return p.due
}

// Pauses reports whether the machine pauses at the beginning of an event.
func (p *Points) Pauses() bool {
	f, is := p.Take(Pause)
	if is {
		p.paused = p.clock.Now + f.Length
	}
	return is
}

// Take takes a fault of the kind that happens here, and notes it.
func (p *Points) Take(k FaultKind) (Fault, bool) {
	i := p.find(k)
	if i < 0 {
		return Fault{}, false
	}
	f := p.planned[i]
	p.planned = slices.Delete(p.planned, i, i+1)
	p.happened = append(p.happened, f)
	return f, true
}

func (p *Points) find(k FaultKind) int {
	return slices.IndexFunc(p.planned, func(f Fault) bool { return f.Kind == k && f.Point <= p.passed })
}
