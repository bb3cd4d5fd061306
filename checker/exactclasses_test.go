package checker

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"github.com/checkmodel/checkmodel/internal/randomprograms"
	"github.com/checkmodel/checkmodel/proc"
	"github.com/checkmodel/checkmodel/trace"
	"github.com/checkmodel/checkmodel/trace/causality"
	"github.com/checkmodel/checkmodel/trace/kind"
	"pgregory.net/rapid"
)

// TestExitSignalsOnce counts the classes of programs in which several signals come to one process.
// A signal to a process that already had to end changes nothing, whether the process has ended by
// then or not, so its order with that end must not be distinguished.
func TestExitSignalsOnce(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name string
		main func(*proc.P)
		want int
	}{
		{"two signals to one that waits", signalled(2), 2},
		{"three signals to one that waits", signalled(3), 3},
		{"four signals to one that waits", signalled(4), 4},
		{"six signals to one that waits", signalled(6), 6},
		{"two linked children that crash", crashing(2), 5},
		{"three linked children that crash", crashing(3), 17},
		{"four linked children that crash", crashing(4), 49},
		{"a linked child, and unlinked", unlinking(nil), 1},
		{"a linked child that crashes, and unlinked", unlinking("crash"), 2},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			s := newSeen(Options{})
			r, err := Check(context.Background(), Model{Name: "m", Main: c.main}, Options{Until: UntilEnd, Observer: s})
			if err != nil {
				t.Fatal(err)
			}
			if r.Interleavings != c.want {
				t.Errorf("%d interleavings, %d results; want %d", r.Interleavings, len(s.results), c.want)
			}
		})
	}
}

// signalled returns the first process of a program in which n processes signal one that waits.
func signalled(n int) func(*proc.P) {
	return func(p *proc.P) {
		q := p.Spawn("q", func(p *proc.P) { p.Receive() }, proc.Daemon)
		for i := range n {
			p.Spawn(fmt.Sprint("s", i), func(p *proc.P) { p.SendExit(q, "please") })
		}
	}
}

// crashing returns the first process of a program in which n linked children crash and
// end their parent.
func crashing(n int) func(*proc.P) {
	return func(p *proc.P) {
		for i := range n {
			p.Spawn(fmt.Sprint("c", i), func(p *proc.P) { p.Exit("crash") }, proc.Linked)
		}
		p.Receive()
	}
}

// unlinking returns the first process of a program that undoes the link with a child, which
// ends with that reason.
func unlinking(reason any) func(*proc.P) {
	return func(p *proc.P) {
		q := p.Spawn("q", func(p *proc.P) { p.Exit(reason) }, proc.Linked)
		p.Unlink(q)
	}
}

// tellable lists the pairs of events whose order is visible although every process learns the same
// in both, each with the reason.
var tellable = map[[2]kind.Kind]string{
	{kind.ExitSignal, kind.ExitSignal}:     "the first signal is what ends the process",
	{kind.Link, kind.ExitSignal}:           "the first of the two ends the process; a later link has no signal",
	{kind.Link, kind.Exit}:                 "a link with a process that has ended brings a signal of its own",
	{kind.TrapExits, kind.ExitSignal}:      "the mailbox holds the signal as a message, or does not",
	{kind.ReceiveTimeout, kind.ExitSignal}: "the mailbox holds the signal as a message, or does not",
	{kind.Link, kind.Unlink}:               "the two processes are linked in the end, or are not",
	{kind.Unlink, kind.ExitSignal}:         "the mailbox holds the signal as a message, or does not",
	{kind.Send, kind.Send}:                 "of two equal messages, another one is taken",
	{kind.Send, kind.ReceiveTimeout}:       "of two equal messages, another one is taken",
	{kind.Send, kind.Receive}:              "of two equal messages, another one is taken",
}

// TestClassesAndResults compares the number of classes with the number of different results, on
// random programs with several signals to one process: if there are more classes, the nearest of
// them must differ in the order of a tellable pair of events.
func TestClassesAndResults(t *testing.T) {
	t.Parallel()
	programs, more := 0, 0
	rapid.Check(t, func(t *rapid.T) {
		f := randomprograms.Parent{Program: drawnFrom(t, "take exit", "take down", "trap", "do not trap", "link", "link", "unlink", "spawn linked",
			"monitor", "kill", "signal", "signal", "signal", "harmless", "exit", "send", "poll", "receive")}
		for range f.Program[1:] {
			f.Ties = append(f.Ties, rapid.IntRange(0, 2).Draw(t, "tie"))
		}
		sys := trustedSystem(f.Main)
		defer sys.Close()
		classes, byResults := 0, map[string][]*causality.Order{}
		events := map[*causality.Order][]trace.Event{}
		look(t, sys, Options{MaxInterleavings: tooMany, Observer: observer(func(all []trace.Event) {
			classes++
			s := newSeen(Options{})
			s.Interleaving(0, trace.Complete, all)
			order := &causality.Order{Relation: causality.Relation{ReceivePatterns: true}}
			events[order] = slices.Clone(all)
			order.Compute(events[order])
			for results := range s.results {
				byResults[results] = append(byResults[results], order)
			}
		})}, nil)
		programs++
		if classes > len(byResults) {
			more++
		}
		for _, alike := range byResults {
			for _, order := range alike {
				if problem := untold(order, alike, events); problem != "" {
					t.Fatalf("%v %v\n%s", f, f.Ties, problem)
				}
			}
		}
	})
	if (more == 0 || more == programs) && checksMany() {
		t.Errorf("of %d programs, %d have more classes than results", programs, more)
	}
}

func drawnFrom(t *rapid.T, ops ...string) randomprograms.Program {
	return randomprograms.Programs(ops, 4, 5).Draw(t, "program")
}

// untold describes a class that is not distinguishable from the one with the same results that
// differs in the fewest races, or returns "".
func untold(order *causality.Order, alike []*causality.Order, events map[*causality.Order][]trace.Event) string {
	var nearest [][2]*trace.Event
	for _, other := range alike {
		if other == order {
			continue
		}
		pairs := append(turned(order, other, events[order]), turned(other, order, events[other])...)
		if nearest == nil || len(pairs) < len(nearest) {
			nearest = pairs
		}
	}
	if nearest == nil {
		return ""
	}
	problem := "every process learns the same in another class, in which these come in another order:"
	for _, p := range nearest {
		if tellable[[2]kind.Kind{p[0].Kind, p[1].Kind}] != "" || tellable[[2]kind.Kind{p[1].Kind, p[0].Kind}] != "" {
			return ""
		}
		problem += fmt.Sprintf(" %v and %v;", situationOf(p[0]), situationOf(p[1]))
	}
	return problem + "\n" + listing(events[order])
}

// turned returns the pairs that race in the first order and are not in that order in the other.
func turned(order, other *causality.Order, events []trace.Event) (pairs [][2]*trace.Event) {
	for _, r := range order.Races() {
		a, b := &events[r.First], &events[r.Second]
		if i, j := other.Position(a.ID()), other.Position(b.ID()); i < 0 || j < 0 || !other.Before(i, j) {
			pairs = append(pairs, [2]*trace.Event{a, b})
		}
	}
	return pairs
}
