package world

import (
	"fmt"
	"reflect"

	"github.com/checkmodel/checkmodel/trace"
)

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

// Board is what carries the states, or the events, of one type from processes to
// properties; States and Events return it. Two boards are equal if they are, and if it
// is the same type: types of one name in different functions are different. The string
// of a board is the name of the type.
type Board interface {
	fmt.Stringer
	carries() reflect.Type
	holds() string // in words
}

// A board travels as a value whose type is all there is to it; so what is the same
// board is what Go takes for the same type.
type (
	states[S any] struct{}
	events[E any] struct{}
)

// States returns the board of the states of type S that processes expose.
func States[S any]() Board { return states[S]{} }

// Events returns the board of the events of type E that processes announce.
func Events[E any]() Board { return events[E]{} }

func (states[S]) carries() reflect.Type { return reflect.TypeFor[S]() }
func (events[E]) carries() reflect.Type { return reflect.TypeFor[E]() }

func (b states[S]) holds() string { return "states of type " + b.String() }
func (b events[E]) holds() string { return "events of type " + b.String() }

func (b states[S]) String() string { return typeName(b) }
func (b events[E]) String() string { return typeName(b) }

func typeName(b Board) string {
	t := b.carries()
	if t.PkgPath() == "" {
		return t.String()
	}
	return t.PkgPath() + "." + t.Name()
}
