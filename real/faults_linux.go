//go:build amd64 || arm64

package real

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/internal/kernel/timeline"
	"github.com/checkmodel/checkmodel/trace"
	"github.com/checkmodel/checkmodel/trace/kind"
)

// faultKind is a kind of fault that is decided at the beginning of a run: which node it hits, at which point, and for how long.
type faultKind struct {
	kind   timeline.FaultKind
	budget func(*checker.Faults) int
	of     faultOf
	asks   []trace.ValueID // the decisions after that about the node
	words  string          // "… at a point"
	what   string          // has happened in an event; "" if it is an event itself
}

// faultOf says for which nodes there is a budget.
type faultOf uint8

const (
	ofNodes faultOf = iota // together
	ofAll                  // and the clients, together
	ofEach                 // node
)

// kinds are the kinds of faults, in the order in which they are decided.
var kinds = []faultKind{
	{timeline.Crash, func(f *checker.Faults) int { return f.Crashes }, ofNodes, asks(whichSync), "crash", ""},
	{timeline.Cut, func(f *checker.Faults) int { return f.Partitions }, ofNodes, asks(whichParts, whichLength), "cut", ""},
	{timeline.Pause, func(f *checker.Faults) int { return f.Pauses }, ofNodes, asks(whichLength), "pause", "pauses"},
	{timeline.Delay, func(f *checker.Faults) int { return f.Reorderings }, ofAll, asks(whichBytes, whichLength), "late packet", "a packet is late"},
	{timeline.Loss, func(f *checker.Faults) int { return f.Losses }, ofAll, asks(), "reset", "a connection is reset"},
	{timeline.Sync, func(f *checker.Faults) int { return f.SyncFailures }, ofEach, asks(), "failed sync", "a sync fails"},
}

// asks returns the decisions about a fault of which the point is the first.
func asks(more ...trace.ValueID) []trace.ValueID { return append([]trace.ValueID{whichPoint}, more...) }

// decisions are the decisions about faults of a run.
type decisions struct {
	cluster *Cluster
	kind    int                // of kinds
	used    int                // of its budget
	node    int                // that the present fault hits, plus 1; 0 if it is not decided
	fault   timeline.Fault     // the present one, as far as it is decided
	decided int                // of the decisions about it
	plans   [][]timeline.Fault // of each node
	begun   bool
}

// next returns the next operation of the actor of faults; nil if everything is decided.
func (f *decisions) next() *trace.Op {
	if f.kind == len(kinds) {
		return nil
	}
	k, nodes := &kinds[f.kind], len(f.cluster.Nodes)
	if f.node == 0 {
		switch k.of {
		case ofEach:
			return f.choice(whichNode, nodeActor(f.used/k.budget(&f.cluster.Faults)), 2)
		case ofAll:
			nodes += len(f.cluster.Clients)
		}
		return f.choice(whichNode, 0, nodes+1)
	}
	alternatives := map[trace.ValueID]int{
		whichPoint: cmp.Or(f.cluster.Points, DefaultPoints), whichSync: 2, whichParts: 1<<max(0, nodes-1) - 1, whichBytes: 2, whichLength: len(f.cluster.lengths()),
	}
	key := k.asks[f.decided]
	op := f.choice(key, nodeActor(f.node-1), alternatives[key])
	if key == whichPoint {
		op.Does = trace.Moments{Node: nodeActor(f.node - 1)}
	}
	return op
}

// choice returns a choice about the present fault, of an actor.
func (f *decisions) choice(key trace.ValueID, of trace.ActorID, alternatives int) *trace.Op {
	return &trace.Op{Kind: kind.Choose, Key: key, Object: int32(of), Number: int32(f.kind), Alternatives: int32(alternatives)}
}

func (c *Cluster) lengths() []time.Duration {
	if len(c.Lengths) > 0 {
		return c.Lengths
	}
	return defaultLengths
}

// decide makes a decision about faults.
func (f *decisions) decide(e *trace.Event) {
	switch e.Key {
	case begin:
		f.begun = true
	case whichNode:
		f.hit(e)
	default:
		f.set(e)
	}
	f.skip()
}

// hit decides which node the next fault hits, or that there is none.
func (f *decisions) hit(e *trace.Event) {
	k := &kinds[f.kind]
	switch each := k.budget(&f.cluster.Faults); {
	case e.Alternative > 0 && k.of == ofEach:
		f.node = int(e.Object)
	case e.Alternative > 0:
		f.node = int(e.Alternative)
	case k.of == ofEach:
		f.used += each - f.used%each // the next node
	default:
		f.kind, f.used = f.kind+1, 0
	}
}

// set decides a property of the present fault. After the last one the fault is planned.
func (f *decisions) set(e *trace.Event) {
	switch e.Key {
	case whichPoint:
		f.fault.Point = int(e.Alternative) + 1
	case whichSync:
		f.fault.InSync = e.Alternative == 1
	case whichParts:
		f.fault.Parts = f.cluster.split(int(e.Object)-1, uint64(e.Alternative))
	case whichBytes:
		f.fault.Half = e.Alternative == 1
	case whichLength:
		f.fault.Length = int64(f.cluster.lengths()[e.Alternative])
	}
	k := &kinds[f.kind]
	if f.decided++; f.decided == len(k.asks) {
		f.fault.Kind = k.kind
		f.plans[f.node-1] = append(f.plans[f.node-1], f.fault)
		f.used++
		f.node, f.fault, f.decided = 0, timeline.Fault{}, 0
	}
}

// split divides the nodes in two parts: the node with the others whose bits are set, and the rest.
func (c *Cluster) split(node int, others uint64) timeline.Parts {
	below := others & (1<<node - 1)
	return timeline.Parts{Machines: len(c.Nodes), First: (others-below)<<1 | 1<<node | below}
}

// skip goes on to the next kind of fault that has some budget left.
func (f *decisions) skip() {
	for f.kind < len(kinds) && f.used >= kinds[f.kind].most(f.cluster) {
		f.kind, f.used = f.kind+1, 0
	}
}

// most returns how many faults of the kind there may be.
func (k *faultKind) most(c *Cluster) int {
	if k.of == ofEach {
		return k.budget(&c.Faults) * len(c.Nodes)
	}
	return k.budget(&c.Faults)
}

// decides reports whether there are decisions about faults.
func (c *Cluster) decides() bool {
	return slices.ContainsFunc(kinds, func(k faultKind) bool { return k.budget(&c.Faults) > 0 })
}

// shown returns lines of a program as they are shown.
func shown(lines []string) (all []string) {
	for _, l := range lines {
		all = append(all, strings.ReplaceAll(l, "\t", "    "))
	}
	return all
}

// happened describes the faults of an event that are no events themselves, as lines.
func happened(all []timeline.Fault) (lines []string) {
	for _, f := range all {
		for _, k := range kinds {
			if k.kind != f.Kind || k.what == "" {
				continue
			}
			line := "— " + k.what
			if f.Half {
				line = "— the second half of " + k.what
			}
			if f.Length > 0 {
				line += ", for " + time.Duration(f.Length).String()
			}
			lines = append(lines, line+": "+f.Where)
		}
	}
	return lines
}

// named returns the names of the two parts of the network.
func (c *Cluster) named(p timeline.Parts) string {
	var names [2][]string
	for n := range p.Machines {
		second := ^p.First >> n & 1
		names[second] = append(names[second], c.Nodes[n].Name)
	}
	return strings.Join(names[0], ", ") + " | " + strings.Join(names[1], ", ")
}
