//go:build linux && (amd64 || arm64)

package kernel

import (
	"fmt"

	"github.com/checkmodel/checkmodel/internal/kernel/network"
	"github.com/checkmodel/checkmodel/internal/kernel/timeline"
)

const (
	// quantum is the number of calls after which another thread runs: some threads poll until another one has done something.
	quantum = 100
	// mostCalls is the number of calls after which a program is taken to go on for ever in one event.
	mostCalls = 200_000
	// mostSleeps is the number of short sleeps in an event; the next one is a timer.
	mostSleeps = 200
	// lastLines is the number of lines that are remembered. The trace of a panic may be long, and its first line tells most.
	lastLines = 1000
)

// Deliver takes a packet, and the time of its arrival.
func (m *Machine) Deliver(p *network.Packet) {
	m.clock.Advance(p.At)
	m.net.Deliver(p)
}

// Fire goes on to the earliest deadline, and ends what has waited for it.
func (m *Machine) Fire() {
	d := m.Deadline()
	if d == timeline.Never {
		return
	}
	m.clock.Advance(d)
	for _, t := range m.timers {
		t.Expire(m.clock.Now)
	}
	for _, t := range m.threads {
		if t.wait != nil && t.wait.deadline <= m.clock.Now {
			m.conclude(t, t.wait.otherwise)
		}
	}
}

// Event has the effects of a program until it waits.
type Event struct {
	Sent  []network.Packet
	Lines []string // that it has printed
	Calls []Record
	// Faults have happened. After a Crash the next thing to happen to the machine is Kill.
	Faults []timeline.Fault
	Points int // that it has passed
}

// Run lets the program run until all of its threads wait for something from outside, or until it ends, or comes to a point at which the
// machine crashes. Points are the beginning of Run, and each packet and each change of files in it. If the machine pauses, the program
// does not run; the next thing to happen to it is Resume.
func (m *Machine) Run() (e Event, err error) {
	m.lines, m.records, m.sleeps = nil, nil, 0
	before := m.points.Passed()
	if m.points.Begin(); m.up && !m.points.Due() && m.points.Pauses() {
		return Event{Faults: m.points.Faults(), Points: m.points.Passed() - before}, nil
	}
	calls := 0
	for err == nil && m.up && !m.points.Due() {
		t := m.next()
		if t == nil {
			if !m.doze() {
				break
			}
			continue
		}
		if calls++; calls > mostCalls {
			err = m.problem(t, fmt.Sprintf("it does not wait after %d system calls", mostCalls))
			break
		}
		if err = m.step(t); err == nil {
			if m.slice++; m.slice > quantum && m.current == t {
				m.rotate(t)
			}
		}
	}
	e.Points = m.points.Passed() - before
	e.Sent, e.Lines, e.Calls, e.Faults = m.net.TakeSent(), m.lines, m.records, m.points.Faults()
	m.last = append(m.last, m.lines...)
	m.last = m.last[max(0, len(m.last)-lastLines):]
	return e, err
}

// doze ends the shortest of the short sleeps of the program, unless another deadline is earlier. It reports whether there is such a sleep.
func (m *Machine) doze() bool {
	var first *thread // whose sleep is short
	other := timeline.Never
	for _, t := range m.threads {
		switch w := t.wait; {
		case w == nil:
		case !w.short:
			other = min(other, w.deadline)
		case first == nil || w.deadline < first.wait.deadline:
			first = t
		}
	}
	if first == nil || m.sleeps >= mostSleeps {
		return false
	}
	w := first.wait
	if w.deadline > m.clock.Now && other <= w.deadline {
		return false
	}
	m.sleeps++
	m.clock.Advance(w.deadline)
	m.giveUp(first, w.otherwise)
	return true
}
