//go:build linux && amd64

package kernel

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

// points counts the places at which a machine may have a fault: each event, packet and change of the disk.
type points struct {
	clock    *clock
	passed   int
	planned  []Fault
	due      bool    // the machine crashes now
	cut      int64   // until then it is cut off, or never
	paused   int64   // until then it stands still, or never
	off      bool    // nothing counts, as no program runs
	happened []Fault // in the present event, other than crashes
}

// pass reports whether the machine crashes here.
func (p *points) pass() bool {
	if p.off {
		return false
	}
	p.passed++
	if f, is := p.take(Cut); is {
		p.cut = p.clock.now + f.Length
	}
	if i := p.find(Crash); i >= 0 {
		p.planned = slices.Delete(p.planned, i, i+1)
		p.due = true
	}
	return p.due
}

// pauses reports whether the machine pauses at the beginning of an event.
func (p *points) pauses() bool {
	f, is := p.take(Pause)
	if is {
		p.paused = p.clock.now + f.Length
	}
	return is
}

// take takes a fault of the kind that happens here, and notes it.
func (p *points) take(k FaultKind) (Fault, bool) {
	i := p.find(k)
	if i < 0 {
		return Fault{}, false
	}
	f := p.planned[i]
	p.planned = slices.Delete(p.planned, i, i+1)
	p.happened = append(p.happened, f)
	return f, true
}

func (p *points) find(k FaultKind) int {
	return slices.IndexFunc(p.planned, func(f Fault) bool { return f.Kind == k && f.Point <= p.passed })
}
