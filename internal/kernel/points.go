//go:build linux && amd64

package kernel

// points counts the places at which a machine may crash: each event, packet and change of the disk.
type points struct {
	passed  int
	crashes []int // where the machine crashes, in order
	due     bool  // it crashes now
	off     bool  // nothing counts, as no program runs
}

// pass reports whether the machine crashes here.
func (p *points) pass() bool {
	if p.off {
		return false
	}
	p.passed++
	if len(p.crashes) > 0 && p.crashes[0] <= p.passed {
		p.crashes = p.crashes[1:]
		p.due = true
	}
	return p.due
}
