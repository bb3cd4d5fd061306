//go:build with_tla

package main

import (
	"io"
	"math/rand/v2"
	"slices"

	"go.etcd.io/raft/v3"
	pb "go.etcd.io/raft/v3/raftpb"

	"github.com/checkmodel/checkmodel/models/etcdlog"
)

// link is a link from one node to another. A message that has not arrived is lost when so many later ones have been sent as
// the model's network keeps.
type link struct {
	sent    int
	pending []packet
}

type packet struct {
	*pb.Message
	number int
}

// system is a cluster, its network, and what decides about the next step.
type system struct {
	drawn *rand.Rand
	log   *logger
	nodes []*node
	links map[[2]uint64]*link // by sender and receiver
	calm  bool                // messages arrive in their order, and nothing fails
}

// newSystem starts the nodes of a system. The seed decides about its run.
func newSystem(to io.Writer, nodes, lines int, seed uint64) *system {
	s := &system{
		drawn: rand.New(rand.NewPCG(seed, 0)), log: &logger{to: to, limit: lines}, links: map[[2]uint64]*link{}, calm: true,
	}
	var voters []uint64
	for id := range uint64(nodes) {
		voters = append(voters, id+1)
	}
	for _, id := range voters {
		n := &node{id: id, disk: &storage{raft.NewMemoryStorage(), voters}}
		s.nodes = append(s.nodes, n)
		n.start(s.log)
	}
	return s
}

// write writes the first lines of the log of a random run.
func write(to io.Writer, nodes, lines int, seed uint64) {
	s := newSystem(to, nodes, lines, seed)
	for s.log.lines < lines {
		if s.drawn.IntN(300) == 0 {
			s.calm = !s.calm
		}
		s.step()
	}
}

// step gives a node an input, and mostly does the work that it asks for then.
func (s *system) step() {
	n := s.nodes[s.drawn.IntN(len(s.nodes))]
	if n.RawNode == nil {
		if s.calm || s.drawn.IntN(30) == 0 {
			s.log.event(n.id, "Restart")
			n.start(s.log)
		}
		return
	}
	leads := n.BasicStatus().RaftState == raft.StateLeader
	switch draw := s.drawn.IntN(1000); {
	case draw < 700:
		s.deliver(n)
	case draw < 800:
		n.Tick()
	case draw < 900 && leads:
		_ = n.Propose([]byte("x"))
	case draw >= 980 && leads:
		s.log.event(n.id, "AskRead")
		n.ReadIndex(nil)
	case draw < 902 && !leads && !(s.calm && s.led()):
		_ = n.Campaign()
	case draw >= 910 && draw < 915 && !s.calm:
		s.crash(n)
		return
	}
	if s.calm || s.drawn.IntN(4) > 0 {
		s.work(n)
	}
}

// led reports whether a node leads the latest term.
func (s *system) led() bool {
	latest, led := uint64(0), false
	for _, n := range s.nodes {
		if n.RawNode == nil {
			continue
		}
		now := n.BasicStatus()
		if term := now.HardState.GetTerm(); term >= latest {
			led = term == latest && led || now.RaftState == raft.StateLeader
			latest = term
		}
	}
	return led
}

// deliver gives a node a message from a link: the first one while the network is calm, else any, which may come again later.
func (s *system) deliver(n *node) {
	var from []*link
	for _, o := range s.nodes {
		if l := s.link(o.id, n.id); len(l.pending) > 0 {
			from = append(from, l)
		}
	}
	if len(from) == 0 {
		return
	}
	l := from[s.drawn.IntN(len(from))]
	i, again := 0, false
	if !s.calm {
		i, again = min(s.drawn.IntN(len(l.pending)), s.drawn.IntN(len(l.pending))), s.drawn.IntN(10) == 0
	}
	m := l.pending[i].Message
	if !again {
		l.pending = slices.Delete(l.pending, i, i+1)
	}
	if !s.calm && s.drawn.IntN(20) == 0 {
		return // it is lost
	}
	must(n.Step(m))
}

// crash ends a node. It forgets what it has not stored.
func (s *system) crash(n *node) {
	s.log.event(n.id, "Crash")
	n.RawNode = nil
}

// work does what a node asks for, in the order that the library demands. A crash may come in between.
func (s *system) work(n *node) {
	for n.HasReady() {
		rd := n.Ready()
		if s.crashes(n) {
			return
		}
		n.save(rd)
		s.log.event(n.id, "Saved")
		for _, m := range rd.Messages {
			s.send(m)
		}
		if s.crashes(n) {
			return
		}
		n.Advance(rd)
		for _, r := range rd.ReadStates {
			s.log.write(line{Node: nameOf(n.id), Event: "Read", Log: r.Index})
		}
	}
}

func (s *system) crashes(n *node) bool {
	if s.calm || s.drawn.IntN(500) > 0 {
		return false
	}
	s.crash(n)
	return true
}

// send puts a message on its link. Forwarded proposals are lost.
func (s *system) send(m *pb.Message) {
	if m.GetType() == pb.MsgProp {
		return
	}
	l := s.link(m.GetFrom(), m.GetTo())
	l.sent++
	l.pending = append(l.pending, packet{m, l.sent})
	if l.pending[0].number <= l.sent-etcdlog.Window {
		l.pending = l.pending[1:]
	}
}

func (s *system) link(from, to uint64) *link {
	l := s.links[[2]uint64{from, to}]
	if l == nil {
		l = &link{}
		s.links[[2]uint64{from, to}] = l
	}
	return l
}
