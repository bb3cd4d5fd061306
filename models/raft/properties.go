package raft

import (
	"fmt"
	"slices"

	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/proc"
)

const (
	electionSafety     = "election safety"
	logMatching        = "log matching"
	leaderCompleteness = "leader completeness"
	stateMachineSafety = "state machine safety"
	linearizable       = "linearizable"
	allAnswered        = "all answered"
)

// report is the announcement of a node that has become the leader, or has changed its log or commit index.
type report struct {
	Node, Term int
	Leads      bool
	Log        log
	Commit     int
}

func (r report) String() string {
	role := "follows"
	if r.Leads {
		role = "leads"
	}
	return fmt.Sprintf("node %d %s in term %d, and has %v, %d of it committed", r.Node, role, r.Term, r.Log, r.Commit)
}

// tells reports whether the node must announce a report after this change.
func tells(before, now *node) bool {
	elected := now.Role == leader && before.Role != leader
	return elected || now.Commit != before.Commit || !slices.Equal(now.Log, before.Log)
}

func announce(p *proc.P, n *node) {
	proc.Announce(p, report{n.ID, n.Term, n.Role == leader, n.Log, n.Commit})
}

// rules returns the properties of figure 3 of the paper, and linearizability, which they ensure. Each rule judges all
// reports so far, also of nodes that have crashed since, and keeps only the necessary data of the reports.
func (s setting) rules() []checker.Rule {
	return []checker.Rule{
		checker.Automaton(checker.Property{Name: electionSafety, Doc: "No term has two leaders."},
			[]int{}, oneLeader),
		checker.Automaton(checker.Property{Name: logMatching, Doc: "Logs that have an entry with the same index and term are the same up to there."},
			make([]log, s.nodes), matching),
		checker.Automaton(checker.Property{Name: leaderCompleteness, Doc: "Leaders of later terms have all entries that are committed."},
			completeness{}, completeness.next),
		checker.Automaton(checker.Property{Name: stateMachineSafety, Doc: "No two nodes apply different entries with the same index."},
			log{}, sameApplied),
		checker.Automaton(checker.Property{Name: linearizable, Doc: "Clients see a single list."},
			s.nothingSeen(), s.next),
	}
}

// oneLeader keeps the leader of each term, or none.
func oneLeader(leaders []int, _ string, r report) ([]int, error) {
	if !r.Leads {
		return leaders, nil
	}
	leaders = slices.Clone(leaders)
	for len(leaders) <= r.Term {
		leaders = append(leaders, none)
	}
	if other := leaders[r.Term]; other != none && other != r.Node {
		return nil, fmt.Errorf("nodes %d and %d both lead term %d", other, r.Node, r.Term)
	}
	leaders[r.Term] = r.Node
	return leaders, nil
}

// matching keeps the log of each node.
func matching(logs []log, _ string, r report) ([]log, error) {
	logs = slices.Clone(logs)
	logs[r.Node] = r.Log
	for id, other := range logs {
		for i := min(len(other), len(r.Log)) - 1; i >= 0; i-- {
			if other[i].Term == r.Log[i].Term && !slices.Equal(other[:i+1], r.Log[:i+1]) {
				return nil, fmt.Errorf("nodes %d and %d have an entry of term %d with index %d, and differ up to there", r.Node, id, other[i].Term, i+1)
			}
		}
	}
	return logs, nil
}

// completeness is the log of the leader of each term, and the committed entries, with the terms in which they were
// committed. A leader only appends to its log, so the last log that it reports has all entries of the earlier ones.
type completeness struct {
	Leaders   []tenure
	Committed []committed
}

type tenure struct {
	Led bool
	Log log
}

type committed struct {
	Entry entry
	In    int
}

func (c completeness) next(_ string, r report) (completeness, error) {
	if r.Leads {
		c.Leaders = slices.Clone(c.Leaders)
		for len(c.Leaders) <= r.Term {
			c.Leaders = append(c.Leaders, tenure{})
		}
		c.Leaders[r.Term] = tenure{true, r.Log}
	}
	c.Committed = slices.Clone(c.Committed)
	for i, e := range r.committed() {
		if i == len(c.Committed) {
			c.Committed = append(c.Committed, committed{e, r.Term})
		}
		c.Committed[i].In = min(c.Committed[i].In, r.Term)
	}
	return c, c.judge()
}

func (c completeness) judge() error {
	for i, e := range c.Committed {
		for term, t := range c.Leaders {
			if term > e.In && t.Led && (len(t.Log) <= i || t.Log[i] != e.Entry) {
				return fmt.Errorf("the entry with index %d is committed in term %d, and the leader of term %d does not have it", i+1, e.In, term)
			}
		}
	}
	return nil
}

// committed returns the entries that the node knows to be committed. Wrong nodes can lose some of these.
func (r report) committed() log { return r.Log[:min(r.Commit, len(r.Log))] }

// sameApplied keeps the entries that some node has applied.
func sameApplied(applied log, _ string, r report) (log, error) {
	for i, e := range r.committed() {
		if i < len(applied) && applied[i] != e {
			return nil, fmt.Errorf("node %d and another node apply different entries with index %d", r.Node, i+1)
		}
	}
	if len(r.committed()) > len(applied) {
		return r.committed(), nil
	}
	return applied, nil
}
