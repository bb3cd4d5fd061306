//go:build with_tla

package main

import (
	"encoding/json"
	"fmt"
	"io"
	"math"
	"strconv"

	"go.etcd.io/raft/v3"
	pb "go.etcd.io/raft/v3/raftpb"

	"github.com/checkmodel/checkmodel/models/etcdraft/cluster"
)

// line is a line of the log: an event of the library under the names of its trace, or one of this program.
type line struct {
	Node  string               `json:"node"`
	Event string               `json:"event"`
	State *raft.TracingState   `json:"state,omitempty"`
	Role  string               `json:"role,omitempty"`
	Log   uint64               `json:"log,omitempty"`
	Conf  *[2][]string         `json:"conf,omitempty"`
	Msg   *raft.TracingMessage `json:"msg,omitempty"`
	Prop  map[string]any       `json:"prop,omitempty"`
}

// logger writes lines. It is the TraceLogger of all nodes.
type logger struct {
	to    io.Writer
	lines int
	limit int         // lines after that are not written
	alter func(*line) // what a planted bug changes; nil for none
	muted bool        // while a planted bug does what no line tells
}

// TraceEvent implements [raft.TraceLogger].
func (l *logger) TraceEvent(e *raft.TracingEvent) {
	l.write(line{e.NodeID, e.Name, &e.State, e.Role, e.LogSize, &e.Conf, e.Message, e.Properties})
}

func (l *logger) write(e line) {
	if l.muted || l.lines == l.limit {
		return
	}
	if l.alter != nil {
		l.alter(&e)
	}
	text, err := json.Marshal(e)
	must(err)
	_, err = l.to.Write(append(text, '\n'))
	must(err)
	l.lines++
}

// event writes an event of this program.
func (l *logger) event(id uint64, name string) {
	l.write(line{Node: nameOf(id), Event: name})
}

// nameOf returns the name of a node in the log.
func nameOf(id uint64) string { return strconv.FormatUint(id, 10) }

// node is a RawNode with the storage that survives its crashes.
type node struct {
	*raft.RawNode // nil while it is down
	id            uint64
	disk          *storage
}

// storage is a MemoryStorage that knows the nodes of the cluster.
type storage struct {
	*raft.MemoryStorage
	voters []uint64
}

// InitialState implements [raft.Storage].
func (s *storage) InitialState() (*pb.HardState, *pb.ConfState, error) {
	hard, _, err := s.MemoryStorage.InitialState()
	return hard, &pb.ConfState{Voters: s.voters}, err
}

// start makes a RawNode from what is stored.
func (n *node) start(log *logger) {
	rn, err := raft.NewRawNode(&raft.Config{
		ID: n.id, Storage: n.disk, TraceLogger: log, Logger: &cluster.Logger{},
		ElectionTick: 1 << 30, HeartbeatTick: 1, // its elections begin at times that a seed cannot repeat, so Campaign begins them
		MaxSizePerMsg: math.MaxUint64, MaxInflightMsgs: 256,
	})
	must(err)
	n.RawNode = rn
}

// save makes durable what a Ready asks for.
func (n *node) save(rd raft.Ready) {
	if !raft.IsEmptyHardState(rd.HardState) {
		must(n.disk.SetHardState(rd.HardState))
	}
	must(n.disk.Append(rd.Entries))
}

func must(err error) {
	if err != nil {
		panic(fmt.Sprintf("the library refuses an input that it never should: %v", err))
	}
}
