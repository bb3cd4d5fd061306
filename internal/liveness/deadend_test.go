package liveness

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// TestDeadEnds: on random graphs, a state is a dead end exactly if a naive search from it meets no state that is right or open, of those
// from which an interleaving goes on or ends. What is known of a part of a graph remains true.
func TestDeadEnds(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(5, 6))
	ends, outside, never, open := 0, 0, 0, 0
	for range 5_000 {
		g := randomGraph(r)
		for s := range g.states {
			st := &g.states[s]
			st.open = len(g.next(int32(s))) == 0 && r.IntN(4) == 0
			if st.right = r.IntN(6) == 0; st.right || st.open {
				g.hopeful++
			}
		}
		reach := make([][]bool, len(g.states))
		for s := range reach {
			reach[s] = g.reachable(int32(s))
		}
		inside := func(s int) bool {
			return slices.ContainsFunc(g.after(s, reach), func(u int) bool { return reach[u][u] || len(g.next(int32(u))) == 0 })
		}
		dead := func(s int) bool {
			return inside(s) && !slices.ContainsFunc(g.after(s, reach), func(u int) bool { return inside(u) && (g.states[u].right || g.states[u].open) })
		}
		first, insiders := -1, 0
		is, hopeful := g.hope()
		for s := range g.states {
			if is[s] != inside(s) || hopeful[s] != (inside(s) && !dead(s)) {
				t.Fatalf("%+v: state %d is inside: %t, and hopeful: %t", g, s, is[s], hopeful[s])
			}
			if first <= 0 && dead(s) {
				first = s
			}
		}
		stem, states, ok := g.DeadEnd()
		if ok != (first >= 0) || ok && !slices.Equal(stem, g.stem(int32(first))) {
			t.Fatalf("%+v: a dead end %t after %v, want %d", g, ok, stem, first)
		}
		if ok {
			for _, u := range g.after(first, reach) {
				if inside(u) {
					insiders++
				}
			}
			if states != insiders {
				t.Fatalf("%+v: from %d, %d states are reached, want %d", g, first, states, insiders)
			}
			ends++
		}
		if dead(0) {
			never++
		}
		if !ok && slices.Contains(is, false) {
			outside++
		}
		if !ok && !slices.ContainsFunc(g.states, func(s state) bool { return s.right }) {
			open++
		}
		for part := *g; part.explored > 1; {
			part.explored--
			part.edges = g.edges[:g.states[part.explored].edges]
			if _, hopes := part.hope(); hopes[0] && !hopeful[0] {
				t.Fatalf("%+v: the first %d states say too much", g, part.explored)
			}
		}
	}
	if min(ends, outside, never, open) < 100 {
		t.Errorf("%d graphs have a dead end, in %d it is the beginning, %d are right but partly outside, and %d only because of limits", ends, never, outside, open)
	}
}

// after returns the states that are reached from a state, with that itself.
func (g *Graph) after(s int, reach [][]bool) (all []int) {
	for u := range g.states {
		if u == s || reach[s][u] {
			all = append(all, u)
		}
	}
	return all
}
