package main

import (
	"cmp"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/models/raft"
	"github.com/checkmodel/checkmodel/results/machine"
)

const (
	hitsRaw   = "hits.json"
	hitsTable = "hits.md"
)

// hunt is the search for the bug of a model by a strategy, by several seeds.
type hunt struct {
	model     checker.Model
	algorithm checker.Algorithm
	limit     int           // how many runs each search may have
	time      time.Duration // how much CPU time; 0 is no limit
}

// seeds is how many searches a hunt has, by the seeds from 1 on.
const seeds = 20

// The limits of hunts: by each strategy, and by the portfolio with three nodes and with five, whose runs are long.
const (
	fewRuns   = 1_000
	manyRuns  = 100_000
	shortTime = 10 * time.Second
	longTime  = time.Minute
)

// huntStrategies are those that hunt besides the portfolio.
func huntStrategies() []checker.Algorithm { return append(slices.Clip(strategies), checker.Visited) }

func hunts() (all []hunt) {
	for _, m := range raft.General() {
		if len(m.Violates) == 0 {
			continue
		}
		if strings.HasSuffix(m.Name, "-5") {
			all = append(all, hunt{m, checker.Portfolio, manyRuns, longTime})
		} else {
			all = append(all, hunt{m, checker.Portfolio, manyRuns, shortTime})
			for _, s := range huntStrategies() {
				all = append(all, hunt{m, s, fewRuns, 0})
			}
		}
	}
	return all
}

// command returns the command that makes the same search by one of the seeds.
func (h hunt) command(seed int) string {
	limits := fmt.Sprint("-runs ", h.limit)
	if h.time > 0 {
		limits += fmt.Sprintf(" -timeout %vs", h.time.Seconds())
	}
	return fmt.Sprintf("go run ./cmd/checkmodel -model '^%s$' -search %s %s -seed %d -workers 1 ./models/raft/general",
		regexp.QuoteMeta(h.model.Name), h.algorithm, limits, seed)
}

// firstCommand returns the command of a hunt by the first seed.
func firstCommand(h hunt) string { return h.command(1) }

// hit is what a hunt has found.
type hit struct {
	Command string    `json:"command"` // by the first seed
	Runs    []int     `json:"runs"`    // by seed: the number of the first run that fails, 0 if none does
	Seconds []float64 `json:"seconds"` // by seed: of CPU time up to there
}

// make makes the searches of a hunt. Where most of them have no time to find anything, it leaves out the rest.
func (h hunt) make() (*hit, error) {
	found := &hit{Command: h.command(1)}
	for seed := 1; seed <= seeds; seed++ {
		if h.time > 0 && 2*(len(found.Runs)-found.times()) > seeds {
			break
		}
		o := checker.Options{Algorithm: h.algorithm, Runs: h.limit, Seed: uint64(seed), Workers: 1, TrustModel: true}
		m := h.model
		m.Violates = nil // so that the first violation ends the search
		begin := machine.CPUTime()
		ctx, cancel := h.within(begin)
		r, err := checker.Check(ctx, m, o)
		cancel()
		if err != nil {
			return nil, fmt.Errorf("%s: %w", h.command(seed), err)
		}
		found.Runs = append(found.Runs, r.FirstViolation)
		found.Seconds = append(found.Seconds, rounded((machine.CPUTime() - begin).Seconds()))
	}
	return found, nil
}

// within returns a context that is done when a search has used the time that it may have.
func (h hunt) within(begin time.Duration) (context.Context, context.CancelFunc) {
	ctx, cancel := context.WithCancel(context.Background())
	if h.time > 0 {
		go func() {
			const often = 10 * time.Millisecond
			for ctx.Err() == nil && machine.CPUTime()-begin < h.time {
				time.Sleep(often)
			}
			cancel()
		}()
	}
	return ctx, cancel
}

// studyHits makes the hunts whose commands match, and writes the page.
func studyHits(dir, pattern string) error {
	f := files{dir}
	all, err := f.readHits()
	if err != nil {
		return err
	}
	defer onOneCore()()
	err = forSelected(hunts(), firstCommand, pattern, func(h hunt) error {
		found, err := h.make()
		if err != nil {
			return err
		}
		all[found.Command] = found
		return f.writeHits(all)
	})
	if err != nil {
		return err
	}
	return f.writeHits(all)
}

