package optimaldpor_test

import (
	"errors"
	"fmt"
	"slices"
	"sync"

	"github.com/checkmodel/checkmodel/bounding"
	"github.com/checkmodel/checkmodel/optimaldpor"
	"github.com/checkmodel/checkmodel/trace"
	"github.com/checkmodel/checkmodel/trace/causality"
	"github.com/checkmodel/checkmodel/trace/kind"
)

// writers is two actors that write different values into a row, and one that reads
// another row.
var writers = program{{write(1, 1)}, {write(1, 2)}, {read(2)}}

// show explores the program and prints the interleavings, as the numbers of the
// actors that move.
func show(s strategy) {
	x, err := explore(writers, s, 0)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(x.all)
}

// One interleaving for each order of the two writes: when the third actor reads
// makes no difference.
func ExampleOptimal() {
	show(optimaldpor.New(optimaldpor.Config{Relation: causality.Relation{ReceivePatterns: true}}))
	// Output: [012 210]
}

// Within a bound, here the first branch of the exploration tree only.
func ExampleConfig() {
	s := optimaldpor.New(optimaldpor.Config{Relation: causality.Relation{ReceivePatterns: true}, Bound: bounding.Tree(0)})
	show(s)
	fmt.Println("branches cut:", s.Coverage().BoundCut)
	// Output:
	// [012]
	// branches cut: 1
}

// What is still to be explored when the only explorer stops, here before the second
// interleaving, and how many there may be in all. Another search can go on with
// that (Resume).
func ExampleDispatcher() {
	search := optimaldpor.NewSearch(optimaldpor.Config{})
	var explorer *optimaldpor.Optimal
	n := 0
	explorer = search.Explorer(func() (goOn bool) {
		n++
		fmt.Printf("interleaving %d of about %v\n", n, explorer.Estimate().Total)
		return n == 1
	}, nil)
	if _, err := explore(writers, explorer, 0); err != nil {
		fmt.Println(err)
	}
	for _, b := range search.Frontier() {
		if b.Leaf {
			fmt.Println("to be explored: after", b.Depth, "events")
		}
	}
	// Output:
	// interleaving 1 of about 1
	// interleaving 2 of about 2
	// to be explored: after 6 events
}

// Why an interleaving is explored: two events whose order was reversed.
func ExampleReversal() {
	var explorer *optimaldpor.Optimal
	explorer = optimaldpor.NewSearch(optimaldpor.Config{}).Explorer(func() (goOn bool) {
		if why, ok := explorer.Reversal(); ok {
			fmt.Printf("actor %d now comes before actor %d\n", why.Second.Actor, why.First.Actor)
		}
		return true
	}, nil)
	if _, err := explore(writers, explorer, 0); err != nil {
		fmt.Println(err)
	}
	// Output: actor 1 now comes before actor 0
}

// A strategy notices a program that does something else than it did before.
func ExampleDivergence() {
	s := optimaldpor.New(optimaldpor.Config{})
	for range 2 {
		prefix, _ := s.Begin()
		w := newWorld(writers)
		depth := 0
		for enabled := w.enabled(); len(enabled) > 0; enabled = w.enabled() {
			st := trace.Step{Actor: enabled[0].Actor}
			if depth < len(prefix) {
				st = prefix[depth]
			}
			e := w.step(st)
			if depth < len(prefix) && e.Kind == kind.TableInsert {
				e.Value++ // it writes something else now
			}
			var other *optimaldpor.Divergence
			if err := s.Observe(depth, &e); errors.As(err, &other) {
				fmt.Printf("event %d was to write %d\n", other.Depth, other.Planned.Value)
				return
			}
			depth++
		}
		if err := s.End(trace.Ending{Events: depth}); err != nil {
			fmt.Println(err)
		}
	}
	// Output: event 5 was to write 2
}

// tally counts interleavings that were explored before their turn.
type tally struct{ n *int }

func (t tally) Count() (goOn bool) { *t.n++; return true }

// Two explorers work on one tree. Each interleaving is counted when it is its turn,
// and never two at once.
func ExampleBatch() {
	n := 0
	now := func() (goOn bool) { n++; return true }
	later := func(optimaldpor.Batch) optimaldpor.Batch { return tally{&n} }
	search := optimaldpor.NewSearch(optimaldpor.Config{})
	search.SetLookahead(optimaldpor.Lookahead{Slice: 1, Task: 10, Near: 10, Total: 20}) // not far ahead
	var both sync.WaitGroup
	for range 2 {
		explorer := search.Explorer(now, later)
		both.Go(func() {
			if _, err := explore(writers, explorer, 0); err != nil {
				fmt.Println(err)
			}
		})
	}
	both.Wait()
	fmt.Println(n, "interleavings")
	// Output: 2 interleavings
}

// run executes the steps in a new world, and returns the events after the first ones.
func run(p program, first trace.Schedule, steps ...trace.Step) (events []*trace.Event) {
	w := newWorld(p)
	for _, st := range first {
		w.step(st)
	}
	for _, st := range steps {
		e := w.step(st)
		events = append(events, &e)
	}
	return events
}

