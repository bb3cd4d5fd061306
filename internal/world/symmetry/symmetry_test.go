package symmetry_test

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"maps"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/internal/world/guard"
	"github.com/checkmodel/checkmodel/proc"
	"github.com/checkmodel/checkmodel/proc/symmetric"
)

type (
	guest int // the number of a guest

	order struct {
		From  proc.PID
		Guest guest
		Dish  int
	}
	served struct{ Dish int }
	bill   struct{ Guest guest }
	bark   struct{ From proc.PID }

	// waiterState is the state of a waiter.
	waiterState struct {
		Dish int
		Last guest
		Of   map[guest]int
		Dogs map[proc.PID]bool
	}
	plate struct {
		Guest guest
		Dish  int
	}
	// tab is what a rule remembers.
	tab struct {
		Of    map[guest]int
		Worst guest
	}
)

const noGuest guest = 99

// inn is a drawn program with guests that are alike, dogs that are alike, and waiters.
type inn struct {
	Guests, Dogs, Waiters int
	Script                []int // what a guest does: an action each
	Loops                 bool  // in turns of a loop
	Daemons               bool  // guests may wait for ever
	Answers               [4]int
	Tells                 bool // a waiter tells all guests
	Sum                   int  // the rule is violated from this sum on
	Delivery              proc.Delivery
	Late                  bool
	Odd                   int // what breaks the symmetry; 0 is nothing
}

const actions = 9

func drawInn(t *rapid.T) inn {
	d := inn{
		Guests: rapid.SampledFrom([]int{2, 2, 2, 3, 4}).Draw(t, "guests"), Waiters: rapid.SampledFrom([]int{1, 1, 1, 2}).Draw(t, "waiters"),
		Script:   rapid.SliceOfN(rapid.IntRange(0, actions-1), 1, 2).Draw(t, "script"),
		Loops:    rapid.Bool().Draw(t, "loops"),
		Daemons:  rapid.Bool().Draw(t, "daemons"),
		Sum:      rapid.IntRange(2, 8).Draw(t, "sum"),
		Dogs:     rapid.SampledFrom([]int{0, 0, 0, 0, 2}).Draw(t, "dogs"),
		Delivery: rapid.SampledFrom([]proc.Delivery{proc.Instant, proc.Channel, proc.Bag}).Draw(t, "delivery"),
	}
	for i := range d.Answers {
		d.Answers[i] = rapid.IntRange(0, 4).Draw(t, "answer")
	}
	if d.Delivery != proc.Instant {
		d.Late, d.Tells = rapid.Bool().Draw(t, "late"), rapid.Bool().Draw(t, "tells")
	}
	if d.Guests > 2 || d.Dogs+d.Waiters > 2 { // otherwise there are too many states
		d.Script, d.Waiters, d.Tells = d.Script[:1], 1, d.Tells && d.Dogs == 0
	}
	return d
}

