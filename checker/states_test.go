package checker

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"github.com/checkmodel/checkmodel/internal/judge"
	"github.com/checkmodel/checkmodel/internal/randomprograms"
	"github.com/checkmodel/checkmodel/internal/testsize"
	"github.com/checkmodel/checkmodel/proc"
	"pgregory.net/rapid"
)

// TestStates compares the stateful search with the enumeration without receive patterns, on random
// programs over all operations.
func TestStates(t *testing.T) {
	t.Parallel()
	for name, draw := range programFamilies {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			rapid.Check(t, func(t *rapid.T) { compareStates(t, draw(t), Faults{}) })
		})
	}
}

// compareStates rejects a program of more than 2000 interleavings.
func compareStates(t *rapid.T, main func(*proc.P), faults Faults) {
	compareStatesBy(t, main, faults, []proc.Delivery{proc.Instant, proc.Channel, proc.Bag})
}

func compareStatesBy(t *rapid.T, main func(*proc.P), faults Faults, deliveries []proc.Delivery) {
	m := judgedInAllWays(t)
	m.Main = main
	delivery := rapid.SampledFrom(deliveries).Draw(t, "delivery")
	o := setup{Options: Options{Until: UntilEnd, Delivery: delivery, AnyDeliveriesRace: true, MaxInterleavings: 2_000, Workers: 1, TrustModel: true, Faults: &faults}}
	want, err := checkWith(context.Background(), m, o)
	if err != nil {
		t.Fatal(err)
	}
	if want.Stop != NotStopped {
		reject(t, "too many interleavings")
	}
	o.Algorithm, o.AnyDeliveriesRace, o.MaxInterleavings = States, false, 0
	o.stateBytes = rapid.SampledFrom([]int64{0, 1, 50_000}).Draw(t, "bytes for states") // 1: it forgets all it can
	got, err := checkWith(context.Background(), m, o)
	if err != nil {
		t.Fatal(err)
	}
	compared.Add(1)
	if got.Interleavings != want.Interleavings || got.Violating != want.Violating || got.Verdict != want.Verdict {
		t.Errorf("%d interleavings, %d violating, %s; want %d, %d, %s", got.Interleavings, got.Violating, got.Verdict,
			want.Interleavings, want.Violating, want.Verdict)
	}
	sameFindings(t, got, want)
}

// kindsIn returns the kinds of the violations that were found.
func kindsIn(r *Result) map[judge.Kind]bool {
	all := map[judge.Kind]bool{}
	for _, v := range r.Violations {
		all[judge.KindOf(v)] = true
	}
	return all
}

// judgedInAllWays draws a model with rules, of any kinds.
func judgedInAllWays(t *rapid.T) Model {
	m := anyGoal("random")
	sum := func(states []Exposed[randomprograms.State]) (n int) {
		for i, s := range states {
			n += (i + 2) * s.State.Last
		}
		return n
	}
	odd := func(states []Exposed[randomprograms.State]) error {
		if sum(states)%3 == 1 {
			return errors.New("odd")
		}
		return nil
	}
	for _, r := range []Rule{
		Always(Property{Name: "always"}, odd),
		Finally(Property{Name: "finally"}, odd),
		Sometimes(Property{Name: "sometimes"}, func(states []Exposed[randomprograms.State]) bool { return sum(states)%4 == 2 }),
	} {
		if rapid.Bool().Draw(t, "living") {
			r = r.Living()
		}
		if rapid.Bool().Draw(t, r.Name) {
			m.Rules = append(m.Rules, r)
		}
	}
	if rapid.Bool().Draw(t, "automaton") {
		m.Rules = append(m.Rules, Automaton(Property{Name: "automaton"}, 0, func(sum int, _ string, event int) (int, error) {
			if sum = (2*sum + event) % 5; sum == 4 {
				return sum, fmt.Errorf("odd after %d", event)
			}
			return sum, nil
		}))
	}
	if rapid.Bool().Draw(t, "monitor") {
		m.Rules = append(m.Rules, Monitor(Property{Name: "monitor"}, func() func(string, int) error {
			last := 0
			return func(_ string, event int) error {
				if last = 3*last + event; last%4 == 3 {
					return errors.New("odd")
				}
				return nil
			}
		}))
	}
	return m
}

