//go:build with_tla

package main

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"go.etcd.io/raft/v3"
	pb "go.etcd.io/raft/v3/raftpb"

	"github.com/checkmodel/checkmodel/conform"
	"github.com/checkmodel/checkmodel/internal/testsize"
	"github.com/checkmodel/checkmodel/models/etcdlog"
	"github.com/checkmodel/checkmodel/systemlog"
)

// script drives a system step by step.
type script struct {
	*system
	struck int // how many lines there are when the bug strikes
}

func (s *script) node(id uint64) *node { return s.nodes[id-1] }

// does gives a node an input, and does the work that it asks for then.
func (s *script) does(id uint64, input func(*node) error) {
	must(input(s.node(id)))
	s.work(s.node(id))
}

func (s *script) campaign(id uint64) { s.does(id, func(n *node) error { return n.Campaign() }) }
func (s *script) propose(id uint64) {
	s.does(id, func(n *node) error { return n.Propose([]byte("x")) })
}

// take takes the oldest message of a type from a link.
func (s *script) take(from, to uint64, kind pb.MessageType) *pb.Message {
	l := s.link(from, to)
	i := slices.IndexFunc(l.pending, func(m packet) bool { return m.GetType() == kind })
	m := l.pending[i].Message
	l.pending = slices.Delete(l.pending, i, i+1)
	return m
}

// pass delivers the oldest message of a type from a link.
func (s *script) pass(from, to uint64, kind pb.MessageType) {
	m := s.take(from, to, kind)
	s.does(to, func(n *node) error { return n.Step(m) })
}

// settle delivers all messages between nodes, except to and from some.
func (s *script) settle(without ...uint64) {
	for again := true; again; {
		again = false
		for _, from := range s.nodes {
			for _, to := range s.nodes {
				if l := s.link(from.id, to.id); len(l.pending) > 0 && !slices.Contains(without, from.id) && !slices.Contains(without, to.id) {
					s.pass(from.id, to.id, l.pending[0].GetType())
					again = true
				}
			}
		}
	}
}

// strikes says that the bug strikes now.
func (s *script) strikes() { s.struck = s.log.lines }

// secretly does what no line tells.
func (s *script) secretly(do func()) {
	s.log.muted = true
	do()
	s.log.muted = false
}

// forged returns a message as if it came from another node, or in another term.
func forged(m *pb.Message, from, term uint64) *pb.Message {
	return &pb.Message{Type: m.Type, To: m.To, From: &from, Term: &term, Index: m.Index, LogTerm: m.LogTerm, Entries: m.Entries, Commit: m.Commit}
}

// instead delivers a forged message, and lets the log tell the true one.
func (s *script) instead(told, got *pb.Message) {
	s.strikes()
	s.log.alter = func(l *line) {
		if strings.HasPrefix(l.Event, "Receive") {
			m := *l.Msg
			m.From, m.Term, m.Index, m.LogTerm = nameOf(told.GetFrom()), told.GetTerm(), told.GetIndex(), told.GetLogTerm()
			l.Msg = &m
		}
	}
	s.does(got.GetTo(), func(n *node) error { return n.Step(got) })
}

// restartFrom crashes a node, changes its disk, and starts it again.
func (s *script) restartFrom(of uint64, change func(*raft.MemoryStorage)) {
	n := s.node(of)
	s.crash(n)
	change(n.disk.MemoryStorage)
	s.strikes()
	s.log.event(of, "Restart")
	n.start(s.log)
}

// bug is a bug of models/raft, planted around the library or in the log.
type bug struct {
	name  string
	nodes int
	run   func(*script)
	// wrong is the event of the first line that is wrong, at or after the one at which the bug strikes; has is in that line, and
	// could is an event that the model could announce there.
	wrong, has, could string
}

