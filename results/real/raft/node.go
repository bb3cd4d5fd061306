package main

import (
	"errors"
	"fmt"
	"math/rand"
	"slices"
	"sync"
	"time"
)

const (
	follower = iota
	candidate
	leader
)

// Node is a node of Raft.
type Node struct {
	mu sync.Mutex
	state
	id       int
	peers    []*peer
	role     int
	leader   int // as far as it is known; -1
	votes    int
	deadline time.Time // of a follower or candidate: then it stands for election
	next     []int     // entry to send to each peer
	match    []int     // last entry that each peer is known to have
	commit   int
	applied  int
	value    int // of the register, after the applied entries
	waiting  map[int]waiter
}

// waiter waits for an entry of the log.
type waiter struct {
	term int
	done chan int
}

func (n *Node) postpone() {
	n.deadline = time.Now().Add(patience + time.Duration(rand.Int63n(int64(patience))))
}

func (n *Node) tick() {
	for {
		n.mu.Lock()
		wait := time.Until(n.deadline)
		if n.role == leader {
			n.replicate()
			wait = heartbeat
		} else if wait <= 0 {
			n.stand()
			wait = time.Until(n.deadline)
		}
		n.mu.Unlock()
		time.Sleep(min(wait, heartbeat)) // it may have become the leader meanwhile
	}
}

func (n *Node) stand() {
	n.Term++
	n.role, n.leader, n.Vote, n.votes = candidate, -1, n.id, 1
	n.save()
	n.postpone()
	last := len(n.Log) - 1
	args := Message{Term: n.Term, From: n.id, Index: last, IndexTerm: n.Log[last].Term}
	for i := range n.peers {
		if i != n.id {
			go n.askVote(i, args)
		}
	}
}

// askVote asks a peer for its vote.
func (n *Node) askVote(peer int, args Message) {
	var r Reply
	if _, err := n.peers[peer].call("Node.RequestVote", args, &r); err != nil {
		return
	}
	n.mu.Lock()
	defer n.mu.Unlock()
	if r.Term > n.Term {
		n.follow(r.Term)
	}
	if n.role != candidate || !r.OK || n.Term != args.Term && bug != "early" {
		return
	}
	if n.votes++; n.votes > len(n.peers)/2 {
		n.lead()
	}
}

func (n *Node) lead() {
	fmt.Printf("leader in term %d\n", n.Term)
	n.role, n.leader = leader, n.id
	n.next, n.match = make([]int, len(n.peers)), make([]int, len(n.peers))
	for i := range n.peers {
		n.next[i] = len(n.Log)
	}
	n.append(Entry{Term: n.Term, Op: "none"})
}

// follow makes the node a follower in a term.
func (n *Node) follow(term int) {
	if term > n.Term {
		n.Term, n.Vote = term, -1
		n.save()
	}
	if n.role == leader {
		n.postpone()
	}
	n.role = follower
}

// append appends an entry of a leader.
func (n *Node) append(e Entry) {
	n.Log = append(n.Log, e)
	n.save()
	n.replicate()
}

// replicate sends each peer what it does not have.
func (n *Node) replicate() {
	for i := range n.peers {
		if i != n.id {
			b := n.next[i] - 1
			go n.send(i, Message{n.Term, n.id, b, n.Log[b].Term, slices.Clone(n.Log[b+1:]), n.commit})
		}
	}
}

// send sends entries to a peer.
func (n *Node) send(peer int, args Message) {
	var r Reply
	if _, err := n.peers[peer].call("Node.AppendEntries", args, &r); err != nil {
		return
	}
	n.mu.Lock()
	defer n.mu.Unlock()
	if r.Term > n.Term {
		n.follow(r.Term)
	}
	if n.role != leader || n.Term != args.Term {
		return
	}
	if !r.OK {
		n.next[peer] = max(n.match[peer]+1, min(n.next[peer], args.Index))
		return
	}
	n.match[peer] = max(n.match[peer], args.Index+len(args.Entries))
	n.next[peer] = n.match[peer] + 1
	for i := len(n.Log) - 1; i > n.commit && n.Log[i].Term == n.Term; i-- {
		n.match[n.id] = i
		have := slices.Sorted(slices.Values(n.match))
		if have[(len(have)-1)/2] >= i { // a majority has it
			n.commit = i
			n.apply()
			break
		}
	}
}

// apply applies the committed entries.
func (n *Node) apply() {
	for n.applied < n.commit {
		n.applied++
		e := n.Log[n.applied]
		if e.Op == "write" {
			n.value = e.Value
		}
		if w, ok := n.waiting[n.applied]; ok {
			if w.term == e.Term {
				w.done <- n.value
			}
			close(w.done)
		}
	}
}

// API has the methods that are called by others.
type API struct{ n *Node }

// Message asks for a vote, or has entries. They follow the one at Index, which for a vote is the last one.
type Message struct {
	Term, From, Index, IndexTerm int
	Entries                      []Entry
	Commit                       int
}

// Reply answers it.
type Reply struct {
	Term int
	OK   bool
}

// RequestVote is called by a candidate.
func (a *API) RequestVote(args Message, r *Reply) error {
	n := a.n
	n.mu.Lock()
	defer n.mu.Unlock()
	if args.Term > n.Term {
		n.follow(args.Term)
	}
	r.Term = n.Term
	last := len(n.Log) - 1
	current := args.IndexTerm > n.Log[last].Term || args.IndexTerm == n.Log[last].Term && args.Index >= last
	if args.Term < n.Term || n.Vote >= 0 && n.Vote != args.From || !current {
		return nil
	}
	r.OK = true
	n.Vote = args.From
	n.save()
	n.postpone()
	return nil
}

// AppendEntries is called by the leader.
func (a *API) AppendEntries(args Message, r *Reply) error {
	n := a.n
	n.mu.Lock()
	defer n.mu.Unlock()
	if args.Term >= n.Term {
		n.follow(args.Term)
		n.leader = args.From
		n.postpone()
	}
	r.Term = n.Term
	if args.Term < n.Term || args.Index >= len(n.Log) || n.Log[args.Index].Term != args.IndexTerm {
		return nil
	}
	changed := false
	for i, e := range args.Entries {
		at := args.Index + 1 + i
		if at < len(n.Log) && n.Log[at].Term == e.Term {
			continue
		}
		n.Log = append(n.Log[:at:at], e)
		changed = true
	}
	if changed {
		n.save()
	}
	n.commit = max(n.commit, min(args.Commit, args.Index+len(args.Entries)))
	n.apply()
	r.OK = true
	return nil
}

type (
	// Request is the request of a client.
	Request struct {
		Op    string
		Value int
	}
	// Answer says the value, or who leads.
	Answer struct {
		Done          bool
		Leader, Value int
	}
)

// Do is called by a client.
func (a *API) Do(q Request, r *Answer) error {
	n := a.n
	n.mu.Lock()
	r.Leader = n.leader
	if n.role == leader && q.Op == "read" && bug == "stale" {
		r.Done, r.Value = true, n.value
	}
	if n.role != leader || r.Done {
		n.mu.Unlock()
		return nil
	}
	w := waiter{n.Term, make(chan int, 1)}
	n.waiting[len(n.Log)] = w
	n.append(Entry{Term: n.Term, Op: q.Op, Value: q.Value})
	n.mu.Unlock()
	select {
	case r.Value, r.Done = <-w.done:
	case <-time.After(800 * time.Millisecond):
	}
	if !r.Done {
		return errors.New("no majority, or another leader has replaced the entry")
	}
	return nil
}
