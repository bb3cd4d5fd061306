package main

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/internal/cputime"
	"github.com/checkmodel/checkmodel/models/cassandra"
	"github.com/checkmodel/checkmodel/models/corfu"
	"github.com/checkmodel/checkmodel/models/raft"
	"github.com/checkmodel/checkmodel/results/pages"
)

var hitsStudy = study[hunt, hit]{
	"hits.json", hunts, func(h hunt) string { return h.command(1) }, func(h *hit) string { return h.Command }, onOneCore(hunt.make),
	func(all map[string]*hit) map[string]string { return map[string]string{"hits.md": hitsAll(all).page()} },
}

// hunt is the search for the bug of a model by a strategy, by several seeds.
type hunt struct {
	model     checker.Model
	home      string // the package of the model
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

// huntStrategies are the strategies that hunt besides the portfolio.
func huntStrategies() []checker.Algorithm { return append(slices.Clip(strategies), checker.Visited) }

// generalHome is the package of the models of Raft in the general setting.
const generalHome = "./models/raft/general"

// general are the strategies that hunt for each bug until it is found.
var general = []checker.Algorithm{checker.Portfolio, checker.Learn}

func hunts() (all []hunt) {
	add := func(m checker.Model, home string, limit time.Duration) {
		for _, s := range general {
			all = append(all, hunt{m, home, s, manyRuns, limit})
		}
	}
	for _, m := range raft.General() {
		switch {
		case len(m.Violates) == 0:
		case strings.HasSuffix(m.Name, "-5"):
			add(m, generalHome, longTime)
		default:
			add(m, generalHome, shortTime)
			for _, s := range huntStrategies() {
				all = append(all, hunt{m, generalHome, s, fewRuns, 0})
			}
		}
	}
	for _, m := range slices.Concat(corfu.Models(), cassandra.Models()) {
		switch m.Name {
		case "tail":
			add(m, "./models/corfu", shortTime)
		case "cassandra-6023":
			add(m, "./models/cassandra", shortTime)
		}
	}
	return all
}

// command returns the command that makes the same search with a seed.
func (h hunt) command(seed int) string {
	limits := fmt.Sprint("-runs ", h.limit)
	if h.time > 0 {
		limits += fmt.Sprintf(" -timeout %vs", h.time.Seconds())
	}
	return fmt.Sprintf("go run ./cmd/checkmodel -model '^%s$' -search %s %s -seed %d -workers 1 %s",
		regexp.QuoteMeta(h.model.Name), h.algorithm, limits, seed, h.home)
}

// hit is the result of a hunt.
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
		m := h.model
		m.Violates = nil // so that the first violation ends the search
		r, seconds, err := within(h.time, m, checker.Options{Algorithm: h.algorithm, Runs: h.limit, Seed: uint64(seed), Workers: 1, TrustModel: true})
		if err != nil {
			return nil, err
		}
		found.Runs = append(found.Runs, r.FirstViolation)
		found.Seconds = append(found.Seconds, seconds)
	}
	return found, nil
}

// within searches a model within a limit of CPU time; 0 is no limit. It returns the seconds that the search has used.
func within(limit time.Duration, m checker.Model, o checker.Options) (r *checker.Result, seconds float64, err error) {
	begin := cputime.Used()
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	if limit > 0 {
		go func() {
			const often = 10 * time.Millisecond
			for ctx.Err() == nil && cputime.Used()-begin < limit {
				time.Sleep(often)
			}
			cancel()
		}()
	}
	r, err = checker.Check(ctx, m, o)
	return r, rounded((cputime.Used() - begin).Seconds()), err
}

// hitsAll holds the results of all hunts, by their commands.
type hitsAll map[string]*hit

