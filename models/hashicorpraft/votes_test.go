package hashicorpraft

import (
	"bytes"
	"fmt"
	"io"
	"log/slog"
	"slices"
	"testing"
	"time"

	"github.com/hashicorp/go-hclog"
	"github.com/hashicorp/raft"

	"github.com/checkmodel/checkmodel/checktest"
	"github.com/checkmodel/checkmodel/conform"
	"github.com/checkmodel/checkmodel/systemlog"
)

var names = []string{"n1", "n2", "n3"}

// cluster has nodes of the library that talk within the process.
type cluster struct {
	nodes      []*raft.Raft
	transports []*raft.InmemTransport
	leads      chan int // which node has become a leader
}

// begin starts the nodes, which log to handler.
func begin(t *testing.T, handler slog.Handler) *cluster {
	c := &cluster{leads: make(chan int, 100)}
	var members raft.Configuration
	for _, name := range names {
		members.Servers = append(members.Servers, raft.Server{ID: raft.ServerID(name), Address: raft.ServerAddress(name)})
		_, tr := raft.NewInmemTransport(raft.ServerAddress(name))
		c.transports = append(c.transports, tr)
	}
	for i, name := range names {
		logger := hclog.NewInterceptLogger(&hclog.LoggerOptions{Name: name, Output: io.Discard, Level: hclog.Trace})
		logger.RegisterSink(sink{slog.New(handler)})
		o := raft.DefaultConfig()
		o.LocalID, o.Logger = raft.ServerID(name), logger
		o.HeartbeatTimeout, o.ElectionTimeout, o.LeaderLeaseTimeout, o.CommitTimeout = 50*time.Millisecond, 50*time.Millisecond, 50*time.Millisecond, 5*time.Millisecond
		store := raft.NewInmemStore()
		if err := raft.BootstrapCluster(o, store, store, raft.NewInmemSnapshotStore(), c.transports[i], members); err != nil {
			t.Fatal(err)
		}
		r, err := raft.NewRaft(o, nothing{}, store, store, raft.NewInmemSnapshotStore(), c.transports[i])
		if err != nil {
			t.Fatal(err)
		}
		observed := make(chan raft.Observation, 100)
		r.RegisterObserver(raft.NewObserver(observed, true, func(o *raft.Observation) bool {
			state, is := o.Data.(raft.RaftState)
			return is && state == raft.Leader
		}))
		go func() {
			for range observed {
				c.leads <- i
			}
		}()
		c.nodes = append(c.nodes, r)
	}
	for i := range names {
		c.connect(i, true)
	}
	return c
}

// connect connects a node with all others, or cuts it off.
func (c *cluster) connect(i int, connected bool) {
	for j, other := range c.transports {
		switch {
		case j == i:
		case connected:
			other.Connect(raft.ServerAddress(names[i]), c.transports[i])
			c.transports[i].Connect(raft.ServerAddress(names[j]), other)
		default:
			other.Disconnect(raft.ServerAddress(names[i]))
			c.transports[i].Disconnect(raft.ServerAddress(names[j]))
		}
	}
}

// end stops all nodes.
func (c *cluster) end(t *testing.T) {
	for _, r := range c.nodes {
		if err := r.Shutdown().Error(); err != nil {
			t.Error(err)
		}
	}
}

// nothing is a state machine without state.
type nothing struct{}

func (nothing) Apply(*raft.Log) any                 { return nil }
func (nothing) Snapshot() (raft.FSMSnapshot, error) { return nil, raft.ErrNothingNewToSnapshot }
func (nothing) Restore(r io.ReadCloser) error       { return r.Close() }

// TestElections: what the library logs while leaders are cut off fits the model, and obeys its rules as it happens. A log in which a node votes
// twice does not fit.
func TestElections(t *testing.T) {
	var text bytes.Buffer
	c := begin(t, slog.NewMultiHandler(slog.NewJSONHandler(&text, nil), slog.NewJSONHandler(checktest.Judge(t, Elections(0, names...)), nil)))
	for range 10 {
		leader := <-c.leads
		c.connect(leader, false)
		next := <-c.leads
		c.connect(leader, true)
		c.leads <- next
	}
	c.end(t)

	log, err := systemlog.Read(&text)
	if err != nil {
		t.Fatal(err)
	}
	log = slices.DeleteFunc(log, func(l systemlog.Line) bool { return len(meaning(l).Events) == 0 })
	fits := func(log []systemlog.Line) bool {
		last := 0
		for _, l := range log {
			last = max(last, number(l, "term"))
		}
		r, err := conform.Check(t.Context(), Elections(last, names...), log, conform.Options{Total: true})
		if err != nil {
			t.Fatal(err)
		}
		t.Log(r)
		return r.Fits
	}
	if !fits(log) {
		t.Error("the log does not fit")
	}
	won := slices.IndexFunc(log, func(l systemlog.Line) bool { return l.Event == "election won" })
	twice := slices.Clone(log[:won])
	for _, l := range log[:won] { // who votes for the winner votes for itself, too
		if from := fmt.Sprint(l.Values["from"]); l.Event == "vote granted" && from != l.Node {
			twice = append(twice, systemlog.Line{Number: len(log) + 1, Node: from, Event: "voting for self", Values: map[string]any{"term": l.Values["term"]}})
		}
	}
	if fits(twice) {
		t.Error("a log with two votes of a node fits")
	}
}
