package cassandra

import "github.com/checkmodel/checkmodel/proc"

type phase string

const (
	waiting   phase = "" // for its start, or its end
	preparing phase = "preparing"
	proposing phase = "proposing"
)

// coordinator is a node's state of the transaction of its client.
type coordinator struct {
	Nodes  []proc.PID
	Rounds int // that it may still begin
	Seen   int // the highest ballot that it knows of
	Ballot int // of its round

	Phase    phase
	Promises []promise // so far
	Proposal proposal  // of the round
	Accepts  int
	Refusals int
	Chosen   proposal // the last proposal of this coordinator that a majority has accepted
}

// begin begins a round with a ballot that is higher than all it knows of, and that no other node uses.
func (n *node) begin(m start) []send {
	n.Nodes = m.Nodes
	n.Rounds--
	for n.Ballot = n.ID; n.Ballot <= n.Seen; {
		n.Ballot += len(n.Nodes)
	}
	n.Seen = n.Ballot
	n.Phase = preparing
	return n.toAll(prepare{n.Ballot, n.Nodes[n.ID-1]})
}

// promised counts a promise. Once a majority has promised, the round goes on; a refusal ends it.
func (n *node) promised(m promise) []send {
	if n.Phase != preparing || m.Ballot != n.Ballot {
		return nil
	}
	if !m.OK {
		n.Seen = max(n.Seen, m.Promised)
		return n.again()
	}
	if n.Promises = append(n.Promises, m); len(n.Promises) < n.majority() {
		return nil
	}
	inProgress, committed := latest(n.Promises)
	if inProgress.Ballot > committed.Ballot {
		return n.propose(inProgress.Update) // which must be finished first
	}
	if repair := n.repair(committed); len(repair) > 0 {
		return append(repair, n.again()...)
	}
	return n.propose(update{Transaction: n.ID, Read: n.Ballot})
}

// latest returns the latest update in progress, and the latest commit. The first promise counts if several are the latest.
func latest(promises []promise) (inProgress, committed proposal) {
	for _, m := range promises {
		if m.Accepted.Ballot > inProgress.Ballot {
			inProgress = m.Accepted
		}
		if m.Committed.Ballot > committed.Ballot {
			committed = m.Committed
		}
	}
	return inProgress, committed
}

// repair sends a commit to nodes that have promised and do not know it.
func (n *node) repair(committed proposal) (all []send) {
	for _, m := range n.Promises {
		if m.Committed.Ballot < committed.Ballot {
			all = append(all, send{n.Nodes[m.Node-1], commit{committed, n.Nodes[n.ID-1]}})
		}
	}
	return all
}

func (n *node) propose(u update) []send {
	n.Phase, n.Promises = proposing, nil
	n.Proposal = proposal{n.Ballot, u}
	return n.toAll(propose{n.Proposal, n.Nodes[n.ID-1]})
}

// accepted counts a response to a proposal. With a majority it is committed. If there can be none any more, another round
// follows, but not if the proposal is the coordinator's own: others may finish it.
func (n *node) accepted(m accept) []send {
	if n.Phase != proposing || m.Ballot != n.Ballot {
		return nil
	}
	if m.OK {
		n.Accepts++
	} else {
		n.Refusals++
	}
	chosen := n.Accepts == n.majority()
	if !chosen && n.Refusals < n.majority() {
		return nil
	}
	p := n.Proposal
	var out []send
	if chosen {
		n.Chosen = p
		out = n.toAll(commit{p, n.Nodes[n.ID-1]})
	}
	if p.Update.Transaction == n.ID && p.Update.Read == n.Ballot {
		return append(out, n.end()...)
	}
	return append(out, n.again()...)
}

// again ends the round. Another one begins after a while, if it may.
func (n *node) again() []send {
	if n.Rounds == 0 {
		return n.end()
	}
	n.rest()
	return []send{{n.Nodes[n.ID-1], start{n.Nodes}}}
}

// end ends the transaction, whatever has become of it. In a small model, the next one begins.
func (n *node) end() []send {
	n.rest()
	if !n.Setting.Small || n.ID == len(n.Nodes) {
		return nil
	}
	return []send{{n.Nodes[n.ID], start{n.Nodes}}}
}

// rest forgets the round.
func (n *node) rest() {
	n.Phase, n.Promises, n.Proposal, n.Accepts, n.Refusals = waiting, nil, proposal{}, 0, 0
}

// toAll returns a message for each node, this one included.
func (n *node) toAll(message any) (all []send) {
	for i, to := range n.Nodes {
		if n.Setting.arrives(message, n.ID, i+1) {
			all = append(all, send{to, message})
		}
	}
	return all
}

// majority returns the smallest number of nodes of which any two sets have one in common.
func (n *node) majority() int { return len(n.Nodes)/2 + 1 }
