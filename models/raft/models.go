package raft

import (
	"fmt"
	"slices"

	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/proc"
)

// variant is a model: a setting, and the faults that happen in it.
type variant struct {
	name, doc string
	setting   setting
	faults    checker.Faults
	violates  []string
	atRandom  bool // too large to be explored: interleavings are drawn
}

var (
	restart = checker.Faults{Crashes: 1, Restarts: 1}
	torn    = checker.Faults{Crashes: 1, Restarts: 1, Disk: checker.DiskTorn}
	failing = checker.Faults{Crashes: 1, Restarts: 1, Disk: checker.DiskTorn, SyncFailures: 1}

	sameTerm  = [][]int{{1}, {1}} // nodes 0 and 1 stand for term 1
	twoTerms  = [][]int{{1}, {2}} // node 0 stands for term 1, and node 1 for term 2
	firstTerm = [][]int{{1}}

	oneCommand  = [][]operation{{{value: 1}}}
	twoClients  = [][]operation{{{value: 1}}, {{value: 2}}}
	writesReads = [][]operation{{{value: 1}, {value: read}}}
	elsewhere   = [][]operation{{{value: 1}, {value: read, node: 1}}} // asks another node for the second operation
)

// right lists the models of the right protocol. Each leaves out what others have; see the documentation of the package.
var right = []variant{
	{name: "raft", doc: "Two elections and a command.",
		setting: setting{nodes: 3, timeouts: twoTerms, clients: oneCommand}},
	{name: "raft-two-commands", doc: "Two elections, and two commands of a client that asks two nodes.",
		setting: setting{nodes: 3, timeouts: twoTerms, clients: elsewhere}},
	{name: "raft-two-clients", doc: "An election, and a command of each of two clients.",
		setting: setting{nodes: 3, timeouts: firstTerm, clients: twoClients}},
	{name: "raft-refusals", doc: "Two elections and a command; nodes answer messages of earlier terms.",
		setting: setting{nodes: 3, timeouts: twoTerms, clients: oneCommand, refuses: true}},
	{name: "raft-resends", doc: "An election; the leader repeats its messages, and its followers learn what is committed.",
		setting: setting{nodes: 3, timeouts: firstTerm, clients: writesReads, resends: firstTerm}},
	{name: "raft-retries", doc: "An election; the client sends a command twice, which is executed once.",
		setting: setting{nodes: 3, timeouts: firstTerm, clients: writesReads, retries: [][]int{{1}}}},
	{name: "raft-four-elections", doc: "Two candidates, each for two terms in turn.",
		setting: setting{nodes: 3, timeouts: [][]int{{1, 3}, {2, 4}}}},
	{name: "raft-five-nodes", doc: "An election and a command, with five nodes.",
		setting: setting{nodes: 5, timeouts: firstTerm, clients: oneCommand}},
	{name: "raft-voter-crashes", doc: "Two candidates for one term; the third node crashes and is started again.",
		setting: setting{nodes: 3, timeouts: sameTerm, clients: oneCommand, crashing: []int{2}}, faults: restart},
	{name: "raft-leader-crashes", doc: "An election and a command; the leader crashes, with a torn disk, and is started again.",
		setting: setting{nodes: 3, timeouts: firstTerm, clients: oneCommand, crashing: []int{0}}, faults: torn},
	{name: "raft-sync-fails", doc: "An election and a command; a follower crashes, and a sync of its disk may fail.",
		setting: setting{nodes: 3, timeouts: firstTerm, clients: oneCommand, crashing: []int{2}}, faults: failing},
}

// crashes lists larger models of the right protocol, in which one node in three crashes and is started again.
func crashes() (all []variant) {
	for id := range 3 {
		all = append(all,
			variant{name: fmt.Sprint("raft-crash-", id),
				doc:     fmt.Sprintf("Two elections and a command; node %d crashes, with a torn disk, and is started again.", id),
				setting: setting{nodes: 3, timeouts: twoTerms, clients: oneCommand, crashing: []int{id}}, faults: torn},
			variant{name: fmt.Sprint("raft-2-commands-crash-", id),
				doc:     fmt.Sprintf("Two candidates for one term, and two commands; node %d crashes and is started again.", id),
				setting: setting{nodes: 3, timeouts: sameTerm, clients: writesReads, crashing: []int{id}}, faults: restart})
	}
	return all
}

