package checker

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/checkmodel/checkmodel/internal/linear"
	"github.com/checkmodel/checkmodel/internal/rules"
	"pgregory.net/rapid"
)

// A request to an object: to add to it, if it is below the limit, or to read it.
type request struct{ Add, Limit int }

// apply is the sequential specification of the object. Its result is the state after the request.
func apply(state int, r request) (int, int) {
	if state < r.Limit {
		state += r.Add
	}
	return state, state
}

// operated is an event of a history.
type operated struct {
	process string
	Operation[request, int]
}

// finished is an operation of a history, with the positions of its call and its return.
type finished struct {
	request
	process          string
	result           int
	called, returned int
}

// possible reports whether there is an order of the operations, each between its call and its return, that gives the results. It tries all
// permutations of all those that have returned with some of the others.
func possible(state int, left []finished) bool {
	if !slices.ContainsFunc(left, func(o finished) bool { return o.returned >= 0 }) {
		return true
	}
	for i, o := range left {
		if slices.ContainsFunc(left, func(x finished) bool { return x.returned >= 0 && x.returned < o.called }) {
			continue
		}
		after, result := apply(state, o.request)
		if (o.returned < 0 || result == o.result) && possible(after, slices.Delete(slices.Clone(left), i, i+1)) {
			return true
		}
	}
	return false
}

// drawHistory draws a history of a few processes. A process may call again without having returned.
func drawHistory(t *rapid.T) (steps []operated) {
	open := map[string]int{}
	operations := 0
	for range rapid.IntRange(1, 12).Draw(t, "events") {
		process := rapid.SampledFrom([]string{"a", "b", "c"}).Draw(t, "process")
		s := operated{process: process}
		if open[process] > 0 && rapid.IntRange(0, 4).Draw(t, "what") > 0 {
			s.Returned, s.Result = true, rapid.IntRange(0, 3).Draw(t, "result")
			open[process]--
		} else {
			if operations++; operations > 6 {
				break
			}
			s.Call = request{rapid.IntRange(0, 2).Draw(t, "add"), rapid.IntRange(0, 3).Draw(t, "limit")}
			open[process]++
		}
		steps = append(steps, s)
	}
	return steps
}

// operationsOf returns the operations of a history.
func operationsOf(steps []operated) (all []finished) {
	for i, s := range steps {
		if !s.Returned {
			all = append(all, finished{request: s.Call, process: s.process, called: i, returned: -1})
			continue
		}
		for k := len(all) - 1; k >= 0; k-- {
			if o := &all[k]; o.process == s.process && o.returned < 0 {
				o.result, o.returned = s.Result, i
				break
			}
		}
	}
	return all
}

// TestLinearizable compares the rule with brute force, on random histories: it is violated by the first return after which no order of the
// operations is possible. Exchanging two neighbours of different processes that are both calls, or both returns, makes no difference to
// what is known.
func TestLinearizable(t *testing.T) {
	rule := Linearizable(Property{Name: "linearizable"}, 0, apply)
	wrong, right := 0, 0
	rapid.Check(t, func(t *rapid.T) {
		for range 20 { // they are quick
			judgeDrawn(t, rule, &right, &wrong)
		}
	})
	if wrong == 0 || right == 0 {
		t.Errorf("%d histories are linearizable, and %d are not; want some of both", right, wrong)
	}
}

// judgeDrawn compares the rule with brute force on a history that it draws, and counts those that are right and wrong.
func judgeDrawn(t *rapid.T, rule Rule, right, wrong *int) {
	t.Helper()
	steps := drawHistory(t)
	judged := func(steps []operated) (string, int, any) {
		r := rule.is.Begin()
		for i, s := range steps {
			if err := r.See(rules.Announcement{Process: s.process, Given: s.Operation}); err != nil {
				return err.Error(), i, nil
			}
		}
		return "", -1, r.State()
	}
	explanation, at, known := judged(steps)
	want := slices.IndexFunc(slices.Collect(prefixes(steps)), func(part []operated) bool { return !possible(0, operationsOf(part)) })
	if at != want {
		t.Fatalf("violated at %d (%s), want %d, of %v", at, explanation, want, steps)
	}
	if at < 0 {
		*right++
	} else {
		*wrong++
	}
	checkOperated(t, rule, steps, at)
	for i := 1; i < len(steps); i++ {
		if b, c := steps[i-1], steps[i]; b.process == c.process || b.Returned != c.Returned {
			continue
		}
		other := slices.Clone(steps)
		other[i-1], other[i] = other[i], other[i-1]
		_, otherAt, otherwise := judged(other)
		if (otherAt < 0) != (at < 0) || fmt.Sprintf("%#v", known) != fmt.Sprintf("%#v", otherwise) {
			t.Fatalf("with %d and %d exchanged, %#v is known instead of %#v, of %v", i-1, i, otherwise, known, steps)
		}
	}
}

func prefixes(steps []operated) func(func([]operated) bool) {
	return func(yield func([]operated) bool) {
		for i := range steps {
			if !yield(steps[:i+1]) {
				return
			}
		}
	}
}

