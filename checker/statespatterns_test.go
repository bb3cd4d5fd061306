package checker

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/checkmodel/checkmodel/internal/testsize"
	"github.com/checkmodel/checkmodel/proc"
	"github.com/checkmodel/checkmodel/trace"
	"github.com/checkmodel/checkmodel/trace/causality"
	"pgregory.net/rapid"
)

// TestStatesWithPatterns compares the stateful search with receive patterns with the enumeration without them, on
// random programs over all operations. Among the interleavings of the enumeration it counts the classes that differ in
// the order of messages that a receive of the program matches both, or in another way.
func TestStatesWithPatterns(t *testing.T) {
	t.Parallel()
	for name, draw := range programFamilies {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			fewer := 0
			rapid.Check(t, func(t *rapid.T) {
				if comparePatterns(t, draw(t)) {
					fewer++
				}
			})
			// Servers receive all that the clients send.
			if fewer == 0 && checksMany() && name != "served" {
				t.Error("no program has fewer interleavings with receive patterns")
			}
		})
	}
}

// comparePatterns rejects a program of more than 1000 interleavings. It reports whether there are fewer with receive patterns.
func comparePatterns(t *rapid.T, main func(*proc.P)) (fewer bool) {
	m := judgedInAllWays(t)
	m.Main = main
	all := &executed{}
	o := setup{Options: Options{
		Until: UntilEnd, Workers: 1, TrustModel: true, AnyDeliveriesRace: true, MaxInterleavings: 1_000, Observer: all,
		Delivery: rapid.SampledFrom([]proc.Delivery{proc.Instant, proc.Channel, proc.Bag}).Draw(t, "delivery"),
	}}
	check := func() *Result {
		r, err := checkWith(context.Background(), m, o)
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	anyRace := check()
	if anyRace.Stop != NotStopped {
		reject(t, "too many interleavings")
	}
	o.AnyDeliveriesRace, o.Observer = false, nil
	patterns := check()
	o.Algorithm, o.ReceivePatterns, o.MaxInterleavings = States, true, 0
	o.ExactStates = rapid.Bool().Draw(t, "exact")
	o.stateBytes = rapid.SampledFrom([]int64{0, 1, 50_000}).Draw(t, "bytes for states")
	got := check()
	compared.Add(1)
	if want := all.classes(); got.Interleavings != want {
		t.Errorf("%d interleavings, want %d of %d", got.Interleavings, want, anyRace.Interleavings)
	}
	if got.Interleavings < patterns.Interleavings || got.Violating < patterns.Violating || got.Violating > anyRace.Violating || got.Verdict != patterns.Verdict {
		t.Errorf("%d interleavings, %d violating, %s; an enumeration has %d, %d, %s, without receive patterns %d, %d", got.Interleavings, got.Violating, got.Verdict,
			patterns.Interleavings, patterns.Violating, patterns.Verdict, anyRace.Interleavings, anyRace.Violating)
	}
	if got.Merged.Collisions != 0 || got.Merged.Split != 0 {
		t.Errorf("%d collisions, %d states are split", got.Merged.Collisions, got.Merged.Split)
	}
	sameFindings(t, got, patterns)
	return got.Interleavings < anyRace.Interleavings
}

// executed keeps all interleavings of a search.
type executed struct {
	all      [][]trace.Event
	patterns map[trace.ActorID][]trace.Patterns
}

// Interleaving implements Observer.
func (x *executed) Interleaving(_ int, _ trace.Outcome, events []trace.Event) {
	x.all = append(x.all, slices.Clone(events))
}

// classes counts the interleavings that differ in the order of dependent events, where two messages to a process depend
// on each other if any receive of it in any interleaving matches both.
func (x *executed) classes() int {
	x.patterns = map[trace.ActorID][]trace.Patterns{}
	for _, events := range x.all {
		for i := range events {
			if e := &events[i]; e.IsReceive() && !slices.Contains(x.patterns[e.Actor], e.Patterns()) {
				x.patterns[e.Actor] = append(x.patterns[e.Actor], e.Patterns())
			}
		}
	}
	found := map[string]bool{}
	for _, events := range x.all {
		var order []string
		for j := range events {
			order = append(order, fmt.Sprint(events[j].ID(), events[j].Alternative))
			for i := range j {
				if a, b := &events[i], &events[j]; x.dependent(a, b) {
					order = append(order, fmt.Sprint(a.ID(), b.ID()))
				}
			}
		}
		slices.Sort(order)
		found[strings.Join(order, " ")] = true
	}
	return len(found)
}

// dependent reports whether the order of two events makes a difference.
func (x *executed) dependent(a, b *trace.Event) bool {
	r := causality.Relation{ReceivePatterns: a.Delivers() && a.To == b.To && !x.tied(a.To, a.Value, b.Value)}
	return r.Dependent(a, b, untaken{}) != causality.Independent
}

// tied reports whether a receive of the process matches both messages.
func (x *executed) tied(to trace.ActorID, v, w trace.ValueID) bool {
	return slices.ContainsFunc(x.patterns[to], func(p trace.Patterns) bool { return p.Match(v) && p.Match(w) })
}

// untaken makes messages independent of each other.
type untaken struct{}

func (untaken) Taker(*trace.Event) *trace.Event { return nil }

// Messages that a process tells apart by its receives are independent, and so are others while no receive matches both.
// An enumeration has fewer classes where a receive that matches several messages takes one of them only.
func TestStatesWithPatternsOfFixedPrograms(t *testing.T) {
	type a struct{ n int }
	type b struct{ n int }
	for name, c := range map[string]struct {
		main                     func(p *proc.P)
		enumeration, tied, anyOf int
	}{
		"told apart": {func(p *proc.P) {
			p.Spawn("a", func(q *proc.P) { q.Send(p.Self(), a{}) })
			p.Spawn("b", func(q *proc.P) { q.Send(p.Self(), b{}) })
			proc.Receive[b](p)
			proc.Receive[a](p)
		}, 1, 1, 2},
		"equal": {func(p *proc.P) {
			for range 2 {
				p.Spawn("a", func(q *proc.P) { q.Send(p.Self(), a{}) })
			}
			proc.Receive[a](p)
			proc.Receive[a](p)
		}, 2, 2, 2},
		"never taken": {func(p *proc.P) {
			p.Spawn("a", func(q *proc.P) { q.Send(p.Self(), a{}) })
			p.Spawn("b", func(q *proc.P) { q.Send(p.Self(), b{}) })
		}, 1, 1, 2},
		"one of three": {func(p *proc.P) {
			for i := range 3 {
				p.Spawn("a", func(q *proc.P) { q.Send(p.Self(), i) })
			}
			p.Receive()
		}, 3, 6, 6},
		"one that is tied with two": {func(p *proc.P) {
			for i := range 3 {
				p.Spawn("a", func(q *proc.P) { q.Send(p.Self(), i) })
			}
			for i := range 2 {
				proc.Receive(p, func(n int) bool { return n == i || n == i+1 })
			}
		}, 3, 4, 6},
		"matched late": {func(p *proc.P) {
			p.Spawn("a", func(q *proc.P) { q.Send(p.Self(), a{}) })
			p.Spawn("b", func(q *proc.P) { q.Send(p.Self(), b{}) })
			proc.Receive[a](p)
			proc.Receive[b](p)
			p.Send(p.Self(), a{1})
			p.Spawn("c", func(q *proc.P) { q.Send(p.Self(), b{1}) })
			p.Receive()
			p.Receive()
		}, 1, 2, 2},
	} {
		for _, o := range []struct {
			Options
			want int
		}{
			{Options{TrustModel: !testsize.Long()}, c.enumeration},
			{Options{TrustModel: !testsize.Long(), Algorithm: States, ReceivePatterns: true}, c.tied},
			{Options{TrustModel: !testsize.Long(), Algorithm: States, ReceivePatterns: true, ExactStates: true}, c.tied},
			{Options{TrustModel: !testsize.Long(), Algorithm: States}, c.anyOf},
		} {
			o.Until = UntilEnd
			r, err := Check(t.Context(), Model{Name: "m", Main: c.main}, o.Options)
			if err != nil {
				t.Fatal(err)
			}
			if r.Interleavings != o.want {
				t.Errorf("%s: %d interleavings by %s, receive patterns %v; want %d", name, r.Interleavings, r.Options.Algorithm, r.Options.Relation().ReceivePatterns, o.want)
			}
		}
	}
}
