package optimaldpor

import (
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
func (s *Search) Untaken() bool {
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
func (s *Search) PlanApart() { s.tree.apart = true }
