package raft

import "github.com/checkmodel/checkmodel/proc"

// operation is a command of a client, and the node that the client asks first.
type operation struct {
	value int // to append, or read
	node  int
}

const read = 0

// asking is the state of a client.
type asking struct {
	Done int // the number of its operations that are answered
	Node int // that it asks next
}

// returned is announced by a client that has got an answer. Then it calls its next operation.
type returned struct {
	Client int
	Values []int
}

// runClient is the process of a client, which executes operations in sequence. It asks again if it is told
// who leads, or if it is tired of waiting.
func (s setting) runClient(p *proc.P, id int, nodes []proc.PID) {
	todo := s.clients[id]
	proc.Loop(p, asking{Node: todo[0].node}, func(a *asking) bool {
		number := a.Done + 1
		p.Send(nodes[a.Node], request{command{p.Self(), number, todo[a.Done].value}})
		switch m := p.Receive(proc.Given(number, concerns)).(type) {
		case retry:
			a.Node = (a.Node + 1) % len(nodes)
		case redirect:
			a.Node = m.Leader
		case answer:
			proc.Announce(p, returned{id, m.Values})
			if a.Done++; a.Done == len(todo) {
				return false
			}
			a.Node = todo[a.Done].node
		}
		return true
	})
	p.Reach(allAnswered)
}

// concerns reports whether a message to a client is about its present command.
func concerns(number int, message any) bool {
	switch m := message.(type) {
	case retry:
		return m.Number == number
	case redirect:
		return m.Number == number
	case answer:
		return m.Number == number
	}
	return false
}
