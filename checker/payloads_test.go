package checker_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/internal/testsize"
	"github.com/checkmodel/checkmodel/proc"
	"pgregory.net/rapid"
)

// basket is the payload of an external event. A shop fails if it gets all of certain items, and at least so many of them.
type basket struct {
	Items []string
	Count int
	notes map[string]bool
}

func stall(first basket, needed []string, count int) checker.Model {
	return checker.Model{Name: "shop", Main: func(p *proc.P) {
		server := p.Spawn("shop", func(p *proc.P) {
			o := proc.Receive[basket](p)
			missing := slices.ContainsFunc(needed, func(item string) bool { return !slices.Contains(o.Items, item) })
			p.Assert(missing || o.Count < count, "in stock", "%v", o)
		}, proc.Daemon)
		proc.External(p, "order", first, func(o basket) { p.Send(server, o) })
	}}
}

// minimized returns the violation of the result with the smallest run, or the error.
func minimized(ctx context.Context, m checker.Model, o checker.Options) (*checker.Violation, error) {
	o.TrustModel = o.TrustModel || !testsize.Long() // the long form also looks for nondeterminism
	r, err := checker.Check(ctx, m, o)
	if err != nil {
		return nil, err
	}
	if len(r.Violations) == 0 {
		return nil, fmt.Errorf("no violation: %s", r.Verdict)
	}
	return checker.Minimize(ctx, r, r.Violations[0], checker.Minimizing{})
}

// TestPayloads: what is left of a payload is what the violation needs. The schedule says so by itself, and is the smallest one.
func TestPayloads(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		items := rapid.SliceOfNDistinct(rapid.StringMatching("[a-z]{2}"), 1, 6, rapid.ID[string]).Draw(t, "items")
		needed := rapid.SliceOfNDistinct(rapid.SampledFrom(items), 0, min(3, len(items)), rapid.ID[string]).Draw(t, "needed")
		count := rapid.IntRange(0, 15).Draw(t, "count")
		m := stall(basket{items, count + rapid.IntRange(0, 15).Draw(t, "more"), map[string]bool{"urgent": true}}, needed, count)
		v, err := minimized(t.Context(), m, checker.Options{TrustModel: true})
		if err != nil {
			t.Fatal(err)
		}
		left := slices.DeleteFunc(slices.Clone(items), func(item string) bool { return !slices.Contains(needed, item) })
		want := fmt.Sprint(basket{left, count, nil})
		if v.Explanation != want {
			t.Fatalf("left is %s, want %s", v.Explanation, want)
		}
		again, err := minimized(t.Context(), m, checker.Options{Replay: v.Steps, TrustModel: true})
		if err != nil || again.Explanation != want || len(again.Steps) != len(v.Steps) {
			t.Fatalf("the replay leaves %v, %v", again, err)
		}
	})
}

// TestShrink: a model says which payloads are smaller.
func TestShrink(t *testing.T) {
	m := stall(basket{Items: []string{"a", "b"}, Count: 9}, nil, 2)
	m.Shrink = func(name string, payload any) []any {
		o := payload.(basket)
		if name != "order" || o.Count < 3 {
			return nil
		}
		return []any{basket{Items: o.Items, Count: o.Count - 3}}
	}
	v, err := minimized(t.Context(), m, checker.Options{})
	if err != nil || v.Explanation != "{[a b] 3 map[]}" {
		t.Errorf("%v, %v", v, err)
	}
	for problem, shrink := range map[string]func(string, any) []any{
		`checker.Model.Shrink returns a int for the external event "order", whose payload is of type checker_test.basket`: func(string, any) []any { return []any{1} },
		`checker.Model.Shrink, asked about the external event "order", panicked: lost. It must return a list`:             func(string, any) []any { panic("lost") },
		`a smaller payload: chan int cannot be`: func(string, any) []any { return []any{make(chan int)} },
	} {
		m.Shrink = shrink
		if _, err := minimized(t.Context(), m, checker.Options{}); err == nil || !strings.Contains(err.Error(), problem) {
			t.Errorf("%v, want %s", err, problem)
		}
	}
}

// TestPayloadsOfOneName: the payloads of events of one name become smaller together, as far as each of them can.
func TestPayloadsOfOneName(t *testing.T) {
	m := checker.Model{Name: "sum", Main: func(p *proc.P) {
		sum := 0
		for _, n := range []int{5, 0, 8} {
			proc.External(p, "add", n, func(n int) { sum += n })
		}
		p.Assert(sum < 3, "small", "%d", sum)
	}}
	v, err := minimized(t.Context(), m, checker.Options{})
	if err != nil || v.Explanation != "4" { // 5, 0 and 8 → 3, 0 and 4 → 2, 0 and 2
		t.Errorf("%v, %v", v, err)
	}
}

// parcel is a message that also tells whether a greeting was sent before.
type parcel struct {
	Number  int
	Greeted bool
}

// TestOthersOfTheType: if messages are other ones without an external event, any of those of the same type may stand for the one that
// was delivered, not only the first.
func TestOthersOfTheType(t *testing.T) {
	m := checker.Model{Name: "numbers", Delivery: proc.Bag, Main: func(p *proc.P) {
		server := p.Spawn("server", func(p *proc.P) {
			first := proc.Receive[parcel](p)
			p.Assert(first.Number != 3, "in turn", "%v", first)
		})
		greeted := false
		proc.External(p, "greet", 0, func(int) { greeted = true })
		for i := range 4 {
			p.Send(server, parcel{i, greeted})
		}
	}}
	r, err := checker.Check(t.Context(), m, checker.Options{})
	if err != nil || len(r.Violations) == 0 {
		t.Fatal(r, err)
	}
	v, err := checker.Minimize(t.Context(), r, r.Violations[0], checker.Minimizing{Schedules: 12})
	if err != nil || v.Minimized.Externals > 0 {
		t.Errorf("%v, %v", v.Minimized, err)
	}
}
