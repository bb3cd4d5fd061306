package optimaldpor_test

import (
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/checkmodel/checkmodel/bounding"
	"github.com/checkmodel/checkmodel/optimaldpor"
	"github.com/checkmodel/checkmodel/trace"
	"github.com/checkmodel/checkmodel/trace/causality"
)

// team is several explorers of one search, all used by one goroutine, so that it
// can be drawn who moves.
type team struct {
	program program
	search  *optimaldpor.Dispatcher
	hands   []*hand
	twist   func(events []trace.Event) // nil, or changes what comes of the last event
	afresh  bool                       // all events of each interleaving are observed
	record
}

// record is what was counted so far, and what could be seen of the search after so many
// interleavings.
type record struct {
	all       []string // interleavings and why they are explored, in the order of their turns
	budget    int      // 0 is none
	frontiers map[int][]optimaldpor.Branch
	cuts      map[int]int
	estimates map[int]optimaldpor.Estimate
	boundCut  int // at the end
}

// hand is an explorer that may be within an interleaving.
type hand struct {
	team   *team
	x      *optimaldpor.Optimal
	prefix trace.Schedule
	before []trace.Event // the interleaving before
	busy   bool
	last   string // the interleaving it has executed, and why
}

// accounts are interleavings that wait for their turn.
type accounts struct {
	team *team
	all  []string
}

// Count implements [optimaldpor.Batch]. It is all or nothing: not to go beyond the
// budget is up to the search.
func (a *accounts) Count() (more bool) {
	for _, it := range a.all {
		more = a.team.enter(it)
	}
	return more
}

// newTeam returns explorers of a search. They merge accounts if that is said. They look for earlier sequences that are
// equivalent even of a single race for a receive.
func newTeam(pr program, s *optimaldpor.Dispatcher, explorers int, merge bool) *team {
	tm := &team{program: pr, search: s}
	tm.frontiers, tm.cuts, tm.estimates = map[int][]optimaldpor.Branch{}, map[int]int{}, map[int]optimaldpor.Estimate{}
	s.OnSave(func() { tm.frontiers[len(tm.all)], tm.cuts[len(tm.all)] = s.Frontier(), s.BoundCut() })
	for range explorers {
		h := &hand{team: tm}
		h.x = s.Explorer(func() bool {
			tm.estimates[len(tm.all)] = h.x.Estimate()
			return tm.enter(h.last)
		}, func(before optimaldpor.Batch) optimaldpor.Batch {
			if a, ok := before.(*accounts); ok && merge {
				a.all = append(a.all, h.last)
				return a
			}
			return &accounts{tm, []string{h.last}}
		})
		h.x.SetRivals(1)
		tm.hands = append(tm.hands, h)
	}
	return tm
}

// enter accounts for an interleaving and reports whether there shall be more.
func (tm *team) enter(it string) bool {
	tm.all = append(tm.all, it)
	return tm.budget == 0 || len(tm.all) < tm.budget
}

// explore lets the explorers move in an order that next says, until all is done.
// An explorer begins an interleaving, or ends it.
func (tm *team) explore(next func(hands int) int) error {
	for active := slices.Clone(tm.hands); len(active) > 0; {
		i := next(len(active))
		h := active[i]
		if h.busy {
			h.busy = false
			if err := h.execute(); err != nil {
				return err
			}
			continue
		}
		prefix, more, ok := h.x.TryBegin()
		switch {
		case !ok:
			if tm.search.Untaken() {
				return errors.New("an explorer waits although there is a leaf to take")
			}
			if !slices.ContainsFunc(active, (*hand).works) {
				return errors.New("all explorers wait")
			}
		case !more:
			active = slices.Delete(active, i, i+1)
		default:
			if err := h.x.CheckPath(); err != nil {
				return err
			}
			h.prefix, h.busy = prefix, true
		}
	}
	tm.boundCut = tm.hands[0].x.Coverage().BoundCut
	return nil
}

// works reports whether the explorer is within an interleaving, or between two of a task.
func (h *hand) works() bool { return h.busy || h.x.Task() != 0 }