// others explore the units of a search, as another process would.
type others struct {
	program program
	config  optimaldpor.Config
	search  *optimaldpor.Dispatcher
	most    int // interleavings of a unit
	explored
	found  []optimaldpor.Below
	splits int // tasks that were split off others
	err    error
}

// hand explores the first unit of a task, and delivers its outcome.
func (p *others) hand(u *optimaldpor.Unit) { p.next(u, u.Open[:u.Above], u.Open[u.Above:]) }

// next does the same for any unit of a task, to which the branches above lead. Those below are open.
func (p *others) next(u *optimaldpor.Unit, above, below []optimaldpor.Branch) {
	x, found, err := p.execute(above, below)
	if err != nil {
		p.err = errors.Join(p.err, err)
		p.search.Deliver(u, nil)
		return
	}
	o := &optimaldpor.Outcome{Load: 1, Leaves: optimaldpor.Leaves(found.Open), Execute: func(path trace.Schedule) (*optimaldpor.Explored, error) {
		p.all, p.traces, p.found = append(p.all, x.all...), append(p.traces, x.traces...), append(p.found, found)
		return p.again(path, found, len(x.all)), nil
	}}
	if next := slices.IndexFunc(found.Open, func(b optimaldpor.Branch) bool { return b.Leaf }); next >= 0 && !found.Open[next].Elsewhere {
		o.Next = func(u *optimaldpor.Unit) { p.next(u, above, found.Open) }
	}
	o.Split = func(number int) (place int, hand func(*optimaldpor.Unit)) {
		for _, b := range found.Open[:number] {
			if b.Elsewhere {
				place++
			}
		}
		p.splits++
		to := slices.Clone(above)
		for _, at := range optimaldpor.PathIn(found.Open, number) {
			b := found.Open[at]
			b.Leaf = false
			to = append(to, b)
		}
		found.Open[number].Elsewhere = true
		return place, func(u *optimaldpor.Unit) { p.next(u, to, nil) }
	}
	p.search.Deliver(u, o)
}

// execute explores a unit.
func (p *others) execute(above, below []optimaldpor.Branch) (x *explored, found optimaldpor.Below, err error) {
	search := optimaldpor.NewSearch(p.config)
	var path trace.Schedule
	open, leaf := slices.Concat(above, below), len(above)-1
	open[leaf].Leaf = len(below) == 0
	err = search.Resume(open, func(b *optimaldpor.Branch) (*trace.Event, error) {
		path = append(path[:b.Depth-1], b.Step)
		return run(p.program, path[:b.Depth-1], b.Step)[0], nil
	})
	if err != nil {
		return nil, found, err
	}
	search.ExploreBelow(open[leaf].Depth, p.most)
	x, err = explore(p.program, search.Explorer(nil, nil), 0)
	return x, search.Below(), err
}

// again executes what was found below the leaf to which the path leads.
func (p *others) again(path trace.Schedule, found optimaldpor.Below, interleavings int) *optimaldpor.Explored {
	x := &optimaldpor.Explored{Interleavings: interleavings, Done: found.Done, Cut: found.Cut, Open: found.Open, Enter: func() bool { return true }}
	for _, q := range found.Sequences {
		x.Sequences = append(x.Sequences, executed(p.program, path[:q.Depth], q))
	}
	path = slices.Clone(path)
	for _, b := range found.Open {
		path = append(path[:b.Depth-1], b.Step)
		x.Events = append(x.Events, run(p.program, path[:b.Depth-1], b.Step)[0])
	}
	return x
}

// executed executes a sequence that a unit has noted.
func executed(p program, path trace.Schedule, q optimaldpor.Noted) optimaldpor.Sequence {
	events := run(p, path, q.Steps...)
	return optimaldpor.Sequence{Depth: q.Depth, Events: events[:q.Events], Beyond: events[q.Events:], Reversed: q.Reversed, More: q.More, Why: q.Why, Again: q.Again}
}

// Another search explores a part of the tree. Each interleaving is explored once, by one of the two.
func ExampleElsewhere() {
	rivals := program{{write(1, 1)}, {write(1, 2)}, {write(1, 3)}}
	search := optimaldpor.NewSearch(optimaldpor.Config{})
	elsewhere := others{program: rivals, search: search, most: 1_000}
	search.HandOut(&optimaldpor.Elsewhere{
		Least: 1, // in a large search, more than the work for a unit
		Load:  1 << 20,
		Room:  func() bool { return true },
		Hand:  elsewhere.hand,
	})
	here, err := explore(rivals, search.Explorer(nil, nil), 0)
	if err := errors.Join(err, elsewhere.err); err != nil {
		fmt.Println(err)
	}
	fmt.Println(len(here.all)+len(elsewhere.all), "interleavings, some of them elsewhere:", len(elsewhere.all) > 0)
	// Output: 6 interleavings, some of them elsewhere: true
}