// checkOperated checks the history that is shown of a violation at that event: its order is possible, and explains all results but the
// last one.
func checkOperated(t *rapid.T, rule Rule, steps []operated, at int) {
	t.Helper()
	var announced []rules.Observation
	for i, s := range steps {
		announced = append(announced, rules.Observation{Process: s.process, Event: s.Operation, Number: i + 1})
	}
	shown := rule.is.History(announced)
	if at < 0 {
		if shown != nil {
			t.Fatalf("a history that is linearizable is shown as %+v", shown)
		}
		return
	}
	operations := operationsOf(steps[:at+1])
	order := slices.Repeat([]int{-1}, len(operations)+2)
	for i, o := range operations {
		s := shown[i]
		if s.Process != o.process || s.Called != o.called+1 || s.Returned != o.returned+1 || s.Stuck != (o.returned == at) ||
			s.Order == 0 && o.returned >= 0 && o.returned < at {
			t.Fatalf("operation %d is shown as %+v, and is %+v", i, s, o)
		}
		if s.Order > 0 {
			order[s.Order] = i
		}
	}
	state, result := 0, 0
	for n := 1; order[n] >= 0; n++ {
		o := operations[order[n]]
		if state, result = apply(state, o.request); fmt.Sprint(state) != shown[order[n]].State || o.returned >= 0 && o.returned < at && result != o.result {
			t.Fatalf("at %d in the order, the state is %d and the result %d: %+v", n, state, result, shown)
		}
		for k, other := range operations {
			if other.returned >= 0 && other.returned < o.called && (shown[k].Order == 0 || shown[k].Order > n) {
				t.Fatalf("operation %d is before %d, and comes after it in the order: %+v", k, order[n], shown)
			}
		}
	}
}

// Operations that never return do not need exponential time if they lead to few states, nor does a long history in which few
// operations overlap.
func TestLinearizableIsQuick(t *testing.T) {
	calls := 0
	rule := Linearizable(Property{Name: "p"}, 0, func(state int, r request) (int, int) {
		calls++
		return apply(state, r)
	})
	r := rule.is.Begin()
	for i := range 1000 {
		for _, process := range []string{"a", "b", "c"} {
			if err := r.See(rules.Announcement{Process: process, Given: Operation[request, int]{Call: request{1, 1 << 30}}}); err != nil {
				t.Fatal(err)
			}
		}
		for k, process := range []string{"c", "a", "b"} {
			if err := r.See(rules.Announcement{Process: process, Given: Operation[request, int]{Result: 3*i + k + 1, Returned: true}}); err != nil {
				t.Fatal(err)
			}
		}
	}
	if calls > 50_000 {
		t.Errorf("the specification was called %d times for 3000 operations", calls)
	}
	calls = 0
	for range 9 {
		_ = r.See(rules.Announcement{Process: "d", Given: Operation[request, int]{Call: request{1, 0}}})
	}
	_ = r.See(rules.Announcement{Process: "d", Given: Operation[request, int]{Result: 3000, Returned: true}})
	if calls > 5_000 {
		t.Errorf("the specification was called %d times for 9 operations that overlap", calls)
	}
}

// blurred is a state whose text does not tell it from others.
type blurred int

func (blurred) String() string { return "?" }

// TestLinearizableVague: outcomes are different where only their texts are equal.
func TestLinearizableVague(t *testing.T) {
	r := Linearizable(Property{Name: "p"}, blurred(0), func(state blurred, set int) (blurred, bool) {
		if set > 0 {
			return blurred(set), true
		}
		return state, state == blurred(-set)
	}).is.Begin()
	for _, set := range []int{1, 2} { // they overlap, so either may be the last
		if err := r.See(rules.Announcement{Process: string(rune('a' + set)), Given: Operation[int, bool]{Call: set}}); err != nil {
			t.Fatal(err)
		}
	}
	for _, set := range []int{1, 2} {
		if err := r.See(rules.Announcement{Process: string(rune('a' + set)), Given: Operation[int, bool]{Result: true, Returned: true}}); err != nil {
			t.Fatal(err)
		}
	}
	l := r.State().(linear.State[blurred, int, bool])
	if len(l.Outcomes) != 2 {
		t.Errorf("the outcomes are %#v, want both numbers", l.Outcomes)
	}
}

// TestLinearizableExplains: the explanation has the results that the operation could have, and a return without a call is operated.
func TestLinearizableExplains(t *testing.T) {
	r := Linearizable(Property{Name: "p"}, 0, apply).is.Begin()
	see := func(process string, o Operation[request, int]) string {
		if err := r.See(rules.Announcement{Process: process, Given: o}); err != nil {
			return err.Error()
		}
		return ""
	}
	if got := see("a", Operation[request, int]{Returned: true}); !strings.Contains(got, "a announces that request{Add: 0, Limit: 0} returns, and has not announced its call") {
		t.Errorf("got %q", got)
	}
	see("a", Operation[request, int]{Call: request{1, 9}})
	see("b", Operation[request, int]{Call: request{1, 9}})
	want := "a gets 7 by request{Add: 1, Limit: 9}; in every order of the operations it gets 1 or 2"
	if got := see("a", Operation[request, int]{Call: request{1, 9}, Result: 7, Returned: true}); got != want {
		t.Errorf("got  %q\nwant %q", got, want)
	}
}