// execute executes an interleaving.
func (h *hand) execute() error {
	w := newWorld(h.team.program)
	var events []trace.Event
	shared := inCommon(h.prefix, h.before)
	if h.team.afresh || h.team.twist != nil {
		shared = 0
	}
	for enabled := w.enabled(); len(enabled) > 0; enabled = w.enabled() {
		st, depth := trace.Step{}, len(events)
		if depth < len(h.prefix) {
			st = h.prefix[depth]
			if !slices.ContainsFunc(enabled, func(p trace.Pending) bool { return p.Actor == st.Actor }) {
				return fmt.Errorf("step %d, of p%d, was planned and is not possible", depth, st.Actor)
			}
		} else {
			st, _ = h.x.Choose(trace.View{Enabled: enabled})
		}
		events = append(events, w.step(st))
		if h.team.twist != nil {
			h.team.twist(events)
		}
		if depth < shared {
			continue
		}
		if err := h.x.Observe(depth, &events[depth]); err != nil {
			return err
		}
	}
	h.before = events
	why, _ := h.x.Reversal()
	h.last = fmt.Sprint(written(h.team.program, events), " ", why)
	return h.x.End(trace.Ending{Events: len(events), Waiting: w.awaiting()})
}

// resume sets a new search to where another one was.
func resume(pr program, s *optimaldpor.Dispatcher, at []optimaldpor.Branch, boundCut int) error {
	s.SetBoundCut(boundCut)
	var path []trace.Step
	i := 0
	return s.Resume(at, func(*optimaldpor.Branch) (*trace.Event, error) {
		i++
		path = append(path[:at[i].Depth-1], at[i].Step)
		w := newWorld(pr)
		var e trace.Event
		for _, st := range path {
			e = w.step(st)
		}
		return &e, nil
	})
}

// inCommon returns how many steps of a planned beginning an interleaving has, too. A strategy does not observe them again.
func inCommon(prefix trace.Schedule, before []trace.Event) (n int) {
	for n < min(len(prefix), len(before)) && before[n].Step() == prefix[n] {
		n++
	}
	return n
}

// alone explores with one explorer, which keeps nothing of earlier interleavings.
func alone(t rapid.TB, pr program, s *optimaldpor.Dispatcher, budget int) *record {
	tm := newTeam(pr, s, 1, false)
	tm.budget, tm.afresh = budget, true
	tm.hands[0].x.SetRivals(math.MaxInt)
	if err := tm.explore(func(int) int { return 0 }); err != nil {
		t.Fatalf("%v\nin\n%s", err, pr)
	}
	return &tm.record
}

// joined lets one leaf stand for neighbouring alternatives of a choice, which explorers that are
// ahead may have divided already.
func joined(at []optimaldpor.Branch) (all []optimaldpor.Branch) {
	for _, b := range at {
		if last := len(all) - 1; last >= 0 && b.Leaf && all[last].Leaf {
			a := &all[last]
			next := trace.Step{Actor: a.Step.Actor, Alternative: a.Step.Alternative + a.More + 1}
			if a.Depth == b.Depth && b.Step == next {
				a.More += b.More + 1
				continue
			}
		}
		all = append(all, b)
	}
	return all
}

// together explores with several explorers. It draws how many there are, how far they may be ahead
// of the turn, and in which order they move.
func together(t *rapid.T, pr program, s *optimaldpor.Dispatcher, budget int) *record {
	one := func(what string, of ...int) int { return rapid.SampledFrom(of).Draw(t, what) }
	if one("hurried", 1, 1, 1, 1, 1, 0) == 1 {
		s.SetLookahead(optimaldpor.Lookahead{Slice: one("slice", 1, 1, 2, 3), Task: one("task", 60, 20, 4, 1), Near: one("near", 1, 8, 30), Total: one("total", 100, 100, 12, 1)})
	}
	s.SetBudget(budget)
	tm := newTeam(pr, s, one("explorers", 2, 2, 3, 4, 1), rapid.Bool().Draw(t, "merge"))
	tm.budget = budget
	seed, rarely := rapid.Uint32().Draw(t, "order"), one("rarely", 1, 1, 1, 4, 16)
	err := tm.explore(func(n int) int {
		seed = seed*1664525 + 1013904223
		if r := int(seed >> 16); r%rarely == 0 {
			return r / rarely % n
		}
		return n - 1 // the others are slow
	})
	if err != nil {
		t.Fatalf("%v\nin\n%s", err, pr)
	}
	return &tm.record
}

