package optimaldpor

import (
	"fmt"
	"slices"

	"github.com/checkmodel/checkmodel/trace"
)

// TryBegin is Begin, but where that would wait for another explorer it returns
// false for ok.
func (o *Optimal) TryBegin() (prefix trace.Schedule, more, ok bool) {
	if o.continueTask() {
		return o.prefix, true, true
	}
	s := o.search
	s.lock()
	o.leave()
	waits := !s.stopped.Load() && s.tree.turn != nil
	if waits {
		leaf := s.open()
		waits = leaf == nil || !s.makeRoom(leaf)
	}
	s.mu.Unlock()
	if waits {
		return nil, false, false
	}
	prefix, more = o.Begin()
	return prefix, more, true
}

// Untaken reports whether there is a leaf anywhere that an explorer could take, and room for its
// results.
func (s *Dispatcher) Untaken() bool {
	s.lock()
	defer s.mu.Unlock()
	if s.ahead >= s.limits.Total {
		return false
	}
	for n := s.from; n.parent != nil; n = n.parent {
		for _, k := range n.parent.kids[n.place+1:] {
			if k.untaken() {
				return true
			}
		}
	}
	return s.tree.turn.untaken()
}

func (n *node) untaken() bool {
	if n.leaf {
		return n.open() != nil
	}
	return slices.ContainsFunc(n.kids, (*node).untaken)
}

// PlanApart lets the search plan each alternative of a choice alone.
func (s *Dispatcher) PlanApart() { s.tree.apart = true }

// SetRivals sets how many races with one first event an explorer must find until it compares them with those of earlier interleavings.
func (o *Optimal) SetRivals(many int) { o.contested.many = many }

// CheckPath returns an error if the path to the present leaf, what is planned on it and what sleeps beside it differ from those of
// another explorer that comes to the leaf.
func (o *Optimal) CheckPath() error {
	x := &Optimal{search: o.search}
	if o.task == nil {
		x.look(x.setPath(o.tree), false)
	} else {
		x.setPathInTask(o.task)
	}
	switch same := func(s, t sleeper) bool { return s.Initial == t.Initial && s.from == t.from }; {
	case !slices.Equal(o.path, x.path), o.leaf != x.leaf, o.plan != x.plan:
		return fmt.Errorf("the path has %d nodes and differs from the %d of another explorer", len(o.path), len(x.path))
	case !slices.Equal(o.planned, x.planned), !slices.Equal(o.prefix, x.prefix):
		return fmt.Errorf("%v is planned, and %v for another explorer", o.prefix, x.prefix)
	case !slices.EqualFunc(o.sleepers, x.sleepers, same):
		return fmt.Errorf("%d events sleep, and %d others for another explorer", len(o.sleepers), len(x.sleepers))
	}
	return nil
}
