package program

import (
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
	if last, ok := x.exposed[op.Key]; ok && last == op.Value {
		return false
	}
	if x.exposed == nil {
		x.exposed = map[trace.ValueID]trace.ValueID{}
	}
	x.exposed[op.Key] = op.Value
	return true
}
