package spec_test

import (
	"errors"
	"fmt"
	"testing"

	"go.etcd.io/raft/v3"
	pb "go.etcd.io/raft/v3/raftpb"

	"github.com/checkmodel/checkmodel/checktest"
	"github.com/checkmodel/checkmodel/drive"
	"github.com/checkmodel/checkmodel/models/etcdraft"
	"github.com/checkmodel/checkmodel/models/etcdraft/cluster"
	"github.com/checkmodel/checkmodel/models/etcdraft/spec"
)

// TestModels: the models are right as far as they are explored.
func TestModels(t *testing.T) {
	checktest.RunAll(t, spec.Models(), checktest.Runs(200))
}

// TestLibrary: the library does what the model does.
func TestLibrary(t *testing.T) {
	for _, m := range spec.Models() {
		t.Run(m.Name, func(t *testing.T) {
			o := drive.Options{Processes: []string{"node1"}, States: 20_000}
			if m.Name == "spec-long" {
				o.Cover, o.States = drive.Draws, 100_000
			}
			checktest.Drive(t, m, o, func() (drive.System, error) { return newLibrary(""), nil })
		})
	}
}

// TestFaults: each fault of the program around the library is found, with a few inputs.
func TestFaults(t *testing.T) {
	for _, fault := range []string{"votes twice", "drops a proposal", "commits too much"} {
		o := drive.Options{Processes: []string{"node1"}, States: 20_000, Cover: drive.Draws}
		r, err := drive.Check(t.Context(), spec.Models()[0], o, func() (drive.System, error) { return newLibrary(fault), nil })
		if err != nil || r.Failure == nil || len(r.Failure.Steps) > 5 {
			t.Errorf("%s: %v, %v; want a failure with at most 5 inputs, found\n%v", fault, err, r, r.Failure)
		}
	}
}

// library is a node of the library.
type library struct {
	cluster.Core
	fault string
}

func newLibrary(fault string) library {
	return library{etcdraft.Library.New(cluster.Begin{ID: 1}, &cluster.Logger{}), fault}
}

// Do gives the library a message, and does what it asks for.
func (l library) Do(in drive.Input) (out []drive.Output, err error) {
	switch m := in.Message.(type) {
	case spec.Campaign:
		err = l.Campaign()
	case spec.Propose:
		if l.fault != "drops a proposal" {
			err = l.Propose(m.Data)
		}
	case spec.Message:
		if l.fault == "commits too much" && m.Kind == "MsgApp" {
			m.Commit = m.Index + len(m.Entries)
		}
		err = l.Step(toLibrary(m))
	}
	if err != nil && !errors.Is(err, raft.ErrProposalDropped) {
		return nil, err
	}
	for rd, more := l.Ready(); more; rd, more = l.Ready() {
		if rd.Leads {
			out = append(out, drive.Output{Message: spec.Leads{Term: int(l.Status().Disk.Hard.Term)}})
		}
		for _, m := range rd.Messages {
			m := fromLibrary(m.Body.(*pb.Message))
			if l.fault == "votes twice" && m.Kind == "MsgVoteResp" {
				m.Reject = false
			}
			out = append(out, drive.Output{To: fmt.Sprint("node", m.To), Message: m})
		}
		l.Advance()
	}
	return out, nil
}

// State returns what the library shows.
func (l library) State(string) any {
	s := l.Status()
	shown := spec.Shown{Role: s.Role, Leader: int(s.Leader), Term: int(s.Disk.Hard.Term), Vote: int(s.Disk.Hard.Vote), Commit: int(s.Disk.Hard.Commit)}
	for _, e := range s.Disk.Log {
		shown.Log = append(shown.Log, spec.Entry{Term: int(e.Term), Data: e.Data})
	}
	return shown
}

func (library) Close() {}

func toLibrary(m spec.Message) *pb.Message {
	number := func(n int) *uint64 { return new(uint64(n)) }
	out := &pb.Message{
		Type: pb.MessageType(pb.MessageType_value[m.Kind]).Enum(), From: number(m.From), To: number(m.To), Term: number(m.Term), LogTerm: number(m.LogTerm),
		Index: number(m.Index), Commit: number(m.Commit), Reject: new(m.Reject), RejectHint: number(m.Hint),
	}
	for i, e := range m.Entries {
		out.Entries = append(out.Entries, &pb.Entry{Term: number(e.Term), Index: number(m.Index + 1 + i), Data: []byte(e.Data)})
	}
	return out
}

func fromLibrary(m *pb.Message) spec.Message {
	out := spec.Message{
		Kind: m.GetType().String(), From: int(m.GetFrom()), To: int(m.GetTo()), Term: int(m.GetTerm()), LogTerm: int(m.GetLogTerm()),
		Index: int(m.GetIndex()), Commit: int(m.GetCommit()), Reject: m.GetReject(), Hint: int(m.GetRejectHint()),
	}
	for _, e := range m.Entries {
		out.Entries = append(out.Entries, spec.Entry{Term: int(e.GetTerm()), Data: string(e.GetData())})
	}
	return out
}
