//go:build amd64 || arm64

package real

import (
	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/trace"
)

// use says which cells an operation uses. The cell of a node has the number of its record, and each event of the node changes it. So
// operations at different nodes commute, unless time makes them depend on each other: an operation with a deadline may come only while
// nothing else is much earlier, which the records of all nodes say.
type use struct {
	world *settings
	key   trace.ValueID
	node  int32
	from  int32 // of an arrival
	late  int64 // when it arrives, if a fault delays it; 0 otherwise
}

// settings are the settings that all operations of a world have in common.
type settings struct {
	known    *known
	nodes    int32
	delay    int64 // by how much a deadline may come too early
	decides  bool  // there are decisions about faults
	restarts int32 // of all nodes, or checker.AfterEachCrash
	lines    bool  // there are rules about lines
}

// decidedCell is 1 when all faults are decided. The cell of node k is k + 1.
var (
	decidedCell  = trace.Cell{Space: trace.Own}
	linesCell    = trace.Cell{Space: trace.Own, Object: -1} // changed by each event that prints: rules may depend on the order of lines
	restartsCell = trace.Cell{Space: trace.Own, Object: -2} // the number of restarts, if they are limited
)

func nodeCell(node int32) trace.Cell { return trace.Cell{Space: trace.Own, Object: node + 1} }

// Blocks implements trace.Cells.
func (u use) Blocks() bool { return u.key != begin && (u.key != start || u.world.decides) }

// timed reports whether the operation has to wait until nothing else is much earlier.
func (u use) timed() bool { return u.key == timer || u.key == heal || u.key == resume || u.late > 0 }

// Use implements trace.Cells. What a program will do is not known, so the accesses are all that it may do.
func (u use) Use(_ *trace.Event, state func(trace.Cell) int32, all []trace.Access) ([]trace.Access, bool) {
	if u.key == begin {
		return append(all, trace.Access{Cell: decidedCell, Effect: trace.Update, After: 1}), true
	}
	update := func(c trace.Cell, by int32) {
		all = append(all, trace.Access{Cell: c, Effect: trace.Update, After: state(c) + by})
	}
	update(nodeCell(u.node), 0)
	for n := range u.world.nodes {
		if u.key == cut && n != u.node { // it changes the way of packets of all
			update(nodeCell(n), 0)
		}
	}
	if u.timed() {
		for n := range u.world.nodes {
			if n != u.node {
				all = append(all, trace.Access{Cell: nodeCell(n), Effect: trace.Read})
			}
		}
	}
	if u.world.lines {
		update(linesCell, 1)
	}
	if u.key == start && u.world.decides {
		all = append(all, trace.Access{Cell: decidedCell, Effect: trace.Read})
	}
	if u.key == restart && u.world.restarts != checker.AfterEachCrash {
		update(restartsCell, 1)
	}
	own := u.world.known.record(state(nodeCell(u.node)))
	return all, u.possible(own, state, func() int64 { return u.world.horizon(state) })
}

// possible reports whether the operation is possible in a state of the cells, in which its node has the record. Operations with a deadline
// may come up to the horizon.
func (u use) possible(own *record, state func(trace.Cell) int32, horizon func() int64) bool {
	switch u.key {
	case start:
		return !own.started && (!u.world.decides || state(decidedCell) == 1)
	case cut:
		return own.cutting
	case crash:
		return own.dying && !own.cutting
	case restart:
		return own.down && !own.cutting && (u.world.restarts == checker.AfterEachCrash || state(restartsCell) < u.world.restarts)
	case arrival:
		if own.closed() {
			return false
		}
	default:
		if own.next != u.key {
			return false
		}
	}
	if !u.timed() {
		return true
	}
	due := own.deadline
	if u.late > 0 {
		due = u.late
	}
	return horizon() >= due
}

// horizon returns the time up to which operations with a deadline may come.
func (s *settings) horizon(state func(trace.Cell) int32) int64 {
	records := make([]*record, s.nodes)
	for n := range records {
		records[n] = s.known.record(state(nodeCell(int32(n))))
	}
	return earliest(records) + s.delay
}