// model returns the program as a model.
func (d inn) model(exchanging bool) checker.Model {
	var options []proc.SpawnOption
	if d.Daemons {
		options = append(options, proc.Daemon)
	}
	m := checker.Model{
		Name: "inn", Delivery: d.Delivery,
		Main: func(p *proc.P) {
			var guests, waiters []proc.PID
			for range d.Waiters {
				waiters = append(waiters, p.Spawn("waiter", func(p *proc.P) { d.serve(p, proc.Receive[[]proc.PID](p)) }, proc.Daemon))
			}
			for i := range d.Guests {
				guests = append(guests, p.Spawn("guest", func(p *proc.P) { d.eat(p, guest(i+1), waiters) }, options...))
			}
			for range d.Dogs {
				p.Spawn("dog", func(p *proc.P) {
					p.Send(waiters[0], bark{p.Self()})
					proc.Receive[served](p)
				}, proc.Daemon)
			}
			for _, w := range waiters {
				p.Send(w, guests)
			}
		},
		Rules: []checker.Rule{
			checker.Automaton(checker.Property{Name: "tab"}, tab{Of: map[guest]int{}}, func(t tab, by string, e plate) (tab, error) {
				of := maps.Clone(t.Of)
				of[e.Guest] += e.Dish
				if t.Of, t.Worst = of, e.Guest; of[e.Guest] >= d.Sum || d.Odd == 3 && by == "guest" && of[e.Guest] > 1 {
					return t, errors.New("a guest has had too much")
				}
				return t, nil
			}),
			checker.Always(checker.Property{Name: "table"}, func(all []checker.Exposed[waiterState]) error {
				for _, e := range all {
					if e.State.Dish == 2 && len(e.State.Of) == 2 {
						return errors.New("two guests share the dish")
					}
				}
				return nil
			}),
			checker.Sometimes(checker.Property{Name: "feast"}, func(all []checker.Exposed[waiterState]) bool {
				return slices.ContainsFunc(all, func(e checker.Exposed[waiterState]) bool { return e.State.Of[e.State.Last] > 1 })
			}),
		},
	}
	if exchanging {
		all := symmetric.Numbered("guest", d.Guests, func(i int) any { return guest(i + 1) })
		m.Symmetric = []symmetric.Group{all}
		if d.Guests == 4 { // those at two tables
			m.Symmetric = []symmetric.Group{{Processes: all.Processes[:2], IDs: all.IDs[:2]}, {Processes: all.Processes[2:], IDs: all.IDs[2:]}}
		}
		if d.Dogs > 0 {
			m.Symmetric = append(m.Symmetric, symmetric.Numbered("dog", d.Dogs, nil))
		}
	}
	return m
}

// serve is the process of a waiter.
func (d inn) serve(p *proc.P, guests []proc.PID) {
	proc.Loop(p, waiterState{Last: noGuest, Of: map[guest]int{}, Dogs: map[proc.PID]bool{}}, func(r *waiterState) bool {
		m := p.Receive(proc.Type[order](), proc.Type[bark]())
		if b, is := m.(bark); is {
			r.Dogs[b.From] = true
			p.Send(b.From, served{len(r.Dogs)})
			return true
		}
		o := m.(order)
		r.Of[o.Guest] += o.Dish
		switch d.Answers[(r.Dish+o.Dish)%4] {
		case 0:
			r.Dish, r.Last = o.Dish, o.Guest
			proc.Expose(p, *r)
		case 1:
			p.Send(o.From, served{r.Dish})
			r.Last = o.Guest
		case 2:
			if r.Last == o.Guest || d.Odd == 1 && r.Last > o.Guest {
				p.Send(o.From, bill{r.Last})
			}
		case 3:
			r.Of[o.Guest] = 0
			if d.Tells {
				for _, g := range guests {
					p.Send(g, bill{o.Guest})
				}
			}
		case 4:
			r.Last = noGuest
			p.Send(o.From, served{o.Dish})
		}
		return len(r.Of) < 4
	})
}

// meal is the state of a guest.
type meal struct{ At, Got int }

// eat is the process of a guest.
func (d inn) eat(p *proc.P, own guest, waiters []proc.PID) {
	var m meal
	if d.Loops {
		proc.Loop(p, m, func(m *meal) bool { return d.bite(p, own, waiters, m) })
		return
	}
	for d.bite(p, own, waiters, &m) {
	}
}

// bite is an action of a guest. It returns false after the last one.
func (d inn) bite(p *proc.P, own guest, waiters []proc.PID, m *meal) bool {
	if m.At == len(d.Script) {
		proc.Announce(p, plate{own, m.Got})
		return false
	}
	to := waiters[m.At%len(waiters)]
	switch action := d.Script[m.At]; action {
	case 0, 1, 2:
		p.Send(to, order{p.Self(), own, action})
		if d.Odd == 2 && own == 1 && action == 1 {
			p.Send(to, order{p.Self(), own, 3})
		}
	case 3:
		if s, ok := proc.ReceiveTimeout[served](p); ok {
			m.Got += s.Dish
		}
	case 4:
		if b, ok := proc.ReceiveTimeout[bill](p); ok && b.Guest == own {
			m.Got += 3
		}
	case 5:
		m.Got += p.Choose(2)
	case 6:
		proc.Announce(p, plate{own, m.Got + 1})
	case 7:
		m.Got += proc.Receive[served](p).Dish
	case 8:
		if m.Got++; m.Got == 2 {
			panic("too hot")
		}
	}
	m.At++
	return true
}

