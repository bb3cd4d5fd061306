package etcdlog

import (
	"slices"

	"github.com/checkmodel/checkmodel/proc"
)

// term returns the term of an entry; 0 if there is none with the index.
func (d *disk) term(index int) int {
	if index < 1 || index > len(d.Log) {
		return 0
	}
	return d.Log[index-1]
}

// lead makes the node a leader, which appends an entry of its term.
func (n *node) lead(p *proc.P) {
	n.enter(n.Term, leader, n.ID)
	n.Progress = make([]progress, n.Nodes+1)
	for id := range n.Progress {
		n.Progress[id].Next = len(n.Log) + 1
	}
	n.Progress[n.ID] = progress{len(n.Log), len(n.Log) + 1, true}
	n.say(p, "BecomeLeader")
	n.propose(p)
}

// propose appends an entry to the log of a leader.
func (n *node) propose(p *proc.P) {
	n.say(p, "Replicate")
	n.Log = append(slices.Clip(n.Log), n.Term)
	n.send(p, message{header: header{Type: msgAppResp, To: n.ID, Index: len(n.Log)}})
}

// replicate sends entries to a node: all that it may lack, or none.
func (n *node) replicate(p *proc.P, to int, all bool) {
	pr := &n.Progress[to]
	previous := pr.Next - 1
	m := message{header: header{Type: msgApp, To: to, Index: previous, LogTerm: n.term(previous), Commit: n.Commit}}
	if all {
		m.Terms = n.Log[previous:]
	}
	n.send(p, m)
	if pr.Replicates {
		pr.Next += len(m.Terms)
	}
}

// beat sends a heartbeat.
func (n *node) beat(p *proc.P, to int) {
	n.send(p, message{header: header{Type: msgHeartbeat, To: to, Commit: min(n.Progress[to].Match, n.Commit)}})
}

// append handles entries of the leader.
func (n *node) append(p *proc.P, m message) {
	reply := header{Type: msgAppResp, To: m.From}
	switch {
	case m.Index < n.Commit:
		reply.Index = n.Commit
	case m.Index > len(n.Log) || n.term(m.Index) != m.LogTerm:
		reply.Index, reply.Reject = m.Index, true
		reply.RejectHint = n.atMost(min(m.Index, len(n.Log)), m.LogTerm)
		reply.LogTerm = n.term(reply.RejectHint)
	default:
		n.Log = with(n.Log, m.Index, m.Terms)
		reply.Index = m.Index + len(m.Terms)
		n.Commit = max(n.Commit, min(m.Commit, reply.Index))
	}
	n.send(p, message{header: reply})
}

// with returns a log with entries after an index. From the first that it does not have, they replace all others.
func with(log []int, previous int, terms []int) []int {
	for i, term := range terms {
		if at := previous + i; at >= len(log) || log[at] != term {
			return slices.Concat(log[:at], terms[i:])
		}
	}
	return log
}

// atMost returns the greatest index up to the given one whose entry may have at most the term: the log may not reach so far.
func (n *node) atMost(index, term int) int {
	for index > 0 && n.term(index) > term {
		index--
	}
	return index
}

// acknowledged handles the answer of a follower to entries.
func (n *node) acknowledged(p *proc.P, m message) {
	pr := &n.Progress[m.From]
	switch {
	case m.Reject && pr.Replicates:
		if m.Index > pr.Match {
			pr.Next, pr.Replicates = pr.Match+1, false
		}
	case m.Reject:
		if hint := m.RejectHint; m.Index == pr.Next-1 {
			if m.LogTerm > 0 {
				hint = n.atMost(hint, m.LogTerm)
			}
			pr.Next = max(min(m.Index, hint+1), pr.Match+1)
		}
	case m.Index > pr.Match || m.Index == pr.Match && !pr.Replicates:
		pr.Match, pr.Next = m.Index, max(pr.Next, m.Index+1)
		if !pr.Replicates {
			pr.Next, pr.Replicates = m.Index+1, true
		}
		n.commit()
		n.say(p, "Commit")
	}
}

// commit commits what a majority has, if its last entry is of this term.
func (n *node) commit() {
	var matches []int
	for _, pr := range n.Progress[1:] {
		matches = append(matches, pr.Match)
	}
	slices.Sort(matches)
	if index := matches[(n.Nodes-1)/2]; index > n.Commit && n.term(index) == n.Term {
		n.Commit = index
		if n.Waiting {
			n.read()
		}
	}
}

// read lets a leader read what is committed, once it has committed an entry of its term.
func (n *node) read() {
	if n.Waiting = n.term(n.Commit) != n.Term; !n.Waiting && !slices.Contains(n.Reads, n.Commit) {
		n.Reads = append(n.Reads, n.Commit)
	}
}