// mustContinue compares what was explored after the first n interleavings, and what could be seen
// of the search, with a search that has only done that.
func (one *record) mustContinue(t rapid.TB, pr program, n int, rest *record) {
	if diff := cmp.Diff(one.all[n:], rest.all); diff != "" {
		t.Fatalf("interleavings after %d (-want +got):\n%s\nof\n%s", n, diff, pr)
	}
	if one.boundCut != rest.boundCut {
		t.Fatalf("%d are cut by the bound, want %d, in\n%s", rest.boundCut, one.boundCut, pr)
	}
	for i, at := range rest.frontiers {
		if diff := cmp.Diff(joined(one.frontiers[n+i]), joined(at)); diff != "" {
			t.Fatalf("the tree after interleaving %d (-want +got):\n%s\nof\n%s", n+i, diff, pr)
		}
	}
	for i, o := range rest.estimates {
		if one.estimates[n+i] != o {
			t.Fatalf("the estimate after interleaving %d is %+v, want %+v, in\n%s", n+i, o, one.estimates[n+i], pr)
		}
	}
}

// manyToOne draws programs in which several actors send to one.
func manyToOne(t *rapid.T) program {
	pr := make(program, rapid.IntRange(4, 5).Draw(t, "actors"))
	addOperations(t, pr[:rapid.IntRange(1, 3).Draw(t, "who does more before")], rapid.IntRange(0, 3).Draw(t, "operations before"))
	for a := range pr[1:] {
		pr[a+1] = append(pr[a+1], send(0, rapid.SampledFrom([]trace.ValueID{1, 1, 1, 2}).Draw(t, "message")))
	}
	for range rapid.SampledFrom([]int{1, 1, 2}).Draw(t, "receives") {
		pr[0] = append(pr[0], receive(rapid.SampledFrom([][]trace.ValueID{{1}, {1, 2}}).Draw(t, "taken")...))
	}
	addOperations(t, pr, rapid.IntRange(0, 4).Draw(t, "operations"))
	return pr
}

// awaiting draws programs in which several actors wait for rows that others change.
func awaiting(t *rapid.T) program {
	pr := make(program, rapid.IntRange(3, 5).Draw(t, "actors"))
	for range rapid.IntRange(4, 9).Draw(t, "operations") {
		a := rapid.IntRange(0, len(pr)-1).Draw(t, "actor")
		row := rapid.SampledFrom([]trace.ValueID{1, 1, 1, 2}).Draw(t, "row")
		value := trace.ValueID(rapid.IntRange(1, 2).Draw(t, "value"))
		pr[a] = append(pr[a], rapid.SampledFrom([]trace.Op{await(row, value), await(row, value), write(row, value), write(row, value), claim(row, value)}).Draw(t, "operation"))
	}
	addOperations(t, pr, rapid.IntRange(0, 4).Draw(t, "operations after"))
	return pr
}

// forSearches calls f with drawn programs: those of many operations, of wide choices, with many senders, and with awaits. It also
// draws the rest of what a search needs.
func forSearches(t *testing.T, f func(t *rapid.T, pr program, c optimaldpor.Config, budget int)) {
	many := func(t *rapid.T) program { return append(programs(t), programs(t)...) }
	for name, draw := range map[string]func(*rapid.T) program{"operations": many, "choices": wide, "senders": manyToOne, "awaits": awaiting} {
		t.Run(name, func(t *testing.T) {
			rapid.Check(t, func(t *rapid.T) {
				pr := draw(t)
				bounds := []bounding.Bound{{}, {}, bounding.Tree(2), bounding.Delay(2), bounding.Delay(4), bounding.Delay(9)}
				c := optimaldpor.Config{
					Relation: causality.Relation{ReceivePatterns: rapid.Bool().Draw(t, "patterns")},
					Bound:    rapid.SampledFrom(bounds).Draw(t, "bound"),
				}
				f(t, pr, c, rapid.SampledFrom([]int{300, 60, 25, 9}).Draw(t, "budget"))
			})
		})
	}
}

