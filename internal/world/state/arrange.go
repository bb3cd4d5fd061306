package state

import (
	"cmp"
	"slices"

	"github.com/checkmodel/checkmodel/mailbox"
	"github.com/checkmodel/checkmodel/trace"
)

// Arrange returns the messages in the mailbox of a process, oldest first, or if some commute, the least of all orders that exchanges of
// such neighbours lead to: its lexicographic normal form. It is valid until the next call. See Diekert,
// Rozenberg (editors), "The Book of Traces", chapter 1.
func (e *Equivalence) Arrange(of trace.ActorID, in *mailbox.Mailbox) []mailbox.Message {
	e.arranged = e.arranged[:0]
	for i := range in.Len() {
		e.arranged = append(e.arranged, in.At(i))
	}
	if e.Commutation == nil {
		return e.arranged
	}
	for rest := e.arranged; len(rest) > 1; rest = rest[1:] {
		first := 0
		for i, m := range rest {
			if less(m, rest[first]) && e.commutes(of, rest[:i], m.Value) {
				first = i
			}
		}
		m := rest[first]
		copy(rest[1:first+1], rest[:first])
		rest[0] = m
	}
	return e.arranged
}

// commutes reports whether a message of a process commutes with all of the others.
func (e *Equivalence) commutes(of trace.ActorID, others []mailbox.Message, v trace.ValueID) bool {
	return !slices.ContainsFunc(others, func(other mailbox.Message) bool { return !e.Commutation.Commute(of, other.Value, v) })
}

func less(m, n mailbox.Message) bool {
	return cmp.Or(cmp.Compare(m.Value, n.Value), cmp.Compare(m.Budget, n.Budget), cmp.Compare(m.Node, n.Node), cmp.Compare(m.Life, n.Life), cmp.Compare(m.Key, n.Key)) < 0
}