// hitsAll holds what all hunts have found, by their commands.
type hitsAll map[string]*hit

func (f files) readHits() (hitsAll, error) {
	return byCommand(f, hitsRaw, func(h *hit) string { return h.Command })
}

func (f files) writeHits(all hitsAll) error {
	if err := writeList(f, hitsRaw, all, keysOf(hunts(), firstCommand)); err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(f.dir, hitsTable), []byte(all.page()), 0o644)
}

// median returns the lower of the two middle numbers, or false if the search of that seed has found nothing.
func (h *hit) median(limit int) (runs int, seconds float64, ok bool) {
	runs = middle(h.Runs, func(n int) int { return cmp.Or(n, limit+1) })
	return runs, middle(h.Seconds, func(s float64) float64 { return s }), runs <= limit
}

// middle returns the lower of the two middle values.
func middle[T cmp.Ordered](list []T, value func(T) T) T {
	var all []T
	for _, x := range list {
		all = append(all, value(x))
	}
	slices.Sort(all)
	return all[(len(all)-1)/2]
}

// times returns how many of the searches have found something.
func (h *hit) times() (n int) {
	for _, runs := range h.Runs {
		if runs > 0 {
			n++
		}
	}
	return n
}

// page returns the page.
func (all hitsAll) page() string {
	return prose("# Runs until a bug is hit", "",
		"The bugs of [models/raft](../models/raft/doc.go) in the general setting, in which each node may stand for two terms and",
		"crash, and a message is lost and another one arrives twice ([models/raft/general](../models/raft/general/general.go)):",
		fmt.Sprintf("how many runs it takes until one fails, by %d seeds. Written by", seeds), "",
		"    go -C results run ./study -hits", "",
		"Figures are in [hits.json](hits.json), each with a command that makes the search by the first seed. Seconds are those of the CPU.",
		"Only they depend on the machine, which did other work, too, and with them whether a search ends in time. The first 100 runs of each search are random walks, so where strategies agree on a",
		"smaller number, the walk has hit the bug.", "",
		"## The portfolio", "",
		fmt.Sprintf("What `checkmodel -runs %d` draws, by one worker on one core: within %v seconds, and with five nodes within %v.", manyRuns, shortTime.Seconds(), longTime.Seconds()),
		"If most seeds do not suffice, others are not tried.") + all.byPortfolio() + "\n" +
		prose("## Each strategy", "",
			fmt.Sprintf("The median with three nodes (four for raft-45), within %s runs by each seed, and in parentheses how many of the %d", grouped(fewRuns), seeds),
			"searches have hit the bug, where not all have.") + all.byStrategy()
}

func (all hitsAll) byPortfolio() string {
	t := table{header: []string{"Model", "Median of the runs", "Most runs", "Median of the time", "Hit by"}}
	for _, h := range hunts() {
		if h.algorithm != checker.Portfolio {
			continue
		}
		found := all[h.command(1)]
		if found == nil {
			t.add(h.model.Name, "not searched")
			continue
		}
		runs, seconds, ok := found.median(h.limit)
		median, most := grouped(runs), grouped(slices.Max(found.Runs))
		if !ok {
			median = "not in time"
		}
		if found.times() < len(found.Runs) {
			most = "not in time"
		}
		t.add(h.model.Name, median, most, duration(seconds), fmt.Sprintf("%d of %d seeds", found.times(), len(found.Runs)))
	}
	return t.String()
}

func (all hitsAll) byStrategy() string {
	t := table{header: []string{"Bug"}}
	for _, s := range huntStrategies() {
		t.header = append(t.header, titled(s))
	}
	var cells []string
	for _, h := range hunts() {
		if h.algorithm == checker.Portfolio {
			continue
		}
		if len(cells) == 0 {
			cells = []string{strings.TrimSuffix(h.model.Name, "-general-3")}
		}
		cells = append(cells, all.cell(h))
		if len(cells) == len(t.header) {
			t.add(cells...)
			cells = nil
		}
	}
	return t.String()
}

func (all hitsAll) cell(h hunt) string {
	found := all[h.command(1)]
	if found == nil {
		return "not searched"
	}
	runs, _, ok := found.median(h.limit)
	switch n := found.times(); {
	case n == seeds:
		return grouped(runs)
	case ok:
		return fmt.Sprintf("%s (%d)", grouped(runs), n)
	default:
		return fmt.Sprintf("– (%d)", n)
	}
}
