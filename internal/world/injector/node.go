// Package injector injects faults into nodes and the network between them: it decides which happen, and takes their steps: crashes,
// restarts, jumps of clocks, partitions. It undoes them, and says which may still come.
package injector

import (
	"github.com/checkmodel/checkmodel/internal/whole"
	"github.com/checkmodel/checkmodel/internal/world/environment"
	"github.com/checkmodel/checkmodel/internal/world/program"
	"github.com/checkmodel/checkmodel/internal/world/state"
	"github.com/checkmodel/checkmodel/trace"
	"github.com/checkmodel/checkmodel/trace/kind"
)

// A node crashes and is restarted within a budget. Its fate is decided before its first step, by a
// choice of the actor Decisions: nothing, a crash, a crash and a restart, and so on. The same choice decides about
// its clock, if clocks drift. Then the actor Node crashes it at any time, and restarts it at any later time. Without the decision, an
// interleaving in which a node may still crash would have no end.
//
// A node that must crash does not end by itself before it has crashed. That would be the same as an interleaving
// without the crash, which is explored anyway. So each place of a crash among the steps of a node is explored
// once.
//
// A restarted node is the same actor, with an empty mailbox and without links, monitors, timers and tables. It
// executes its function again, and whatever it creates gets other names.

// Process is the process of a node.
type Process interface {
	Base() *state.Common
	// Over reports whether it has ended, and all events of its end have happened, such as signals to other processes.
	Over() bool
}

// Node crashes a node and restarts it.
type Node struct {
	state.Common
	process   Process
	decider   *Decisions
	spawned   trace.EventID // the start of the node
	undecided bool
	decided   trace.EventID // the decision about it
	fate      environment.NodeFate
	done      environment.NodeFate // the part of the fate that has happened
	failed    bool                 // the node had been told to end before the crash, so the fate ends
	jump      *jump                // nil if its clock does not jump

	budget         *environment.Faults
	allotted       int                 // the number of the budget of the node
	choices        []program.Operation // by the number of fates, from 1
	crash, restart program.Operation
	disk           *program.OnDisk
	cells          *state.Cells
	left           map[int]*program.Operation // decisions about the surviving writes, by the number of their alternatives
}

func newNode(c state.Common) *Node {
	c.Dependent = true
	return &Node{Common: c}
}

// prepare sets what is the same in each interleaving.
func (n *Node) prepare(w World) {
	id := n.process.Base().Actor
	n.budget, n.allotted = &w.Program.Env.Faults, w.Program.Env.Nodes.Of(id.Name)
	n.cells, n.disk = w.Cells, &program.OnDisk{Disks: w.Program.Disks, Policy: w.Program.Env.Faults.Disk}
	n.crash.Op = trace.Op{Kind: kind.Crash, Object: int32(id.ID)}
	n.crash.Signal = &program.Signal{Reason: program.Crashed, From: n.Actor, Wanted: true}
	n.restart.Op = trace.Op{Kind: kind.Restart, Object: int32(id.ID), Does: n.disk}
}

// ID returns the number of the node.
func (n *Node) ID() trace.ActorID { return n.process.Base().Actor.ID }

// Undecided reports whether the fate of the node is not decided yet.
func (n *Node) Undecided() bool { return n.undecided }

// decision returns the choice among the fates within the rest of the budget, and the ways of the clock.
func (n *Node) decision(left environment.Node) *program.Operation {
	fates := n.budget.Fates(left)
	for f := len(n.choices) + 1; f <= fates; f++ {
		op := trace.Op{Kind: kind.DecideFaults, Object: int32(n.ID()), Alternatives: int32(f) * n.budget.Clocks.Ways()}
		if n.budget.Clocks.Ways() > 1 {
			op.Does = n.budget.Clocks
		}
		n.choices = append(n.choices, program.Operation{Op: op})
	}
	return &n.choices[fates-1]
}

// Pending implements [state.Actor].
func (n *Node) Pending() *program.Operation {
	switch {
	case n.failed || n.done == n.fate:
		return nil
	case n.done%2 == 0:
		return &n.crash
	}
	if disks := len(n.disk.Survivors(n.cells.Disk(n.ID()))); disks > 1 {
		return n.decideDisk(disks)
	}
	return &n.restart
}

// decideDisk returns the choice among the disks that the crash may have left.
func (n *Node) decideDisk(disks int) *program.Operation {
	op := n.left[disks]
	if op == nil {
		op = &program.Operation{Op: trace.Op{Kind: kind.DecideSurviving, Object: int32(n.ID()), Alternatives: int32(disks), Does: n.disk}}
		if n.left == nil {
			n.left = map[int]*program.Operation{}
		}
		n.left[disks] = op
	}
	return op
}

// Enabled implements [state.Actor]. The node is restarted after all events of its end.
func (n *Node) Enabled(op *program.Operation) bool { return op.Kind == kind.Crash || n.process.Over() }

// Restarts reports whether the node can be restarted; not if n is nil.
func (n *Node) Restarts() bool {
	if n == nil {
		return false
	}
	op := n.Pending()
	return op == &n.restart && n.Enabled(op)
}

// MustCrash reports whether the node does not end by itself before it has crashed; not if n is nil.
func (n *Node) MustCrash() bool {
	if n == nil {
		return false
	}
	done := n.done
	if n.failed {
		done--
	}
	return done < n.fate && done%2 == 0
}

// Perform implements [state.Automaton]. The cause of a restart is the last event of the end of the node.
func (n *Node) Perform(ev *trace.Event) {
	if ev.Kind == kind.Crash {
		n.done++
		n.failed, ev.Cause = !ev.Ok, n.decided
		return
	}
	if ev.Kind == kind.Restart {
		n.done++
	}
	ev.Cause = trace.EventID{Actor: n.ID(), Index: n.process.Base().Steps - 1}
}

// Undo implements [state.Automaton].
func (n *Node) Undo(op *trace.Op) {
	if op.Kind != kind.DecideSurviving {
		n.done--
		n.failed = false
	}
}

// toCome returns the number of crashes and restarts that remain. The life of the node is in a cell.
func (n *Node) toCome() int {
	if n.failed {
		return 0
	}
	return int(n.fate - n.done)
}

// ToCome returns how many crashes and restarts will still happen to the node; none if n is nil.
func (n *Node) ToCome() (crashes, restarts int) {
	if n == nil || n.toCome() <= 0 {
		return 0, 0
	}
	return n.fate.Crashes() - n.done.Crashes(), n.fate.Restarts() - n.done.Restarts()
}

// Fingerprint implements [state.Actor].
func (n *Node) Fingerprint(*state.Equivalence) trace.Fingerprint {
	return state.FaultsPart.Print(int32(n.Actor.ID)).With(uint64(n.toCome()))
}

// Whole implements [state.Actor].
func (n *Node) Whole(_ *state.Equivalence, b []byte) []byte {
	return whole.Append(state.FaultsPart.Begin(b, int(n.Actor.ID)), n.toCome())
}
