package machine

import (
	"math/bits"
	"slices"

	"github.com/checkmodel/checkmodel/internal/world/state"
	"github.com/checkmodel/checkmodel/trace"
	"github.com/checkmodel/checkmodel/trace/kind"
)

// movers holds which actors can move, from one call of Enabled to the next.
type movers struct {
	seen int           // how many started actors, from the first on, a look at all of them leaves out, except the actors in left
	left []state.Actor // the seen actors that may move again

	able     []uint64        // a bit for each started actor: whether it can move
	pending  []trace.Pending // for each started actor, its operation if it can move
	depth    int             // the number of events after which this holds; 0 if it is not known
	upTo     int             // how many actors had started then
	awaiting bool            // whether some actor may wait for a row then
}

// forget must be called when the machine steps back.
func (m *movers) forget() { m.left, m.seen, m.depth = m.left[:0], 0, 0 }

// appendAble appends the operations of the actors that can move.
func (m *movers) appendAble(buf []trace.Pending) []trace.Pending {
	for k, word := range m.able {
		for ; word != 0; word &= word - 1 {
			buf = append(buf, m.pending[64*k+bits.TrailingZeros64(word)])
		}
	}
	return buf
}

// lookAtAll finds out which of the started actors can move.
func (m *movers) lookAtAll(started []state.Actor) {
	m.upTo, m.awaiting = 0, false
	clear(m.able)
	over := 0
	for _, a := range m.left {
		m.look(a)
	}
	for _, a := range started[m.seen:] {
		if !m.look(a) && isOver(a) {
			over++
		}
	}
	m.upTo = len(started)
	if over > manyOver {
		m.left, m.seen = slices.DeleteFunc(append(m.left, started[m.seen:]...), isOver), len(started)
	}
}

// lookAtChanged finds out which actors can move after one more event.
func (m *movers) lookAtChanged(started []state.Actor, r *Record, timers *state.Timers) {
	if r.Process != nil {
		m.lookAt(r.Process)
	} else {
		m.look(r.Actor)
	}
	if r.to != nil && r.to.Started {
		m.lookAt(r.to)
	}
	if r.killed != nil {
		m.lookAt(r.killed)
	}
	for _, c := range r.channels {
		m.look(c)
	}
	for ; m.upTo < len(started); m.upTo++ {
		m.look(started[m.upTo])
	}
	if r.Op.Flags&kind.Timed == 0 {
		return
	}
	switch r.Op.Kind {
	case kind.TimerStart:
		for _, t := range timers.Disabled(r.timer) {
			m.look(t)
		}
	case kind.TimerExpire:
		for _, t := range timers.Enabled(r.Actor.(*state.Timer)) {
			m.look(t)
		}
	}
}

// look finds out whether a started actor can move.
func (m *movers) look(a state.Actor) (can bool) {
	if p, is := a.(*Process); is { // most are; this is the hot path
		return m.lookAt(p)
	}
	op := a.Pending()
	can = op != nil && a.Enabled(op)
	if at := m.note(a.Base(), can); can {
		*at = trace.Pending{Actor: a.Base().Actor.ID, Op: &op.Op}
	}
	return can
}

// lookAt is look for a process.
func (m *movers) lookAt(p *Process) (can bool) {
	op := p.Pending()
	if op != nil {
		m.awaiting = m.awaiting || op.Blocks()
		can = p.Enabled(op)
	}
	if at := m.note(&p.Common, can); can {
		at.Actor, at.Op, at.Barred = p.Actor.ID, &op.Op, 0
		at.GivesUp = op.Kind.Is(kind.GivesUp) && !p.canReceive(op)
		if op.Alternatives > 1 {
			at.Barred = p.barred(op)
		}
	}
	return can
}

// note records whether an actor can move, and returns the place for its operation.
func (m *movers) note(c *state.Common, can bool) *trace.Pending {
	for int(c.Place) >= len(m.pending) {
		m.pending = append(m.pending, trace.Pending{})
		if len(m.pending) > 64*len(m.able) {
			m.able = append(m.able, 0)
		}
	}
	word, bit := &m.able[c.Place/64], uint64(1)<<(c.Place%64)
	if *word &^= bit; can {
		*word |= bit
	}
	return &m.pending[c.Place]
}

// manyOver is how many of the actors that it looks at Enabled passes over before it forgets them. Most actors of a long interleaving are
// channels of one message and timers, which move once.
const manyOver = 16

// isOver reports whether the actor does not move again in this interleaving.
func isOver(a state.Actor) bool {
	switch a := a.(type) {
	case *state.Channel:
		return a.Alone && a.Pending() == nil
	case *state.Timer:
		return a.Expired()
	}
	return false
}
