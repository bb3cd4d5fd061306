package liveness

import (
	"math/bits"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/checkmodel/checkmodel/trace"
)

// randomGraph returns a graph of states in the order of their distance from the first, with steps of a few actors.
func randomGraph(r *rand.Rand) *Graph {
	n, actors := 1+r.IntN(12), 1+r.IntN(3)
	next := make([][]edge, n)
	for s := range next {
		for a := range actors {
			for alternative := range r.IntN(3) {
				next[s] = append(next[s], edge{trace.Step{Actor: trace.ActorID(a), Alternative: int32(alternative)}, int32(r.IntN(n+1) - 1)})
			}
		}
	}
	g, numbers := &Graph{states: []state{{}}}, map[int32]int32{0: 0}
	order := []int32{0}
	for i := 0; i < len(order); i++ {
		g.states[i].edges = len(g.edges)
		for _, e := range next[order[i]] {
			to := int32(held)
			if e.to != held {
				known, ok := numbers[e.to]
				if to = known; !ok {
					to = int32(len(order))
					numbers[e.to] = to
					order = append(order, e.to)
					g.states = append(g.states, state{from: int32(i), by: e.by, depth: g.states[i].depth + 1})
				}
			}
			g.edges = append(g.edges, edge{e.by, to})
		}
		g.explored++
	}
	return g
}

// reachable returns the states that at least one edge leads to.
func (g *Graph) reachable(from int32) []bool {
	found := make([]bool, len(g.states))
	todo := []int32{from}
	for len(todo) > 0 {
		s := todo[0]
		todo = todo[1:]
		for _, e := range g.next(s) {
			if e.to != held && !found[e.to] {
				found[e.to] = true
				todo = append(todo, e.to)
			}
		}
	}
	return found
}

// Random graphs, without a world: components are what is reachable in both directions, a lasso exists exactly if one of
// them is fair, its stem is the shortest, and its cycle is one, and fair.
func TestRandomGraphs(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	lassos := 0
	for range 20_000 {
		g := randomGraph(r)
		of, members := g.components(nil)
		reach := make([][]bool, len(g.states))
		for s := range g.states {
			reach[s] = g.reachable(int32(s))
		}
		nearest, cyclic := int32(-1), 0
		for s := range g.states {
			for u := range g.states {
				if together := s == u || reach[s][u] && reach[u][s]; together != (of[s] == of[u]) {
					t.Fatalf("%+v: %d and %d have the components %d and %d", g, s, u, of[s], of[u])
				}
			}
			if !reach[s][s] {
				continue
			}
			cyclic++
			if nearest < 0 && g.returns(int32(s), reach) {
				nearest = g.states[s].depth
			}
		}
		if all := slices.Concat(members...); len(all) != cyclic {
			t.Fatalf("%+v: the components that have edges have %d states, want %d", g, len(all), cyclic)
		}
		stem, cycle, ok := g.Lasso(false)
		if ok != (nearest >= 0) || ok && len(stem) != int(nearest) {
			t.Fatalf("%+v: a lasso %t with the stem %v, want %d", g, ok, stem, nearest)
		}
		if ok {
			lassos++
			g.judge(t, stem, cycle, false)
		}
	}
	if lassos < 1000 {
		t.Errorf("only %d graphs have a lasso", lassos)
	}
}

// returns reports whether all that is on a cycle with the state is fair together.
func (g *Graph) returns(s int32, reach [][]bool) bool {
	for a := trace.ActorID(0); a < 3; a++ {
		fair := false
		for u := range g.states {
			if !reach[s][u] || !reach[u][s] {
				continue
			}
			can := false
			for _, e := range g.next(int32(u)) {
				can = can || e.by.Actor == a
				fair = fair || e.by.Actor == a && e.to != held && reach[s][e.to] && reach[e.to][s]
			}
			fair = fair || !can
		}
		if !fair {
			return false
		}
	}
	return true
}

// judge follows a lasso.
func (g *Graph) judge(t *testing.T, stem, cycle trace.Schedule, strong bool) {
	t.Helper()
	at := int32(0)
	follow := func(st trace.Step) {
		i := slices.IndexFunc(g.next(at), func(e edge) bool { return e.by == st })
		if i < 0 || g.next(at)[i].to == held {
			t.Fatalf("%+v: %v leaves %d by %v", g, append(stem, cycle...), at, st)
		}
		at = g.next(at)[i].to
	}
	for _, st := range stem {
		follow(st)
	}
	begin, moves, can, waits := at, map[trace.ActorID]bool{}, map[trace.ActorID]bool{}, map[trace.ActorID]bool{}
	for _, st := range cycle {
		moves[st.Actor] = true
		for a := trace.ActorID(0); a < 3; a++ {
			if slices.ContainsFunc(g.next(at), func(e edge) bool { return e.by.Actor == a }) {
				can[a] = true
			} else {
				waits[a] = true
			}
		}
		follow(st)
	}
	fair := true
	for a := trace.ActorID(0); a < 3; a++ {
		fair = fair && (moves[a] || !can[a] || !strong && waits[a])
	}
	if !fair || at != begin || len(cycle) == 0 {
		t.Fatalf("%+v: after %v, %v leads from %d to %d, and is fair: %t", g, stem, cycle, begin, at, fair)
	}
}

// TestStrongFairness: there is a strongly fair lasso exactly if some set of states, of all sets, is one that a walk can repeat in
// which each actor takes a step that is enabled in one of them.
func TestStrongFairness(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	lassos, weakOnly := 0, 0
	for range 20_000 {
		g := randomGraph(r)
		if len(g.states) > 8 {
			continue
		}
		nearest := int32(-1)
		for set := uint(1); set < 1<<len(g.states); set++ {
			if depth := g.states[bits.TrailingZeros(set)].depth; (nearest < 0 || depth < nearest) && g.repeatsFairly(set) {
				nearest = depth
			}
		}
		stem, cycle, ok := g.Lasso(true)
		if ok != (nearest >= 0) || ok && len(stem) != int(nearest) {
			t.Fatalf("%+v: a lasso %t with the stem %v, want %d", g, ok, stem, nearest)
		}
		_, _, weak := g.Lasso(false)
		switch {
		case ok && !weak:
			t.Fatalf("%+v: a strongly fair lasso is weakly fair", g)
		case weak && !ok:
			weakOnly++
		case ok:
			lassos++
			g.judge(t, stem, cycle, true)
		}
	}
	if lassos < 1000 || weakOnly < 100 {
		t.Errorf("%d graphs have a strongly fair lasso, %d one that is only weakly fair", lassos, weakOnly)
	}
}

// repeatsFairly reports whether a walk can visit just the states of the set again and again so that each actor which is enabled
// in one of them takes a step.
func (g *Graph) repeatsFairly(set uint) bool {
	within := func(e edge) bool { return e.to != held && set>>e.to&1 == 1 }
	can, moves := map[trace.ActorID]bool{}, map[trace.ActorID]bool{}
	for s := range g.states {
		if set>>s&1 == 0 {
			continue
		}
		found, todo := uint(0), []int32{int32(s)}
		for ; len(todo) > 0; todo = todo[1:] {
			for _, e := range g.next(todo[0]) {
				if within(e) && found>>e.to&1 == 0 {
					found |= 1 << e.to
					todo = append(todo, e.to)
				}
			}
		}
		if found != set {
			return false
		}
		for _, e := range g.next(int32(s)) {
			can[e.by.Actor] = true
			if within(e) {
				moves[e.by.Actor] = true
			}
		}
	}
	return len(can) == len(moves)
}
