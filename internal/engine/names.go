package engine

import (
	"fmt"
	"slices"
	"strconv"

	"github.com/checkmodel/checkmodel/faults"
	"github.com/checkmodel/checkmodel/internal/tally"
	"github.com/checkmodel/checkmodel/result"
)

// Names are the names in a model, and in the options of its search, that some interleaving must have come to in the end.
type Names struct {
	Faults, Own faults.Budget // in force, and of the model; none if a schedule is replayed
	Links       bool          // the links of the delivery are the model's
	Without     []string      // external events that are left out
	// Externals and CanFail are the values of these methods before the search was resumed.
	Externals, CanFail []string
}

// Unmet returns a problem if the search has not come to one of the names; "" if it has, or was stopped before it could. The record says
// which faults of the options could not happen.
func (s *Search) Unmet(n Names) string {
	r := s.Tally.Record
	if r.Interleavings == 0 {
		return ""
	}
	for _, check := range []func(Names) string{s.unmetAlike, s.unmetFaults, s.unmetLinks, s.unmetExternals} {
		if problem := check(n); problem != "" && r.Stop == result.NotStopped {
			return problem
		}
	}
	s.gaps(n.Faults)
	return ""
}

// unmetAlike returns what is wrong if a process that is like others does not exist.
func (s *Search) unmetAlike(Names) string {
	if sys := s.First.System; sys != nil && sys.Alike(nil) != nil {
		if name := sys.Alike(nil).Missing(); name != "" {
			return "Model.Symmetric names the process " + name + ", and no interleaving has started one; correct the name, which traces show"
		}
	}
	return ""
}

// Externals returns the names of the external events that the search has come to, also before it was resumed.
func (s *Search) Externals(earlier []string) []string {
	if s.First.System == nil {
		return earlier
	}
	return tally.Union(earlier, s.First.System.Externals())
}

// The names of nodes and networks, which can have a fault beside links.
const someNode, someNetwork = "nodes", "network"

// CanFail returns the names of everything that can have the faults of a budget: nodes, a network, and links that match a message. It
// includes the findings of the search before it was resumed.
func (s *Search) CanFail(f faults.Budget, earlier []string) []string {
	sys, all := s.First.System, []string{}
	if sys == nil {
		return earlier
	}
	if sys.HasNodes() {
		all = append(all, someNode)
	}
	if sys.HasNetwork() {
		all = append(all, someNetwork)
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

// unmetFaults returns a problem if the faults of the model cannot happen: no process is a node, or a link matches no message.
func (s *Search) unmetFaults(names Names) string {
	r, f, own := s.Tally.Record, names.Faults, names.Own
	if f.None() {
		return ""
	}
	can := s.CanFail(f, names.CanFail)
	r.NoNodes = f.OfNodes() && !slices.Contains(can, someNode)
	r.NoNetwork = f.Partitions > 0 && !slices.Contains(can, someNetwork)
	for _, l := range f.AllLinks() {
		if !l.None() && !slices.Contains(can, l.String()) {
			r.NoMessages = append(r.NoMessages, l)
		}
	}
	for _, n := range f.Nodes {
		if !n.None() && !slices.Contains(can, n.String()) {
			r.Absent = append(r.Absent, n)
		}
	}
	has := func(what any, why string) string {
		return fmt.Sprintf("checker.Model.Faults has %v, but %s", what, why)
	}
	switch {
	case r.NoNetwork && own.Partitions > 0:
		return has(own, "fewer than two processes are nodes; start those that may be cut off with the option proc.Node, as in p.Spawn(name, body, proc.Node)")
	case r.NoNodes && own.OfNodes():
		return has(own, "no process is a node; start the nodes with the option proc.Node, as in p.Spawn(name, body, proc.Node)")
	}
	for _, n := range r.Absent {
		if slices.Contains(own.Nodes, n) {
			return has(n, "no node has such a name; correct the pattern, or start the process with the option proc.Node")
		}
	}
	for _, l := range r.NoMessages {
		if slices.Contains(own.AllLinks(), l) {
			return has(l, "no process sends such a message to another one; correct the names of the processes or of the type of the message")
		}
	}
	return ""
}

// unmetLinks returns a problem if a link of the delivery of the model matches nothing that was sent.
func (s *Search) unmetLinks(names Names) string {
	if names.Links {
		for _, l := range s.First.System.Environment().Unrouted() {
			return fmt.Sprintf("checker.Model.Delivery has the link %s, but no such process sends anything to another such one, or an earlier link matches; "+
				"correct the names of the processes", l)
		}
	}
	return ""
}

// unmetExternals returns a problem if an external event that is to be left out does not exist.
func (s *Search) unmetExternals(names Names) string {
	if len(names.Without) == 0 {
		return ""
	}
	known := s.Externals(names.Externals)
	is := "the model has no external events (proc.External)"
	for i, name := range known {
		if is += ", " + strconv.Quote(name); i == 0 {
			is = "the names are " + strconv.Quote(name)
		}
	}
	for _, name := range names.Without {
		if !slices.Contains(known, name) {
			return fmt.Sprintf("no external event is named %q, so it cannot be left out; %s", name, is)
		}
	}
	return ""
}
