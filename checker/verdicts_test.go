package checker

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/checkmodel/checkmodel/internal/judge"
	"github.com/checkmodel/checkmodel/internal/randomprograms"
	"github.com/checkmodel/checkmodel/internal/world"
	"github.com/checkmodel/checkmodel/proc"
	"github.com/checkmodel/checkmodel/trace"
	"github.com/checkmodel/checkmodel/trace/causality"
	"pgregory.net/rapid"
)

// A search judges one interleaving of each class, so all interleavings of a class must have the
// same verdict. The programs here are executed in other orders of the same class, and the
// violations, the outcome and the goals are compared.

// verdictOps lists the operations by which a process ends, learns of an end, or exposes something.
var verdictOps = slices.Concat(randomprograms.SignalOps, randomprograms.AnnounceOps, []string{"exit", "exit", "exit", "link", "link", "unlink", "unlink", "do not trap",
	"trap", "signal", "kill", "harmless", "monitor", "demonitor", "flush", "info", "take any", "named with heir", "give", "take transfer",
	"await", "cancel", "timer", "expose", "reach", "choose"})

// judged returns a model with rules of all kinds, which random programs violate now and then.
func judged(main func(*proc.P)) Model {
	few := func(states []Exposed[randomprograms.State]) error {
		sum := 0
		for _, s := range states {
			sum += s.State.Last
		}
		if sum > 1 {
			return fmt.Errorf("%v", states)
		}
		return nil
	}
	return Model{Name: "judged", Main: main,
		Goals: []Property{{Name: "a"}, {Name: "b"}},
		Rules: []Rule{
			Always(Property{Name: "few"}, few),
			Always(Property{Name: "few live"}, few).Living(),
			Finally(Property{Name: "few in the end"}, few),
			Finally(Property{Name: "few live in the end"}, few).Living(),
			Sometimes(Property{Name: "two"}, func(states []Exposed[randomprograms.State]) bool { return len(states) > 1 }),
			Monitor(Property{Name: "ascending"}, func() func(string, int) error {
				last := 0
				return func(process string, n int) error {
					if n < last {
						return errors.New("it goes down")
					}
					last = n
					return nil
				}
			}),
		}}
}

// verdicts is a strategy that records the verdict on each interleaving of another strategy.
type verdicts struct {
	Strategy
	x    *job
	note func(events []trace.Event, verdict string)
}

func (v *verdicts) End(end trace.Ending) error {
	if end.Outcome != trace.Abandoned {
		v.note(slices.Clone(v.x.First.Player.Events()), verdict(v.x.First))
	}
	return v.Strategy.End(end)
}

// verdict returns the verdict on the current interleaving.
func verdict(x *judge.Judge) string {
	var all []string
	for _, v := range slices.Concat(x.Outcome().Violations, x.Outcome().Surplus) {
		k := judge.KindOf(v) // of each there is one in the result by now
		all = append(all, k.Property+": "+k.Text)
	}
	goals := slices.Clone(x.Outcome().Reached)
	slices.Sort(goals)
	slices.Sort(all)
	return fmt.Sprintf("%v; reached %v\n%s", x.Outcome().Outcome, slices.Compact(goals), strings.Join(slices.Compact(all), "\n"))
}

// listed is a strategy that executes given interleavings.
type listed struct{ schedules []trace.Schedule }

func (l *listed) Begin() (trace.Schedule, bool) {
	if len(l.schedules) == 0 {
		return nil, false
	}
	s := l.schedules[0]
	l.schedules = l.schedules[1:]
	return s, true
}

func (l *listed) Choose(v trace.View) (trace.Step, bool) {
	return trace.Step{Actor: v.Enabled[0].Actor}, true
}
func (l *listed) Observe(int, *trace.Event) error { return nil }
func (l *listed) End(trace.Ending) error          { return nil }
func (l *listed) Coverage() trace.Coverage        { return trace.Coverage{} }
func (l *listed) Retained(f func([]*trace.Event)) { f(nil) }

