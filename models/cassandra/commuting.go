package cassandra

import "github.com/checkmodel/checkmodel/checker"

// commuting returns the six rules of the paper about messages that commute, in its order. Each holds for all messages of its
// types: the first are discarded; the next four are about different parts of a node, the replica or the coordinator, or
// about two phases of a coordinator, which is in one phase at a time; and the last are counted, up to a majority of either
// kind, which three nodes reach in any order.
func commuting() []checker.Commuting {
	claim := func(name string) checker.Property { return checker.Property{Name: name} }
	return []checker.Commuting{
		checker.Commutes[acknowledge, any](claim("responses to commits are discarded"), nil),
		checker.Commutes[prepare, promise](claim("prepare messages and promises"), nil),
		checker.Commutes[propose, accept](claim("proposals and responses to them"), nil),
		checker.Commutes[commit, promise](claim("commits and promises"), nil),
		checker.Commutes[promise, accept](claim("promises and responses to proposals"), nil),
		checker.Commutes[accept, accept](claim("responses to proposals are counted"), nil),
	}
}