// A goal about the last states of processes that have ended, or of the one that is still there, is reached on
// one of several paths to a state of the system.
func TestStatesReachGoals(t *testing.T) {
	var goals []Rule
	for n := 1; n <= 2; n++ {
		goals = append(goals, Sometimes(Property{Name: fmt.Sprintf("%d stays", n)}, func(states []Exposed[randomprograms.State]) bool {
			return len(states) == 3 && states[0].State.Last == n && states[1].State.Last == 3
		}), Sometimes(Property{Name: fmt.Sprintf("%d lives", n)}, func(states []Exposed[randomprograms.State]) bool {
			return len(states) == 3 && states[0].State.Last == n && states[1].State.Last == 3
		}).Living())
	}
	for _, m := range []Model{{Rules: goals}, {Rules: goals[:1]}, {Rules: goals[1:2]}, {Rules: goals[2:3]}, {Rules: goals[3:]}} {
		m.Name, m.Main = "m", func(p *proc.P) {
			p.Spawn("a", func(p *proc.P) { proc.Expose(p, randomprograms.State{Last: 1 + p.Choose(2)}) })
			p.Spawn("b", func(p *proc.P) { proc.Expose(p, randomprograms.State{Last: 3}) })
			p.Spawn("c", func(p *proc.P) { proc.Expose(p, randomprograms.State{Last: 4}) })
		}
		r, err := Check(t.Context(), m, Options{Algorithm: States})
		if err != nil {
			t.Fatal(err)
		}
		for _, g := range r.Missed() {
			t.Errorf("with %d goals, %q is not reached", len(m.Rules), g.Name)
		}
	}
}

// To show a state costs states of the search only where a rule can tell when its process ends.
func TestStatesOfExposures(t *testing.T) {
	finally := Finally(Property{Name: "finally"}, func([]Exposed[randomprograms.State]) error { return nil })
	goal := Sometimes(Property{Name: "goal"}, func([]Exposed[randomprograms.State]) bool { return true })
	states := func(rules ...Rule) int {
		m := Model{Name: "m", Rules: rules, Main: func(p *proc.P) {
			for i := range 3 {
				q := p.Spawn("q", func(p *proc.P) {
					proc.Expose(p, randomprograms.State{Last: i})
					proc.Expose(p, randomprograms.State{Last: proc.Receive[int](p) + proc.Receive[int](p)})
				})
				p.Spawn("s", func(p *proc.P) { p.Send(q, 1); p.Send(q, 1) })
			}
		}}
		r, err := Check(t.Context(), m, Options{Algorithm: States})
		if err != nil {
			t.Fatal(err)
		}
		return r.Merged.States
	}
	without := states()
	if n, of := states(finally), states(goal); n != without || of != without {
		t.Errorf("%d states with a final property, %d with a goal; want %d", n, of, without)
	}
	if n := states(goal.Living()); n <= without {
		t.Errorf("%d states with a goal that can tell when a process ends, and %d without", n, without)
	}
}

// A search merges interleavings after which an automaton is in one state, and not those after which a monitor is.
// It finds the same.
func TestStatesOfAutomaton(t *testing.T) {
	next := func(sum int, _ string, event int) (int, error) {
		if sum += event; sum == 6 {
			return sum, errors.New("six")
		}
		return sum, nil
	}
	property := Property{Name: "sum"}
	automaton := Automaton(property, 0, next)
	monitor := Monitor(property, func() func(string, int) error {
		sum := 0
		return func(process string, event int) (err error) {
			sum, err = next(sum, process, event)
			return err
		}
	})
	results := map[string]*Result{}
	for name, rule := range map[string]Rule{"automaton": automaton, "monitor": monitor} {
		m := Model{Name: "m", Rules: []Rule{rule}, Main: func(p *proc.P) {
			for n := range 4 {
				p.Spawn("a", func(p *proc.P) { proc.Announce(p, n+1) })
			}
		}}
		for _, a := range []Algorithm{States, Optimal} {
			r, err := Check(t.Context(), m, Options{Algorithm: a, Until: UntilEnd})
			if err != nil {
				t.Fatal(err)
			}
			if r.Interleavings != 24 || r.Violating != 10 {
				t.Errorf("%s: %d interleavings by %s, %d of them violating; want 24 and 10", name, r.Interleavings, a, r.Violating)
			}
			if a == States {
				results[name] = r
			}
		}
	}
	if a, m := results["automaton"].Merged.States, results["monitor"].Merged.States; a >= m {
		t.Errorf("%d states with the automaton, and %d with the monitor", a, m)
	}
}

// What is done with a table depends on whether it was created with an order of its keys.
func TestStatesOfHashedTables(t *testing.T) {
	m := Model{Name: "m", Properties: []Property{{Name: "ordered"}}, Main: func(p *proc.P) {
		reader := p.Spawn("reader", func(p *proc.P) {
			proc.Receive[int](p)
			table := proc.NamedTable[int, int](p, "t")
			refused := proc.Try(func() { table.Next(p, 1) })
			p.Assert(refused == nil, "ordered", "%v", refused)
		})
		p.Spawn("owner", func(p *proc.P) {
			proc.NewNamedTable[int, int](p, "t", [][]proc.TableOption{nil, {proc.Hashed()}}[p.Choose(2)]...)
			proc.Loop(p, 2, func(left *int) bool {
				*left--
				p.Send(reader, *left)
				return *left > 0
			})
			p.Receive()
		}, proc.Daemon)
		for i := range 2 { // so that there are states with several steps to explore
			p.Spawn("other", func(q *proc.P) { q.Send(p.Self(), i) })
		}
	}}
	for _, o := range []Options{{}, {Algorithm: States}, {Algorithm: States, ExactStates: true}} {
		o.Until, o.AnyDeliveriesRace = UntilEnd, o.Algorithm == ""
		r, err := Check(t.Context(), m, o)
		if err != nil {
			t.Fatal(err)
		}
		if r.Interleavings != 4 || r.Violating != 2 {
			t.Errorf("by %s, exact %v: %d interleavings, %d violating; want 4 and 2", r.Options.Algorithm, o.ExactStates, r.Interleavings, r.Violating)
		}
	}
}

