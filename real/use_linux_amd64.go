package real

import "github.com/checkmodel/checkmodel/trace"

// What operations do is in their keys.
const (
	begin trace.ValueID = iota + 1 // all faults are decided
	start
	timer
	crash
	restart
	arrival
	whichNode // crashes
	whichPoint
	whichWrites // survive
)

// use says which cells an operation uses: the cell of a node, which each event of the node changes, and the cell that says that faults are decided.
type use struct {
	key     trace.ValueID
	node    int32
	nodes   int32
	decides bool // there are decisions about faults
}

// decidedCell is 1 when all faults are decided. The cell of node k is k + 1.
var decidedCell = trace.Cell{Space: trace.Own}

func nodeCell(node int32) trace.Cell { return trace.Cell{Space: trace.Own, Object: node + 1} }

// Blocks implements trace.Cells.
func (u use) Blocks() bool { return u.key == start && u.decides }

// Use implements trace.Cells.
func (u use) Use(_ *trace.Event, state func(trace.Cell) int32, all []trace.Access) ([]trace.Access, bool) {
	if u.key == begin {
		return append(all, trace.Access{Cell: decidedCell, Effect: trace.Update, After: 1}), true
	}
	c := nodeCell(u.node)
	all = append(all, trace.Access{Cell: c, Effect: trace.Update, After: state(c) + 1})
	if u.key == timer { // it may come only while no other node is far behind
		for n := range u.nodes {
			if n != u.node {
				all = append(all, trace.Access{Cell: nodeCell(n), Effect: trace.Read})
			}
		}
	}
	if !u.Blocks() {
		return all, true
	}
	return append(all, trace.Access{Cell: decidedCell, Effect: trace.Read}), state(decidedCell) == 1
}
