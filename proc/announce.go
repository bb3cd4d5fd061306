package proc

import (
	"github.com/checkmodel/checkmodel/trace"
)

// Expose shows the state of the process, from now on, to the properties of the
// model that are about states of type S (see checker.Always). The state stays that
// until the process exposes another one of the same type, also beyond the end of
// the process, but for properties of the living (see checker.Rule.Living). It is an
// event unless the process exposes what it did before.
//
// The order of exposures of one type is visible to properties of the states of
// several processes at every moment (checker.Always). If the model has one about this type,
// exposures of it race with each other, whichever processes they are of; a small state that
// seldom changes keeps the number of interleavings down then.
func Expose[S any](p *P, state S) {
	op := announcement(p, States[S](), "the state", state)
	op.Flags |= trace.Exposing
	if p.exposed == nil {
		p.exposed = map[trace.ValueID]trace.ValueID{}
	}
	if last, ok := p.exposed[op.Key]; ok && last == op.Value {
		p.idle("Expose with the state as it was")
		return
	}
	p.exposed[op.Key] = op.Value
	p.perform(operation{Op: op})
}

// Announce tells the properties of the model that watch events of type E (see
// checker.Monitor) that one has happened. It is an event. If there is such a property,
// all announcements of the type race with each other.
func Announce[E any](p *P, event E) {
	p.perform(operation{Op: announcement(p, Events[E](), "the event", event)})
}

func announcement(p *P, board Board, what string, value any) trace.Op {
	op := trace.Op{Kind: trace.Announce, Key: p.intern("the board", board), Value: p.intern(what, value)}
	switch s := p.sys; {
	case s.anyOrder && !s.ordered[board]:
		op.Flags |= trace.Unordered
	case s.passing[board]:
		op.Flags |= trace.Passing
	}
	return op
}

// SetOrdered says on which boards somebody can tell the order of announcements, and
// on which of these, too, when a process ended that had announced something; until it
// is called, that is so on all, and on none. It must be called before the first step.
func (s *System) SetOrdered(boards, passing map[Board]bool) {
	if len(s.undos) > 0 {
		panic("checkmodel internal error: boards are ordered behind the first step")
	}
	s.anyOrder, s.ordered, s.passing = true, boards, passing
	if s.past.first.op.Kind == trace.Announce {
		s.Restart() // it has been asked for already
	}
}

// Reach says that the process has reached a goal, by its name in the model's
// Goals. It is an event that no other one depends on.
func (p *P) Reach(goal string) {
	if goal == "" {
		p.misuse("Reach: the goal has no name; give it the one that it has in Model.Goals")
	}
	p.perform(operation{Op: trace.Op{Kind: trace.Reach, Key: p.intern("the goal", goal)}})
}
