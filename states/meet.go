package states

import "math/bits"

// meeting says how a search goes on at a pair.
type meeting uint8

const (
	fresh  meeting = iota // explores it
	before                // has explored it before
	loop                  // has come back to it on its own path
)

// enter meets a pair at a depth. It returns the totals below the pair, if that was explored and they are the same at
// that depth. Otherwise the pair is open until leave is called. For a loop, the height is the depth at which
// the pair is open. Limit is how many events an interleaving may have; 0 is no limit.
func (m *memo) enter(k key, depth, limit int) (below totals, what meeting) {
	s := m.shardOf(k.state)
	s.mu.Lock()
	defer s.mu.Unlock()
	m.makeRoom(s)
	e, twins := s.find(k)
	switch {
	case e.status == empty:
		*e = slot{key: k}
		s.used++
		s.pairs++
		s.twins += twins
		if twins == 0 {
			s.states.Add(1)
		}
	case e.status == open:
		return totals{height: e.length}, loop
	case e.fits(depth, limit):
		return s.totals(e), before
	}
	s.release(e)
	e.status, e.length = open, int32(depth)
	return totals{}, fresh
}

// leave records the totals below an open pair, and how many transitions were executed to find them. It returns false if
// another worker has recorded them before.
func (m *memo) leave(k key, below totals, effort int) (first bool) {
	s := m.shardOf(k.state)
	s.mu.Lock()
	defer s.mu.Unlock()
	if formOf(&below) == beside {
		m.makeRoomBeside(s)
	}
	e, _ := s.find(k)
	if e.status != open {
		if e.status == known && s.totals(e).differs(below) {
			panic("two workers count different interleavings below a pair")
		}
		return false
	}
	e.status, e.cut, e.effort = known, below.cut, uint8(bits.Len(uint(effort)))
	if !e.cut {
		e.length = below.height
	}
	s.setCounts(e, &below)
	return true
}

// below returns the totals below a pair at a depth, if that was explored and they are the same at that depth.
func (m *memo) below(k key, depth, limit int) (below totals, ok bool) {
	s := m.shardOf(k.state)
	s.mu.Lock()
	defer s.mu.Unlock()
	e := s.lookup(k)
	if e == nil || e.status != known || !e.fits(depth, limit) {
		return totals{}, false
	}
	return s.totals(e), true
}
