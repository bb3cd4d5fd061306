package etcdlog

import (
	"cmp"
	"slices"
	"strconv"

	"github.com/checkmodel/checkmodel/proc"
)

// Window is how many different messages a link from one node to another keeps. Those that were sent before are lost.
const Window = 8

// cluster has the data that nodes share.
type cluster struct {
	network proc.Table[int, []message] // for each node what may arrive, the latest last
	disks   proc.Table[int, disk]
}

// run returns the first process of a cluster of some nodes.
func run(nodes int) func(*proc.P) {
	return func(p *proc.P) {
		keeper := proc.Heir(p.Spawn("keeper", keep, proc.Daemon), nil)
		c := cluster{proc.NewTable[int, []message](p, "network", keeper), proc.NewTable[int, disk](p, "disks", keeper)}
		for id := 1; id <= nodes; id++ {
			p.Spawn(strconv.Itoa(id), func(p *proc.P) { c.run(p, node{ID: id, Nodes: nodes}) }, proc.Node, proc.Daemon)
		}
	}
}

// keep is a process that only waits, and inherits the tables.
func keep(p *proc.P) {
	for {
		p.Receive()
	}
}

// run is the process of a node. After a crash it begins anew.
func (c cluster) run(p *proc.P, n node) {
	d, _ := c.disks.Lookup(p, n.ID)
	n.Role, n.Log = follower, d.Log
	n.say(p, "InitState")
	n.say(p, "ApplyConfChange")
	n.disk = d
	n.say(p, "BecomeFollower")
	proc.Loop(p, n, func(n *node) bool {
		if p.Register("turn", p.Self()) {
			c.turn(p, n)
			p.Unregister("turn")
		}
		return true
	})
}

// turn executes an action.
func (c cluster) turn(p *proc.P, n *node) {
	arriving, _ := c.network.Lookup(p, n.ID)
	var actions []func()
	may := func(action func()) { actions = append(actions, action) }
	may(func() { c.ready(p, n) })
	for _, m := range arriving {
		may(func() { n.receive(p, m) })
	}
	if n.Role != leader {
		may(func() { n.campaign(p) })
	} else {
		may(func() { n.propose(p) })
		may(func() {
			proc.Announce(p, event{Name: "AskRead"})
			n.read()
		})
		for id := 1; id <= n.Nodes; id++ {
			if id != n.ID {
				may(func() { n.replicate(p, id, true) })
				may(func() { n.replicate(p, id, false) })
				may(func() { n.beat(p, id) })
			}
		}
	}
	for _, index := range n.Reads {
		may(func() { proc.Announce(p, event{Name: "Read", Log: index}) })
	}
	actions[p.Choose(len(actions))]()
}

// ready stores what must be durable, and sends what depends on it. Then the node gets its own messages.
func (c cluster) ready(p *proc.P, n *node) {
	n.say(p, "Ready")
	c.disks.Insert(p, n.ID, n.disk)
	slices.SortStableFunc(n.Out, func(a, b message) int {
		return cmp.Or(cmp.Compare(a.To, b.To), cmp.Compare(a.promises(), b.promises()))
	})
	for rest := n.Out; len(rest) > 0; {
		to := rest[0].To
		arriving, _ := c.network.Lookup(p, to)
		for len(rest) > 0 && rest[0].To == to {
			arriving = sent(arriving, rest[0])
			rest = rest[1:]
		}
		c.network.Insert(p, to, arriving)
	}
	own := n.Own
	n.Out, n.Own = nil, nil
	proc.Announce(p, event{Name: "Saved"})
	for _, m := range own {
		n.receive(p, m)
	}
}

// sent adds a message, and removes an equal one, or the oldest one of its link if the link has too many.
func sent(arriving []message, m message) []message {
	link, first := 0, -1
	for i, o := range arriving {
		if o.header == m.header && slices.Equal(o.Terms, m.Terms) {
			return append(slices.Delete(arriving, i, i+1), m)
		}
		if o.From == m.From {
			if link++; first < 0 {
				first = i
			}
		}
	}
	if link == Window {
		arriving = slices.Delete(arriving, first, first+1)
	}
	return append(arriving, m)
}