// mostInterleavings limits a search.
const mostInterleavings = 300

func options() checker.Options {
	return checker.Options{Algorithm: checker.States, AnyDeliveriesRace: true, Until: checker.UntilEnd, Workers: 1, MaxInterleavings: mostInterleavings}
}

func (d inn) check(exchanging bool) (*checker.Result, error) {
	o := options()
	o.LateDelivery = d.Late
	return checker.Check(context.Background(), d.model(exchanging), o)
}

// counts is what an exchange leaves as it is.
func counts(r *checker.Result) string {
	var violated, reached []string
	for _, v := range r.Violations {
		violated = append(violated, v.Property)
	}
	slices.Sort(violated)
	for _, g := range r.Goals {
		if g.Hits > 0 {
			reached = append(reached, g.Name)
		}
	}
	return fmt.Sprint(r.Verdict, ", interleavings ", r.Merged.Interleavings, ", violating ", r.Merged.Violating, ": ", slices.Compact(violated), reached)
}

// TestSymmetric: exchanges of processes leave all counts, verdicts and goals as they are, with fewer states.
func TestSymmetric(t *testing.T) {
	states, fewer := 0, 0
	rapid.Check(t, func(t *rapid.T) {
		d := drawInn(t)
		alone, err := d.check(false)
		if err != nil {
			t.Fatal(err)
		}
		if !alone.Complete() {
			t.Skip("it is too large")
		}
		of, err := d.check(true)
		if err != nil {
			t.Fatalf("with exchanges: %v", err)
		}
		if got, want := counts(of), counts(alone); got != want {
			t.Fatalf("with exchanges: %s\nwithout: %s", got, want)
		}
		states, fewer = states+alone.Merged.States, fewer+of.Merged.States
	})
	if t.Logf("%d states, %d with exchanges", states, fewer); fewer > states*3/4 {
		t.Errorf("%d states, and %d with exchanges", states, fewer)
	}
}

// TestFalselySymmetric: a false claim is found, or makes no difference, as where no state was met that an exchange leads to.
func TestFalselySymmetric(t *testing.T) {
	for _, d := range []inn{
		{Guests: 2, Waiters: 1, Script: []int{1, 4}, Answers: [4]int{4, 0, 2, 0}, Odd: 1}, // a waiter compares guests
		{Guests: 3, Waiters: 1, Script: []int{6, 1}, Answers: [4]int{1, 1, 1, 1}, Odd: 2}, // one guest orders more
		{Guests: 2, Waiters: 1, Script: []int{6, 6}, Odd: 3},                              // the rule names a guest
	} {
		found := false
		for _, d.Delivery = range []proc.Delivery{proc.Instant, proc.Bag} {
			d.Sum = 100
			of, err := d.check(true)
			var wrong *guard.ModelError
			if errors.As(err, &wrong) && strings.Contains(wrong.Problem, "are not alike") {
				found = true
				continue
			}
			alone, aloneErr := d.check(false)
			if err != nil || aloneErr != nil {
				t.Fatalf("%+v: %v, %v", d, err, aloneErr)
			}
			if alone.Merged.Interleavings != of.Merged.Interleavings || alone.Merged.Violating != of.Merged.Violating {
				t.Errorf("%+v: no error, and %v interleavings instead of %v", d, of.Merged.Interleavings, alone.Merged.Interleavings)
			}
		}
		if !found {
			t.Errorf("%+v: no delivery shows that the guests are not alike", d)
		}
	}
}