// median returns the lower of the two middle numbers, or false if the search of that seed has found nothing.
func (h *hit) median(limit int) (runs int, seconds float64, ok bool) {
	var all []int
	for _, n := range h.Runs {
		all = append(all, cmp.Or(n, limit+1))
	}
	runs = middle(all)
	return runs, middle(h.Seconds), runs <= limit
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
	header := []string{"Model", "Median of the runs", "Most runs", "Median of the time", "Hit"}
	portfolio, learn := table{header: header}, table{header: append(slices.Clip(header), "Runs of the portfolio")}
	each := table{header: []string{"Bug"}}
	for _, s := range huntStrategies() {
		each.header = append(each.header, strategyTitle(s))
	}
	var cells []string
	for _, h := range hunts() {
		switch name := strings.Replace(h.model.Name, "-general", "", 1); {
		case h.algorithm == checker.Portfolio:
			portfolio.add(append([]string{name}, all.generally(h)...)...)
		case h.algorithm == checker.Learn:
			learn.add(append(append([]string{name}, all.generally(h)...), all.ratio(h))...)
		default:
			if len(cells) == 0 {
				cells = []string{strings.TrimSuffix(name, "-3")}
			}
			if cells = append(cells, all.cell(h)); len(cells) == len(each.header) {
				each.add(cells...)
				cells = nil
			}
		}
	}
	return pages.Prose("# Runs until a bug is hit", "",
		"The bugs of [models/raft](../models/raft/doc.go) in the general setting, in which each node may stand for two terms and",
		"crash, and a message is lost and another one arrives twice ([models/raft/general](../models/raft/general/general.go)),",
		"besides those of tail in [models/corfu](../models/corfu) and of [models/cassandra](../models/cassandra):",
		fmt.Sprintf("how many runs it takes until one fails, by %d seeds. Written by", seeds), "",
		"    go -C results run ./study hits", "",
		"[hits.json](hits.json) has a command that makes the search by the first seed for each figure. Seconds are those of the CPU. Only",
		"they depend on the machine, and with them whether a search ends in time. The first 100 runs of each search are random walks, so where strategies agree on a",
		"smaller number, the walk has hit the bug.", "",
		"## The portfolio", "",
		fmt.Sprintf("`checkmodel -runs %d`, by one worker on one core: within %v seconds, and with five nodes within %v.", manyRuns, shortTime.Seconds(), longTime.Seconds()),
		fmt.Sprintf("The last column counts the searches, of %d, that have hit the bug. If most seeds do not suffice, others are not tried.", seeds)) + portfolio.String() + "\n" +
		pages.Prose("## Feedback", "",
			"The same with `-search learn`. The last column has the runs of the portfolio for each run of this search: the geometric mean over the",
			"seeds that both have tried. A search that did not find the bug in time counts as the runs that the other one needed, or more. These",
			"searches were made beside other work: their seconds are up to three times as many, and more of them were not in time. The rows from",
			"raft-in-place-3 on are of an earlier version, which shared its runs by a fixed rule.") + learn.String() + "\n" +
		pages.Prose("## Each strategy", "",
			fmt.Sprintf("The median with three nodes (four for raft-45), within %s runs by each seed, and in parentheses how many of the %d", grouped(fewRuns), seeds),
			"searches have hit the bug, where not all have.") + each.String()
}

// ratio returns how many runs the portfolio needs for each run of a hunt that learns.
func (all hitsAll) ratio(h hunt) string {
	with := all[h.command(1)]
	h.algorithm = checker.Portfolio
	without := all[h.command(1)]
	if with == nil || without == nil {
		return "not searched"
	}
	sum, n := 0.0, min(len(with.Runs), len(without.Runs))
	for i := range n {
		a, b := with.Runs[i], without.Runs[i]
		sum += math.Log(float64(cmp.Or(b, a, 1)) / float64(cmp.Or(a, b, 1)))
	}
	return fmt.Sprintf("%.2f", math.Exp(sum/float64(n)))
}

// generally returns the cells of a hunt by a general strategy.
func (all hitsAll) generally(h hunt) []string {
	found := all[h.command(1)]
	if found == nil {
		return []string{"not searched", "", "", ""}
	}
	runs, seconds, ok := found.median(h.limit)
	median, most := grouped(runs), grouped(slices.Max(found.Runs))
	if !ok {
		median = "not in time"
	}
	if found.times() < len(found.Runs) {
		most = "not in time"
	}
	hit := strconv.Itoa(found.times())
	if n := len(found.Runs); n < seeds {
		hit += fmt.Sprintf(" of %d", n)
	}
	return []string{median, most, duration(seconds), hit}
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
