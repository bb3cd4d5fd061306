package machine

import (
	"slices"

	"github.com/checkmodel/checkmodel/internal/disk"
	"github.com/checkmodel/checkmodel/internal/world/program"
	"github.com/checkmodel/checkmodel/internal/world/state"
	"github.com/checkmodel/checkmodel/trace"
	"github.com/checkmodel/checkmodel/trace/kind"
)

// The disk of a node is in a cell, as the number of a value of type disk.Disk. Only the node itself uses it, so its
// operations conflict with nothing except a crash, which conflicts with every operation of the node. After a crash
// the faults of the node decide which writes survive, if there are several possibilities and the node is restarted.

// performOnDisk performs operations whose effect on the disk effects.Behave has computed.
func performOnDisk(m *Machine, ev *trace.Event, _ *Record) program.Result {
	got := program.Answer(ev.Ok)
	if ev.Kind == kind.FileRead && ev.Ok {
		records, torn, _ := m.Disks.At(m.Cells.Disk(ev.Actor)).Contents(m.Disks.Name(ev.Key))
		ev.Result = m.Values.Known(slices.Clip(append([]any{}, records...)))
		if got.Value = ev.Result; torn {
			got.Status = program.Refused
		}
	}
	if ev.Kind == kind.DecideSync && ev.Alternative > 0 {
		got.Status = program.Refused
		m.Struck(ev.Kind, trace.NoFault, func() string { return trace.FailedSync })
	}
	return got
}

// syncs limits the syncs of a node that fail.
type syncs struct {
	cells *state.Cells
	limit int
	known map[*program.Operation][]*program.Operation // for a sync, the operations with fewer alternatives
}

// limited returns the operation of a node, with as many alternatives as there are different outcomes.
func (s *syncs) limited(op *program.Operation, node trace.ActorID) *program.Operation {
	if op.Kind != kind.DecideSync {
		return op
	}
	n := s.outcomes(op, s.cells.Disk(node))
	if n == op.Alternatives {
		return op
	}
	for len(s.known[op]) < int(n) {
		fewer := *op
		if fewer.Alternatives = int32(len(s.known[op])) + 1; fewer.Alternatives == 1 {
			fewer.Kind, fewer.Alternatives = kind.FileSync, 0
		}
		s.known[op] = append(s.known[op], &fewer)
	}
	return s.known[op][n-1]
}

// outcomes returns how many outcomes a sync can have.
func (s *syncs) outcomes(op *program.Operation, before trace.ValueID) int32 {
	o := op.Does.(*program.OnDisk)
	if _, exists := o.After(&op.Op, int32(disk.Done), before); !exists || o.Disks.At(before).Failed >= s.limit {
		return 1
	}
	lost, _ := o.After(&op.Op, int32(disk.Lost), before)
	if kept, _ := o.After(&op.Op, int32(disk.Kept), before); lost == kept {
		return disk.Outcomes - 1
	}
	return disk.Outcomes
}
