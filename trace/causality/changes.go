package causality

import "github.com/checkmodel/checkmodel/trace"

// ChangesOfCell returns the positions of events that may change the cell, in order: all that do, and others. The slice is valid
// until the next Compute.
func (o *Order) ChangesOfCell(c trace.Cell) []int32 {
	if len(o.onCells.buckets) == 0 {
		return nil
	}
	return o.onCells.buckets[o.onCells.bucket(&c)].shown.at
}

// ChangesOfTable returns the positions of the events that change rows of the table, or whether it exists, in order. The slice is
// valid until the next Compute.
func (o *Order) ChangesOfTable(t trace.ObjectID) []int32 {
	if t < 0 || int(t) >= len(o.onTables) {
		return nil
	}
	return o.onTables[t].shown.at
}
