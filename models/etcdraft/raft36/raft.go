package raft36

import (
	"fmt"
	"strings"

	"go.etcd.io/raft/v3"
	pb "go.etcd.io/raft/v3/raftpb"
	"go.etcd.io/raft/v3/tracker"

	"github.com/checkmodel/checkmodel/models/etcdraft/cluster"
)

// Library is go.etcd.io/raft.
var Library = cluster.Library{New: newCore, Header: header}

// core is a RawNode, and the MemoryStorage from which it reads.
type core struct {
	*raft.RawNode
	storage storage
	ready   raft.Ready // the last one
}

// storage is a MemoryStorage that knows the nodes of the cluster.
type storage struct{ *raft.MemoryStorage }

func (s storage) InitialState() (pb.HardState, pb.ConfState, error) {
	hard, _, err := s.MemoryStorage.InitialState()
	return hard, pb.ConfState{Voters: cluster.Voters()}, err
}

// never is an election timeout that does not expire, wherever between once and twice of it the library draws it.
const never = 1 << 30

func newCore(begin cluster.Begin, log *cluster.Logger) cluster.Core {
	s := storage{raft.NewMemoryStorage()}
	must(s.SetHardState(hardState(begin.Disk.Hard)))
	var entries []pb.Entry
	for _, e := range begin.Disk.Log {
		entries = append(entries, entry(e))
	}
	must(s.Append(entries))
	node, err := raft.NewRawNode(&raft.Config{
		ID: begin.ID, Storage: s, Applied: begin.Applied, Logger: log,
		ElectionTick: never, HeartbeatTick: 1,
		MaxSizePerMsg: 1 << 20, MaxInflightMsgs: 256,
	})
	must(err)
	c := &core{RawNode: node, storage: s}
	if begin.Leader != 0 {
		c.follow(begin)
	}
	return c
}

// follow lets the library know the leader, by a heartbeat that tells nothing else. The answer is not sent.
func (c *core) follow(begin cluster.Begin) {
	must(c.RawNode.Step(pb.Message{
		Type: pb.MsgHeartbeat, From: begin.Leader, To: begin.ID, Term: begin.Disk.Hard.Term,
	}))
	for _, more := c.Ready(); more; _, more = c.Ready() {
		c.Advance()
	}
}

func (c *core) Propose(data string) error { return c.RawNode.Propose([]byte(data)) }
func (c *core) ReadIndex(context string)  { c.RawNode.ReadIndex([]byte(context)) }
func (c *core) Step(message any) error    { return c.RawNode.Step(message.(pb.Message)) }

func (c *core) Ready() (cluster.Ready, bool) {
	if !c.HasReady() {
		return cluster.Ready{}, false
	}
	rd := c.RawNode.Ready()
	c.ready = rd
	out := cluster.Ready{
		Leads: rd.SoftState != nil && rd.RaftState == raft.StateLeader,
		Hard:  hard(rd.HardState), Entries: entries(rd.Entries), Committed: entries(rd.CommittedEntries),
	}
	for _, m := range rd.Messages {
		out.Messages = append(out.Messages, cluster.Message{To: m.To, Body: m})
	}
	for _, r := range rd.ReadStates {
		out.Reads = append(out.Reads, cluster.Read{Context: string(r.RequestCtx), Index: r.Index})
	}
	return out, true
}

func (c *core) Advance() {
	if !raft.IsEmptyHardState(c.ready.HardState) {
		must(c.storage.SetHardState(c.ready.HardState))
	}
	must(c.storage.Append(c.ready.Entries))
	c.RawNode.Advance(c.ready)
}

func (c *core) Status() cluster.Status {
	now := c.BasicStatus()
	last, err := c.storage.LastIndex()
	must(err)
	var log []pb.Entry
	if last > 0 {
		log, err = c.storage.Entries(1, last+1, never)
		must(err)
	}
	return cluster.Status{
		Role: now.RaftState.String(), Leader: now.Lead, Progress: c.progress(),
		Disk: cluster.Disk{Hard: hard(now.HardState), Log: entries(log)},
	}
}

// progress writes a leader's knowledge of the logs of the other nodes. The number of messages in flight to a node
// matters only if it is very large.
func (c *core) progress() string {
	var b strings.Builder
	if c.BasicStatus().RaftState == raft.StateLeader {
		c.WithProgress(func(id uint64, _ raft.ProgressType, pr tracker.Progress) {
			pr.Inflights = nil
			fmt.Fprintf(&b, "%d: %#v\n", id, pr)
		})
	}
	return b.String()
}

func header(message any) cluster.Header {
	m := message.(pb.Message)
	return cluster.Header{Kind: m.Type.String(), Term: m.Term, From: m.From, Index: m.Index}
}

func hardState(h cluster.Hard) pb.HardState {
	return pb.HardState{Term: h.Term, Vote: h.Vote, Commit: h.Commit}
}

func hard(h pb.HardState) cluster.Hard {
	return cluster.Hard{Term: h.Term, Vote: h.Vote, Commit: h.Commit}
}

// entry returns an entry as the library makes it: without data it has nil.
func entry(e cluster.Entry) pb.Entry {
	out := pb.Entry{Term: e.Term, Index: e.Index}
	if e.Data != "" {
		out.Data = []byte(e.Data)
	}
	return out
}

func entries(all []pb.Entry) (out []cluster.Entry) {
	for _, e := range all {
		out = append(out, cluster.Entry{Term: e.Term, Index: e.Index, Data: string(e.Data)})
	}
	return out
}

// must panics if the library refuses an input that it never should.
func must(err error) {
	if err != nil {
		panic(err)
	}
}