// TestSeveralExplorers compares several explorers of one search with one: the same interleavings
// have their turn in the same order, as much is cut, and wherever all that was found is in the
// tree, it is the same tree.
func TestSeveralExplorers(t *testing.T) {
	ahead := 0
	forSearches(t, func(t *rapid.T, pr program, c optimaldpor.Config, budget int) {
		one := alone(t, pr, optimaldpor.NewSearch(c), budget)
		several := together(t, pr, optimaldpor.NewSearch(c), budget)
		one.mustContinue(t, pr, 0, several)
		ahead += len(several.all) - len(several.frontiers)
	})
	if ahead == 0 {
		t.Error("no interleaving was explored before its turn")
	}
}

// TestOneExplorer compares an explorer that keeps what it knows of the interleaving before with one that keeps nothing.
func TestOneExplorer(t *testing.T) {
	forSearches(t, func(t *rapid.T, pr program, c optimaldpor.Config, budget int) { testOneExplorer(t, pr, c, budget) })
}

func testOneExplorer(t rapid.TB, pr program, c optimaldpor.Config, budget int) *record {
	tm := newTeam(pr, optimaldpor.NewSearch(c), 1, false)
	tm.budget = budget
	if err := tm.explore(func(int) int { return 0 }); err != nil {
		t.Fatalf("%v\nin\n%s", err, pr)
	}
	alone(t, pr, optimaldpor.NewSearch(c), budget).mustContinue(t, pr, 0, &tm.record)
	return &tm.record
}

// TestRivals: sequences of races with one first event are equivalent only if all other events are.
func TestRivals(t *testing.T) {
	any := []trace.ValueID{1, 2}
	for what, test := range map[string]struct {
		bound bounding.Bound
		pr    program
	}{
		"before both messages, a choice has another outcome": {bounding.Delay(2), program{
			{choose(3), receive(1)}, {send(0, 1)}, {send(0, 1)}, {send(0, 1)},
		}},
		"before the receive, a choice has another outcome": {bounding.Tree(2), program{
			{send(0, 1), choose(3), send(0, 1), receive(1), send(0, 1), send(0, 1), send(0, 1)}, {send(0, 1)}, {send(0, 1)}, {send(0, 1)},
		}},
		"beyond the receive, a choice has another outcome": {bounding.Bound{}, program{
			{send(0, 1), receive(1), receive(1), receive(1), send(0, 1), send(0, 1)}, {send(0, 1), choose(3), send(0, 1)}, {send(0, 1)}, {send(0, 1)}, {send(0, 1)},
		}},
		"the order of other events differs": {bounding.Bound{}, program{
			{poll(1), poll(any...), read(1), send(1, 2)},
			{receive(any...), claim(2, 2), send(0, 1), send(0, 1), receive(1)},
			{send(1, 1), read(1), send(1, 1), send(1, 2), send(0, 2), claim(2, 1)},
			{send(1, 1), write(2, 2), write(2, 1)},
		}},
	} {
		t.Run(what, func(t *testing.T) {
			testOneExplorer(t, test.pr, optimaldpor.Config{Relation: patterns, Bound: test.bound}, 5000)
		})
	}
}

// TestPreventedUnchanged: an await comes earlier with other events than in the interleaving before.
func TestPreventedUnchanged(t *testing.T) {
	testOneExplorer(t, program{
		{await(1, 1), await(1, 1), await(2, 2)},
		{write(1, 1), write(1, 1)},
		{write(2, 2), write(2, 1)},
	}, optimaldpor.Config{}, 1000)
}

