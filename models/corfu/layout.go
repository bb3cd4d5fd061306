package corfu

import (
	"fmt"
	"slices"
	"strings"

	"github.com/checkmodel/checkmodel/proc"
)

// epoch numbers the layouts of the cluster.
type epoch int

// layout is the configuration of the chain in an epoch.
type layout struct {
	epoch epoch
	chain chain
}

func (l layout) String() string { return fmt.Sprintf("epoch %d %v", l.epoch, l.chain) }

// chain is the order in which writers visit the servers. A split server is
// visited twice.
type chain []link

// link is a place in the chain: a server, and the role in which it is addressed.
type link struct {
	server server
	role   role
}

// server is the name of a log server.
type server string

// role is the part that a server has in a chain.
type role string

const (
	head        role = "head"
	middle      role = "middle"
	tail        role = "tail"
	headAndTail role = "head and tail" // of a chain of one server

	// A single healthy server that is split to have a middle in between.
	logicalHead role = "logical head"
	logicalTail role = "logical tail"

	// The server under repair: at one end of the chain or between head and
	// tail, where writes replace what it has.
	repairAtEnd    role = "repair"
	repairInMiddle role = "repair in the middle"
)

func (r role) String() string { return string(r) }

// tail returns the link that reads go to.
func (c chain) tail() link { return c.find(tail, headAndTail, logicalTail) }

// underRepair returns the link that the repairer copies to.
func (c chain) underRepair() link { return c.find(repairAtEnd, repairInMiddle) }

func (c chain) find(roles ...role) link {
	i := slices.IndexFunc(c, func(l link) bool { return slices.Contains(roles, l.role) })
	return c[i]
}

func (c chain) String() string {
	var links []string
	for _, l := range c {
		links = append(links, fmt.Sprintf("%s:%s", l.server, l.role))
	}
	return "[" + strings.Join(links, ", ") + "]"
}

// layoutService is the cluster's layout service, as its clients see it.
type layoutService interface {
	// fetch returns the present layout.
	fetch(c *client) layout
	// change replaces the present layout by a layout of a later epoch.
	change(c *client, next layout) result
	// stop ends the service.
	stop(p *proc.P)
}

// layoutServer is a layout service that is a process.
type layoutServer struct {
	pid proc.PID
}

func startLayoutServer(p *proc.P, first layout) layoutService {
	return layoutServer{p.Spawn("layout", func(p *proc.P) { serveLayout(p, first) })}
}

func serveLayout(p *proc.P, first layout) {
	proc.Loop(p, first, func(present *layout) bool {
		switch m := p.Receive().(type) {
		case request:
			switch op := m.Body.(type) {
			case fetch:
				proc.Answer[any, any](p, m, *present)
			case change:
				if op.layout.epoch <= present.epoch {
					proc.Answer[any, any](p, m, result{status: staleEpoch})
					return true
				}
				proc.Answer[any, any](p, m, result{status: accepted})
				*present = op.layout
			}
		case stop:
			return false
		}
		return true
	})
}

func (s layoutServer) fetch(c *client) layout {
	return c.call(s.pid, fetch{}).(layout)
}

func (s layoutServer) change(c *client, next layout) result {
	return c.call(s.pid, change{next}).(result)
}

func (s layoutServer) stop(p *proc.P) { p.Send(s.pid, stop{}) }

// layoutTable is a layout service that is a row of a shared table, so that clients which only fetch
// the layout do not race (5.2).
type layoutTable struct {
	table proc.Table[string, layout]
}

const presentLayout = "present" // the key of the row

func startLayoutTable(p *proc.P, first layout) layoutService {
	s := layoutTable{proc.NewTable[string, layout](p, "layout")}
	s.table.Insert(p, presentLayout, first)
	return s
}

func (s layoutTable) fetch(c *client) layout {
	present, _ := s.table.Lookup(c.p, presentLayout)
	return present
}

func (s layoutTable) change(c *client, next layout) result {
	s.table.Insert(c.p, presentLayout, next)
	return result{status: accepted}
}

func (s layoutTable) stop(p *proc.P) { s.table.Drop(p) }
