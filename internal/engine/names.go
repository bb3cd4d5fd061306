package engine

import (
	"github.com/checkmodel/checkmodel/faults"
	"github.com/checkmodel/checkmodel/internal/tally"
)

// Externals returns the names of the external events that the search has come to, also before it was resumed.
func (s *Search) Externals(earlier []string) []string {
	if s.First.System == nil {
		return earlier
	}
	return tally.Union(earlier, s.First.System.Externals())
}

// The names of nodes and networks, which can have a fault beside links.
const SomeNode, SomeNetwork = "nodes", "network"

// CanFail returns the names of everything that can have the faults of a budget: nodes, a network, and links that match a message. It
// includes the findings of the search before it was resumed.
func (s *Search) CanFail(f faults.Budget, earlier []string) []string {
	sys, all := s.First.System, []string{}
	if sys == nil {
		return earlier
	}
	if sys.HasNodes() {
		all = append(all, SomeNode)
	}
	if sys.HasNetwork() {
		all = append(all, SomeNetwork)
	}
	for i, n := range f.Nodes {
		if !n.None() && sys.Environment().MatchesNode(i) {
			all = append(all, n.String())
		}
	}
	for i, l := range f.AllLinks() {
		if !l.None() && sys.Environment().MatchesLink(i) {
			all = append(all, l.String())
		}
	}
	return tally.Union(earlier, all)
}
