package program

import (
	"cmp"
	"slices"

	"github.com/checkmodel/checkmodel/trace"
	"github.com/checkmodel/checkmodel/trace/kind"
)

// Announcement returns the operation that shows a value on a board. The parameter what names the value in errors.
func Announcement(x *Execution, board Board, what string, value any) trace.Op {
	op := trace.Op{Kind: kind.Announce, Key: x.Intern("the board", board), Value: x.Intern(what, value)}
	s := x.sys
	if s.boards.anyOrder && !s.boards.ordered[board] {
		op.Flags |= kind.Unordered
	}
	if s.boards.passing[board] {
		op.Flags |= kind.Passing
	}
	if ends := s.boards.intervals[board]; ends != nil {
		if op.Flags |= kind.Begins; ends(value) {
			op.Flags ^= kind.Begins | kind.Ends
		}
	}
	return op
}

// Exposes records that the process exposes a state, and reports whether it differs from the last one
// on that board.
func Exposes(x *Execution, op trace.Op) bool {
	i, known := slices.BinarySearchFunc(x.exposed, op.Key, func(e exposure, board trace.ValueID) int { return cmp.Compare(e.board, board) })
	if known && x.exposed[i].state == op.Value {
		return false
	}
	x.exposed = slices.Clone(x.exposed) // heads of loops keep the earlier ones
	if !known {
		x.exposed = slices.Insert(x.exposed, i, exposure{board: op.Key})
	}
	x.exposed[i].state = op.Value
	return true
}

// exposure is the last state that a process has exposed on a board.
type exposure struct{ board, state trace.ValueID }
