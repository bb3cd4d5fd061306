package checker

import (
	"fmt"
	"slices"
	"strings"

	"github.com/checkmodel/checkmodel/internal/randomprograms"
	"github.com/checkmodel/checkmodel/internal/testsize"
	"github.com/checkmodel/checkmodel/internal/world"
	"github.com/checkmodel/checkmodel/proc"
	"github.com/checkmodel/checkmodel/trace"
	"github.com/checkmodel/checkmodel/trace/kind"
	"pgregory.net/rapid"
)

// An Eventually is compared with the graph of all states of a program, whether the condition has held or not, on which
// the states with a fair way on for ever are computed as a fixed point: Emerson, Lei, "Modalities for model checking",
// 1987. Nothing of package liveness is used.

// liveGraph is the graph of all states at most so many events from the beginning.
type liveGraph struct {
	sys   *world.System
	ts    randomprograms.Endless
	limit int
	most  int // states
	nodes []liveNode
	known map[string]int
	cut   int // how many states before the condition holds were not left
	left  int // how many steps lead to where an assumption does not hold
	large bool
}

// liveNode is a state. If the condition must always be possible, held says whether it holds there.
type liveNode struct {
	held, end bool
	cut       bool
	depth     int
	enabled   []trace.ActorID
	next      []liveEdge
	way       trace.Schedule
}

type liveEdge struct {
	by trace.ActorID
	to int
}

// drawLiveGraph draws the options of a stateful search, and returns the graph for them. It rejects a program of more states than most.
func drawLiveGraph(t *rapid.T, m Model, ts randomprograms.Endless, delivery proc.Delivery, most int) (*liveGraph, Options) {
	o := Options{
		Delivery: delivery, Until: UntilEnd, MaxEvents: rapid.SampledFrom([]int{60, 60, 60, 12, 16, 24}).Draw(t, "limit"),
		ExactStates: rapid.IntRange(0, 3).Draw(t, "exact") == 0, LateDelivery: rapid.Bool().Draw(t, "late"), TrustModel: !testsize.Long(),
	}
	g := newLiveGraph(m, ts, delivery, o.MaxEvents, most)
	if g.large {
		g.sys.Close()
		reject(t, "too many states")
	}
	return g, o
}

func newLiveGraph(m Model, ts randomprograms.Endless, delivery proc.Delivery, limit, most int) *liveGraph {
	sys := trustedSystem(m.Main)
	sys.SetDelivery(delivery)
	sys.SetFaults(m.Faults, false)
	sys.SetOrdered(m.rules().Boards())
	g := &liveGraph{sys: sys, ts: ts, limit: limit, most: most, known: map[string]int{}}
	g.explore()
	return g
}

// marks is what processes have shown after some events, and whether the condition has held.
type marks struct {
	of      map[trace.ActorID]int
	held    bool
	outside bool // an assumption does not hold
}

// after executes a schedule from the beginning.
func (g *liveGraph) after(way trace.Schedule) marks {
	g.sys.StepBack(0)
	s := marks{of: map[trace.ActorID]int{}}
	for _, st := range way {
		g.step(&s, st)
	}
	return s
}

func (g *liveGraph) step(s *marks, st trace.Step) {
	e := g.sys.Step(st)
	s.outside = s.outside || e.Irrelevant()
	switch {
	case e.Kind.Is(kind.Shows):
		s.of[e.Actor] = g.sys.Value(e.Value).(randomprograms.Mark).N
	case e.Kind == kind.Exit && g.ts.Living:
		if _, shown := s.of[e.Actor]; !shown {
			return
		}
		delete(s.of, e.Actor)
	default:
		return
	}
	n := 0
	for _, shown := range s.of {
		if shown == g.ts.Number {
			n++
		}
	}
	s.held = s.held && !g.ts.Stays || n >= g.ts.Enough
}

func (g *liveGraph) identity(s marks) string {
	return fmt.Sprint(g.sys.Fingerprint(), s.of, s.held)
}

func (g *liveGraph) enabled() (all []trace.Pending) { return g.sys.Enabled(nil) }

func (g *liveGraph) explore() {
	g.add(g.after(nil), nil)
	for i := 0; i < len(g.nodes) && len(g.nodes) <= g.most; i++ {
		way, held := g.nodes[i].way, g.nodes[i].held
		g.after(way)
		enabled := g.enabled()
		g.nodes[i].end = len(enabled) == 0
		if len(way) == g.limit && len(enabled) > 0 {
			g.nodes[i].cut = true
			if !held || g.ts.Stays {
				g.cut++
			}
			continue
		}
		for _, p := range enabled {
			g.nodes[i].enabled = append(g.nodes[i].enabled, p.Actor)
			for alternative := range max(1, p.Op.Alternatives) {
				if p.Barred.Has(alternative) {
					continue
				}
				there := append(slices.Clone(way), trace.Step{Actor: p.Actor, Alternative: alternative})
				if s := g.after(there); s.outside {
					g.left++
				} else {
					g.nodes[i].next = append(g.nodes[i].next, liveEdge{p.Actor, g.add(s, there)})
				}
			}
		}
	}
	g.large = len(g.nodes) > g.most
}

func (g *liveGraph) add(s marks, way trace.Schedule) int {
	id := g.identity(s)
	i, known := g.known[id]
	if !known {
		i = len(g.nodes)
		g.known[id] = i
		g.nodes = append(g.nodes, liveNode{held: s.held, depth: len(way), way: way})
	}
	return i
}

