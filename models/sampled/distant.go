package sampled

import (
	"fmt"

	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/proc"
)

// order is the property that all programs violate.
const order = "order"

// Distant returns Example 2.2. Messages 1 to n are sent to node 1, and then B to node 2, in sequence. A is sent to node 2
// at any time. There is a bug if it comes last: n+1 events before A.
func Distant(n int) checker.Model {
	return distant(fmt.Sprintf("example-2.2-%d", n), "After messages 1 to n comes B; A is later than all of them.",
		func(p *proc.P) {
			for i := range n {
				p.Send(p.Self(), 1+i)
			}
		}, func(*proc.P) {})
}

// DistantHandled is Distant with a node 1 that takes each message before it sends the next one: 2n events before
// A.
func DistantHandled(n int) checker.Model {
	return distant(fmt.Sprintf("example-2.2-%d-handled", n), "The same where node 1 takes each message before it sends the next one.",
		func(p *proc.P) {
			for i := range n {
				proc.Receive[int](p)
				if i < n-1 {
					p.Send(p.Self(), 2+i)
				}
			}
		}, func(p *proc.P) { p.Send(p.Self(), 1) })
}

// distant returns the program with node 1 that executes before and then sends B. It executes first before A can come.
func distant(name, doc string, before, first func(*proc.P)) checker.Model {
	return declared(name, doc, func(p *proc.P) {
		node2 := p.Spawn("node2", func(p *proc.P) {
			p.Assert(proc.Receive[string](p) == "A", order, "B came before A")
		})
		first(p)
		p.Spawn("client", func(p *proc.P) { p.Send(node2, "A") })
		before(p)
		p.Send(node2, "B")
	})
}

// declared returns a model that declares its bug.
func declared(name, doc string, main func(*proc.P)) checker.Model {
	return checker.Model{
		Name: name, Doc: doc, Main: main,
		Properties: []checker.Property{{Name: order, Doc: "Messages come in an order that does no harm."}},
		Violates:   []string{order},
	}
}