// TestCutUnchanged: a race of the interleaving before has the same sequence again, and the bound cuts that again.
func TestCutUnchanged(t *testing.T) {
	pr := program{
		{send(0, 1), send(0, 1), send(0, 1), send(0, 1), send(0, 1), send(1, 1)},
		{poll(1)},
		{send(1, 1), send(0, 1), send(0, 1), send(0, 1)},
		{send(1, 1), send(0, 1)},
	}
	if cut := testOneExplorer(t, pr, optimaldpor.Config{Bound: bounding.Delay(2)}, 1000).boundCut; cut == 0 {
		t.Error("the bound has cut nothing")
	}
}

// TestCutAgain: all happens after the choice, so its alternatives are planned anew in
// each interleaving, and the bound cuts the last of them each time. That counts as often
// where an explorer finds it in several interleavings that wait for their turn, because
// the other explorer moves only now and then.
func TestCutAgain(t *testing.T) {
	pr := program{{choose(4)}}
	for a := trace.ActorID(1); a <= 5; a++ {
		pr[0] = append(pr[0], send(a, 1))
		pr = append(pr, []trace.Op{receive(1), write(1, trace.ValueID(a))})
	}
	want := alone(t, pr, optimaldpor.NewSearch(optimaldpor.Config{Relation: patterns, Bound: bounding.Delay(2)}), 1000).boundCut
	for i := range 18 {
		rarely, merge := 2+i/2, i%2 > 0
		tm, moves := newTeam(pr, optimaldpor.NewSearch(optimaldpor.Config{Relation: patterns, Bound: bounding.Delay(2)}), 2, merge), 0
		err := tm.explore(func(n int) int {
			if moves++; moves%rarely == 0 {
				return 0
			}
			return n - 1
		})
		if err != nil {
			t.Fatal(err)
		}
		if tm.boundCut != want || want < 50 {
			t.Errorf("where one explorer moves every %d times, and batches are merged: %v, %d are cut by the bound, want %d", rarely, merge, tm.boundCut, want)
		}
	}
}

// TestResumedSearch begins a new search where another one was, and compares it with the rest of
// that.
func TestResumedSearch(t *testing.T) {
	forSearches(t, func(t *rapid.T, pr program, c optimaldpor.Config, budget int) {
		one := alone(t, pr, optimaldpor.NewSearch(c), budget)
		saved := one
		if rapid.Bool().Draw(t, "saved by several") {
			saved = together(t, pr, optimaldpor.NewSearch(c), budget)
		}
		if len(saved.frontiers) == 0 {
			return
		}
		n := rapid.SampledFrom(slices.Sorted(maps.Keys(saved.frontiers))).Draw(t, "until the interrupt")
		s := optimaldpor.NewSearch(c)
		if err := resume(pr, s, saved.frontiers[n], saved.cuts[n]); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(saved.frontiers[n], s.Frontier()); diff != "" {
			t.Fatalf("the tree after interleaving %d (-before +resumed):\n%s\nof\n%s", n, diff, pr)
		}
		one.mustContinue(t, pr, n, together(t, pr, s, budget-n))
	})
}

// TestOtherOutcomes: a choice that is planned with one outcome only has the others, too.
func TestOtherOutcomes(t *testing.T) {
	pr := program{{choose(3)}}
	for alternative := range int32(3) {
		s := optimaldpor.NewSearch(optimaldpor.Config{Relation: patterns})
		open := []optimaldpor.Branch{{},
			{Depth: 1, Step: trace.Step{Actor: 1}}, {Depth: 2, Step: trace.Step{Actor: 1}}, // which starts the other
			{Depth: 3, Step: trace.Step{Actor: 0, Alternative: alternative}, Leaf: true}}
		if err := resume(pr, s, open, 0); err != nil {
			t.Fatal(err)
		}
		if all := alone(t, pr, s, 10).all; len(all) != 3 {
			t.Errorf("beside outcome %d: %q", alternative, all)
		}
	}
}
