package main

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/real"
	"github.com/checkmodel/checkmodel/sampling"
	"github.com/checkmodel/checkmodel/trace"
)

// windowsOf is the bug in the records about windows: there is none.
const windowsOf = "windows"

// exploration is a way of exploring that is compared by the windows that it sees.
type exploration struct {
	name, words string
	strategy    sampling.Strategy
	faults      bool
}

var explorations = []exploration{
	{"calm", "random-walk, no faults", sampling.RandomWalk, false},
	{"random-walk", "random-walk", sampling.RandomWalk, true},
	{"visited", "visited", sampling.Visited, true},
	{"learn", "learn", sampling.Learn, true},
}

// watcher is a strategy that counts the different windows that another one sees: five events in a row, each told by what a node
// has called in it.
type watcher struct {
	checker.Strategy
	state  trace.State
	window [5]uint64
	seen   map[[5]uint64]bool
	counts []int // after each run
}

func (w *watcher) Choose(v trace.View) (trace.Step, bool) {
	w.state = v.State
	return w.Strategy.Choose(v)
}

func (w *watcher) Observe(at int, e *trace.Event) error {
	if b := w.state.Behavior(); b.Hash != 0 {
		copy(w.window[:], w.window[1:])
		if w.window[len(w.window)-1] = b.Hash; w.window[0] != 0 {
			w.seen[w.window] = true
		}
	}
	return w.Strategy.Observe(at, e)
}

func (w *watcher) End(e trace.Ending) error {
	w.window = [5]uint64{}
	w.counts = append(w.counts, len(w.seen))
	return w.Strategy.End(e)
}

// explore counts the windows that runs of a cluster see.
func explore(ctx context.Context, c real.Cluster, e exploration, runs int) (record, error) {
	begun := time.Now()
	if !e.faults {
		c.Faults = checker.Faults{}
	}
	draws := sampling.New(sampling.Config{Strategy: e.strategy, Seed: seed, Runs: runs, Depth: 2})
	w := &watcher{Strategy: draws.Explorer(func() bool { return true }, nil, nil), seen: map[[5]uint64]bool{}}
	r, err := checker.Check(ctx, c.Model(), checker.Options{Algorithm: checker.Own, Strategy: func() checker.Strategy { return w }, Workers: 1, Until: checker.UntilEnd})
	if err != nil {
		return record{}, err
	}
	return record{
		Runs: r.Interleavings, Failing: r.Violating, First: r.FirstViolation, Events: r.Events, Windows: w.counts,
		Seconds: time.Since(begun).Seconds(), Date: begun.Format(time.DateOnly),
	}, nil
}

const windowsText = `The store in [real/commit](real/commit) has keys and values on three nodes that all take part in
each write, by two-phase commit; [commit.toml](real/commit.toml) has its faults. The table has how
many different windows were seen in so many runs. A window is five events in a row, each told by the
sequence of calls of a node in it, without data and times. It is Figure 3 of the paper, for real
processes in place of a proxy, and for runs in place of hours.

`

// windowsTable returns how many different windows were seen after some numbers of runs.
func windowsTable(all []record) string {
	var b strings.Builder
	b.WriteString("| Runs |")
	var records []*record
	most := 0
	for _, e := range explorations {
		if r := of(all, checker.Algorithm(e.name), windowsOf); r != nil {
			fmt.Fprintf(&b, " %s |", e.words)
			records, most = append(records, r), max(most, len(r.Windows))
		}
	}
	b.WriteString("\n|---|" + strings.Repeat("---|", len(records)) + "\n")
	for n := 25; n <= most; n *= 2 {
		fmt.Fprintf(&b, "| %d |", n)
		for _, r := range records {
			if len(r.Windows) < n {
				b.WriteString(" – |")
			} else {
				fmt.Fprintf(&b, " %d |", r.Windows[n-1])
			}
		}
		b.WriteString("\n")
	}
	return b.String()
}
