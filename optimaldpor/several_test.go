package optimaldpor_test

import (
	"errors"
	"fmt"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/checkmodel/checkmodel/bounding"
	"github.com/checkmodel/checkmodel/optimaldpor"
	"github.com/checkmodel/checkmodel/trace"
)

// team is several explorers of one search, all used by one goroutine, so that it
// can be drawn who moves.
type team struct {
	program program
	search  *optimaldpor.Search
	hands   []*hand
	twist   func(events []trace.Event) // nil, or changes what comes of the last event
	record
}

// record is what has been accounted for so far, and what could be seen of the
// search meanwhile.
type record struct {
	all       []string // interleavings, in the order of their turns
	budget    int      // 0 is none
	frontiers map[int][]optimaldpor.Branch
	outlooks  map[int]optimaldpor.Outlook
	boundCut  int
}

// hand is an explorer that may be within an interleaving.
type hand struct {
	team   *team
	x      *optimaldpor.Optimal
	prefix trace.Schedule
	busy   bool
	last   string // the interleaving it has executed
}

// accounts are interleavings that wait for their turn.
type accounts struct {
	team *team
	all  []string
}

// Settle implements [optimaldpor.Account]. It is all or nothing: not to go beyond the
// budget is up to the search.
func (a *accounts) Settle() (more bool) {
	for _, it := range a.all {
		more = a.team.enter(it)
	}
	return more
}

// newTeam returns explorers of a search. They merge accounts if that is said.
func newTeam(pr program, s *optimaldpor.Search, explorers int, merge bool) *team {
	tm := &team{program: pr, search: s}
	tm.frontiers, tm.outlooks = map[int][]optimaldpor.Branch{}, map[int]optimaldpor.Outlook{}
	s.Between(func() { tm.frontiers[len(tm.all)] = s.Frontier() })
	for range explorers {
		h := &hand{team: tm}
		h.x = s.Explorer(func() bool {
			tm.outlooks[len(tm.all)] = h.x.Outlook()
			return tm.enter(h.last)
		}, func(before optimaldpor.Account) optimaldpor.Account {
			if a, ok := before.(*accounts); ok && merge {
				a.all = append(a.all, h.last)
				return a
			}
			return &accounts{tm, []string{h.last}}
		})
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
		case !ok: // another explorer is within an interleaving
			if tm.search.Untaken() {
				return errors.New("an explorer waits although there is a leaf to take")
			}
		case !more:
			active = slices.Delete(active, i, i+1)
		default:
			h.prefix, h.busy = prefix, true
		}
	}
	tm.boundCut = tm.hands[0].x.Coverage().BoundCut
	return nil
}

// execute executes an interleaving.
func (h *hand) execute() error {
	w := newWorld(h.team.program)
	var events []trace.Event
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
		if err := h.x.Observe(depth, &events[depth]); err != nil {
			return err
		}
	}
	h.last = written(h.team.program, events)
	return h.x.End(trace.Ending{Events: len(events)})
}