var bugs = []bug{
	{"raft-42", 4, func(s *script) { // a leader commits what two of four have
		s.campaign(1)
		s.pass(1, 2, pb.MsgVote)
		s.pass(1, 3, pb.MsgVote)
		s.pass(2, 1, pb.MsgVoteResp)
		s.pass(3, 1, pb.MsgVoteResp)
		s.pass(1, 2, pb.MsgApp)
		m := s.take(2, 1, pb.MsgAppResp)
		s.secretly(func() { must(s.node(1).Step(forged(m, 3, 1))) })
		s.instead(m, m)
	}, "Commit", `"commit":1`, `Name: "Commit", Term: 1, Vote: 1, Commit: 0, Log: 1`},
	{"raft-45", 4, func(s *script) { // a vote that comes twice counts twice
		s.campaign(1)
		s.pass(1, 2, pb.MsgVote)
		m := s.take(2, 1, pb.MsgVoteResp)
		s.does(1, func(n *node) error { return n.Step(m) })
		s.instead(m, forged(m, 3, 1))
	}, "BecomeLeader", `"term":1`, `Name: "BecomeCandidate", Term: 2`},
	{"raft-46", 3, func(s *script) { // a vote of an earlier term counts
		s.campaign(1)
		s.pass(1, 2, pb.MsgVote)
		m := s.take(2, 1, pb.MsgVoteResp)
		s.campaign(1)
		s.instead(m, forged(m, 2, 2))
	}, "BecomeLeader", `"term":2`, `Name: "BecomeCandidate", Term: 3`},
	{"raft-56", 3, func(s *script) { // who becomes a follower forgets its vote
		s.campaign(1)
		s.campaign(2)
		s.pass(1, 3, pb.MsgVote)
		s.pass(3, 1, pb.MsgVoteResp)
		s.strikes()
		s.log.alter = func(l *line) {
			if l.Node == "2" && l.Role == "StateFollower" {
				l.State.Vote = "0"
			}
		}
		s.pass(1, 2, pb.MsgApp)
	}, "BecomeFollower", `"vote":"0"`, `Name: "BecomeFollower", Term: 1, Vote: 2`},
	{"raft-58a", 3, func(s *script) { // a leader sends entries before it knows which the others may lack
		s.campaign(1)
		s.settle()
		s.campaign(2)
		s.pass(2, 3, pb.MsgVote)
		s.strikes()
		s.log.alter = func(l *line) {
			if l.Event == "SendAppendEntriesRequest" {
				m := *l.Msg
				m.Index, m.LogTerm, m.EntryLength = 0, 0, 2
				l.Msg = &m
			}
		}
		s.pass(3, 2, pb.MsgVoteResp)
	}, "SendAppendEntriesRequest", `"index":0`, `Type: "MsgApp", Term: 2, From: 2, To: 1, Entries: 1, LogTerm: 1, Index: 1`},
	{"raft-58b", 3, func(s *script) { // the second entry is taken for the first
		s.campaign(1)
		s.settle(3)
		s.campaign(2)
		s.pass(2, 1, pb.MsgVote)
		s.pass(1, 2, pb.MsgVoteResp)
		s.link(1, 3).pending = nil
		m := s.take(2, 3, pb.MsgApp)
		first := forged(m, 2, 2)
		first.Index, first.LogTerm, first.Entries = new(uint64), new(uint64), []*pb.Entry{{Term: new(uint64(2)), Index: new(uint64(1))}}
		s.instead(m, first)
	}, "SendAppendEntriesResponse", `"reject":false`, `Type: "MsgAppResp", Term: 2, From: 3, To: 2, Entries: 0, LogTerm: 0, Index: 1, Commit: 0, Reject: true`},
	{"raft-62", 3, func(s *script) { // nothing is stored
		s.campaign(1)
		s.settle()
		s.restartFrom(3, func(d *raft.MemoryStorage) { *d = *raft.NewMemoryStorage() })
	}, "InitState", `InitState`, `Name: "InitState", Term: 0, Vote: 0, Commit: 0, Log: 1`},
	{"raft-66", 3, func(s *script) { // entries that come again replace those after them
		s.campaign(1)
		s.pass(1, 3, pb.MsgVote)
		s.pass(3, 1, pb.MsgVoteResp)
		m := s.link(1, 3).pending[0].Message
		s.pass(1, 3, pb.MsgApp)
		s.pass(3, 1, pb.MsgAppResp)
		s.propose(1)
		s.settle(2)
		s.secretly(func() {
			n := s.node(3)
			hard, _, _ := n.disk.InitialState()
			n.disk.MemoryStorage = raft.NewMemoryStorage()
			hard.Commit = new(uint64(0))
			must(n.disk.SetHardState(hard))
			must(n.disk.Append(m.GetEntries()))
			n.start(s.log)
		})
		s.strikes()
		s.does(3, func(n *node) error { return n.Step(m) })
	}, "ReceiveAppendEntriesRequest", `log=1`, `Name: "ReceiveAppendEntriesRequest", Term: 1, Vote: 1, Commit: 2, Log: 2`},
	{"raft-in-place", 3, func(s *script) { // a crash leaves neither term nor vote
		s.campaign(1)
		s.settle()
		s.restartFrom(3, func(d *raft.MemoryStorage) { must(d.SetHardState(&pb.HardState{Commit: new(uint64(1))})) })
	}, "BecomeFollower", `"term":0`, `Name: "BecomeFollower", Term: 1, Vote: 1, Commit: 1`},
	{"raft-stale-read", 3, func(s *script) { // a leader reads before it has committed an entry of its term
		s.campaign(1)
		s.pass(1, 2, pb.MsgVote)
		s.pass(2, 1, pb.MsgVoteResp)
		s.log.event(1, "AskRead")
		s.strikes()
		s.log.write(line{Node: "1", Event: "Read", Log: s.node(1).BasicStatus().GetCommit()})
	}, "Read", "Read", `Name: "AskRead"`},
	{"raft-vote-without-term", 3, func(s *script) { // votes do not tell their term
		s.log.alter = func(l *line) {
			if strings.HasSuffix(l.Event, "RequestVoteResponse") {
				m := *l.Msg
				m.Term = 0
				l.Msg = &m
			}
		}
		s.strikes()
		s.campaign(1)
		s.settle()
	}, "SendRequestVoteResponse", `"term":0`, `Type: "MsgVoteResp", Term: 1`},
}

