package checker

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"github.com/checkmodel/checkmodel/internal/testsize"
	"github.com/checkmodel/checkmodel/internal/world"
	"github.com/checkmodel/checkmodel/optimaldpor/backtrack"
	"github.com/checkmodel/checkmodel/proc"
	"github.com/checkmodel/checkmodel/sampling"
	"github.com/checkmodel/checkmodel/trace"
	"github.com/checkmodel/checkmodel/trace/causality"
	"pgregory.net/rapid"
)

// tuple is up to three events, each 1 plus its number in an identities; 0 is none.
type tuple [3]int32

// identities numbers events, by actor and index.
type identities map[trace.EventID]int32

func (ids identities) of(e *trace.Event) int32 {
	n, ok := ids[e.ID()]
	if !ok {
		n = int32(len(ids) + 1)
		ids[e.ID()] = n
	}
	return n
}

// hitting is a strategy that notes which tuples of depth events each interleaving of another strategy strongly hits: an
// event may come after the i-th one of them only if that one or a later one of them causes it (Kulahcioglu Ozkan, Majumdar,
// Oraee, definition 4.1). An event is caused by the one before it of its actor, and by the one after which it could happen.
type hitting struct {
	Strategy
	depth int
	skip  int // how many interleavings do not count
	ids   identities

	causes []uint64         // for each event, the positions of those that cause it, itself included
	known  map[int32]uint64 // by actor: for its next event, if that could happen
	events []trace.Event
	order  causality.Order
	racy   map[int32]bool // of an enumeration
	hits   map[tuple]int
}

func newHitting(s Strategy, depth int, ids identities) *hitting {
	return &hitting{Strategy: s, depth: depth, ids: ids, known: map[int32]uint64{}, racy: map[int32]bool{}, hits: map[tuple]int{},
		order: causality.Order{Relation: (&Options{}).Relation()}}
}

func (h *hitting) Choose(v trace.View) (trace.Step, bool) {
	for i := range v.Enabled {
		a := int32(v.Enabled[i].Actor)
		if _, ok := h.known[a]; ok {
			continue
		}
		var by uint64
		if n := len(h.causes); n > 0 {
			by = h.causes[n-1]
		}
		for k := len(h.events) - 1; k >= 0; k-- {
			if int32(h.events[k].Actor) == a {
				by |= h.causes[k]
				break
			}
		}
		h.known[a] = by
	}
	return h.Strategy.Choose(v)
}

func (h *hitting) Observe(depth int, e *trace.Event) error {
	if depth < len(h.events) {
		panic("the interleaving does not begin from the start")
	}
	h.causes = append(h.causes, h.known[int32(e.Actor)]|1<<depth)
	h.events = append(h.events, *e)
	delete(h.known, int32(e.Actor))
	return h.Strategy.Observe(depth, e)
}

func (h *hitting) End(end trace.Ending) error {
	if h.skip--; h.skip < 0 {
		h.add(len(h.events), 0, h.depth-1, tuple{})
	}
	h.order.Compute(slices.Clone(h.events))
	for _, r := range h.order.Races() {
		h.racy[h.ids.of(&h.events[r.First])], h.racy[h.ids.of(&h.events[r.Second])] = true, true
	}
	h.events, h.causes = h.events[:0], h.causes[:0]
	clear(h.known)
	return h.Strategy.End(end)
}

// add counts the tuples whose first events up to number i are before a position, and whose others are in t, at the
// positions of later.
func (h *hitting) add(before int, later uint64, i int, t tuple) {
	for p := range before {
		late := later | 1<<p
		if !slices.ContainsFunc(h.causes[p+1:], func(causes uint64) bool { return causes&late == 0 }) {
			if t[i] = h.ids.of(&h.events[p]); i == 0 {
				h.hits[t]++
			} else {
				h.add(p, late, i-1, t)
			}
		}
	}
}

