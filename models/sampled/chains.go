package sampled

import (
	"fmt"

	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/proc"
)

// message is a message of a chain, counted from 1.
type message struct {
	Chain  string
	Number int
}

// Between returns Example 2.3. A and then B are sent to node 1, C to node 1 and then D to node 3, E and F to node 2. There
// is a bug of depth 2 if C comes between A and B.
func Between() checker.Model {
	return declared("example-2.3", "C comes between A and B.", func(p *proc.P) {
		node1 := p.Spawn("node1", func(p *proc.P) {
			var came string
			for range 3 {
				came += proc.Receive[string](p)
			}
			p.Assert(came != "ACB", order, "C came between A and B")
		})
		node2, node3 := p.Spawn("node2", take(2)), p.Spawn("node3", take(1))
		at := gate(p)
		begin(p, at, "a", func(p *proc.P) { p.Send(node1, "A"); p.Send(node1, "B") })
		begin(p, at, "c", func(p *proc.P) { p.Send(node1, "C"); p.Send(node3, "D") })
		begin(p, at, "e", func(p *proc.P) { p.Send(node2, "E"); p.Send(node2, "F") })
		at.Insert(p, open, true)
	})
}

// Chains returns the micro-benchmark of figure 4, with chains A, B and C of messages to one node, and others of the same
// length, each to a node of its own. depth is 2 or 3. A bug of depth 2 shows if all of A comes before B, and B before C. One
// of depth 3 shows if all of A comes before B, and the message in the middle of C between the first and the last of B, so
// the length must be at least 2.
func Chains(depth, length, others int) checker.Model {
	doc := "All of A comes before B, and all of B before C."
	if depth == 3 {
		doc = "All of A comes before B, and the middle of C while B comes."
	}
	return declared(fmt.Sprintf("chains-%d-%d-%d", depth, length, others), doc, func(p *proc.P) {
		node := p.Spawn("node", func(p *proc.P) { compare(p, depth, length) })
		at := gate(p)
		for _, name := range []string{"A", "B", "C"} {
			chain(p, at, name, node, length)
		}
		for i := range others {
			name := fmt.Sprint("other", 1+i)
			chain(p, at, name, p.Spawn(name+"node", take(length)), length)
		}
		at.Insert(p, open, true)
	})
}

// compare takes the messages of three chains. Their order must not be the order of the bug.
func compare(p *proc.P, depth, length int) {
	at := map[message]int{}
	for i := range 3 * length {
		at[proc.Receive[message](p)] = i
	}
	firstB, lastB := at[message{"B", 1}], at[message{"B", length}]
	bug := at[message{"A", length}] < firstB
	if depth == 2 {
		bug = bug && lastB < at[message{"C", 1}]
	} else {
		middle := at[message{"C", (length + 1) / 2}]
		bug = bug && firstB < middle && middle < lastB
	}
	p.Assert(!bug, order, "the chains came in the wrong order")
}

// chain starts a chain of messages to a node.
func chain(p *proc.P, at proc.Table[string, bool], name string, to proc.PID, length int) {
	begin(p, at, name, func(p *proc.P) {
		for i := range length {
			p.Send(to, message{name, 1 + i})
		}
	})
}

// take returns a node that takes n messages.
func take(n int) func(*proc.P) {
	return func(p *proc.P) {
		for range n {
			p.Receive()
		}
	}
}

// open is the row that chains wait for.
const open = "open"

// gate returns a table for that row. A process that never ends owns it.
func gate(p *proc.P) proc.Table[string, bool] {
	main := p.Self()
	p.Spawn("gate", func(p *proc.P) {
		p.Send(main, proc.NewTable[string, bool](p, "gate"))
		p.Receive(proc.Equal("end")) // which never comes
	}, proc.Daemon)
	return proc.Receive[proc.Table[string, bool]](p)
}

// begin starts a process that waits for the row, and then executes send.
func begin(p *proc.P, at proc.Table[string, bool], name string, send func(*proc.P)) {
	p.Spawn(name, func(p *proc.P) {
		at.Await(p, open, nil)
		send(p)
	})
}