// resume sets a new search to where another one was.
func resume(pr program, s *optimaldpor.Search, at []optimaldpor.Branch, boundCut int) error {
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

// alone explores with one explorer.
func alone(t rapid.TB, pr program, s *optimaldpor.Search, budget int) *record {
	tm := newTeam(pr, s, 1, false)
	tm.budget = budget
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

// TestSeveralExplorers holds several explorers of one search, moving in a drawn
// order, against one: the same interleavings have their turn in the same order, as
// much is cut, and wherever all that was found is in the tree, it is the same tree.
func TestSeveralExplorers(t *testing.T) {
	adopted := 0
	rapid.Check(t, func(t *rapid.T) {
		pr := append(programs(t), programs(t)...)
		relation := trace.Relation{ReceivePatterns: rapid.Bool().Draw(t, "patterns")}
		bound := rapid.SampledFrom([]bounding.Bound{{}, {}, bounding.Tree(2), bounding.Delay(2), bounding.Delay(4)}).Draw(t, "bound")
		budget := rapid.SampledFrom([]int{60, 25, 9}).Draw(t, "budget")
		one := alone(t, pr, optimaldpor.NewSearch(optimaldpor.Config{Relation: relation, Bound: bound}), budget)

		s := optimaldpor.NewSearch(optimaldpor.Config{Relation: relation, Bound: bound})
		s.SetBudget(budget)
		tm := newTeam(pr, s, rapid.IntRange(2, 4).Draw(t, "explorers"), rapid.Bool().Draw(t, "merge"))
		tm.budget = budget
		seed := rapid.Uint32().Draw(t, "order")
		err := tm.explore(func(n int) int {
			seed = seed*1664525 + 1013904223
			return int(seed>>16) % n
		})
		if err != nil {
			t.Fatalf("%v\nin\n%s", err, pr)
		}
		if diff := cmp.Diff(one.all, tm.all); diff != "" {
			t.Fatalf("interleavings (-one +several):\n%s\nof\n%s", diff, pr)
		}
		if one.boundCut != tm.boundCut {
			t.Fatalf("%d are cut by the bound with one explorer, %d with several, in\n%s", one.boundCut, tm.boundCut, pr)
		}
		for n, at := range tm.frontiers {
			if diff := cmp.Diff(joined(one.frontiers[n]), joined(at)); diff != "" {
				t.Fatalf("the tree after interleaving %d (-one +several):\n%s\nof\n%s", n, diff, pr)
			}
		}
		for n, o := range tm.outlooks {
			if one.outlooks[n] != o {
				t.Fatalf("the outlook after interleaving %d is %+v, and with several explorers %+v, in\n%s", n, one.outlooks[n], o, pr)
			}
		}
		adopted += len(tm.all) - len(tm.frontiers)
	})
	if adopted == 0 {
		t.Error("no interleaving was explored before its turn")
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
	for rarely := 2; rarely <= 10; rarely++ {
		tm, moves := newTeam(pr, optimaldpor.NewSearch(optimaldpor.Config{Relation: patterns, Bound: bounding.Delay(2)}), 2, false), 0
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
			t.Errorf("where one explorer moves every %d times, %d are cut by the bound, want %d", rarely, tm.boundCut, want)
		}
	}
}

// TestResumedSearch begins a new search where another one was, and holds what it
// does against the rest of that.
func TestResumedSearch(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		pr := append(programs(t), programs(t)...)
		bound := rapid.SampledFrom([]bounding.Bound{{}, bounding.Tree(2), bounding.Delay(3)}).Draw(t, "bound")
		one := alone(t, pr, optimaldpor.NewSearch(optimaldpor.Config{Relation: patterns, Bound: bound}), 60)
		if len(one.frontiers) < 2 {
			return
		}
		n := rapid.IntRange(1, len(one.frontiers)-1).Draw(t, "until the interrupt")
		s := optimaldpor.NewSearch(optimaldpor.Config{Relation: patterns, Bound: bound})
		if err := resume(pr, s, one.frontiers[n], 0); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(one.frontiers[n], s.Frontier()); diff != "" {
			t.Fatalf("the tree after interleaving %d (-before +resumed):\n%s\nof\n%s", n, diff, pr)
		}
		rest := alone(t, pr, s, 60-n)
		if diff := cmp.Diff(one.all[n:], rest.all); diff != "" {
			t.Fatalf("interleavings after %d (-in one go +resumed):\n%s\nof\n%s", n, diff, pr)
		}
		for i, at := range rest.frontiers {
			if diff := cmp.Diff(one.frontiers[n+i], at); diff != "" {
				t.Fatalf("the tree after interleaving %d (-in one go +resumed):\n%s\nof\n%s", n+i, diff, pr)
			}
		}
		for i, o := range rest.outlooks {
			if one.outlooks[n+i] != o {
				t.Fatalf("the outlook after interleaving %d is %+v, and resumed %+v, in\n%s", n+i, one.outlooks[n+i], o, pr)
			}
		}
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
