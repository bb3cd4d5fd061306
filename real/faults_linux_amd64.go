package real

import (
	"cmp"
	"strings"
	"time"

	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/internal/journal"
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
	kind  int                // of kinds
	used  int                // of its budget
	node  int                // that the present fault hits, plus 1; 0 if it is not decided
	fault timeline.Fault     // the present one, as far as it is decided
	parts bool               // they are decided
	plans [][]timeline.Fault // of each node
	begun bool
}

// decision returns the next operation of the actor of faults, or nil.
func (w *world) decision() *trace.Op {
	f := &w.faults
	if f.begun || !w.settings.decides {
		return nil
	}
	if f.kind == len(kinds) {
		return w.use(begin, 0)
	}
	switch k := &kinds[f.kind]; {
	case f.node == 0 && k.of == ofEach:
		return f.choice(whichNode, nodeActor(f.used/k.budget(&w.cluster.Faults)), 2)
	case f.node == 0 && k.of == ofAll:
		return f.choice(whichNode, 0, len(w.nodes)+1)
	case f.node == 0:
		return f.choice(whichNode, 0, len(w.cluster.Nodes)+1)
	case f.fault.Point == 0:
		return f.choice(whichPoint, nodeActor(f.node-1), cmp.Or(w.cluster.Points, DefaultPoints))
	case k.kind == timeline.Cut && !f.parts:
		return f.choice(whichParts, nodeActor(f.node-1), 1<<(len(w.cluster.Nodes)-1)-1)
	default:
		return f.choice(whichLength, nodeActor(f.node-1), len(w.lengths()))
	}
}

// choice returns a choice about the present fault, of an actor.
func (f *decisions) choice(key trace.ValueID, of trace.ActorID, alternatives int) *trace.Op {
	return &trace.Op{Kind: kind.Choose, Key: key, Object: int32(of), Number: int32(f.kind), Alternatives: int32(alternatives)}
}

func (w *world) lengths() []time.Duration {
	if len(w.cluster.Lengths) > 0 {
		return w.cluster.Lengths
	}
	return defaultLengths
}

// decide makes a decision about faults.
func (w *world) decide(e *trace.Event) {
	f := &w.faults
	k := &kinds[min(f.kind, len(kinds)-1)]
	switch each := k.budget(&w.cluster.Faults); {
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
	case e.Key == whichParts:
		f.fault.Parts, f.parts = w.split(int(e.Object)-1, uint64(e.Alternative)), true
	case e.Key == whichLength:
		f.fault.Length = int64(w.lengths()[e.Alternative])
	}
	if f.fault.Point > 0 && (!k.lasts || f.fault.Length > 0) {
		f.fault.Kind = k.kind
		f.plans[f.node-1] = append(f.plans[f.node-1], f.fault)
		f.used++
		f.node, f.fault, f.parts = 0, timeline.Fault{}, false
	}
	w.affordable()
}

// split returns the parts of the nodes: with a node are those of the others whose bits are set.
func (w *world) split(node int, others uint64) timeline.Parts {
	below := others & (1<<node - 1)
	return timeline.Parts{Machines: len(w.cluster.Nodes), First: (others-below)<<1 | 1<<node | below}
}

// affordable goes on to the next kind of fault that has some budget left.
func (w *world) affordable() {
	for f := &w.faults; f.kind < len(kinds) && f.used >= kinds[f.kind].most(w.cluster); {
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
	for _, k := range kinds {
		if k.budget(&c.Faults) > 0 {
			return true
		}
	}
	return false
}

// survivals returns the writes that may survive a crash of a node.
func (w *world) survivals(node int) (all []journal.Survival) {
	for i, s := range w.places[node].machine.Survivals() {
		if i == 0 || w.cluster.Faults.Disk != checker.DiskSynced && (!s.Torn || w.cluster.Faults.Disk != checker.DiskPrefix) {
			all = append(all, s)
		}
	}
	return all
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
			if k.lasts {
				line += ", for " + time.Duration(f.Length).String()
			}
			lines = append(lines, line+": "+f.Where)
		}
	}
	return lines
}

// named returns the names of the two parts of the network.
func (w *world) named(p timeline.Parts) string {
	var names [2][]string
	for n := range p.Machines {
		second := ^p.First >> n & 1
		names[second] = append(names[second], w.nodes[n].Name)
	}
	return strings.Join(names[0], ", ") + " | " + strings.Join(names[1], ", ")
}
