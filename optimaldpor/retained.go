package optimaldpor

import "github.com/checkmodel/checkmodel/trace"

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
		list = append(list, t.sleepers[i].Event)
	}
	for _, p := range t.assumed {
		list = append(list, p.event)
	}
	list = append(list, t.path...)
	for _, f := range t.found {
		for _, w := range f.sequences { // those found again are among them
			list = w.AppendEvents(list)
		}
	}
	return list
}
