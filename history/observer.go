package history

import (
	"fmt"
	"slices"

	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/trace"
)

// observer judges each interleaving of a search.
type observer struct {
	clients Clients
	visible []string // properties
	judge   *judge
	result  *Result
	failed  error  // a panic of clients
	stop    func() // ends the search

	world  checker.World
	values map[trace.ValueID]any
	order  trace.Order
	actors []actor
	points []point
	at     []int // positions of the points
}

// actor holds the events of an actor in the current interleaving.
type actor struct {
	events []Event
	at     []int // positions of the events
}

// Inspect implements [checker.Inspector].
func (ob *observer) Inspect(w checker.World) { ob.world = w }

// Interleaving implements [checker.Observer].
func (ob *observer) Interleaving(number int, outcome trace.Outcome, events []trace.Event) {
	if outcome == trace.Abandoned || outcome == trace.Cut || outcome == trace.Irrelevant {
		return // it is only the beginning of an interleaving, or does not matter
	}
	if ob.failed != nil {
		return
	}
	ob.divide(events)
	if ob.collect(); ob.failed != nil {
		ob.failed = fmt.Errorf("interleaving %d: %w", number, ob.failed)
		ob.stop()
		return
	}
	ob.order.Compute(events)
	j := ob.judge.judge(ob.partialOrder())
	if ob.result.Example == "" && j.history != "" {
		ob.result.Example, ob.result.Schedule = j.history, ob.schedule(events)
	}
	ob.result.add(number, j, findings{
		any:     outcome == trace.Violated || outcome == trace.Deadlocked,
		visible: ob.visiblyViolated(events),
	})
}

// schedule returns the schedule that repeats the events.
func (ob *observer) schedule(events []trace.Event) trace.NamedSchedule {
	var s trace.Schedule
	for i := range events {
		s = append(s, events[i].Step())
	}
	return s.Named(ob.world.Actor)
}

// divide assigns the events to their actors.
func (ob *observer) divide(events []trace.Event) {
	for i := range ob.actors {
		a := &ob.actors[i]
		a.events, a.at = a.events[:0], a.at[:0]
	}
	for at := range events {
		e := &events[at]
		for int(e.Actor) >= len(ob.actors) {
			ob.actors = append(ob.actors, actor{})
		}
		a := &ob.actors[e.Actor]
		a.events = append(a.events, Event{e.Kind, ob.message(e)})
		a.at = append(a.at, at)
	}
}

func (ob *observer) message(e *trace.Event) any {
	switch {
	case e.Kind == trace.Send, e.Kind == trace.SendName:
		return ob.value(e.Value)
	case e.IsReceive():
		return ob.value(e.Result)
	}
	return nil
}

// value returns a value. It returns the same copy each time, because it is not changed.
func (ob *observer) value(id trace.ValueID) any {
	v, ok := ob.values[id]
	if !ok {
		v = ob.world.Value(id)
		ob.values[id] = v
	}
	return v
}

// collect finds the points of all clients.
func (ob *observer) collect() {
	ob.points, ob.at = ob.points[:0], ob.at[:0]
	for id, a := range ob.actors {
		if len(a.events) == 0 {
			continue
		}
		name := ob.world.Actor(trace.ActorID(id)).Name
		all := ob.operations(name, a.events)
		for i, n := range ob.judge.number(name, all) {
			op := &all[i]
			ob.add(point{op: n}, a.at[op.Call])
			if op.Return != Pending {
				ob.add(point{op: n, isReturn: true}, a.at[op.Return])
			}
		}
	}
}

// operations returns the operations of a process, as clients derives them.
func (ob *observer) operations(name string, events []Event) []Operation {
	defer func() {
		if problem := recover(); problem != nil {
			ob.failed = fmt.Errorf("the function that derives the operations of process %s panicked: %s", trace.OneLine(name), trace.OneLine(fmt.Sprint(problem)))
		}
	}()
	return ob.clients(name, events)
}

func (ob *observer) add(pt point, at int) {
	ob.points = append(ob.points, pt)
	ob.at = append(ob.at, at)
}

// partialOrder returns the points with their happens-before relation.
func (ob *observer) partialOrder() *partialOrder {
	o := &partialOrder{points: ob.points}
	for i := range ob.at {
		row := make([]bool, len(ob.at))
		for k := range ob.at {
			row[k] = ob.before(i, k)
		}
		o.before = append(o.before, row)
	}
	return o
}

// before reports whether point i must come before point k. An operation may begin and end with the
// same event.
func (ob *observer) before(i, k int) bool {
	if ob.at[i] == ob.at[k] {
		return i < k
	}
	return ob.at[i] < ob.at[k] && ob.order.Before(ob.at[i], ob.at[k])
}

// visiblyViolated reports whether the model has found a violation of a visible property.
func (ob *observer) visiblyViolated(events []trace.Event) bool {
	for i := range events {
		e := &events[i]
		if e.Kind == trace.Exit && slices.Contains(ob.visible, ob.world.ExitReason(e).Property) {
			return true
		}
	}
	return false
}
