package etcdlog

import "github.com/checkmodel/checkmodel/proc"

// The roles of a node, as the library calls them.
const (
	follower  = "StateFollower"
	candidate = "StateCandidate"
	leader    = "StateLeader"
)

// disk is the durable state of a node.
type disk struct {
	Term, Vote, Commit int
	Log                []int // the term of each entry; that with index i is at i-1
}

// progress is the knowledge of a leader about the log of a node.
type progress struct {
	Match, Next int
	Replicates  bool // entries are sent before earlier ones are acknowledged
}

// node is the state of a node.
type node struct {
	ID, Nodes int // Nodes is how many there are, with IDs from 1
	disk
	Role     string
	Lead     int          // the leader of the term, or 0
	Votes    map[int]bool // of a candidate: the answers to it
	Progress []progress   // of a leader, by ID from 1
	Out, Own []message    // since the last Ready: to others, and to itself
	Reads    []int        // the commit indexes that reads may see, which this node was asked for
	Waiting  bool         // a read was asked for before the leader has committed an entry of its term
}

// say announces an event without a message.
func (n *node) say(p *proc.P, name string) { n.tell(p, event{Name: name}) }

// tell announces an event.
func (n *node) tell(p *proc.P, e event) {
	e.Term, e.Vote, e.Commit, e.Log, e.Role = n.Term, n.Vote, n.Commit, len(n.Log), n.Role
	proc.Announce(p, e)
}

// send puts a message into the next Ready. Messages of a node to itself arrive when that is done.
func (n *node) send(p *proc.P, m message) {
	m.From, m.Term, m.Entries = n.ID, n.Term, len(m.Terms)
	if m.To == n.ID {
		n.Own = append(n.Own, m)
	} else {
		n.Out = append(n.Out, m)
	}
	n.tell(p, event{Name: "Send" + kinds[m.Type], Message: m.header})
}

// receive handles a message.
func (n *node) receive(p *proc.P, m message) {
	n.tell(p, event{Name: "Receive" + kinds[m.Type], Message: m.header})
	ofLeader := m.Type == msgApp || m.Type == msgHeartbeat
	switch {
	case m.Term < n.Term:
		return
	case m.Term > n.Term && ofLeader:
		n.follow(p, m.Term, m.From)
	case m.Term > n.Term:
		n.follow(p, m.Term, 0)
	}
	switch {
	case m.Type == msgVote:
		n.answer(p, m)
	case ofLeader && n.Role != leader:
		if n.Role == candidate {
			n.follow(p, m.Term, m.From)
		}
		n.Lead = m.From
		if m.Type == msgApp {
			n.append(p, m)
		} else {
			n.Commit = max(n.Commit, m.Commit)
			n.send(p, message{header: header{Type: msgHeartbeatResp, To: m.From}})
		}
	case m.Type == msgVoteResp && n.Role == candidate:
		n.count(p, m)
	case m.Type == msgAppResp && n.Role == leader:
		n.acknowledged(p, m)
	}
}

// enter begins a term, or another role in the same one.
func (n *node) enter(term int, role string, lead int) {
	if term != n.Term {
		n.Term, n.Vote = term, 0
	}
	n.Role, n.Lead, n.Votes, n.Progress = role, lead, nil, nil
}

func (n *node) follow(p *proc.P, term, lead int) {
	n.enter(term, follower, lead)
	n.say(p, "BecomeFollower")
}

// campaign stands for election.
func (n *node) campaign(p *proc.P) {
	n.enter(n.Term+1, candidate, 0)
	n.Vote, n.Votes = n.ID, map[int]bool{}
	n.say(p, "BecomeCandidate")
	for id := 1; id <= n.Nodes; id++ {
		if id == n.ID {
			n.send(p, message{header: header{Type: msgVoteResp, To: id}})
		} else {
			n.send(p, message{header: header{Type: msgVote, To: id, Index: len(n.Log), LogTerm: n.term(len(n.Log))}})
		}
	}
}

// answer answers a candidate.
func (n *node) answer(p *proc.P, m message) {
	free := n.Vote == m.From || n.Vote == 0 && n.Lead == 0
	last := n.term(len(n.Log))
	grants := free && (m.LogTerm > last || m.LogTerm == last && m.Index >= len(n.Log))
	n.send(p, message{header: header{Type: msgVoteResp, To: m.From, Reject: !grants}})
	if grants {
		n.Vote = m.From
	}
}

// count counts a vote.
func (n *node) count(p *proc.P, m message) {
	if _, again := n.Votes[m.From]; !again {
		n.Votes[m.From] = !m.Reject
	}
	yes := 0
	for _, granted := range n.Votes {
		if granted {
			yes++
		}
	}
	switch majority := n.Nodes/2 + 1; {
	case yes >= majority:
		n.lead(p)
	case len(n.Votes)-yes > n.Nodes-majority:
		n.follow(p, n.Term, 0)
	}
}