// What a process has done before its loop is a part of the state only as far as it has an effect later. A stateful
// search then finds what an enumeration does.
func TestStatesAfterLoops(t *testing.T) {
	type number int
	for name, c := range map[string]struct {
		before func(p *proc.P, n int, main, peer, other proc.PID) // n is chosen
		after  func(p *proc.P, main proc.PID)
		main   func(p *proc.P) int // in the end; returns 0 or 1
	}{
		"timer": {
			before: func(p *proc.P, n int, main, _, _ proc.PID) { p.SendAfter(main, number(n)) },
			main:   func(p *proc.P) int { return int(proc.Receive[number](p)) },
		},
		"monitor": {
			before: func(p *proc.P, n int, _, peer, other proc.PID) { p.Monitor([]proc.PID{peer, other}[n]) },
			after: func(p *proc.P, _ proc.PID) {
				proc.Receive[proc.Down](p)
				p.Assert(false, "zero", "the peer has ended")
			},
		},
		"signal": {
			before: func(p *proc.P, n int, _, peer, _ proc.PID) { p.SendExit(peer, n) },
			main: func(p *proc.P) int {
				n, _ := proc.Receive[proc.Down](p).Reason.(int)
				return n
			},
		},
		"link": {
			before: func(p *proc.P, n int, _, peer, _ proc.PID) {
				if n == 1 {
					p.Link(peer)
				}
				p.Unlink(peer)
			},
			after: func(p *proc.P, _ proc.PID) { p.Exit("bad") },
		},
		"tables": {
			before: func(p *proc.P, n int, main, _, _ proc.PID) {
				for _, label := range []string{"ab", "ba"}[n] {
					proc.NewTable[int, int](p, string(label), proc.Heir(main, string(label)))
				}
			},
			after: func(p *proc.P, main proc.PID) { p.Send(main, "the end is near") },
			main: func(p *proc.P) int {
				if proc.Receive[proc.Transfer[int, int]](p).Data == "a" {
					return 0
				}
				return 1
			},
		},
	} {
		m := Model{Name: name, Properties: []Property{{Name: "zero"}}, Main: func(p *proc.P) {
			self := p.Self()
			peer := p.Spawn("peer", func(p *proc.P) { p.Unlink(proc.Receive[proc.PID](p)); proc.Receive[string](p) }, proc.Daemon)
			other := p.Spawn("other", func(p *proc.P) { proc.Receive[string](p) }, proc.Daemon)
			p.Monitor(peer)
			p.Spawn("chooser", func(p *proc.P) {
				p.Send(peer, p.Self())
				c.before(p, p.Choose(2), self, peer, other)
				proc.Loop(p, 2, func(left *int) bool {
					*left--
					p.Send(other, *left)
					return *left > 0
				})
				if c.after == nil {
					p.Receive()
				}
				c.after(p, self)
			}, proc.Daemon)
			for i := range 2 { // so that there are states with several steps to explore
				p.Spawn("sender", func(q *proc.P) { q.Send(self, i) })
			}
			p.Send(peer, "end")
			if c.main != nil {
				n := c.main(p)
				p.Assert(n == 0, "zero", "%d", n)
			}
		}}
		for _, delivery := range proc.Deliveries() {
			o := Options{TrustModel: !testsize.Long(), Until: UntilEnd, Delivery: delivery, AnyDeliveriesRace: true}
			want, err := Check(t.Context(), m, o)
			if err != nil {
				t.Fatal(err)
			}
			for _, o.ExactStates = range []bool{false, true} {
				o.Algorithm, o.AnyDeliveriesRace = States, false
				got, err := Check(t.Context(), m, o)
				if err != nil {
					t.Fatal(err)
				}
				if got.Interleavings != want.Interleavings || got.Violating != want.Violating || want.Stop != NotStopped {
					t.Errorf("%s, %s, exact %v: %d interleavings, %d violating; want %d, %d", name, delivery, o.ExactStates,
						got.Interleavings, got.Violating, want.Interleavings, want.Violating)
				}
			}
		}
	}
}

// enumerating returns the algorithms that execute an interleaving of each class.
func enumerating() []Algorithm {
	return having(func(t *Traits) bool { return !t.Draws && !t.Merges && t.Name != Auto && t.Name != Own })
}
