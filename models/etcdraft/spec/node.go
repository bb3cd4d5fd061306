package spec

import (
	"fmt"
	"slices"
)

// Message is a message of the library.
type Message struct {
	Kind                   string
	From, To, Term         int
	LogTerm, Index, Commit int
	Entries                []Entry
	Reject                 bool
	Hint                   int
}

// String returns the fields that are not zero, except the nodes.
func (m Message) String() string {
	text := fmt.Sprintf("%s term %d", m.Kind, m.Term)
	for _, f := range []struct {
		name  string
		value int
	}{{"index", m.Index}, {"of term", m.LogTerm}, {"commit", m.Commit}, {"hint", m.Hint}} {
		if f.value != 0 {
			text += fmt.Sprintf(" %s %d", f.name, f.value)
		}
	}
	for _, e := range m.Entries {
		text += fmt.Sprintf(" %d:%q", e.Term, e.Data)
	}
	if m.Reject {
		text += " rejected"
	}
	return text
}

// Entry is an entry of the log. The first one of each leader has no data.
type Entry struct {
	Term int
	Data string
}

type role int

const (
	follower role = iota
	candidate
	leader
)

// Node is the state of a node. Nobody is 0.
type Node struct {
	ID, Term, Vote, Leader int
	Role                   role
	Log                    []Entry
	Commit                 int
	Votes                  [nodes + 1]vote     // for a candidate
	Progress               [nodes + 1]progress // for a leader
}

type vote int

const (
	granted vote = 1 + iota
	rejected
)

// progress is the knowledge of a leader about the log of a node.
type progress struct {
	Match, Next, Sent int  // Sent is the commit index that was sent last
	Replicates        bool // entries are sent without waiting for the answer
	Paused            bool
}

// term returns the term of an entry, 0 if there is none.
func (n *Node) term(index int) int {
	if index < 1 || index > len(n.Log) {
		return 0
	}
	return n.Log[index-1].Term
}

// step handles an input, and returns the messages that are sent.
func (n *Node) step(in any) []Message {
	switch in := in.(type) {
	case Campaign:
		if n.Role != leader {
			return n.campaign()
		}
	case Propose:
		return n.propose(Entry{Data: in.Data})
	case Message:
		return n.handle(in)
	}
	return nil
}

func (n *Node) propose(e Entry) (out []Message) {
	switch {
	case n.Role == leader:
		n.add(e.Data)
		return n.broadcast()
	case n.Role == follower && n.Leader != 0:
		return []Message{{Kind: "MsgProp", From: n.ID, To: n.Leader, Entries: []Entry{e}}}
	}
	return nil
}

// handle handles a message.
func (n *Node) handle(m Message) []Message {
	if m.Kind == "MsgProp" {
		return n.propose(m.Entries[0])
	}
	switch {
	case m.Term < n.Term:
		return nil
	case m.Term > n.Term && m.Kind == "MsgApp":
		n.follow(m.Term, m.From)
	case m.Term > n.Term:
		n.follow(m.Term, 0)
	}
	switch {
	case m.Kind == "MsgVote":
		return n.answerVote(m)
	case m.Kind == "MsgApp" && n.Role != leader:
		n.Role, n.Leader = follower, m.From
		return n.append(m)
	case m.Kind == "MsgVoteResp" && n.Role == candidate:
		return n.count(m)
	case m.Kind == "MsgAppResp" && n.Role == leader:
		return n.acknowledged(m)
	}
	return nil
}

// reset begins a term, or another role in it.
func (n *Node) reset(term int) {
	if n.Term != term {
		n.Term, n.Vote = term, 0
	}
	n.Leader, n.Votes = 0, [nodes + 1]vote{}
	for id := range n.Progress {
		n.Progress[id] = progress{Next: len(n.Log) + 1}
	}
	n.Progress[n.ID].Match = len(n.Log)
}

func (n *Node) follow(term, leader int) {
	n.reset(term)
	n.Role, n.Leader = follower, leader
}

func (n *Node) campaign() (out []Message) {
	n.reset(n.Term + 1)
	n.Role, n.Vote, n.Votes[n.ID] = candidate, n.ID, granted
	for to := 1; to <= nodes; to++ {
		if to != n.ID {
			out = append(out, Message{Kind: "MsgVote", From: n.ID, To: to, Term: n.Term, Index: len(n.Log), LogTerm: n.term(len(n.Log))})
		}
	}
	return out
}

func (n *Node) answerVote(m Message) []Message {
	last := n.term(len(n.Log))
	current := m.LogTerm > last || m.LogTerm == last && m.Index >= len(n.Log)
	free := n.Vote == m.From || n.Vote == 0 && n.Leader == 0
	if free && current {
		n.Vote = m.From
	}
	return []Message{{Kind: "MsgVoteResp", From: n.ID, To: m.From, Term: n.Term, Reject: !free || !current}}
}

