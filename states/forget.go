package states

// A memo that may not grow forgets the pairs below which little was executed: most pairs are such, and
// the search explores them again at little cost. Open pairs stay. Counts remain exact.

// forget removes an eighth of the pairs of a shard. It reports whether it has removed any.
func (s *shard) forget() bool {
	var efforts [65]int // how many known pairs took that effort
	for i := range s.slots {
		if e := s.at(i); e.status == known {
			efforts[e.effort]++
		}
	}
	rest := max(1, s.used/8) // how many removed pairs have the greatest effort among the removed pairs
	most := 0
	for ; most < len(efforts)-1 && efforts[most] < rest; most++ {
		rest -= efforts[most]
	}
	removed := 0
	for i := range s.slots {
		for e := s.at(i); e.status == known && (int(e.effort) < most || int(e.effort) == most && rest > 0); {
			if int(e.effort) == most {
				rest--
			}
			s.remove(i) // another may be there now
			removed++
		}
	}
	s.forgotten += removed
	return removed > 0
}
