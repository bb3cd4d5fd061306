package program

import (
	"math/bits"

	"github.com/checkmodel/checkmodel/internal/world/conditions"
)

// Nothing forces a turn of a loop to depend on its state alone. One of the histories that lead to a
// state stands for all of them. So turns are executed again from another of these histories, with the
// same results. They must request the same operations, and end in the same state.

// due reports whether turns are executed again at the nth time: at the first three times, and then
// ever more rarely.
func due(n int) bool { return n <= 3 || bits.OnesCount(uint(n)) == 1 }

const (
	// mostEnds is how many turns from a state are compared at a time.
	mostEnds = 8
	// freeComparisons is how many operations are always executed again. After that, there are at most as many as new points
	// of processes: where processes have many turns, more would take most of the time.
	freeComparisons = 50_000
	// furtherSteps is how many operations of the turns after them are compared.
	furtherSteps = 8
)

// compareTurns executes turns from another history, because a new point of a process was found. The point
// ends another history that leads to a known state, or belongs to a turn from a state to which several
// histories lead. It panics with a [*guard.ModelError] if a turn differs.
func compareTurns(s *Runner, found *History) {
	if known := found.same; known != nil && !(known.Op.Same(&found.Op.Op) && conditions.Alike(known.Op.Does, found.Op.Does)) {
		actor := found.Root().Program.Actor
		asks := s.present.RequestOf(actor, &found.Op)
		asks.Source = found.Op.Site.Line(&s.Helpers)
		panic(NotDeterministic(0, s.present.RequestOf(actor, &known.Op), asks, sameState))
	}
	if s.Watch.Trusts() {
		return
	}
	from, to := s.Past.turnsToCompare(found)
	if len(to) == 0 {
		return
	}
	past := Route(nil, from)
	for _, end := range to {
		route := append(past[:len(past):len(past)], turnTo(end)...)
		Along(s, from.Root().Program, from.Root(), route, &Trial{How: sameState, At: route[len(route)-1]})
	}
}

// turnsToCompare returns the ends of the turns to execute, and the history from which to execute them. It returns none once that has cost too much.
func (k *histories) turnsToCompare(found *History) (from *History, to []*History) {
	k.mu.Lock()
	defer k.mu.Unlock()
	from, to = k.suspects(found)
	if len(to) == 0 {
		return nil, nil
	}
	if !k.pays(len(to) * int(from.Depth)) {
		return nil, nil
	}
	return from, to
}

// pays reports whether so many operations may be executed again, and counts them.
func (k *histories) pays(cost int) bool {
	if k.compared+cost > freeComparisons+k.added {
		return false
	}
	k.compared += cost
	return true
}

// suspects returns the ends of the turns whose time it is to be executed, and the history from which to do so.
func (k *histories) suspects(found *History) (from *History, to []*History) {
	if found.same != nil {
		h := found.same.Head
		if h.merged++; due(h.merged) {
			h.other = found
			to = ends(nil, found.same)
		}
		return found, to
	}
	at := headOf(found)
	if at == nil || at.Head.other == nil {
		return nil, nil
	}
	if at.Head.grown++; due(at.Head.grown) {
		to = []*History{found}
	}
	return at.Head.other, to
}

// headOf returns the point at the head of the turn that leads to a point, or nil.
func headOf(h *History) *History {
	if !h.later { // do not look for a turn at each point of a process that has none
		return nil
	}
	for h = h.Parent; h != nil && h.Head == nil; {
		h = h.Parent
	}
	return h
}

// turnTo returns the points of a turn after its head, up to the given one, and some of the turns after it.
func turnTo(end *History) []*History {
	route := Route(headOf(end), end)
	for range furtherSteps {
		if end.same != nil {
			end = end.same
		}
		if end = end.First.Load(); end == nil {
			break
		}
		route = append(route, end)
	}
	return route
}

// ends appends the last known points of the turns through h, as long as there are fewer than
// mostEnds.
func ends(found []*History, h *History) []*History {
	for k := h.First.Load(); k != nil && len(found) < mostEnds; k = k.Next.Load() {
		if k.Head != nil || k.First.Load() == nil {
			found = append(found, k)
		} else {
			found = ends(found, k)
		}
	}
	return found
}
