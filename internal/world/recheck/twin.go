package recheck

import (
	"slices"

	"github.com/checkmodel/checkmodel/internal/world/conditions"
	"github.com/checkmodel/checkmodel/internal/world/machine"
	"github.com/checkmodel/checkmodel/internal/world/program"
	"github.com/checkmodel/checkmodel/trace"
)

// Requests compares the pending operations of processes with their pending operations in a twin that has executed the same
// schedule. It panics with a [*guard.ModelError] if they differ.
func (c *Checker) Requests(twin *Checker) {
	for _, a := range c.world.Present.Started() {
		p, is := a.(*machine.Process)
		if !is || p.Ended {
			continue
		}
		if q := twin.world.Process(p.Actor.ID); q.At != nil && !p.At.Op.Same(&q.At.Op.Op) {
			asks := twin.words.RequestOf(p.Actor, &q.At.Op)
			panic(program.NotDeterministic(0, c.words.RequestOf(p.Actor, &p.At.Op), asks, program.SameSchedule))
		}
	}
}

// Conditions compares the results of the receive pattern or condition of a step, counted from 1, with its results in a twin that
// has executed this step or is about to. It panics with a [*guard.ModelError] if they differ.
func (c *Checker) Conditions(twin *Checker, step int) {
	r := c.world.Record(step)
	by := r.Actor.Base().Actor
	again := twin.world.Requested(by.ID)
	if twin.world.Depth() >= step {
		again = twin.world.Record(step).Op
	}
	if was, ok := r.Op.Does.(conditions.Remembering); ok && again != nil && conditions.Alike(r.Op.Does, again.Does) {
		if _, difference := was.Recheck(again.Does); difference != "" {
			panic(c.impure(by, r.At, difference))
		}
	}
}

// Future compares how a process goes on with how it goes on in another world with the same histories: its next operation, and its
// state of a loop. Outside of a loop it also looks at the later operations of the process in the present interleaving of the world
// known, if that went on as here: it compares them with the operations that the process requests there with the same results. Future
// returns the first difference in words, or "".
func (c *Checker) Future(other, known *Checker, id trace.ActorID) (difference string) {
	p, q := c.world.Process(id), other.world.Process(id)
	if !p.Running() || !q.Running() {
		if p.Running() == q.Running() {
			return ""
		}
		return "it ends in one order only"
	}
	if p.At == q.At {
		return ""
	}
	t := &program.Trial{At: p.At, Differs: func(then, now trace.Request) {
		then.Source, now.Source = "", ""
		difference = "it goes on with " + then.String() + ", and after the other order with " + now.String()
	}}
	route := program.Route(nil, q.At)
	if p.At.Head == nil {
		later := known.since(id, p.At)
		route = append(route, later...)
		if len(later) > 0 {
			t.At = later[len(later)-1]
		}
	}
	program.Along(other.world.Runner, q.At.Root().Program, q.At.Root(), route, t)
	return difference
}

// since returns the points of a process after the point from, in the present interleaving; none after the head of a loop, or if the
// process was not there.
func (c *Checker) since(id trace.ActorID, from *program.History) (later []*program.History) {
	var points []*program.History
	for step := range c.world.Depth() {
		if r := c.world.Record(step + 1); r.Process != nil && r.Process.Actor.ID == id && r.Requested() {
			points = append(points, r.At)
		}
	}
	points = append(points, c.world.Process(id).At)
	for i := slices.Index(points, from) + 1; i > 0 && i < len(points) && points[i].Parent == points[i-1]; i++ {
		later = append(later, points[i])
	}
	return later
}
