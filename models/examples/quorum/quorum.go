// Package quorum is a value with four copies. A write waits for the acknowledgements of three replicas, and a read for the
// answers of two, so each read asks a replica that has the last value.
package quorum

import (
	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/proc"
)

// Models returns the models.
func Models() []checker.Model {
	return []checker.Model{
		{
			Name: "quorum",
			Doc:  "A write waits for three of four replicas.",
			Main: variant{writes: 3, wait: atOnce}.run, Properties: properties, Delivery: proc.Channel,
		},
		{
			Name: "quorum-one-by-one",
			Doc:  "The same with a receive for each answer, whose order then counts.",
			Main: variant{writes: 3, wait: oneByOne}.run, Properties: properties, Delivery: proc.Channel,
		},
		{
			Name: "quorum-too-small",
			Doc:  "A write waits for two replicas only.",
			Main: variant{writes: 2, wait: atOnce}.run, Properties: properties, Delivery: proc.Channel,
			Violates: []string{latest},
		},
	}
}

const latest = "latest value"

var properties = []checker.Property{{Name: latest, Doc: "A read that begins after a write finds its value."}}

const replicas, reads = 4, 2

type (
	set struct {
		From  proc.PID
		Value int
	}
	get struct{ From proc.PID }

	acknowledged struct{ Value int }
	found        struct{ Value int }
)

// variant is the difference between the models.
type variant struct {
	writes int // how many replicas must acknowledge a write
	wait   waiting
}

// waiting has the two ways to wait for n replicas.
type waiting struct {
	acknowledged func(p *proc.P, n, value int)
	found        func(p *proc.P, n int) []found
}

var atOnce = waiting{
	func(p *proc.P, n, value int) {
		proc.Collect(p, n, func(a acknowledged) bool { return a.Value == value })
	},
	func(p *proc.P, n int) []found { return proc.Collect[found](p, n) },
}

var oneByOne = waiting{
	func(p *proc.P, n, value int) {
		for range n {
			proc.Receive(p, func(a acknowledged) bool { return a.Value == value })
		}
	},
	func(p *proc.P, n int) (all []found) {
		for range n {
			all = append(all, proc.Receive[found](p))
		}
		return all
	},
}

// run is the first process, the writer. When it has written, it starts the reader.
func (v variant) run(p *proc.P) {
	var all []proc.PID
	for range replicas {
		all = append(all, p.Spawn("replica", replica, proc.Daemon))
	}
	const writes = 2
	for value := 1; value <= writes; value++ {
		for _, r := range all {
			p.Send(r, set{p.Self(), value})
		}
		v.wait.acknowledged(p, v.writes, value)
	}
	p.Spawn("reader", func(p *proc.P) {
		for _, r := range all {
			p.Send(r, get{p.Self()})
		}
		newest := 0
		for _, f := range v.wait.found(p, reads) {
			newest = max(newest, f.Value)
		}
		p.Assert(newest == writes, latest, "a read found %d, and %d was written before", newest, writes)
	})
}

// replica keeps the largest value.
func replica(p *proc.P) {
	proc.Loop(p, 0, func(value *int) bool {
		switch m := p.Receive().(type) {
		case set:
			*value = max(*value, m.Value)
			p.Send(m.From, acknowledged{m.Value})
		case get:
			p.Send(m.From, found{*value})
		}
		return true
	})
}