// TestBugs: each bug is rejected at the first line that is wrong, which shows what it should say.
func TestBugs(t *testing.T) {
	for _, b := range bugs {
		t.Run(b.name, func(t *testing.T) {
			if !slices.Contains([]string{"raft-46", "raft-56", "raft-vote-without-term"}, b.name) {
				testsize.LongOnly(t)
			}
			t.Parallel()
			var text bytes.Buffer
			s := &script{system: newSystem(&text, b.nodes, 1000, 1)}
			b.run(s)
			for _, n := range s.nodes { // a node whose lines have ended could do anything
				s.crash(n)
			}
			lines, err := systemlog.Read(&text)
			if err != nil {
				t.Fatal(err)
			}
			wrong := slices.IndexFunc(lines, func(l systemlog.Line) bool { return l.Number > s.struck && l.Event == b.wrong })
			r, err := conform.Check(t.Context(), etcdlog.Models()[b.nodes-3], lines, conform.Options{Total: true})
			if err != nil || r.Fits || r.GivenUp {
				t.Fatalf("%v %v", r, err)
			}
			t.Logf("%d lines, %d pairs", len(lines), r.Pairs)
			if r.Met != wrong || r.Misfit.Number != wrong+1 || !strings.Contains(r.Misfit.String(), b.has) {
				t.Errorf("want line %d with %s:\n%v", wrong+1, b.has, r)
			}
			if !slices.ContainsFunc(r.Instead, func(e string) bool { return strings.Contains(e, b.could) }) {
				t.Errorf("want %s:\n%v", b.could, r)
			}
		})
	}
}