// full lists the largest models of the right protocol, with all of this at once.
func full() (all []variant) {
	faults := torn
	faults.Links = []checker.Link{{From: "node*", To: "node*", Losses: 1}}
	for id := range 3 {
		all = append(all, variant{name: fmt.Sprint("raft-full-", id),
			doc:     fmt.Sprintf("Two elections and two commands; node %d crashes and is started again, and nodes lose a message.", id),
			setting: setting{nodes: 3, timeouts: twoTerms, clients: writesReads, crashing: []int{id}}, faults: faults})
	}
	return all
}

// wrong lists a model for each bug, with a setting that is hardly larger than it must be to show it.
var wrong = []variant{
	{name: "raft-42", doc: "The leader commits up to the most frequent matchIndex instead of the median.",
		setting:  setting{nodes: 3, timeouts: twoTerms, clients: twoClients, bug: raft42},
		violates: []string{leaderCompleteness}},
	{name: "raft-45", doc: "Candidates count two votes of one node.",
		setting:  setting{nodes: 4, timeouts: sameTerm, resends: sameTerm, bug: raft45},
		violates: []string{electionSafety}},
	{name: "raft-46", doc: "Candidates count votes of earlier terms.",
		setting:  setting{nodes: 3, timeouts: [][]int{{1, 2}, {2}}, bug: raft46},
		violates: []string{electionSafety}},
	{name: "raft-56", doc: "Nodes that become followers forget whom they have voted for.",
		setting:  setting{nodes: 3, timeouts: sameTerm, bug: raft56},
		violates: []string{electionSafety}},
	{name: "raft-58a", doc: "The leader handles a command before it has initialized what it knows of the others.",
		setting:  setting{nodes: 3, timeouts: firstTerm, clients: oneCommand, bug: raft58a},
		violates: []string{proc.NoCrash}},
	{name: "raft-58b", doc: "The second entry is taken for the first, as indexes begin with 0.",
		setting:  setting{nodes: 3, timeouts: twoTerms, clients: [][]operation{{{value: 1}, {value: 2, node: 1}}, {{value: 3, node: 1}}}, bug: raft58b},
		violates: []string{logMatching, stateMachineSafety}},
	{name: "raft-62", doc: "Nodes store nothing on their disks.",
		setting: setting{nodes: 3, timeouts: sameTerm, crashing: []int{2}, bug: raft62}, faults: restart,
		violates: []string{electionSafety}},
	{name: "raft-66", doc: "Followers replace entries by the same ones, and lose those after them.",
		setting:  setting{nodes: 3, timeouts: twoTerms, clients: twoClients, bug: raft66},
		violates: []string{leaderCompleteness}},
	{name: "raft-in-place", doc: "Nodes write the file with term and vote in place.",
		setting: setting{nodes: 3, timeouts: [][]int{{1}, {1}, {2}}, crashing: []int{2}, bug: inPlace}, faults: torn,
		violates: []string{electionSafety}},
	{name: "raft-stale-read", doc: "Leaders read before they have committed an entry.",
		setting:  setting{nodes: 3, timeouts: twoTerms, clients: elsewhere, bug: staleRead},
		violates: []string{linearizable}},
	{name: "raft-vote-without-term", doc: "Votes do not tell their term.",
		setting:  setting{nodes: 3, timeouts: [][]int{{1, 2}, {2}}, bug: voteWithoutTerm},
		violates: []string{electionSafety}},
}

func variants() []variant { return slices.Concat(right, crashes(), full(), wrong) }

// Models returns the models: the models of the right protocol, and a model for each bug.
func Models() []checker.Model { return models(variants()) }

func models(variants []variant) (all []checker.Model) {
	for _, v := range variants {
		all = append(all, v.model())
	}
	return all
}

func (v variant) model() checker.Model {
	m := checker.Model{
		Name: v.name, Doc: v.doc, Main: v.setting.run, Rules: v.setting.rules(), Violates: v.violates,
		Delivery: proc.Bag, Faults: v.faults,
	}
	if v.atRandom {
		m.Search.Algorithm = checker.Portfolio
	}
	if len(v.setting.clients) > 0 {
		m.Goals = []checker.Property{{Name: allAnswered, Doc: "A client gets all its answers."}}
	}
	return m
}
