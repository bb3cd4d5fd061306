package proc

import "github.com/checkmodel/checkmodel/trace"

// written is what a cell held before an event changed it.
type written struct {
	cell trace.Cell
	held int32
}

// cell returns what a cell holds.
func (s *System) cell(c trace.Cell) int32 { return s.cells[c] }

func (s *System) write(accesses []trace.Access) {
	for _, a := range accesses {
		if a.Effect == trace.Read {
			continue
		}
		if s.cells == nil {
			s.cells = map[trace.Cell]int32{}
		}
		s.written = append(s.written, written{a.Cell, s.cells[a.Cell]})
		s.cells[a.Cell] = a.After
	}
}

// unwrite undoes all writes but the first n.
func (s *System) unwrite(n int) {
	for i := len(s.written) - 1; i >= n; i-- {
		w := &s.written[i]
		s.cells[w.cell] = w.held
	}
	s.written = s.written[:n]
}