// TestNotExchanged: operations of which no exchange is defined are refused.
func TestNotExchanged(t *testing.T) {
	for _, c := range []struct {
		does func(*proc.P)
		want string
	}{
		{func(p *proc.P) { p.Spawn("child", func(*proc.P) {}) }, "starts a process"},
		{func(p *proc.P) { proc.NewTable[int, int](p, "table") }, "new table"},
		{func(p *proc.P) { p.SendAfter(p.Self(), 1) }, "start timer"},
	} {
		_, err := checker.Check(context.Background(), checker.Model{
			Name: "some", Symmetric: []symmetric.Group{symmetric.Numbered("one", 2, nil)},
			Main: func(p *proc.P) {
				for range 2 {
					p.Spawn("one", c.does)
				}
			},
		}, checker.Options{Algorithm: checker.States})
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("the error is %v; want one with %q", err, c.want)
		}
	}
}

// TestRefused: wrong groups, and searches that exchange nothing, are refused.
func TestRefused(t *testing.T) {
	type id int
	good := []symmetric.Group{symmetric.Numbered("one", 2, func(i int) any { return id(i) })}
	some := func() checker.Model {
		return checker.Model{Name: "some", Symmetric: good, Main: func(p *proc.P) {
			for range 2 {
				p.Spawn("one", func(*proc.P) {})
			}
		}}
	}
	for want, change := range map[string]func(*checker.Model, *checker.Options){
		"":            func(*checker.Model, *checker.Options) {},
		"0 Processes": func(m *checker.Model, _ *checker.Options) { m.Symmetric = make([]symmetric.Group, 1) },
		"twice":       func(m *checker.Model, _ *checker.Options) { m.Symmetric = append(good, good...) },
		"2 to 100": func(m *checker.Model, _ *checker.Options) {
			m.Symmetric = []symmetric.Group{symmetric.Numbered("one", 101, nil)}
		},
		"2 Processes and 1 IDs": func(m *checker.Model, _ *checker.Options) {
			m.Symmetric = []symmetric.Group{{Processes: good[0].Processes, IDs: []any{id(1)}}}
		},
		"of type int": func(m *checker.Model, _ *checker.Options) {
			m.Symmetric = []symmetric.Group{{Processes: good[0].Processes, IDs: []any{1, 2}}}
		},
		"ID of two": func(m *checker.Model, _ *checker.Options) {
			m.Symmetric = []symmetric.Group{{Processes: good[0].Processes, IDs: []any{id(1), id(1)}}}
		},
		"1 is the ID of two": func(m *checker.Model, _ *checker.Options) {
			m.Symmetric = append(good, symmetric.Numbered("two", 2, func(i int) any { return id(i + 1) }))
		},
		"View": func(m *checker.Model, _ *checker.Options) {
			m.View = func(iter.Seq[any]) func(any) any { return func(v any) any { return v } }
		},
		"Within":        func(m *checker.Model, _ *checker.Options) { m.Within = func(iter.Seq[any]) bool { return true } },
		"faults belong": func(m *checker.Model, _ *checker.Options) { m.Faults.Losses = 1 },
		"whole states":  func(_ *checker.Model, o *checker.Options) { o.ExactStates = true },
		"infinite interleavings": func(m *checker.Model, _ *checker.Options) {
			m.Rules = []checker.Rule{checker.Eventually(checker.Property{Name: "r"}, func([]checker.Exposed[id]) error { return nil })}
		},
		"the process two": func(m *checker.Model, _ *checker.Options) {
			m.Symmetric = []symmetric.Group{{Processes: []string{"one", "two"}}}
		},
	} {
		m, o := some(), checker.Options{Algorithm: checker.States}
		change(&m, &o)
		if _, err := checker.Check(context.Background(), m, o); (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("the error is %v; want one with %q", err, want)
		}
	}
}
