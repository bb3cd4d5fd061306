package proc

import (
	"github.com/checkmodel/checkmodel/internal/world"
	"github.com/checkmodel/checkmodel/trace"
)

// Expose shows the state of the process, from now on, to the properties of the model that are
// about states of type S (see checker.Always). The state stays that until the process exposes
// another one of the same type, also beyond the end of the process, but for properties of the
// living (see checker.Rule.Living). It is an event unless the process exposes what it did before.
//
// The order of exposures of one type is visible to properties of the states of
// several processes at every moment (checker.Always). If the model has one about this type,
// exposures of it race with each other, whichever processes they are of; a small state that
// seldom changes keeps the number of interleavings down then.
func Expose[S any](p *P, state S) {
	op := world.Announcement(&p.x, world.States[S](), "the state", state)
	op.Flags |= trace.Exposing
	if !world.Exposes(&p.x, op) {
		p.x.Idle("Expose with the state as it was")
		return
	}
	p.x.Perform(world.Operation{Op: op})
}

// Announce tells the properties of the model that watch events of type E (see
// checker.Monitor) that one has happened. It is an event. If there is such a property,
// all announcements of the type race with each other.
func Announce[E any](p *P, event E) {
	p.x.Perform(world.Operation{Op: world.Announcement(&p.x, world.Events[E](), "the event", event)})
}

// Reach says that the process has reached a goal, by its name in the model's
// Goals. It is an event that no other one depends on.
func (p *P) Reach(goal string) {
	if goal == "" {
		p.x.Misuse("Reach: the goal has no name; give it the one that it has in Model.Goals")
	}
	p.x.Perform(world.Operation{Op: trace.Op{Kind: trace.Reach, Key: p.x.Intern("the goal", goal)}})
}