// drawStraight draws a program that executes the same operations in each interleaving: processes that send to nodes
// and write rows, and nodes that take all that was sent to them. After each message a node may write a row, or send on to
// the last node. The first process is a node, too.
func drawStraight(t *rapid.T) func(*proc.P) {
	type op struct{ node, row int } // one of them is -1
	nodes, taken := rapid.IntRange(1, 2).Draw(t, "nodes"), [2]int{}
	var workers [][]op
	for range rapid.IntRange(2, 3).Draw(t, "workers") {
		var ops []op
		for range rapid.IntRange(1, 2).Draw(t, "operations") {
			o := op{rapid.IntRange(-1, nodes-1).Draw(t, "node"), -1}
			if o.node < 0 {
				o.row = rapid.IntRange(0, 2).Draw(t, "row")
			} else {
				taken[o.node]++
			}
			ops = append(ops, o)
		}
		workers = append(workers, ops)
	}
	after := rapid.SampledFrom([]string{"nothing", "nothing", "write", "send on"}).Draw(t, "after a message")
	if after == "send on" && nodes == 2 {
		taken[1] += taken[0]
	}
	t.Logf("\n%+v, nodes take %v, and then %s", workers, taken[:nodes], after)
	return func(p *proc.P) {
		table := proc.NewTable[int, int](p, "t")
		pids := []proc.PID{p.Self()}
		node := func(p *proc.P, n int) {
			for i := range taken[n] {
				p.Receive()
				switch {
				case after == "write":
					table.Insert(p, 0, 100+n)
				case after == "send on" && n < nodes-1:
					p.Send(pids[nodes-1], 1000+i)
				}
			}
		}
		if nodes == 2 {
			pids = append(pids, p.Spawn("node", func(p *proc.P) { node(p, 1) }))
		}
		for w, ops := range workers {
			p.Spawn(fmt.Sprint("w", w), func(p *proc.P) {
				for i, o := range ops {
					if o.node >= 0 {
						p.Send(pids[o.node], 10*w+i)
					} else {
						table.Insert(p, o.row, 10*w+i)
					}
				}
			})
		}
		node(p, 0)
		proc.Receive[string](p) // the table stays
	}
}

// enumerated returns which tuples some interleaving hits, and which events race in some.
func enumerated(t *rapid.T, main *world.System, depth int, ids identities) *hitting {
	h := newHitting(backtrack.NewNaive(backtrack.Config{}), depth, ids)
	if look(t, main, Options{MaxInterleavings: 20_000, Afresh: true}, h).Stop != NotStopped {
		reject(t, "too many interleavings for an enumeration")
	}
	return h
}

// TestHittingOdds: strategies with a guarantee hit each tuple of events that an interleaving can hit at least as often as
// stated. The test is one-sided, with a probability of a millionth that it fails for any of the tuples if all odds
// hold.
func TestHittingOdds(t *testing.T) {
	testsize.LongOnly(t)
	const runs = 2_000
	programs := 0
	rapid.Check(t, func(t *rapid.T) {
		if programs++; programs > manyPrograms && !testsize.Long() {
			return
		}
		main := trustedSystem(drawStraight(t))
		defer main.Close()
		depth := rapid.IntRange(1, 3).Draw(t, "depth")
		ids := identities{}
		all := enumerated(t, main, depth, ids)
		for _, s := range []sampling.Strategy{sampling.PCT, sampling.DPOS, sampling.TaPCT} {
			search := sampling.New(sampling.Config{Strategy: s, Relation: (&Options{}).Relation(), Depth: depth, Runs: runs + sampling.Preliminary, Seed: 1})
			h := newHitting(search.Explorer(func() bool { return true }, nil, nil), depth, ids)
			h.skip = sampling.Preliminary
			look(t, main, Options{Afresh: true}, h)
			sample := search.Sample()
			odds := sample.Arms[len(sample.Arms)-1].Odds
			tuples, worst, worstTuple := 0, 1.0, tuple{}
			for tu := range all.hits {
				if s != sampling.PCT && slices.ContainsFunc(tu[1:depth], func(e int32) bool { return !all.racy[e] }) {
					continue // these late events do not race
				}
				tuples++
				if p := atMost(runs, h.hits[tu], odds); p < worst {
					worst, worstTuple = p, tu
				}
			}
			if tuples > 0 && worst*float64(tuples) < 1e-6 {
				t.Errorf("%v, depth %d: %v is hit by %d of %d runs, stated are odds of %.4f (%d chains, %d racy events): that has a probability of %.2g, and there are %d tuples",
					s, depth, worstTuple, h.hits[worstTuple], runs, odds, sample.Chains, sample.Racy, worst, tuples)
				for id, n := range ids {
					t.Logf("%d: event %d of %s", n, id.Index, main.Actor(id.Actor).Name)
				}
			}
		}
	})
}

// manyPrograms is the number of programs that a plain "go test" draws runs of.
const manyPrograms = 4

// atMost returns the probability of at most k hits of n runs that each hit with probability p.
func atMost(n, k int, p float64) float64 {
	choose := func(n int) float64 { v, _ := math.Lgamma(float64(n + 1)); return v }
	sum := 0.0
	for i := range k + 1 {
		sum += math.Exp(choose(n) - choose(i) - choose(n-i) + float64(i)*math.Log(p) + float64(n-i)*math.Log1p(-p))
	}
	return sum
}
