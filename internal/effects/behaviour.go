package effects

import "github.com/checkmodel/checkmodel/trace"

// behaviour computes the effects of an event in a state of the cells.
type behaviour struct {
	*trace.Event
	state func(trace.Cell) int32
}

func (b behaviour) read(c trace.Cell) int32 {
	b.Accesses = append(b.Accesses, trace.Access{Cell: c, Effect: trace.Read})
	return b.state(c)
}

func (b behaviour) update(c trace.Cell, after int32) int32 {
	b.Accesses = append(b.Accesses, trace.Access{Cell: c, Effect: trace.Update, After: after})
	return b.state(c)
}

// write stores a value without reading the cell, so two writes of the same value do not conflict.
func (b behaviour) write(c trace.Cell, after int32) {
	b.Accesses = append(b.Accesses, trace.Access{Cell: c, Effect: trace.Write, After: after})
}

// finish sets a cell that holds 0, and reports whether it did.
func (b behaviour) finish(c trace.Cell, after int32) bool {
	if b.state(c) != 0 {
		b.read(c)
		return false
	}
	b.update(c, after)
	return true
}

// cleared sets a cell to 0, and reports whether it held something else.
func (b behaviour) cleared(c trace.Cell) bool {
	if b.state(c) == 0 {
		b.read(c)
		return false
	}
	b.update(c, 0)
	return true
}