// judgeAll lets the strategy explore a twin of the system, and records the verdicts.
func judgeAll(t rapid.TB, sys *world.System, o Options, s Strategy, note func([]trace.Event, string)) {
	o.Until, o.MaxEvents, o.Workers, o.TrustModel = UntilEnd, 1000, 1, true
	v := &verdicts{Strategy: s, note: note}
	v.x = searchWith(context.Background(), judged(nil), o, v)
	if _, err := v.x.simulate(sys.Twin); err != nil {
		t.Fatal(err)
	}
}

// linearized returns the positions of the events in a random order that is consistent with order.
func linearized(random *rand.Rand, order *causality.Order, n int) (positions []int) {
	left := make([]int, n)
	for i := range left {
		left[i] = i
	}
	fair := random.IntN(2) == 0
	for len(left) > 0 {
		var free []int
		for k, j := range left {
			if !slices.ContainsFunc(left[:k], func(i int) bool { return order.Before(i, j) }) {
				free = append(free, k)
			}
		}
		k := free[len(free)-1] // as late before as can be
		if fair || random.IntN(4) == 0 {
			k = free[random.IntN(len(free))]
		}
		positions = append(positions, left[k])
		left = slices.Delete(left, k, k+1)
	}
	return positions
}

// checkVerdicts compares the verdicts on the orders of each class.
func checkVerdicts(t rapid.TB, body func(*proc.P), delivery proc.Delivery, seed uint64) {
	main := trustedSystem(body)
	defer main.Close()
	main.SetDelivery(delivery)
	m := judged(body)
	main.SetOrdered(m.rules().Boards())
	random := rand.New(rand.NewPCG(seed, seed))
	for _, o := range []Options{{}, {AnyDeliveriesRace: true}} {
		o.MaxInterleavings = 60
		strategy, err := (&setup{Options: o}).strategy()
		if err != nil {
			t.Fatal(err)
		}
		order := causality.Order{Relation: o.Relation()}
		var others listed
		var events [][]trace.Event
		var want []string
		judgeAll(t, main, o, strategy, func(e []trace.Event, v string) {
			order.Compute(slices.Clone(e))
			for range 4 {
				var s trace.Schedule
				var same []trace.Event
				for _, i := range linearized(random, &order, len(e)) {
					s, same = append(s, e[i].Step()), append(same, e[i])
				}
				others.schedules, events, want = append(others.schedules, s), append(events, same), append(want, v)
			}
		})
		o.MaxInterleavings = 0
		judgeAll(t, main, o, &others, func(e []trace.Event, v string) {
			if v != want[0] {
				t.Fatalf("receive patterns %v: two orders of one class are judged as\n%s\nand as\n%s\n%s", !o.AnyDeliveriesRace, want[0], v, listing(e))
			}
			for i := range e {
				if problem := differs(&events[0][i], &e[i]); problem != "" || len(e) != len(events[0]) {
					t.Fatalf("receive patterns %v: event %d: %s\n%s", !o.AnyDeliveriesRace, i, problem, listing(e))
				}
			}
			events, want = events[1:], want[1:]
		})
		if len(want) > 0 {
			t.Fatalf("%d orders are not possible", len(want))
		}
	}
}

// TestVerdicts: all orders of a class have the same verdict.
func TestVerdicts(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		f := randomprograms.Parent{Program: randomprograms.Programs(verdictOps, 4, 9).Draw(t, "program")}
		for range f.Program[1:] {
			f.Ties = append(f.Ties, rapid.IntRange(0, 2).Draw(t, "tie"))
		}
		delivery := rapid.SampledFrom([]proc.Delivery{proc.Instant, proc.Instant, proc.Channel, proc.Bag}).Draw(t, "delivery")
		t.Log("\n", f.String(), f.Ties, delivery)
		checkVerdicts(t, f.Main, delivery, rapid.Uint64().Draw(t, "seed"))
	})
}
