package optimaldpor

import (
	"slices"

	"github.com/checkmodel/checkmodel/trace"
)

// Retained calls f with all events that the search still compares with events of later interleavings.
// They do not change until f returns. No explorer may be executing an interleaving. Each must be
// given all events of the next one by Observe.
func (o *Optimal) Retained(f func(held []*trace.Event)) {
	s := o.search
	s.lock()
	defer s.mu.Unlock()
	s.holds.Add(1)
	f(s.retainedEvents())
}

// retainedEvents returns the events of the tree, and the events that tasks hold.
func (s *Dispatcher) retainedEvents() (list []*trace.Event) {
	if s.tree.turn == nil {
		return nil
	}
	list = s.tree.rivals.appendEvents(list)
	s.tree.root().walk(func(n *node) {
		if n.parent != nil {
			list = append(list, n.event)
		}
		list = append(list, n.rest()...)
		if n.task != nil {
			list = n.task.appendEvents(list)
		}
	})
	return list
}

// appendEvents appends the events that the task holds besides its subtree.
func (t *task) appendEvents(list []*trace.Event) []*trace.Event {
	list = t.tree.rivals.appendEvents(append(list, t.planned...))
	for i := range t.sleepers {
		list = append(list, t.sleepers[i].event)
	}
	for _, p := range t.assumed {
		list = append(list, p.event)
	}
	list = append(list, t.path...)
	for _, f := range t.found {
		for _, w := range f.sequences { // those found again are among them
			list = w.appendEvents(list)
		}
	}
	return list
}

// appendEvents appends the events of a sequence that was kept.
func (w *wakeup) appendEvents(list []*trace.Event) []*trace.Event {
	list = append(append(append(list, w.events...), w.beyond...), w.passed...)
	for _, t := range [...]takers{w.takers, w.wider} {
		if r, ok := t.(takersCopy); ok {
			list = r.appendEvents(list)
		}
	}
	return list
}

// appendEvents appends the events that take messages.
func (r takersCopy) appendEvents(list []*trace.Event) []*trace.Event {
	for _, t := range r.takes {
		list = append(list, t.by)
	}
	return append(list, r.flush...)
}

// Retained is like [Optimal.Retained], for the explored events beside the present interleaving, and
// for sleeping events.
func (s *Source) Retained(f func(held []*trace.Event)) {
	var held []*trace.Event
	for a := range s.frames {
		frame := &s.frames[a]
		for _, s := range slices.Concat(frame.done, frame.sleep) {
			held = append(held, s.event)
		}
	}
	f(held)
}

// Retained is like [Optimal.Retained]. The naive search compares no events.
func (n *Naive) Retained(f func(held []*trace.Event)) { f(nil) }
