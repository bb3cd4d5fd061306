// Package raft is the leader election of Raft: nodes whose timers expire ask for votes, each in a
// new term, and vote once in each. The protocol is a core, a function that takes every message in
// every state; the processes receive only what makes a difference to it.
package raft

import (
	"fmt"
	"reflect"

	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/proc"
)

// Models returns the models.
func Models() []checker.Model {
	return []checker.Model{
		{
			Name: "raft",
			Doc:  "Nodes receive what they want in their present state.",
			Main: variant{}.run, Rules: rules, Goals: goals,
		},
		{
			Name: "raft-takes-all",
			Doc:  "Nodes take every message, and show that those they do not want change nothing.",
			Main: variant{takesAll: true}.run, Rules: rules, Goals: goals,
			Properties: []checker.Property{{Name: noDifference, Doc: "A message that is not wanted changes nothing, and never will."}},
		},
		{
			Name: "raft-votes-again",
			Doc:  "Nodes vote for everyone who asks.",
			Main: variant{faults: faults{VotesAgain: true}}.run, Rules: rules, Goals: goals,
			Violates: []string{oneLeader},
		},
		{
			Name: "raft-counts-old-votes",
			Doc:  "Candidates count votes of earlier terms.",
			Main: variant{faults: faults{CountsAnyOld: true}}.run, Rules: rules, Goals: goals,
			Violates: []string{oneLeader},
		},
	}
}

const (
	oneLeader    = "one leader"
	noDifference = "no difference"
)

var goals = []checker.Property{
	{Name: "second term", Doc: "A leader of the second term is elected."},
	{Name: "deposed", Doc: "A leader learns that there is a later one."},
}

// elected is announced by a node that becomes the leader.
type elected struct{ Term, Leader int }

var rules = []checker.Rule{
	checker.Monitor(checker.Property{Name: oneLeader, Doc: "No term has two leaders."}, func() func(string, elected) error {
		leaders := map[int]int{}
		return func(_ string, e elected) error {
			if other, ok := leaders[e.Term]; ok && other != e.Leader {
				return fmt.Errorf("nodes %d and %d are both leaders of term %d", other, e.Leader, e.Term)
			}
			leaders[e.Term] = e.Leader
			return nil
		}
	}),
}

// variant is the difference between the models.
type variant struct {
	faults
	takesAll bool
}

const (
	nodes    = 3
	lastTerm = 2 // no timer is started in it
)

// run is the first process: it starts the nodes, and tells each of them the PIDs of all.
func (v variant) run(p *proc.P) {
	var all []proc.PID
	for id := range nodes {
		all = append(all, p.Spawn(fmt.Sprint("node", id), func(p *proc.P) {
			v.serve(p, newNode(id, nodes, v.faults), proc.Receive[[]proc.PID](p))
		}, proc.Daemon))
	}
	for _, node := range all {
		p.Send(node, all)
	}
}

// serve is a node. The first two have timers.
func (v variant) serve(p *proc.P, n *node, all []proc.PID) {
	started := none // the term of the last timer
	var unwanted []any
	for {
		if n.ID < 2 && n.Term > started && n.Term < lastTerm {
			p.SendAfter(p.Self(), timeout{n.Term})
			started = n.Term
		}
		was := n.Role
		for _, s := range v.next(p, n, &unwanted) {
			p.Send(all[s.To], s.Message)
		}
		report(p, was, n)
	}
}

// next receives a message and handles it.
func (v variant) next(p *proc.P, n *node, unwanted *[]any) []send {
	if v.takesAll {
		return takeAny(p, n, unwanted)
	}
	return n.step(p.Receive(proc.Given(n, (*node).wants)))
}

// takeAny takes any message. Those that the node does not want must make no difference, now or
// later.
func takeAny(p *proc.P, n *node, unwanted *[]any) []send {
	message := p.Receive()
	wanted, before := n.wants(message), *n
	sends := n.step(message)
	if !wanted {
		p.Assert(len(sends) == 0 && reflect.DeepEqual(before, *n), noDifference, "%+v was not wanted, and is answered or noted", message)
		*unwanted = append(*unwanted, message)
	}
	for _, m := range *unwanted {
		p.Assert(!n.wants(m), noDifference, "%+v was not wanted, and is now", m)
	}
	return sends
}

// report tells of leaders that come and go.
func report(p *proc.P, was role, n *node) {
	switch {
	case n.Role == leader && was != leader:
		proc.Announce(p, elected{n.Term, n.ID})
		if n.Term == 2 {
			p.Reach("second term")
		}
	case was == leader && n.Role != leader:
		p.Reach("deposed")
	}
}
