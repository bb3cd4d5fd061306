//go:build amd64 || arm64

package real

import (
	"github.com/checkmodel/checkmodel/internal/kernel/network"
	"github.com/checkmodel/checkmodel/internal/kernel/timeline"
	"github.com/checkmodel/checkmodel/trace"
)

// The keys of operations.
const (
	begin trace.ValueID = iota + 1 // all faults are decided
	start
	timer
	crash
	restart
	cut    // the network is cut
	heal   // and no longer
	resume // the pause of a node ends
	arrival
	whichNode // has a fault
	whichPoint
	whichSync // a crash waits for a sync
	whichParts
	whichBytes // of a late packet
	whichLength
	whichWrites // survive
)

// nodeActor returns the actor of a node.
func nodeActor(node int) trace.ActorID { return trace.ActorID(node + 1) }

// never is later than any deadline.
const never = timeline.Never

// record is the part of the state of a node on which other nodes, and its operations, depend. It is not changed.
type record struct {
	started  bool
	dying    bool          // it has come to a point at which it crashes
	down     bool          // it has crashed
	cutting  bool          // it has come to a point at which the network is cut
	paused   bool          // it stands still
	next     trace.ValueID // its next operation with a deadline, or 0
	deadline int64         // of that, or never
	sent     *packets
	taken    *packets
}

// packets is a list of packets, in which the last one is the first.
type packets struct {
	way  way
	at   int64
	to   int // node
	rest *packets
}

// way is a direction of a connection.
type way struct {
	conn network.ConnID
	back bool
}

// initial is the record of a node that has not started.
var initial = &record{next: start}

// closed reports whether no packet can arrive.
func (r *record) closed() bool { return r.dying || r.cutting || r.paused }

// earliest returns the time of the earliest deadline of the nodes, and of the packets that can arrive; or never. A packet to a node that
// stands still waits for the end of that, which is a deadline.
func earliest(nodes []*record) int64 {
	first := never
	arrived := map[way]int{}
	for _, r := range nodes {
		first = min(first, r.deadline)
		for p := r.taken; p != nil; p = p.rest {
			arrived[p.way]++
		}
	}
	for _, r := range nodes {
		// The packets of a way arrive in order, so only the first packet in transit counts.
		left := map[way]int{}
		for p := r.sent; p != nil; p = p.rest {
			left[p.way]++
		}
		for p := r.sent; p != nil; p = p.rest {
			if left[p.way]--; left[p.way] == arrived[p.way] && !nodes[p.to].closed() {
				first = min(first, p.at)
			}
		}
	}
	return first
}
