// Package replicas is a counter with a copy at every replica: each increments its own copy and
// tells the others, over a network that may duplicate messages. The copies must be the same in the
// end, and nothing may be lost or counted twice.
package replicas

import (
	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/proc"
)

// Models returns the models.
func Models() []checker.Model {
	return []checker.Model{
		{
			Name: "replicas",
			Doc:  "Each replica keeps what it knows of each: a grow-only counter.",
			Main: model(largest), Properties: properties,
		},
		{
			Name: "replicas-adding",
			Doc:  "A replica adds what it is told: doubled messages count twice.",
			Main: model(adding), Properties: properties,
			Violates: []string{converges},
		},
		{
			Name: "replicas-largest-total",
			Doc:  "A replica takes over the largest total: increments at the same time are lost.",
			Main: model(largestTotal), Properties: properties,
			Violates: []string{converges},
		},
	}
}

const converges = "converges"

var properties = []checker.Property{{Name: converges, Doc: "In the end every replica has counted every increment once."}}

const replicas = 3

// counts is the knowledge of a replica: how often each replica has incremented.
type counts [replicas]int

func (c counts) total() int {
	sum := 0
	for _, n := range c {
		sum += n
	}
	return sum
}

// update tells the others that a replica has incremented, and its values after that.
type update struct {
	By    int
	Knows counts
}

// merge is how a replica handles an update; the models differ in it.
type merge func(known counts, u update) counts

// largest keeps the largest count of each replica, so an update that comes twice,
// or late, does no harm.
func largest(known counts, u update) counts {
	known[u.By] = max(known[u.By], u.Knows[u.By])
	return known
}

func adding(known counts, u update) counts {
	known[u.By]++
	return known
}

func largestTotal(known counts, u update) counts {
	if u.Knows.total() > known.total() {
		return u.Knows
	}
	return known
}

type (
	start struct{ All []proc.PID }
	told  struct{ By proc.PID }
	query struct{}
)

// model returns the first process: it starts the replicas, and when all of them
// have incremented it asks each for its total.
func model(m merge) func(*proc.P) {
	return func(p *proc.P) {
		main := p.Self()
		var all []proc.PID
		for i := range replicas {
			all = append(all, p.Spawn("replica", func(p *proc.P) { replica(p, i, main, m) }))
		}
		for _, pid := range all {
			p.Send(pid, start{all})
		}
		for _, pid := range all {
			proc.Receive(p, func(t told) bool { return t.By == pid })
		}
		for i, pid := range all {
			p.Send(pid, query{})
			n := proc.Receive[int](p)
			p.Assert(n == replicas, converges, "there were %d increments, and replica %d has counted %d", replicas, i, n)
		}
	}
}

// replica increments once, tells the others, and takes their updates until it is
// asked for the total.
func replica(p *proc.P, self int, main proc.PID, m merge) {
	var known counts
	peers := proc.Receive[start](p).All
	known[self]++
	for i, peer := range peers {
		if i != self {
			transmit(p, peer, update{self, known})
		}
	}
	p.Send(main, told{p.Self()})
	proc.Loop(p, known, func(known *counts) bool {
		message, more := p.Receive(proc.Type[update](), proc.Type[query]()).(update)
		if more {
			*known = m(*known, message)
		} else {
			p.Send(main, known.total())
		}
		return more
	})
}

// transmit sends over a network that may duplicate a message.
func transmit(p *proc.P, to proc.PID, u update) {
	for range 1 + p.Choose(2) {
		p.Send(to, u)
	}
}
