package liveness

import (
	"slices"

	"github.com/checkmodel/checkmodel/trace"
)

// DeadEnd returns the shortest schedule to a dead end: a state from which the condition can never hold.
// It also returns how many states are reached from there, with the dead end itself. It returns false if there is no dead end. A
// state that was not left because of a limit may lead anywhere, so states that lead to it are no dead ends. The exploration must
// have been one with Past.
//
// Before the last step of the schedule the condition could still come to hold, unless it never holds. Then the schedule
// is a first step, if there is one.
func (g *Graph) DeadEnd() (steps trace.Schedule, states int, ok bool) {
	inside, hopeful := g.hope()
	dead := func(s int32) bool { return inside[s] && !hopeful[s] }
	first := int32(held)
	for s := range g.explored {
		if first <= 0 && dead(s) { // at first, that is none, or the beginning
			first = s
		}
	}
	if first == held {
		return nil, 0, false
	}
	reached := g.spread([]int32{first}, inside, func(s int32) (to []int32) {
		for _, e := range g.next(s) {
			to = append(to, e.to)
		}
		return to
	})
	for _, is := range reached {
		if is {
			states++
		}
	}
	return g.stem(first), states, true
}

// hope returns which explored states are inside: some interleaving goes on from there, or ends, and is never outside; and from
// which of them a right or open state is reached by states inside. A state that was not explored yet counts as outside.
func (g *Graph) hope() (inside, hopeful []bool) {
	into := g.reversed()
	left := make([]int, g.explored) // the number of edges that may stay inside
	var outside, hopes []int32
	for s := range g.explored {
		edges := g.next(s)
		for _, e := range edges {
			if e.to != held && e.to < g.explored {
				left[s]++
			}
		}
		if left[s] == 0 && len(edges) > 0 {
			outside = append(outside, s)
		}
	}
	inside = slices.Repeat([]bool{true}, len(left))
	for i := 0; i < len(outside); i++ { // not by spread, as each edge counts
		inside[outside[i]] = false
		for _, s := range into(outside[i]) {
			if left[s]--; left[s] == 0 {
				outside = append(outside, s)
			}
		}
	}
	for s := range g.explored {
		if st := &g.states[s]; inside[s] && (st.right || st.open) {
			hopes = append(hopes, s)
		}
	}
	return inside, g.spread(hopes, inside, into)
}

// spread returns the states that are reached from some states, with these, by steps within a set.
func (g *Graph) spread(from []int32, within []bool, next func(int32) []int32) []bool {
	reached := make([]bool, g.explored)
	for _, s := range from {
		reached[s] = true
	}
	for todo := slices.Clone(from); len(todo) > 0; {
		s := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		for _, to := range next(s) {
			if to != held && to < g.explored && within[to] && !reached[to] {
				reached[to] = true
				todo = append(todo, to)
			}
		}
	}
	return reached
}

// reversed returns a function that returns the states from which edges lead to an explored state, once for each edge.
func (g *Graph) reversed() func(int32) []int32 {
	ends := make([]int, g.explored+1) // at first the start of the edges to the previous state
	each := func(visit func(from, to int32)) {
		for s := range g.explored {
			for _, e := range g.next(s) {
				if e.to != held && e.to < g.explored {
					visit(s, e.to)
				}
			}
		}
	}
	each(func(_, to int32) { ends[to+1]++ })
	for s := range g.explored {
		ends[s+1] += ends[s]
	}
	all := make([]int32, ends[g.explored])
	each(func(from, to int32) {
		all[ends[to]] = from
		ends[to]++
	})
	return func(s int32) []int32 {
		first := 0
		if s > 0 {
			first = ends[s-1]
		}
		return all[first:ends[s]]
	}
}

// DeadEnd explores from the end of a schedule, and returns how many states are reached from there if that is a dead end, and
// otherwise 0; see [Graph.DeadEnd]. It stops as soon as it knows of no dead end. The system is at the end of the schedule then.
// DeadEnd returns the same errors as [Explore].
func (e Exploration) DeadEnd(steps trace.Schedule) (states int, err error) {
	hopeful, stop, next := false, e.Stop, int32(1)
	e.From = steps
	e.Stop = func(g *Graph) bool {
		if !hopeful && g.explored >= next && g.hopeful > 0 {
			next = 2 * g.explored // so all of this takes as long as the last time
			_, hopes := g.hope()
			hopeful = hopes[0]
		}
		return hopeful || stop(g)
	}
	g, err := Explore(e)
	if err != nil && !hopeful {
		return 0, err
	}
	if inside, hopes := g.hope(); g.explored > 0 && inside[0] && !hopes[0] {
		for _, is := range inside {
			if is {
				states++
			}
		}
	}
	return states, e.Execute(steps)
}
