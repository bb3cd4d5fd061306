package cassandra

import "github.com/checkmodel/checkmodel/checker"

// commuting returns the six rules of the paper about messages that commute, in its order. Each holds for all messages of its
// types: the first are discarded; those of the next four read and write different parts of a node, the replica or the
// coordinator, or of two phases of a coordinator, which is in one of them; and the last are counted, up to a majority of
// either kind, which three nodes reach in any order.
func commuting() []checker.Commuting {
	claim := func(name, doc string) checker.Property { return checker.Property{Name: name, Doc: doc} }
	return []checker.Commuting{
		checker.Commutes[acknowledge, any](claim("acknowledge, any", "A response to a commit is discarded."), nil),
		checker.Commutes[prepare, promise](claim("prepare, promise", "The replica promises, and the coordinator counts promises."), nil),
		checker.Commutes[propose, accept](claim("propose, accept", "The replica accepts, and the coordinator counts responses."), nil),
		checker.Commutes[commit, promise](claim("commit, promise", "The replica commits, and the coordinator counts promises."), nil),
		checker.Commutes[promise, accept](claim("promise, accept", "A coordinator counts the responses of one phase, and discards others."), nil),
		checker.Commutes[accept, accept](claim("accept, accept", "Responses to a proposal are counted."), nil),
	}
}