// reached returns the states that steps lead to from a state, and whether it is one of them.
func (g *liveGraph) reached(i int) (all []int, again bool) {
	seen := map[int]bool{}
	for k := -1; k < len(all); k++ {
		from := i
		if k >= 0 {
			from = all[k]
		}
		for _, e := range g.nodes[from].next {
			if !seen[e.to] {
				seen[e.to] = true
				all = append(all, e.to)
			}
		}
	}
	return all, seen[i]
}

// deadEnds returns for each state how many states can follow it, with itself, if none of them is right, and otherwise 0. It does not count
// a state after which some assumption does not hold in each interleaving.
func (g *liveGraph) deadEnds() []int {
	goesOn, judged, dead := make([]bool, len(g.nodes)), make([]bool, len(g.nodes)), make([]int, len(g.nodes))
	for i, n := range g.nodes {
		_, again := g.reached(i)
		goesOn[i] = again || n.end || n.cut
	}
	and := func(i int) []int {
		all, _ := g.reached(i)
		return slices.Compact(slices.Sorted(slices.Values(append(all, i))))
	}
	for i := range g.nodes {
		judged[i] = slices.ContainsFunc(and(i), func(k int) bool { return goesOn[k] })
	}
	for i := range g.nodes {
		all := slices.DeleteFunc(and(i), func(k int) bool { return !judged[k] })
		if judged[i] && !slices.ContainsFunc(all, func(k int) bool { return g.nodes[k].held || g.nodes[k].cut }) {
			dead[i] = len(all)
		}
	}
	return dead
}

// actors returns all that are enabled anywhere.
func (g *liveGraph) actors() (all []trace.ActorID) {
	for i := range g.nodes {
		all = append(all, g.nodes[i].enabled...)
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// fair returns the states from which an interleaving goes on for ever, is fair, and never has the condition hold: the
// greatest set of which each state has, for each actor, a way in the set to a step after which the actor has moved,
// or before which it is disabled.
func (g *liveGraph) fair() []bool {
	in := make([]bool, len(g.nodes))
	for i := range in {
		in[i] = !g.nodes[i].held
	}
	for changed := true; changed; {
		changed = false
		for _, a := range g.actors() {
			within := g.reaching(in, func(i int, e liveEdge) bool {
				return e.by == a || !slices.Contains(g.nodes[i].enabled, a)
			})
			changed = changed || !slices.Equal(in, within)
			in = within
		}
	}
	return in
}

// reaching returns the states of a set that have a way in the set whose last edge is wanted.
func (g *liveGraph) reaching(in []bool, wanted func(i int, e liveEdge) bool) []bool {
	found := make([]bool, len(in))
	for changed := true; changed; {
		changed = false
		for i := range in {
			for _, e := range g.nodes[i].next {
				if in[i] && in[e.to] && !found[i] && (found[e.to] || wanted(i, e)) {
					found[i], changed = true, true
				}
			}
		}
	}
	return found
}

// nearest returns the distance from the beginning to the nearest state that a fair interleaving visits again and again
// without the condition, or -1.
func (g *liveGraph) nearest() int {
	in := g.fair()
	for i := range g.nodes { // in the order of their distance
		if in[i] && g.returns(i, in) {
			return g.nodes[i].depth
		}
	}
	return -1
}

// returns reports whether a fair cycle goes through a state: whether all that can be reached from it, and from which it
// can be reached, has what is needed for each actor.
func (g *liveGraph) returns(i int, in []bool) bool {
	back := g.reaching(in, func(_ int, e liveEdge) bool { return e.to == i })
	if !back[i] {
		return false
	}
	both, list := make([]bool, len(in)), []int{i}
	both[i] = true
	for k := 0; k < len(list); k++ {
		for _, e := range g.nodes[list[k]].next {
			if back[e.to] && in[e.to] && !both[e.to] {
				both[e.to] = true
				list = append(list, e.to)
			}
		}
	}
	for _, a := range g.actors() {
		if !slices.ContainsFunc(list, func(s int) bool {
			return !slices.Contains(g.nodes[s].enabled, a) || slices.ContainsFunc(g.nodes[s].next, func(e liveEdge) bool { return e.by == a && both[e.to] })
		}) {
			return false
		}
	}
	return true
}

// ends reports whether the condition never holds in an interleaving that ends.
func (g *liveGraph) ends() bool {
	return slices.ContainsFunc(g.nodes, func(n liveNode) bool { return n.end && !n.held })
}

// wrongLasso says what is wrong with a fair interleaving without end that repeats its steps from an index on, "" if nothing is.
func (g *liveGraph) wrongLasso(steps trace.Schedule, from int) string {
	var b strings.Builder
	s := marks{of: map[trace.ActorID]int{}}
	g.sys.StepBack(0)
	begin := ""
	waits, moves := map[trace.ActorID]bool{}, map[trace.ActorID]bool{}
	for i, st := range steps {
		if i == from {
			begin = g.identity(s)
		}
		if !g.sys.CanStep(st) {
			return fmt.Sprintf("step %d is not possible", i+1)
		}
		var can []trace.ActorID
		for _, p := range g.enabled() {
			can = append(can, p.Actor)
		}
		for _, a := range g.actors() {
			if i >= from && !slices.Contains(can, a) {
				waits[a] = true
			}
		}
		if i >= from {
			moves[st.Actor] = true
		}
		g.step(&s, st)
		if s.held {
			return fmt.Sprintf("the condition holds after step %d", i+1)
		}
	}
	if g.identity(s) != begin {
		b.WriteString("the end is not where the cycle begins; ")
	}
	for _, a := range g.actors() {
		if !waits[a] && !moves[a] {
			fmt.Fprintf(&b, "%s can move all the time and does not; ", g.sys.Actor(a).Name)
		}
	}
	return b.String()
}
