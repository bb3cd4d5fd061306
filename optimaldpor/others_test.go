package optimaldpor_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/checkmodel/checkmodel/bounding"
	"github.com/checkmodel/checkmodel/optimaldpor"
	"github.com/checkmodel/checkmodel/optimaldpor/backtrack"
	"github.com/checkmodel/checkmodel/trace"
	"github.com/checkmodel/checkmodel/trace/kind"
)

// TestNaiveCounts: actors that do not wait for each other have as many
// interleavings as a multinomial coefficient says, all of them different.
func TestNaiveCounts(t *testing.T) {
	for _, c := range []struct {
		events []int // of each actor
		want   int
	}{
		{[]int{0}, 1}, {[]int{5}, 1}, {[]int{1, 1}, 2}, {[]int{1, 2}, 3}, {[]int{2, 2}, 6}, {[]int{3, 3}, 20},
		{[]int{1, 1, 1}, 6}, {[]int{2, 2, 2}, 90}, {[]int{1, 2, 3}, 60}, {[]int{1, 1, 1, 1, 1}, 120},
	} {
		pr := make(program, len(c.events))
		for a, n := range c.events {
			pr[a] = slices.Repeat([]trace.Op{read(1)}, n)
		}
		x := mustExplore(t, pr, backtrack.NewNaive(backtrack.Config{}))
		slices.Sort(x.all)
		if different := len(slices.Compact(slices.Clone(x.all))); len(x.all) != c.want || different != c.want {
			t.Errorf("%v events: %d interleavings, %d different, want %d", c.events, len(x.all), different, c.want)
		}
		if x.boundCut != 0 || x.blocked != 0 {
			t.Errorf("%v events: %d cut, %d blocked", c.events, x.boundCut, x.blocked)
		}
	}
}

// TestNaiveOrder: depth first, staying with the actor that moves.
func TestNaiveOrder(t *testing.T) {
	x := mustExplore(t, program{{read(1), read(1)}, {choose(2)}}, backtrack.NewNaive(backtrack.Config{}))
	want := []string{"001", "001b", "010", "01b0", "100", "1b00"}
	slices.Sort(want)
	first := x.all[0]
	slices.Sort(x.all)
	if diff := cmp.Diff(want, x.all); diff != "" || first != "001" {
		t.Errorf("first %q; all (-want +got):\n%s", first, diff)
	}
}

// TestNaiveBound: within bound 0 there is one interleaving. Nothing is cut
// exactly if there are as many as without a bound.
func TestNaiveBound(t *testing.T) {
	pr := program{{read(1), read(1)}, {read(1), read(1)}, {read(1)}}
	all := len(mustExplore(t, pr, backtrack.NewNaive(backtrack.Config{})).all)
	last := 0
	for limit := 0; last < all; limit++ {
		x := mustExplore(t, pr, backtrack.NewNaive(backtrack.Config{Bound: bounding.Delay(limit)}))
		if limit == 0 && len(x.all) != 1 {
			t.Errorf("within bound 0 there are %d interleavings", len(x.all))
		}
		if len(x.all) <= last || len(x.all) > all {
			t.Fatalf("within bound %d there are %d interleavings, %d within the one below, %d in all", limit, len(x.all), last, all)
		}
		if (x.boundCut == 0) != (len(x.all) == all) {
			t.Errorf("within bound %d there are %d of %d interleavings and %d cuts", limit, len(x.all), all, x.boundCut)
		}
		last = len(x.all)
	}
}

// TestSourceBlocks: source-DPOR may have to give up interleavings in which
// everything sleeps, where optimal DPOR has none. All classes are found.
func TestSourceBlocks(t *testing.T) {
	pr := program{{write(2, 1), read(3)}, {write(3, 2), write(2, 2)}, {write(1, 3), read(2)}}
	source := mustExplore(t, pr, backtrack.NewSource(backtrack.Config{}))
	optimal := mustExplore(t, pr, optimaldpor.New(optimaldpor.Config{Relation: anyRace}))
	if source.blocked == 0 || optimal.blocked != 0 {
		t.Errorf("sleep-set blocked are %d by source-DPOR and %d by optimal DPOR", source.blocked, optimal.blocked)
	}
	if diff := cmp.Diff(classes(anyRace, optimal.traces), classes(anyRace, source.traces)); diff != "" {
		t.Errorf("source-DPOR finds other classes (-optimal +source):\n%s", diff)
	}
}

// TestSourceBound: within a bound that is wide enough nothing is cut and nothing
// is missing.
func TestSourceBound(t *testing.T) {
	pr := program{{write(1, 1)}, {write(1, 2)}, {write(1, 3)}}
	var got []int
	for limit := range 4 {
		x := mustExplore(t, pr, backtrack.NewSource(backtrack.Config{Bound: bounding.Delay(limit)}))
		got = append(got, len(x.all))
		if (x.boundCut == 0) != (len(x.all) == 6) {
			t.Errorf("within bound %d there are %d of 6 interleavings and %d cuts", limit, len(x.all), x.boundCut)
		}
	}
	if diff := cmp.Diff([]int{1, 3, 5, 6}, got); diff != "" {
		t.Errorf("interleavings within each bound (-want +got):\n%s", diff)
	}
}

// observed lets a strategy explore one interleaving, of the given events, as if
// the world had it.
func observed(t *testing.T, s strategy, events ...trace.Event) error {
	t.Helper()
	if _, more := s.Begin(); !more {
		t.Fatal("there is nothing to explore")
	}
	for depth := range events {
		if err := s.Observe(depth, &events[depth]); err != nil {
			return err
		}
	}
	return s.End(trace.Ending{Events: len(events)})
}

