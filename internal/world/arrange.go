package world

import (
	"cmp"
	"slices"

	"github.com/checkmodel/checkmodel/mailbox"
	"github.com/checkmodel/checkmodel/trace"
)

// Commute says for which messages in a mailbox the order makes no difference; see package trace.
func (s *System) Commute(c trace.Commutation) {
	if c == s.commutation {
		return
	}
	s.commutation = c
	for _, a := range s.started {
		s.changed(a)
	}
}

// arrange returns the messages of a process, oldest first, or if some commute, the least of all orders that exchanges of
// such neighbours lead to: its lexicographic normal form. It is valid until the next call. See Diekert,
// Rozenberg (editors), "The Book of Traces", chapter 1.
func arrange(s *System, p *process) []mailbox.Message {
	s.arranged = s.arranged[:0]
	for i := range p.mailbox.Len() {
		s.arranged = append(s.arranged, p.mailbox.At(i))
	}
	if s.commutation == nil {
		return s.arranged
	}
	for rest := s.arranged; len(rest) > 1; rest = rest[1:] {
		first := 0
		for i, m := range rest {
			if less(m, rest[first]) && commutes(s, p, rest[:i], m.Value) {
				first = i
			}
		}
		m := rest[first]
		copy(rest[1:first+1], rest[:first])
		rest[0] = m
	}
	return s.arranged
}

// commutes reports whether a message of a process commutes with all of the others.
func commutes(s *System, p *process, others []mailbox.Message, v trace.ValueID) bool {
	return !slices.ContainsFunc(others, func(other mailbox.Message) bool { return !s.commutation.Commute(p.id.ID, other.Value, v) })
}

func less(m, n mailbox.Message) bool {
	return cmp.Or(cmp.Compare(m.Value, n.Value), cmp.Compare(m.Budget, n.Budget), cmp.Compare(m.Node, n.Node), cmp.Compare(m.Life, n.Life), cmp.Compare(m.Key, n.Key)) < 0
}
