package raft

import "github.com/checkmodel/checkmodel/checker"

func init() {
	nodes := []checker.Link{{From: "node*", To: "node*", Losses: 1}}
	loss := checker.Faults{Links: nodes}
	lossCrash := restart
	lossCrash.Links = nodes
	right = append(right,
		variant{name: "x-loss-resends", setting: setting{nodes: 3, timeouts: firstTerm, clients: writesReads, resends: firstTerm}, faults: loss},
		variant{name: "x-loss-resends-1", setting: setting{nodes: 3, timeouts: firstTerm, clients: oneCommand, resends: firstTerm}, faults: loss},
		variant{name: "x-loss-2term", setting: setting{nodes: 3, timeouts: twoTerms, clients: oneCommand}, faults: loss},
		variant{name: "x-loss-2term-2c", setting: setting{nodes: 3, timeouts: twoTerms, clients: writesReads}, faults: loss},
	)
	for id, n := range []string{"0", "1", "2"} {
		right = append(right,
			variant{name: "x-full-1c-" + n, setting: setting{nodes: 3, timeouts: twoTerms, clients: oneCommand, crashing: []int{id}}, faults: lossCrash},
			variant{name: "x-full-" + n, setting: setting{nodes: 3, timeouts: twoTerms, clients: writesReads, crashing: []int{id}}, faults: lossCrash},
		)
	}
}
