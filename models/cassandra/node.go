package cassandra

import (
	"reflect"
	"slices"

	"github.com/checkmodel/checkmodel/proc"
)

// node is the state of a node: a replica, and the coordinator of a transaction.
type node struct {
	ID      int // counted from 1, and the number of its transaction
	Setting setting
	replica
	coordinator
}

// run is the process of a node.
func (n node) run(p *proc.P) {
	proc.Loop(p, n, func(n *node) bool {
		pattern := proc.Any()
		if n.Setting.Small {
			pattern = proc.Given(n, wants)
		}
		n.turn(p, p.Receive(pattern))
		return true
	})
}

// turn handles a message.
func (n *node) turn(p *proc.P, message any) {
	before := n.Chosen
	out := n.step(message)
	if n.Chosen != before {
		proc.Announce(p, chosen(n.Chosen))
		p.Reach(isCommitted(n.Chosen.Update.Transaction))
	}
	for _, s := range out {
		p.Send(s.To, s.Message)
	}
}

// step changes the state as a message demands, and returns the messages to be sent.
func (n *node) step(message any) []send {
	switch m := message.(type) {
	case start:
		return n.begin(m)
	case prepare:
		return []send{{m.From, n.prepared(m)}}
	case promise:
		return n.promised(m)
	case propose:
		return []send{{m.From, n.proposed(m)}}
	case accept:
		return n.accepted(m)
	case commit:
		n.commit(m.Proposal)
		if !n.Setting.Small {
			return []send{{m.From, acknowledge{m.Proposal.Ballot}}} // for which nobody waits
		}
	}
	return nil
}

// wants reports whether a message makes a difference to a node, of which it gets a copy. In a small model, others stay in
// the mailbox. If the node comes to want one later, it is as if the message had come then.
func wants(n *node, message any) bool {
	before := *n
	before.Promises = slices.Clone(n.Promises)
	return len(n.step(message)) > 0 || !reflect.DeepEqual(*n, before)
}
