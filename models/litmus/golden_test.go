package litmus_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/internal/effects"
	"github.com/checkmodel/checkmodel/proc"
	"github.com/checkmodel/checkmodel/trace"
	"github.com/checkmodel/checkmodel/trace/causality"
	"github.com/checkmodel/checkmodel/trace/kind"
)

// golden are programs of a few operations, each of which breaks a search that
// is wrong in a certain way. Their processes p0, p1, … send and receive small
// numbers and read and write the rows of one table, and then wait for ever, so
// that their ends do not add interleavings. The first process only starts the
// others; where two of them must know each other it is one of them itself.
var golden = []struct {
	name string
	main func(*proc.P)
	// How many interleavings there are of sends, receives and table operations;
	// how many classes of these where any two deliveries race; and how many
	// with receive patterns.
	interleavings, anyRace, optimal int
}{
	{"G1: three are sent, all are taken", withSenders(3, func(p *proc.P) { receive(p); receive(p); receive(p) }), 30, 6, 6},
	{"G2: three are sent, each is asked for", withSenders(3, func(p *proc.P) { receive(p, 0); receive(p, 1); receive(p, 2) }), 15, 6, 1},
	{"G3: three are sent, none is received", withSenders(3, func(p *proc.P) {}), 6, 6, 1},
	{"G4: three are sent, one is taken", withSenders(3, func(p *proc.P) { receive(p) }), 18, 6, 3},
	{"G5: two are sent, one is taken in time or not", withSenders(2, func(p *proc.P) { poll(p) }), 6, 4, 3},
	{"G6: one is sent, and looked for twice", withSenders(1, func(p *proc.P) { poll(p); poll(p) }), 3, 3, 3},
	{"G7: three write different values", withTable(func(p *proc.P, t rows) {
		start(p, "p0", func(p *proc.P) { t.Insert(p, "x", 0) })
		start(p, "p1", func(p *proc.P) { t.Insert(p, "x", 1) })
		start(p, "p2", func(p *proc.P) { t.Insert(p, "x", 2) })
	}), 6, 6, 6},
	{"G8: three write the same value", withTable(func(p *proc.P, t rows) {
		for i := range 3 {
			start(p, fmt.Sprint("p", i), func(p *proc.P) { t.Insert(p, "x", 7) })
		}
	}), 6, 1, 1},
	{"G9: three read a row of their own, then the one that is written", withTable(func(p *proc.P, t rows) {
		start(p, "p0", func(p *proc.P) { t.Insert(p, "x", 1) })
		for i := 1; i <= 3; i++ {
			start(p, fmt.Sprint("p", i), func(p *proc.P) {
				t.Lookup(p, fmt.Sprint("own ", i))
				t.Lookup(p, "x")
			})
		}
	}), 630, 8, 8},
	{"G10: one writes, two read", withTable(func(p *proc.P, t rows) {
		start(p, "p0", func(p *proc.P) { t.Insert(p, "x", 1) })
		start(p, "p1", func(p *proc.P) { t.Lookup(p, "x") })
		start(p, "p2", func(p *proc.P) { t.Lookup(p, "x") })
	}), 6, 4, 4},
	{"G11: a message of one's own against another's", func(p *proc.P) {
		p0 := start(p, "p0", func(p *proc.P) { p.Send(p.Self(), 1); receive(p, 0, 1) })
		p2 := start(p, "p2", func(p *proc.P) { p.Send(p0, 0) })
		start(p, "p1", func(p *proc.P) { p.Send(p2, 1); p.Send(p0, 0); p.Send(p.Self(), 2) })
		waitForEver(p)
	}, 60, 6, 3},
	{"G12: rows that depend on rows", withTable(func(p *proc.P, t rows) {
		start(p, "p0", func(p *proc.P) { t.Lookup(p, "1") })
		start(p, "p1", func(p *proc.P) { t.Insert(p, "2", 1); t.Lookup(p, "0") })
		start(p, "p2", func(p *proc.P) { t.Insert(p, "0", 2) })
		start(p, "p3", func(p *proc.P) { t.Lookup(p, "1"); t.Lookup(p, "0"); t.Insert(p, "1", 2) })
	}), 420, 8, 8},
	{"G13: a message that only a timeout can tell", func(p *proc.P) {
		p2 := p.Self()
		p3 := start(p, "p3", func(p *proc.P) { p.Send(p2, 0); poll(p, 1, 2) })
		start(p, "p0", func(p *proc.P) { p.Send(p.Self(), 0); p.Send(p3, 0) })
		start(p, "p1", func(p *proc.P) { receive(p, 0, 1); receive(p, 1, 2) })
		p.Send(p3, 2)
		waitForEver(p)
	}, 30, 4, 2},
	{"G14: the message that could be taken instead is gone already", withSenders(2, func(p *proc.P) { receive(p, 1); receive(p) }), 3, 2, 1},
}