// count counts a vote, and leads if there are enough.
func (n *Node) count(m Message) []Message {
	if n.Votes[m.From] == 0 {
		if n.Votes[m.From] = granted; m.Reject {
			n.Votes[m.From] = rejected
		}
	}
	of := map[vote]int{}
	for _, v := range n.Votes {
		of[v]++
	}
	switch {
	case of[granted] > nodes/2:
		n.reset(n.Term)
		n.Role, n.Leader = leader, n.ID
		n.add("")
		return n.broadcast()
	case of[rejected] > nodes/2:
		n.follow(n.Term, 0)
	}
	return nil
}

// add adds an entry to the log of the leader.
func (n *Node) add(data string) {
	n.Log = append(n.Log, Entry{n.Term, data})
	n.Progress[n.ID].Match = len(n.Log)
}

// broadcast sends entries to all others.
func (n *Node) broadcast() (out []Message) {
	for to := 1; to <= nodes; to++ {
		if to != n.ID {
			out = append(out, n.send(to, true)...)
		}
	}
	return out
}

// send sends the entries that a node needs, unless it is paused; and with empty also if there are none.
func (n *Node) send(to int, empty bool) []Message {
	pr := &n.Progress[to]
	entries := n.Log[min(pr.Next-1, len(n.Log)):]
	if pr.Paused || len(entries) == 0 && !empty {
		return nil
	}
	m := Message{Kind: "MsgApp", From: n.ID, To: to, Term: n.Term, Index: pr.Next - 1, LogTerm: n.term(pr.Next - 1), Entries: append([]Entry(nil), entries...), Commit: n.Commit}
	if pr.Replicates {
		pr.Next += len(entries)
	} else {
		pr.Paused = len(entries) > 0
	}
	pr.Sent = n.Commit
	return []Message{m}
}

// append handles the entries of the leader.
func (n *Node) append(m Message) []Message {
	out := Message{Kind: "MsgAppResp", From: n.ID, To: m.From, Term: n.Term}
	switch {
	case m.Index < n.Commit:
		out.Index = n.Commit
	case m.Index > len(n.Log) || n.term(m.Index) != m.LogTerm:
		out.Index, out.Reject, out.Hint = m.Index, true, min(m.Index, len(n.Log))
		out.Hint, out.LogTerm = n.conflict(out.Hint, m.LogTerm)
	default:
		for i, e := range m.Entries {
			if at := m.Index + i; at >= len(n.Log) || n.Log[at].Term != e.Term {
				n.Log = append(slices.Clone(n.Log[:at]), m.Entries[i:]...)
				break
			}
		}
		out.Index = m.Index + len(m.Entries)
		n.Commit = max(n.Commit, min(m.Commit, out.Index))
	}
	return []Message{out}
}

// conflict returns the last entry up to an index whose term is not greater.
func (n *Node) conflict(index, term int) (int, int) {
	for ; index > 0; index-- {
		if n.term(index) <= term {
			return index, n.term(index)
		}
	}
	return 0, 0
}

// acknowledged handles the answer to entries.
func (n *Node) acknowledged(m Message) (out []Message) {
	pr := &n.Progress[m.From]
	if m.Reject {
		return n.refused(m, pr)
	}
	if m.Index <= pr.Match && (m.Index != pr.Match || pr.Replicates) {
		return nil
	}
	if m.Index > pr.Match {
		pr.Match, pr.Next, pr.Paused = m.Index, max(pr.Next, m.Index+1), false
	}
	if !pr.Replicates {
		pr.Replicates, pr.Paused, pr.Next = true, false, pr.Match+1
	}
	switch {
	case n.commits():
		out = n.broadcast()
	case n.Commit > pr.Sent && pr.Sent < pr.Next-1:
		out = n.send(m.From, true)
	}
	return append(out, n.send(m.From, false)...)
}

// commits commits the entries of this term that a majority has, and reports whether there are some.
func (n *Node) commits() bool {
	var matches []int
	for id := 1; id <= nodes; id++ {
		matches = append(matches, n.Progress[id].Match)
	}
	slices.Sort(matches)
	most := matches[(nodes-1)/2]
	if most <= n.Commit || n.term(most) != n.Term {
		return false
	}
	n.Commit = most
	return true
}

// refused handles the refusal of entries.
func (n *Node) refused(m Message, pr *progress) []Message {
	next := m.Hint
	if m.LogTerm > 0 {
		next, _ = n.conflict(next, m.LogTerm)
	}
	switch {
	case pr.Replicates && m.Index <= pr.Match, !pr.Replicates && pr.Next-1 != m.Index:
		return nil
	case pr.Replicates:
		pr.Next, pr.Replicates = pr.Match+1, false
	default:
		pr.Next = max(min(m.Index, next+1), pr.Match+1)
	}
	pr.Sent, pr.Paused = min(pr.Sent, pr.Next-1), false
	return n.send(m.From, true)
}
