package liveness

import (
	"maps"
	"slices"

	"github.com/checkmodel/checkmodel/trace"
)

// Lasso returns a fair infinite interleaving in which the condition never holds: a stem, and a cycle that follows
// it for ever. It returns false if none was explored. No other one has a shorter stem. The cycle takes the
// shortest way to an actor that is still missing, again and again. With strong, it is strongly fair.
func (g *Graph) Lasso(strong bool) (stem, cycle trace.Schedule, ok bool) {
	var of []int32
	var components [][]int32
	if strong {
		of, components = g.stronglyFair()
	} else {
		of, components = g.components(nil)
	}
	first := int32(held)
	for _, members := range components {
		// States are in the order of their distance from the beginning.
		if s := slices.Min(members); (first == held || s < first) && (strong || g.fair(members, of)) {
			first = s
		}
	}
	if first == held {
		return nil, nil, false
	}
	return g.stem(first), g.cycle(first, of, strong), true
}

// stronglyFair returns components as [Graph.components] does, in each of which every enabled actor takes a step. It leaves out
// states to which no strongly fair interleaving comes again and again.
func (g *Graph) stronglyFair() (of []int32, components [][]int32) {
	out := make([]bool, len(g.states))
	for changed := true; changed; {
		changed = false
		of, components = g.components(out)
		for _, members := range components {
			_, moves := g.actors(members, of)
			for _, s := range members {
				if slices.ContainsFunc(g.next(s), func(e edge) bool { return !moves[e.by.Actor] }) {
					out[s], changed = true, true
				}
			}
		}
	}
	return of, components
}

// fair reports whether each actor is disabled in a state of the component, or takes a step in it.
func (g *Graph) fair(members, of []int32) bool {
	enabled, moves := g.actors(members, of)
	for a, states := range enabled {
		if states == len(members) && !moves[a] {
			return false
		}
	}
	return true
}

// actors returns in how many states of a component each actor is enabled, and which actors take a step in it.
func (g *Graph) actors(members, of []int32) (enabled map[trace.ActorID]int, moves map[trace.ActorID]bool) {
	enabled, moves = map[trace.ActorID]int{}, map[trace.ActorID]bool{}
	for _, s := range members {
		edges := g.next(s)
		for i, e := range edges {
			if i == 0 || e.by.Actor != edges[i-1].by.Actor {
				enabled[e.by.Actor]++
			}
			if e.to != held && of[e.to] == of[s] {
				moves[e.by.Actor] = true
			}
		}
	}
	return enabled, moves
}

// enabled reports whether an actor is enabled in a state.
func (g *Graph) enabled(a trace.ActorID, s int32) bool {
	return slices.ContainsFunc(g.next(s), func(e edge) bool { return e.by.Actor == a })
}

// cycle returns the steps of a cycle in the component of the state, from there and back. Each actor takes a step on it, or is
// disabled in a state of it; with strong, each actor that is enabled in the component takes a step. The component must be fair.
func (g *Graph) cycle(first int32, of []int32, strong bool) (steps trace.Schedule) {
	missing := map[trace.ActorID]bool{} // have been enabled all along, or must take a step, and have taken none
	for s := range g.states {
		if int32(s) == first || strong && of[s] == of[first] {
			for _, e := range g.next(int32(s)) {
				missing[e.by.Actor] = true
			}
		}
	}
	found := func(a trace.ActorID, e edge) bool { return a == e.by.Actor || !strong && !g.enabled(a, e.to) }
	at := first
	for len(missing) > 0 || at != first || len(steps) == 0 {
		way := g.way(at, of, func(e edge) bool {
			for a := range missing {
				if found(a, e) {
					return true
				}
			}
			return len(missing) == 0 && e.to == first && e.by.Alternative != idle
		})
		for _, e := range way {
			if at = e.to; e.by.Alternative != idle {
				steps = append(steps, e.by)
			}
			maps.DeleteFunc(missing, func(a trace.ActorID, _ bool) bool { return found(a, e) })
		}
	}
	return steps
}

// way returns the shortest way, within its component, from a state to a wanted edge, the last one of the way. There must be one.
func (g *Graph) way(from int32, of []int32, wanted func(edge) bool) []edge {
	type reached struct {
		by     edge
		before int // the index of the previous entry on the way
	}
	all := []reached{{by: edge{to: from}}}
	seen := map[int32]bool{from: true}
	for i := 0; i < len(all); i++ {
		s := all[i].by.to
		for _, e := range g.next(s) {
			if e.to == held || of[e.to] != of[s] {
				continue
			}
			if wanted(e) {
				way := []edge{e}
				for ; i > 0; i = all[i].before {
					way = append(way, all[i].by)
				}
				slices.Reverse(way)
				return way
			}
			if !seen[e.to] {
				seen[e.to] = true
				all = append(all, reached{e, i})
			}
		}
	}
	panic("a component is not strongly connected, or not fair")
}
