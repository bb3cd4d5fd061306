package world

import (
	"math/bits"
	"slices"

	"github.com/checkmodel/checkmodel/trace"
	"github.com/checkmodel/checkmodel/trace/kind"
)

// movers holds which actors can move, from one call of Enabled to the next.
type movers struct {
	seen int     // how many started actors, from the first on, a look at all of them leaves out, except the actors in left
	left []actor // the seen actors that may move again

	able      []uint64        // a bit for each started actor: whether it can move
	pending   []trace.Pending // for each started actor, its operation if it can move
	depth     int             // the number of events after which this holds; 0 if it is not known
	upTo      int             // how many actors had started then
	awaiting  bool            // whether some actor may wait for a row then
	dependent int             // how many of the started actors are dependent; see dependsOnOthers
}

// forget must be called when the system steps back.
func (m *movers) forget() { m.left, m.seen, m.depth = m.left[:0], 0, 0 }

// Enabled appends the actors that can move to buf, in the order of their creation, and returns it.
//
// If it was called before the last event, it looks only at the actors that this event has changed, and at the timers that
// come next. It looks at all actors where some depend on others, and where a row may have changed that one waits for.
func (s *System) Enabled(buf []trace.Pending) []trace.Pending {
	if depth := len(s.undos); s.depth == 0 || s.depth < depth-1 || s.dependent > 0 || s.Env.Network != nil {
		lookAtAll(s)
	} else if s.awaiting && s.depth < depth && changesTables(s, &s.undos[depth-1]) {
		lookAtAll(s)
	} else if s.depth < depth {
		lookAtChanged(s, &s.undos[depth-1])
	}
	s.depth = len(s.undos)
	for k, word := range s.able {
		for ; word != 0; word &= word - 1 {
			buf = append(buf, s.pending[64*k+bits.TrailingZeros64(word)])
		}
	}
	return buf
}

// changesTables reports whether the last event, whose record is u, may have changed the state on which an Await depends: the rows
// of a table, or cells, which tell whether a table exists and which one has a name.
func changesTables(s *System, u *undo) bool {
	return u.table != nil || len(s.cells.written) > u.written
}

// lookAtAll finds out which actors can move.
func lookAtAll(s *System) {
	s.upTo, s.awaiting = 0, false
	clear(s.able)
	over := 0
	for _, a := range s.left {
		look(s, a)
	}
	for _, a := range s.started[s.seen:] {
		if !look(s, a) && isOver(a) {
			over++
		}
	}
	s.upTo = len(s.started)
	if over > manyOver {
		s.left, s.seen = slices.DeleteFunc(append(s.left, s.started[s.seen:]...), isOver), len(s.started)
	}
}

// lookAtChanged finds out which actors can move after one more event.
func lookAtChanged(s *System, u *undo) {
	if u.process != nil {
		lookAt(s, u.process)
	} else {
		look(s, u.who)
	}
	if u.to != nil && u.to.started {
		lookAt(s, u.to)
	}
	if u.killed != nil {
		lookAt(s, u.killed)
	}
	for _, c := range u.channels {
		look(s, c)
	}
	for ; s.upTo < len(s.started); s.upTo++ {
		look(s, s.started[s.upTo])
	}
	lookAtDue(s, u)
}

// look finds out whether a started actor can move.
func look(s *System, a actor) (can bool) {
	if p, is := a.(*process); is { // most are; this is the hot path
		return lookAt(s, p)
	}
	op := a.pending()
	can = op != nil && a.enabled(s, op)
	if at := s.note(a.base(), can); can {
		*at = trace.Pending{Actor: a.base().id.ID, Op: &op.Op}
	}
	return can
}

// lookAt is look for a process.
func lookAt(s *System, p *process) (can bool) {
	op := p.pending()
	if op != nil {
		s.awaiting = s.awaiting || op.Kind == kind.TableAwait
		can = p.enabled(s, op)
	}
	if at := s.note(&p.common, can); can {
		at.Actor, at.Op, at.Barred = p.id.ID, &op.Op, 0
		at.GivesUp = op.Kind == kind.ReceiveTimeout && !canReceive(s, p, op)
		if op.Alternatives > 1 {
			at.Barred = barredOf(s, p, op)
		}
	}
	return can
}

// note records whether an actor can move, and returns the place for its operation.
func (m *movers) note(c *common, can bool) *trace.Pending {
	for int(c.place) >= len(m.pending) {
		m.pending = append(m.pending, trace.Pending{})
		if len(m.pending) > 64*len(m.able) {
			m.able = append(m.able, 0)
		}
	}
	word, bit := &m.able[c.place/64], uint64(1)<<(c.place%64)
	if *word &^= bit; can {
		*word |= bit
	}
	return &m.pending[c.place]
}

// manyOver is how many of the actors that it looks at Enabled passes over before it forgets them. Most actors of a long interleaving are
// channels of one message and timers, which move once.
const manyOver = 16

// isOver reports whether the actor does not move again in this interleaving.
func isOver(a actor) bool {
	switch a := a.(type) {
	case *channel:
		return a.alone && a.pending() == nil
	case *timer:
		return a.expired
	}
	return false
}
