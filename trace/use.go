package trace

import "github.com/checkmodel/checkmodel/trace/kind"

// Cells says how an operation accesses cells that its world defines, such as locks and counters.
type Cells interface {
	// Blocks reports whether the operation may have to wait.
	Blocks() bool
	// Use appends the accesses of an event of the operation, in the given state of the cells, and reports whether it is possible. It
	// must be a pure function. Every cell that it looks at must be among the accesses. An event that prevents an operation changes one
	// of its cells: a cell that it accesses where it is executed, where it waits in the end, or where all cells hold 0. It may set Ok
	// and Result of the event. All cells are of the space Own.
	Use(e *Event, state func(Cell) int32, accesses []Access) (all []Access, possible bool)
}

// Use sets the effects of an event of the kind Use in the given state of the cells, and reports whether it is possible.
func (e *Event) Use(state func(Cell) int32) (possible bool) {
	e.Accesses, possible = e.Does.(Cells).Use(e, state, e.Accesses[:0])
	return possible
}

// Blocks reports whether the operation may have to wait until others change a row or cells.
func (o *Op) Blocks() bool {
	return o.Kind == kind.TableAwait || o.Polls() || o.Kind == kind.Use && o.Does.(Cells).Blocks()
}

// Polls reports whether the operation is a read of a row that waits as long as its actor would do nothing with the row but read it again.
func (o *Op) Polls() bool {
	return (o.Kind == kind.TableLookup || o.Kind == kind.TableMember) && o.Does != nil
}