func event(a trace.ActorID, op trace.Op) trace.Event {
	e := trace.NewEvent(a, 0, op)
	if op.Kind == kind.TableInsert {
		e.Effect, e.After = trace.Write, op.Value
	}
	return e
}

// TestNotAsPlanned: a world that does not do what was planned is found out.
func TestNotAsPlanned(t *testing.T) {
	s := optimaldpor.New(optimaldpor.Config{Relation: anyRace})
	if err := observed(t, s, event(0, write(1, 1)), event(1, write(1, 2))); err != nil {
		t.Fatal(err)
	}
	planned := event(1, write(1, 2))
	err := observed(t, s, event(1, write(1, 3)), event(0, write(1, 1)))
	var e *optimaldpor.Divergence
	if !errors.As(err, &e) || e.Depth != 0 || e.Planned.Actor != 1 || !e.Planned.Same(&planned.Op) ||
		!strings.Contains(err.Error(), `the event at depth 0 was planned to be "insert" of actor 1`) {
		t.Errorf("the error is %v, want one that says what was planned", err)
	}
}

// TestAnotherResult: what comes of a planned event may be different from what
// was seen when it was planned.
func TestAnotherResult(t *testing.T) {
	first, second := event(0, claim(1, 1)), event(1, claim(1, 2))
	first.Effect, second.Effect = trace.Update, trace.Read
	s := optimaldpor.New(optimaldpor.Config{Relation: anyRace})
	if err := observed(t, s, first, second); err != nil {
		t.Fatal(err)
	}
	first.Effect, second.Effect = trace.Read, trace.Update
	if err := observed(t, s, second, first); err != nil {
		t.Errorf("the reversed claim succeeds, but %v", err)
	}
	if _, more := s.Begin(); more {
		t.Errorf("there is more than two orders of two events")
	}
}

// TestSleeperIsReported: the world claims that the reversed write changes
// nothing. Then what was explored first sleeps for the whole interleaving, which
// an optimal search promises not to let happen.
func TestSleeperIsReported(t *testing.T) {
	first, second := event(0, write(1, 1)), event(1, write(1, 2))
	s := optimaldpor.New(optimaldpor.Config{Relation: anyRace})
	if err := observed(t, s, first, second); err != nil {
		t.Fatal(err)
	}
	second.Effect = trace.NoEffect
	err := observed(t, s, second, first)
	var e *optimaldpor.Repetition
	if !errors.As(err, &e) || e.Depth != 0 || e.Sleeping.Actor != 0 || !strings.Contains(err.Error(), "after 0 events, actor 0 sleeps") {
		t.Errorf("the error is %v, want one that says who sleeps", err)
	}
}

// TestCutInterleavingsMaySleep: where an interleaving was cut, what would have
// woken a sleeper may be missing; that is no error.
func TestCutInterleavingsMaySleep(t *testing.T) {
	s := optimaldpor.New(optimaldpor.Config{Relation: anyRace})
	if err := observed(t, s, event(0, write(1, 1)), event(1, read(2)), event(2, write(1, 2))); err != nil {
		t.Fatal(err)
	}
	if _, more := s.Begin(); !more {
		t.Fatal("the race is not reversed")
	}
	e := event(1, read(2))
	if err := s.Observe(0, &e); err != nil {
		t.Fatal(err)
	}
	if err := s.End(trace.Ending{Events: 1, Outcome: trace.Cut}); err != nil {
		t.Errorf("an interleaving that was cut is reported: %v", err)
	}
}

// TestStaysWithTheRunning: free interleavings stay with the actor that moved
// last; else the next one moves in the order of creation, and after the last one
// the first.
func TestStaysWithTheRunning(t *testing.T) {
	start := func(depth int32, a trace.ActorID) trace.Event {
		return trace.NewEvent(0, depth, trace.Op{Kind: kind.Spawn, Object: int32(a)})
	}
	by := func(a trace.ActorID) trace.Event { return trace.NewEvent(a, 0, read(1)) }
	// 0 starts 2, then 3, then 1.
	started := []trace.Event{start(0, 2), start(1, 3), start(2, 1)}
	for _, c := range []struct {
		last    trace.ActorID
		enabled []trace.ActorID // in the order of creation
		want    trace.ActorID
	}{
		{0, []trace.ActorID{0, 2, 3, 1}, 0},
		{2, []trace.ActorID{0, 2, 3, 1}, 2},
		{2, []trace.ActorID{0, 3, 1}, 3},
		{3, []trace.ActorID{0, 2, 1}, 1},
		{1, []trace.ActorID{0, 2, 3}, 0},
		{1, []trace.ActorID{2, 3}, 2},
		{3, []trace.ActorID{2}, 2},
	} {
		for name, s := range map[string]strategy{
			"optimal": optimaldpor.New(optimaldpor.Config{Relation: anyRace}), "source": backtrack.NewSource(backtrack.Config{}), "naive": backtrack.NewNaive(backtrack.Config{}),
		} {
			s.Begin()
			for depth, e := range append(slices.Clone(started), by(c.last)) {
				if name == "naive" {
					s.Choose(trace.View{Enabled: []trace.Pending{{Actor: e.Actor, Op: &e.Op}}})
				}
				if err := s.Observe(depth, &e); err != nil {
					t.Fatal(err)
				}
			}
			var enabled []trace.Pending
			for _, a := range c.enabled {
				enabled = append(enabled, trace.Pending{Actor: a, Op: &trace.Op{Kind: kind.TableLookup}})
			}
			if st, ok := s.Choose(trace.View{Enabled: enabled}); !ok || st.Actor != c.want {
				t.Errorf("%s: after %d, of %v moves %d, want %d", name, c.last, c.enabled, st.Actor, c.want)
			}
		}
	}
}
