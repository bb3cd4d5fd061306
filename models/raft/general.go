package raft

import (
	"fmt"
	"slices"

	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/proc"
)

// General returns models of the general setting, which leaves out nothing: each node may stand for two terms, repeat its
// messages and crash; three clients ask different nodes at once; and one message is lost, and one arrives twice. There are
// models of the right protocol and of each bug, with three nodes and with five. They are too large to be explored, so their
// interleavings are drawn at random.
func General() []checker.Model {
	var all []variant
	for _, nodes := range []int{3, 5} {
		all = append(all, variant{name: fmt.Sprint("raft-general-", nodes), setting: general(nodes, ""),
			doc: fmt.Sprintf("Two terms for each of %d nodes, three clients, and a fault of each kind.", nodes)})
		for _, v := range wrong {
			n := nodes
			if v.setting.bug == raft45 {
				n = max(nodes, 4) // of three nodes, a candidate and one other are a majority
			}
			all = append(all, variant{name: fmt.Sprintf("%s-general-%d", v.name, nodes), doc: v.doc, setting: general(n, v.setting.bug), violates: consequences(v)})
		}
	}
	for i := range all {
		all[i].atRandom = true
		all[i].faults = checker.Faults{Crashes: 1, Restarts: 1, Disk: checker.DiskTorn, Losses: 1, Duplicates: 1}
	}
	return models(all)
}

// general returns the setting for a number of nodes, with a bug or none.
func general(nodes int, b bug) setting {
	each := slices.Repeat([][]int{{1, 2}}, nodes)
	s := setting{nodes: nodes, timeouts: each, resends: each, timers: true, bug: b,
		clients: [][]operation{{{value: 1}, {value: read, node: 1}}, {{value: 2, node: 1}}, {{value: 3, node: 2}}}}
	for id := range nodes {
		s.crashing = append(s.crashing, id)
	}
	return s
}

// consequences returns the properties that a bug violates where anything may follow: the first violated property need not
// be the usual consequence of the bug.
func consequences(v variant) []string {
	if v.setting.bug == raft58a {
		return []string{proc.NoCrash}
	}
	all := []string{electionSafety, logMatching, leaderCompleteness, stateMachineSafety, linearizable}
	if v.setting.bug == raft66 { // a leader looks for an entry that it has lost
		all = append(all, proc.NoCrash)
	}
	return all
}
