// Package hashicorpraft compares what github.com/hashicorp/raft logs about its elections, unmodified, with a model of them. The library is
// not executed by the checker: it runs as it does in a server.
package hashicorpraft

import (
	"fmt"

	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/proc"
)

// The events of the model, as the library logs them.
type (
	// ownVote says that a candidate votes for itself.
	ownVote struct{ Term int }
	// vote says that a candidate counts a vote.
	vote struct {
		From        string
		Term, Tally int
	}
	// victory says that a candidate has a majority.
	victory struct{ Term int }
)

// Elections returns a model in which nodes of these names elect leaders, in terms up to the last one. It leaves out what the library does
// besides: pre-votes, logs and heartbeats. So a node may campaign at any time, and a message that never arrives stands for a refusal.
func Elections(last int, names ...string) checker.Model {
	return checker.Model{
		Name: "elections", Doc: "Nodes elect a leader in each term.", Delivery: proc.Bag, Log: meaning,
		Main: func(p *proc.P) {
			var all []proc.PID
			for _, name := range names {
				store := p.Spawn(name+"'s store", save, proc.Daemon)
				all = append(all, p.Spawn(name, func(p *proc.P) { elect(p, name, last, store, proc.Receive[[]proc.PID](p)) }, proc.Daemon))
			}
			for _, n := range all {
				p.Send(n, all)
			}
		},
		Rules: []checker.Rule{oneVote, oneLeader},
	}
}

type (
	// request asks for a vote.
	request struct {
		From proc.PID
		Term int
	}
	// grant gives a vote.
	grant struct {
		From string
		Term int
	}
)

// saving asks a store for the vote of a candidate for itself.
type saving struct {
	From proc.PID
	Vote grant
}

// save is the process of the store of a node. A candidate counts its own vote once it is stored, which may be after the votes of others.
func save(p *proc.P) {
	proc.Loop(p, struct{}{}, func(*struct{}) bool {
		m := proc.Receive[saving](p)
		p.Send(m.From, m.Vote)
		return true
	})
}

// node is the state of a node.
type node struct {
	Term      int
	Voted     bool // in this term
	Candidate bool
	Tally     int
	Counted   map[string]bool // whose votes
}

// elect is the process of a node. The library gives term 1 to the entry that sets up the cluster.
func elect(p *proc.P, name string, last int, store proc.PID, all []proc.PID) {
	proc.Loop(p, node{Term: 1}, func(n *node) bool {
		var message any
		wanted := []proc.Pattern{proc.Given(*n, node.votes), proc.Given(*n, node.counts)}
		if n.Term < last {
			message, _ = p.ReceiveTimeout(wanted...)
		} else {
			message = p.Receive(wanted...)
		}
		switch m := message.(type) {
		case request:
			if m.Term > n.Term {
				*n = node{Term: m.Term}
			}
			n.Voted = true
			p.Send(m.From, grant{name, m.Term})
		case grant:
			n.count(p, m.From, len(all))
		default:
			n.campaign(p, name, store, all)
		}
		return true
	})
}

// votes reports whether the node may vote for the sender of a request.
func (n node) votes(m request) bool { return m.Term > n.Term || m.Term == n.Term && !n.Voted }

// counts reports whether the node counts a vote.
func (n node) counts(m grant) bool { return n.Candidate && m.Term == n.Term && !n.Counted[m.From] }

// campaign makes the node a candidate in the next term.
func (n *node) campaign(p *proc.P, name string, store proc.PID, all []proc.PID) {
	*n = node{Term: n.Term + 1, Voted: true, Candidate: true}
	proc.Announce(p, ownVote{n.Term})
	for _, to := range all {
		if to != p.Self() {
			p.Send(to, request{p.Self(), n.Term})
		}
	}
	p.Send(store, saving{p.Self(), grant{name, n.Term}})
}

// count counts a vote.
func (n *node) count(p *proc.P, from string, of int) {
	if n.Counted == nil {
		n.Counted = map[string]bool{}
	}
	n.Counted[from] = true
	n.Tally++
	proc.Announce(p, vote{from, n.Term, n.Tally})
	if n.Tally == of/2+1 {
		n.Candidate = false
		proc.Announce(p, victory{n.Term})
	}
}

// oneVote and oneLeader are the rules of the model, by which a running system can be judged.
var (
	oneVote = checker.Monitor(checker.Property{Name: "one vote in a term"}, func() func(string, vote) error {
		given := map[string]map[int]string{}
		return func(candidate string, v vote) error {
			if given[v.From] == nil {
				given[v.From] = map[int]string{}
			}
			if other, voted := given[v.From][v.Term]; voted && other != candidate {
				return fmt.Errorf("%s votes for %s and %s in term %d", v.From, other, candidate, v.Term)
			}
			given[v.From][v.Term] = candidate
			return nil
		}
	})
	oneLeader = checker.Monitor(checker.Property{Name: "one leader in a term"}, func() func(string, victory) error {
		leaders := map[int]string{}
		return func(leader string, v victory) error {
			if other, led := leaders[v.Term]; led {
				return fmt.Errorf("%s and %s win in term %d", other, leader, v.Term)
			}
			leaders[v.Term] = leader
			return nil
		}
	})
)
