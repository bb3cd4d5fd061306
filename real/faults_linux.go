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
	lasts  bool
	words  string // "… at a point"
	what   string // has happened in an event; "" if it is an event itself
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
	{timeline.Crash, func(f *checker.Faults) int { return f.Crashes }, ofNodes, false, "crash", ""},
	{timeline.Cut, func(f *checker.Faults) int { return f.Partitions }, ofNodes, true, "cut", ""},
	{timeline.Pause, func(f *checker.Faults) int { return f.Pauses }, ofNodes, true, "pause", "pauses"},
	{timeline.Delay, func(f *checker.Faults) int { return f.Reorderings }, ofAll, true, "late packet", "a packet is late"},
	{timeline.Loss, func(f *checker.Faults) int { return f.Losses }, ofAll, false, "reset", "a connection is reset"},
	{timeline.Sync, func(f *checker.Faults) int { return f.SyncFailures }, ofEach, false, "failed sync", "a sync fails"},
}

// decisions are the decisions about faults of a run.
type decisions struct {
	cluster *Cluster
	kind    int                // of kinds
	used    int                // of its budget
	node    int                // that the present fault hits, plus 1; 0 if it is not decided
	fault   timeline.Fault     // the present one, as far as it is decided
	detail  bool               // the properties that only its kind has are decided
	plans   [][]timeline.Fault // of each node
	begun   bool
}

// next returns the next operation of the actor of faults; nil if everything is decided.
func (f *decisions) next() *trace.Op {
	if f.kind == len(kinds) {
		return nil
	}
	nodes := len(f.cluster.Nodes)
	switch k := &kinds[f.kind]; {
	case f.node == 0 && k.of == ofEach:
		return f.choice(whichNode, nodeActor(f.used/k.budget(&f.cluster.Faults)), 2)
	case f.node == 0 && k.of == ofAll:
		return f.choice(whichNode, 0, nodes+len(f.cluster.Clients)+1)
	case f.node == 0:
		return f.choice(whichNode, 0, nodes+1)
	case f.fault.Point == 0:
		op := f.choice(whichPoint, nodeActor(f.node-1), cmp.Or(f.cluster.Points, DefaultPoints))
		op.Does = trace.Moments{Node: nodeActor(f.node - 1)}
		return op
	case k.kind == timeline.Crash:
		return f.choice(whichSync, nodeActor(f.node-1), 2)
	case k.kind == timeline.Cut && !f.detail:
		return f.choice(whichParts, nodeActor(f.node-1), 1<<(nodes-1)-1)
	case k.kind == timeline.Delay && !f.detail:
		return f.choice(whichBytes, nodeActor(f.node-1), 2)
	default:
		return f.choice(whichLength, nodeActor(f.node-1), len(f.cluster.lengths()))
	}
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
	k := &kinds[min(f.kind, len(kinds)-1)]
	switch each := k.budget(&f.cluster.Faults); {
	case e.Key == begin:
		f.begun = true
	case e.Key == whichNode && e.Alternative == 0 && k.of == ofEach:
		f.used += each - f.used%each // the next node
	case e.Key == whichNode && e.Alternative == 0:
		f.kind, f.used = f.kind+1, 0
	case e.Key == whichNode && k.of == ofEach:
		f.node = int(e.Object)
	case e.Key == whichNode:
		f.node = int(e.Alternative)
	case e.Key == whichPoint:
		f.fault.Point = int(e.Alternative) + 1
	case e.Key == whichSync:
		f.fault.InSync, f.detail = e.Alternative == 1, true
	case e.Key == whichParts:
		f.fault.Parts, f.detail = f.cluster.split(int(e.Object)-1, uint64(e.Alternative)), true
	case e.Key == whichBytes:
		f.fault.Half, f.detail = e.Alternative == 1, true
	case e.Key == whichLength:
		f.fault.Length = int64(f.cluster.lengths()[e.Alternative])
	}
	if f.fault.Point > 0 && (!k.lasts || f.fault.Length > 0) && (k.kind != timeline.Crash || f.detail) {
		f.fault.Kind = k.kind
		f.plans[f.node-1] = append(f.plans[f.node-1], f.fault)
		f.used++
		f.node, f.fault, f.detail = 0, timeline.Fault{}, false
	}
	f.skip()
}

// split returns the parts of the nodes: with a node are those of the others whose bits are set.
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
			if k.lasts {
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
