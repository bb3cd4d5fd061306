package world

import "github.com/checkmodel/checkmodel/internal/world/program"

// asserts records, as a part of the present event, the assertions of a process on the way to a point.
func asserts(s *System, h *program.History) {
	if n := len(s.undos); n > 0 {
		s.undos[n-1].asserts |= h.Asserts
	}
}

// Asserting returns a bit for each property that was asserted in the present interleaving. AssertedBy returns the property with
// a bit. Those beyond the first 64 have none.
func Asserting(s *System) (bits uint64) {
	bits = s.Past.First.Asserts
	for i := range s.undos {
		bits |= s.undos[i].asserts
	}
	return bits
}
