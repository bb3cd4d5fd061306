package etcdraft

import (
	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/models/etcdraft/cluster"
	"github.com/checkmodel/checkmodel/proc"
)

// Models returns the models.
func Models() []checker.Model {
	once := checker.Faults{Crashes: 1, Restarts: 1}
	one := cluster.System{Library: Library, Campaigns: []uint64{1}, Proposals: []cluster.Proposal{{Data: "a", Node: 1}}}
	proposals := one
	proposals.Proposals = []cluster.Proposal{{Data: "a", Node: 1}, {Data: "b", Node: 1}}
	campaigns := one
	campaigns.Campaigns = []uint64{1, 2}
	votes := cluster.System{Library: Library, Campaigns: []uint64{1, 2}}
	sendFirst := votes
	sendFirst.SendFirst = true
	models := []checker.Model{
		{
			Name: "etcdraft", Doc: "One node campaigns, and one entry is proposed.",
			Main: one.Run, Rules: cluster.Rules(), Goals: cluster.Goals(), Delivery: proc.Channel,
		},
		{
			Name: "etcdraft-proposals", Doc: "One node campaigns, and two entries are proposed.",
			Main: proposals.Run, Rules: cluster.Rules(), Goals: cluster.Goals(), Delivery: proc.Channel,
		},
		{
			Name: "etcdraft-campaigns", Doc: "Two nodes campaign, and one entry is proposed.",
			Main: campaigns.Run, Rules: cluster.Rules(), Goals: cluster.Goals(), Delivery: proc.Channel,
		},
		{
			Name: "etcdraft-crash", Doc: "One node campaigns, one entry is proposed, and a node crashes and is started again.",
			Main: one.Run, Rules: cluster.Rules(), Goals: cluster.Goals(), Delivery: proc.Channel, Faults: once,
		},
		{
			Name: "etcdraft-votes", Doc: "Two nodes campaign, and a node crashes and is started again.",
			Main: votes.Run, Rules: cluster.Rules(), Delivery: proc.Channel, Faults: once,
		},
		{
			Name: "etcdraft-send-first", Doc: "Nodes send messages before they store what these depend on.",
			Main: sendFirst.Run, Rules: cluster.Rules(), Delivery: proc.Channel, Faults: once, Violates: []string{cluster.ElectionSafety},
		},
		cluster.Reads{Library: Library}.Model(),
	}
	for i := range models { // a node of the library remembers what it has received, so few states are the same
		models[i].Search.Algorithm = checker.Optimal
	}
	return models
}