type rows = proc.Table[string, int]

// withTable is a program of processes that share a table.
func withTable(startAll func(*proc.P, rows)) func(*proc.P) {
	return func(p *proc.P) {
		startAll(p, proc.NewTable[string, int](p, "rows"))
		waitForEver(p)
	}
}

// withSenders is a program of p0 and n processes that send it 0, 1, ….
func withSenders(n int, body func(*proc.P)) func(*proc.P) {
	return func(p *proc.P) {
		p0 := start(p, "p0", body)
		for i := range n {
			start(p, fmt.Sprint("p", i+1), func(p *proc.P) { p.Send(p0, i) })
		}
		waitForEver(p)
	}
}

func start(p *proc.P, name string, body func(*proc.P)) proc.PID {
	return p.Spawn(name, func(p *proc.P) {
		body(p)
		waitForEver(p)
	})
}

func waitForEver(p *proc.P) { p.Receive(proc.Equal("what is never sent")) }

// receive takes one of the numbers, or any if there are none given.
func receive(p *proc.P, numbers ...int) { p.Receive(oneOf(numbers)...) }

// poll is receive with a time limit.
func poll(p *proc.P, numbers ...int) { p.ReceiveTimeout(oneOf(numbers)...) }

func oneOf(numbers []int) []proc.Pattern {
	var patterns []proc.Pattern
	for _, n := range numbers {
		patterns = append(patterns, proc.Equal(n))
	}
	return patterns
}

// TestGolden compares the classes that the search explores with the known
// counts, and these with what there is among all interleavings.
func TestGolden(t *testing.T) {
	for _, g := range golden {
		name, _, _ := strings.Cut(g.name, ":")
		t.Run(name, func(t *testing.T) {
			m := checker.Model{Name: name, Main: g.main}
			for _, anyRace := range []bool{false, true} {
				want := g.optimal
				if anyRace {
					want = g.anyRace
				}
				r := explore(t, m, checker.Options{AnyDeliveriesRace: anyRace})
				if r.Interleavings != want || r.SleepSetBlocked != 0 {
					t.Errorf("any deliveries race: %t: %d interleavings explored, %d of them sleep-set blocked, want %d",
						anyRace, r.Interleavings, r.SleepSetBlocked, want)
				}
			}
			all := newCensus()
			explore(t, m, checker.Options{Algorithm: checker.Naive, Observer: all})
			got := []int{len(all.schedules), len(all.anyRace), len(all.optimal)}
			if want := []int{g.interleavings, g.anyRace, g.optimal}; !slices.Equal(got, want) {
				t.Errorf("interleavings, classes where any deliveries race, classes with receive patterns: found %v, want %v", got, want)
			}
			all.check(t, name)
		})
	}
}

// census is an observer that counts what there is of different interleavings.
type census struct {
	schedules        map[string]bool // who moved when, apart from starting others
	anyRace, optimal map[causality.Signature]bool
	lives            map[string]bool // what each process learnt
	shared           bool            // there is more that processes share than mailboxes
}

func newCensus() *census {
	return &census{
		schedules: map[string]bool{},
		anyRace:   map[causality.Signature]bool{},
		optimal:   map[causality.Signature]bool{},
		lives:     map[string]bool{},
	}
}

// Interleaving implements checker.Observer.
func (c *census) Interleaving(_ int, _ trace.Outcome, events []trace.Event) {
	var schedule strings.Builder
	lives := map[trace.ActorID]string{} // printed in order of its keys
	for i := range events {
		e := &events[i]
		c.shared = c.shared || e.Kind.Is(kind.OnTable) || effects.Behaves(&e.Op) && e.Kind != kind.Exit
		if e.Kind != kind.Spawn && e.Kind != kind.TableNew {
			fmt.Fprint(&schedule, e.Actor, " ")
		}
		if e.IsReceive() {
			lives[e.Actor] += fmt.Sprint(e.Taken, " ")
		}
	}
	c.schedules[schedule.String()] = true
	c.anyRace[signature(causality.Relation{}, events)] = true
	c.optimal[signature(causality.Relation{ReceivePatterns: true}, events)] = true
	c.lives[fmt.Sprint(lives)] = true
}

// check compares two ways of telling interleavings apart. Where processes share
// nothing but mailboxes, an interleaving differs from another exactly if a process receives
// something else, and that does not depend on what is said to race with what.
func (c *census) check(t *testing.T, name string) {
	t.Helper()
	if !c.shared && len(c.lives) != len(c.optimal) {
		t.Errorf("%s: processes can learn %d different things in all, and there are %d classes", name, len(c.lives), len(c.optimal))
	}
}

func signature(relation causality.Relation, events []trace.Event) causality.Signature {
	order := causality.Order{Relation: relation}
	order.Compute(events)
	return order.Signature()
}
