package real

import (
	"cmp"
	"fmt"
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
	all    bool // clients may have it, too
	lasts  bool
	words  string // "… at a point"
	what   string // has happened in an event
}

// kinds are the kinds of faults, in the order in which they are decided.
var kinds = []faultKind{
	{timeline.Crash, func(f *checker.Faults) int { return f.Crashes }, false, false, "crash", ""},
	{timeline.Cut, func(f *checker.Faults) int { return f.Partitions }, false, true, "cut", "is cut off"},
	{timeline.Pause, func(f *checker.Faults) int { return f.Pauses }, false, true, "pause", "pauses"},
	{timeline.Delay, func(f *checker.Faults) int { return f.Reorderings }, true, true, "late packet", "a packet is late"},
	{timeline.Loss, func(f *checker.Faults) int { return f.Losses }, true, false, "reset", "a connection is reset"},
}

// decisions are the decisions about faults of a run.
type decisions struct {
	kind  int                // of kinds
	used  int                // of its budget
	node  int                // that the present fault hits, plus 1; 0 if it is not decided
	point int                // then: where; 0 if it is not decided
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
	case f.node == 0 && k.all:
		return f.choice(whichNode, 0, len(w.nodes)+1)
	case f.node == 0:
		return f.choice(whichNode, 0, len(w.cluster.Nodes)+1)
	case f.point == 0:
		return f.choice(whichPoint, nodeActor(f.node-1), cmp.Or(w.cluster.Points, DefaultPoints))
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
	switch e.Key {
	case whichNode:
		if f.node = int(e.Alternative); f.node == 0 {
			f.kind, f.used = f.kind+1, 0
		}
	case whichPoint:
		f.point = int(e.Alternative) + 1
		if !kinds[f.kind].lasts {
			w.plan(0)
		}
	case whichLength:
		w.plan(int64(w.lengths()[e.Alternative]))
	case begin:
		f.begun = true
	}
	w.affordable()
}

// plan plans the present fault.
func (w *world) plan(length int64) {
	f := &w.faults
	f.plans[f.node-1] = append(f.plans[f.node-1], timeline.Fault{Kind: kinds[f.kind].kind, Point: f.point, Length: length})
	f.used++
	f.node, f.point = 0, 0
}

// affordable goes on to the next kind of fault that has some budget left.
func (w *world) affordable() {
	for f := &w.faults; f.kind < len(kinds) && f.used >= kinds[f.kind].budget(&w.cluster.Faults); {
		f.kind, f.used = f.kind+1, 0
	}
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

// happened describes the faults of an event, as lines.
func happened(all []timeline.Fault) (lines []string) {
	for _, f := range all {
		for _, k := range kinds {
			if k.kind == f.Kind && k.lasts {
				lines = append(lines, fmt.Sprintf("— %s, for %s", k.what, time.Duration(f.Length)))
			} else if k.kind == f.Kind {
				lines = append(lines, "— "+k.what)
			}
		}
	}
	return lines
}
