package tally

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/checkmodel/checkmodel/internal/judge"
	"github.com/checkmodel/checkmodel/internal/rules"
	"github.com/checkmodel/checkmodel/optimaldpor"
	"github.com/checkmodel/checkmodel/result"
	"github.com/checkmodel/checkmodel/trace"
	"github.com/google/go-cmp/cmp"
)

// TestTallyInBatches enters interleavings one by one, and in batches as a worker that is ahead does. The
// result is the same.
func TestTallyInBatches(t *testing.T) {
	for _, afresh := range []bool{false, true} {
		random := rand.New(rand.NewPCG(1, 2))
		together := 0
		for range 200 {
			found := interleavings(random)
			var results []string
			for _, ahead := range []bool{false, true} {
				var seen []string
				r := &result.Record{}
				r.Goals = []result.Goal{{Property: result.Property{Name: "a"}}}
				tally := New(Config{
					Rules: rules.NewCommon(nil, nil), Suffices: func([]*result.Violation) bool { return false }, Budget: -1, Afresh: afresh,
					Show: func(number int, f *judge.Execution) { seen = append(seen, fmt.Sprint(number, f.Outcome)) },
				}, r)
				var accounts []optimaldpor.Batch
				for i, f := range found {
					later := func(before optimaldpor.Batch) optimaldpor.Batch { return judge.Defer(tally, &f, before, afresh) }
					if !ahead || i == 0 || i == len(found)-1 {
						accounts = append(accounts, nil)
					}
					if last := len(accounts) - 1; accounts[last] == nil {
						accounts[last] = later(nil)
					} else if a := later(accounts[last]); a != accounts[last] {
						accounts = append(accounts, a)
					} else {
						together++
					}
				}
				for _, a := range accounts {
					if !a.Count() {
						t.Fatal("the search does not go on")
					}
				}
				results = append(results, fmt.Sprintln(r.Interleavings, r.DepthCut, r.Events, r.Violating, r.Goals, seen))
			}
			if diff := cmp.Diff(results[0], results[1]); diff != "" {
				t.Fatalf("afresh %t (-one by one +together):\n%s", afresh, diff)
			}
		}
		if together < 300 {
			t.Errorf("only %d interleavings were put together with others", together)
		}
	}
}

// interleavings draws the findings of interleavings with a common beginning.
func interleavings(random *rand.Rand) (list []judge.Execution) {
	schedule := trace.Schedule{}
	for range 2 + random.IntN(8) {
		schedule = append(trace.Schedule{}, schedule[:random.IntN(len(schedule)+1)]...)
		for range 1 + random.IntN(4) {
			schedule = append(schedule, trace.Step{Actor: trace.ActorID(random.IntN(2))})
		}
		f := judge.Execution{Schedule: schedule}
		switch random.IntN(12) {
		case 0:
			f.Outcome = trace.Cut
		case 1:
			f.Reached = []string{"a"}
		case 2:
			f.Violations = []*result.Violation{{Property: "p"}}
		}
		list = append(list, f)
	}
	return list
}

// TestGoalParts: which interleaving reaches a goal first depends on the order of a stateful search, so its workers part then.
func TestGoalParts(t *testing.T) {
	for merges, want := range map[bool]int{true: 1, false: 0} {
		parted := 0
		r := &result.Record{}
		r.Goals = []result.Goal{{Property: result.Property{Name: "a"}}}
		of := New(Config{Merges: merges, First: func() { parted++ }}, r)
		for range 2 {
			of.reaching([]string{"a", "b"})
		}
		if parted != want {
			t.Errorf("merges %t: the workers parted %d times", merges, parted)
		}
	}
}

// TestBudget: a search that is resumed, or follows others, may execute what they have left.
func TestBudget(t *testing.T) {
	r := &result.Record{}
	r.Interleavings = 2
	of := New(Config{Rules: rules.NewCommon(nil, nil), Budget: 3}, r)
	if of.Closed(t.Context()) || !of.Enter(&judge.Execution{}) || !of.Closed(t.Context()) || r.Stop != result.OutOfBudget {
		t.Errorf("after %d interleavings the search stops: %q", r.Interleavings, r.Stop)
	}
}

// TestBudgetOfDraws: no interleaving enters the result after the one that uses up the budget, although another worker may have drawn it.
func TestBudgetOfDraws(t *testing.T) {
	for _, draws := range []bool{false, true} {
		tally := New(Config{Rules: rules.NewCommon(nil, nil), Budget: -1, Work: 3, Afresh: true, Draws: draws}, &result.Record{})
		first, second := tally.Enter(&judge.Execution{Schedule: make(trace.Schedule, 2)}), tally.Enter(&judge.Execution{Schedule: make(trace.Schedule, 2)})
		if !first || second == draws || tally.Record.Interleavings != 2 {
			t.Errorf("draws %t: the search goes on after the first one: %t, after the second one: %t; %d interleavings", draws, first, second, tally.Record.Interleavings)
		}
	}
}
