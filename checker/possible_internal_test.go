package checker

import (
	"slices"
	"testing"

	"github.com/checkmodel/checkmodel/internal/randomprograms"
	"github.com/checkmodel/checkmodel/internal/testsize"
	"github.com/checkmodel/checkmodel/proc"
	"pgregory.net/rapid"
)

// TestRandomAlwaysPossible: the search finds a dead end exactly if the graph of all states has one, the nearest, and so does a replay
// of the way there, although it would admit more faults.
func TestRandomAlwaysPossible(t *testing.T) {
	var kinds possibleKinds
	for _, delivery := range proc.Deliveries() {
		t.Run(string(delivery), func(t *testing.T) {
			checkMany(t, func(t *rapid.T) { compareAlwaysPossible(t, delivery, &kinds) })
		})
	}
	if min(kinds.dead, kinds.alive, kinds.cut, kinds.assumed) == 0 && !testing.Short() { // then there are few programs
		t.Errorf("some kinds of programs were not compared: %+v", kinds)
	}
}

// possibleKinds counts programs that have a dead end after some events, programs that have none although states are right only at times,
// those of which states were cut, and those of which an assumption leaves something out.
type possibleKinds struct{ dead, alive, cut, assumed int }

func compareAlwaysPossible(t *rapid.T, delivery proc.Delivery, kinds *possibleKinds) {
	ts := randomprograms.DrawEndless(t, "assume", "expose", "expose", "expose", "expose", "expose", "expose", "choose", "choose", "end", "crash")
	ts.Stays, ts.Enough = true, rapid.SampledFrom([]int{1, 1, 2}).Draw(t, "few")
	m := Model{Name: "turners", Main: ts.Main, Rules: []Rule{ruleOf(ts)}, Faults: Faults{Losses: rapid.IntRange(0, 1).Draw(t, "losses")}}
	g, o := drawLiveGraph(t, m, ts, delivery, 300)
	defer g.sys.Close()
	first, dead := -1, g.deadEnds()
	for i := range dead { // in the order of their distance
		if dead[i] > 0 && first <= 0 {
			first = i
		}
	}
	r, err := Check(t.Context(), m, o)
	if err != nil && unjudged(r, err) {
		reject(t, "nothing is judged")
	}
	if err != nil {
		t.Fatal(err)
	}
	var found *Violation
	for _, v := range r.Violations {
		if v.Property == "some time" {
			if found != nil {
				t.Fatalf("two dead ends: %v, %v", found.Steps, v.Steps)
			}
			found = v
		}
	}
	if g.cut > 0 && r.Complete() {
		t.Fatalf("%s, although %d states were not left", r.Verdict, g.cut)
	}
	compared.Add(1)
	if g.cut > 0 {
		kinds.cut++
	}
	if g.left > 0 && len(g.nodes) > 1 {
		kinds.assumed++
	}
	if delivery == proc.Bag && g.cut > 0 && first < 0 { // messages in it have no order, so what was cut here may be known
		return
	}
	if (found != nil) != (first >= 0) {
		t.Fatalf("a dead end: %t, but %d states that may have one are %d", found != nil, len(g.nodes), first)
	}
	if c := r.Cycles; delivery != proc.Bag && (c.States != len(g.nodes) || c.Cut != g.cut) {
		t.Fatalf("%+v, want %d states, %d of them not left", c, len(g.nodes), g.cut)
	}
	if found == nil {
		if slices.ContainsFunc(g.nodes, func(n liveNode) bool { return n.held }) {
			kinds.alive++
		}
		return
	}
	steps := found.Schedule
	n, before := dead[g.known[g.identity(g.after(steps))]], dead[g.known[g.identity(g.after(steps[:len(steps)-1]))]]
	if n == 0 || len(steps) != g.nodes[first].depth || delivery != proc.Bag && n != found.DeadEnd {
		t.Fatalf("%v leads to %d states, of a dead end there are %d; the nearest is after %d events", found.Steps, found.DeadEnd, n, g.nodes[first].depth)
	}
	if before > 0 && len(steps) > 1 {
		t.Fatalf("%v leads to a dead end before its last event", found.Steps)
	}
	if len(steps) > 1 {
		kinds.dead++
	}
	replayed, err := Check(t.Context(), m, Options{TrustModel: !testsize.Long(), Delivery: o.Delivery, MaxEvents: o.MaxEvents, Replay: found.Steps})
	if err != nil {
		t.Fatal(err)
	}
	i := slices.IndexFunc(replayed.Violations, func(v *Violation) bool { return v.Property == "some time" })
	if i < 0 || len(replayed.Skipped) > 0 {
		t.Fatalf("the replay of %v is %s: %+v", found.Steps, replayed.Verdict, replayed.Violations)
	}
	if v := replayed.Violations[i]; v.DeadEnd != found.DeadEnd || v.Explanation != found.Explanation || !slices.Equal(v.Schedule, found.Schedule) {
		t.Fatalf("the replay of %v has %v, %d: %s, want %d: %s", found.Steps, v.Steps, v.DeadEnd, v.Explanation, found.DeadEnd, found.Explanation)
	}
}
