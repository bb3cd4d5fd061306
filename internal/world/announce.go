package world

import "github.com/checkmodel/checkmodel/trace"

// Announcement returns the operation that shows a value on a board. What says in an error
// what the value is for.
func Announcement(x *Execution, board Board, what string, value any) trace.Op {
	op := trace.Op{Kind: trace.Announce, Key: x.Intern("the board", board), Value: x.Intern(what, value)}
	switch s := x.sys; {
	case s.anyOrder && !s.ordered[board]:
		op.Flags |= trace.Unordered
	case s.passing[board]:
		op.Flags |= trace.Passing
	}
	return op
}

// Exposes notes that the process exposes a state, and reports whether it is another one
// than the last on that board.
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

// SetOrdered says on which boards a property can tell the order of announcements (on all
// until it is called), and on which of these it can also tell when a process ended that
// had announced something (on none). It must be called before the first step.
func (s *System) SetOrdered(boards, passing map[Board]bool) {
	if len(s.undos) > 0 {
		panic("checkmodel internal error: boards are ordered after the first step")
	}
	s.anyOrder, s.ordered, s.passing = true, boards, passing
	if s.past.first.op.Kind == trace.Announce {
		s.Restart() // it has been asked for already
	}
}

func asksAnnounce(w words, op *trace.Op) string { return op.Name() + " " + w.text(op.Value) }
