package main

import (
	"context"
	"fmt"
	"math"
	"regexp"
	"slices"
	"strings"

	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/models/cassandra"
	"github.com/checkmodel/checkmodel/models/raft"
	"github.com/checkmodel/checkmodel/models/sampled"
	"github.com/checkmodel/checkmodel/models/zookeeper"
	"github.com/checkmodel/checkmodel/results/pages"
	"github.com/checkmodel/checkmodel/sampling"
	"github.com/checkmodel/checkmodel/trace"
	"github.com/checkmodel/checkmodel/trace/kind"
)

var samplingStudy = study[draws, drawResult]{
	"sampling.json", everyDraw, draws.command, func(d *drawResult) string { return d.Command }, draws.make,
	func(all map[string]*drawResult) map[string]string { return drawnAll(all).pages() },
}

// strategies are the compared ones, and guaranteed the ones with odds for bugs of a depth.
var (
	strategies = []checker.Algorithm{checker.RandomWalk, checker.RAPOS, checker.POS, checker.PCT, checker.DPOS, checker.TaPCT, checker.SURW}
	guaranteed = []checker.Algorithm{checker.PCT, checker.DPOS, checker.TaPCT}
)

// strategyTitle returns the name of a strategy for readers.
func strategyTitle(s checker.Algorithm) string { return strings.TrimPrefix(s.Traits().Title, "a ") }

// draws are runs of a model by a strategy.
type draws struct {
	dir       string // of models
	model     checker.Model
	algorithm checker.Algorithm
	depth     int // of bugs, for a strategy with a guarantee
	runs      int // that count
	seed      int
	classes   bool // are counted
	windows   bool // are counted
}

// everyDraw lists all draws of the page, each once.
func everyDraw() (all []draws) {
	add := func(more ...draws) {
		for _, d := range more {
			if !slices.ContainsFunc(all, func(x draws) bool { return x.command() == d.command() }) {
				all = append(all, d)
			}
		}
	}
	for _, s := range strategies {
		for _, n := range distances {
			add(distantDraws(n, s))
		}
		for _, p := range panels() {
			for x := range p.models {
				add(p.draws(x, s))
			}
		}
	}
	for _, s := range guaranteed {
		add(betweenDraws(s))
	}
	for _, s := range windowStrategies {
		add(windowDraws(s))
	}
	for _, r := range samplers {
		add(r.zookeeperDraws(), r.cassandraDraws(samplerRuns))
	}
	for _, r := range rated {
		add(r.cassandraDraws(ratedRuns))
	}
	return all
}

// all returns how many runs there are, including the first runs of each search, which are random walks and count for no
// other strategy.
func (d draws) all() int {
	if d.algorithm == checker.RandomWalk {
		return d.runs
	}
	return d.runs + sampling.Preliminary
}

// bugDepth returns the depth, 0 if the strategy has no guarantee.
func (d draws) bugDepth() int {
	if d.algorithm.Traits().Deep {
		return d.depth
	}
	return 0
}

// command returns the command that makes the same draws.
func (d draws) command() string {
	flags := fmt.Sprintf(" -search %s", d.algorithm)
	if d.bugDepth() > 0 {
		flags += fmt.Sprintf(" -bug-depth %d", d.depth)
	}
	return fmt.Sprintf("go run ./cmd/checkmodel -model '^%s$'%s -runs %d -seed %d -until end ./models/%s", regexp.QuoteMeta(d.model.Name), flags, d.all(), d.seed, d.dir)
}

// drawResult is the result of draws, without the runs that do not count.
type drawResult struct {
	Command    string  `json:"command"`
	Runs       int     `json:"runs"`
	Violating  int     `json:"violating"`
	Violations []int   `json:"violations"`        // runs that violate each property that the model declares
	Stated     float64 `json:"stated_odds"`       // the least probability with which a run hits a bug of the depth; 0 if there is none
	Classes    int     `json:"classes,omitempty"` // where they are asked for: how many were hit
	Windows    []int   `json:"windows,omitempty"` // where they are asked for: how many different ones there are, by the number of runs
}

// make makes the draws.
func (d draws) make() (*drawResult, error) {
	o := checker.Options{Algorithm: d.algorithm, Until: checker.UntilEnd, Runs: d.all(), BugDepth: d.bugDepth(), Seed: uint64(d.seed)}
	seen := classes{after: d.all() - d.runs, all: map[uint64]bool{}}
	if d.classes {
		o.Observer = &seen
	}
	counted := windows{after: d.all() - d.runs, seen: map[[5]event]bool{}}
	if d.windows {
		o.Observer, o.Workers = &counted, 1
	}
	r, err := checker.Check(context.Background(), d.model, o)
	if err != nil {
		return nil, err
	}
	found := &drawResult{Command: d.command(), Runs: d.runs, Violating: r.Violating, Violations: counts(r), Classes: len(seen.all), Windows: counted.counts}
	found.Stated = rounded(r.Sample.Arms[len(r.Sample.Arms)-1].Odds)
	if n := d.all() - d.runs; n > 0 { // without the violations of the first runs, which are the same in a shorter search
		o.Runs, o.Observer = n, nil
		before, err := checker.Check(context.Background(), d.model, o)
		if err != nil {
			return nil, err
		}
		found.Violating -= before.Violating
		for i, c := range counts(before) {
			found.Violations[i] -= c
		}
	}
	return found, nil
}

// rounded returns a number that has the same digits on every machine.
func rounded(x float64) float64 { return math.Round(x*1e6) / 1e6 }

// counts returns how many runs violate each property that the model declares as violated.
func counts(r *checker.Result) []int {
	all := make([]int, len(r.Model.Violates))
	for _, v := range r.Violations {
		if i := slices.Index(r.Model.Violates, v.Property); i >= 0 {
			all[i] += v.Count
		}
	}
	return all
}

// classes are the classes of the runs after the first ones.
type classes struct {
	after int
	last  uint64 // the class of the last run
	all   map[uint64]bool
}

// Class implements [checker.Classifying].
func (c *classes) Class(hash uint64) { c.last = hash }

// Interleaving implements [checker.Observer].
func (c *classes) Interleaving(number int, _ trace.Outcome, _ []trace.Event) {
	if number > c.after {
		c.all[c.last] = true
	}
}

// Counting implements [checker.Counting].
func (c *classes) Counting() {}

// windows counts the different windows of all runs after the first ones. A window is five events in a row, each told by its
// kind and its actor.
type windows struct {
	after  int
	seen   map[[5]event]bool
	counts []int // after each so many runs
}

type event struct {
	kind kind.Kind
	to   trace.ActorID
}

// Interleaving implements [checker.Observer].
func (w *windows) Interleaving(number int, _ trace.Outcome, events []trace.Event) {
	if number <= w.after {
		return
	}
	var last [5]event
	for i := range events {
		e := &events[i]
		to := e.Actor
		switch e.Kind {
		case kind.Send, kind.Deliver, kind.ExitSignal, kind.TimerExpire, kind.Crash, kind.Restart:
			to = trace.ActorID(e.Object)
		}
		copy(last[:], last[1:])
		last[4] = event{e.Kind, to}
		if i >= 4 {
			w.seen[last] = true
		}
	}
	if (number-w.after)%(windowRuns/windowPoints) == 0 {
		w.counts = append(w.counts, len(w.seen))
	}
}

const (
	windowRuns   = 2_000
	windowPoints = 40 // at which the windows are counted
)

// windowStrategies are the strategies whose windows are counted.
var windowStrategies = []checker.Algorithm{checker.RandomWalk, checker.Visited, checker.TaPCT, checker.SURW}

// windowDraws returns runs of Raft without a bug in the general setting, whose windows are counted.
func windowDraws(s checker.Algorithm) draws {
	all := raft.General()
	m := all[slices.IndexFunc(all, func(m checker.Model) bool { return len(m.Violates) == 0 })]
	return draws{dir: "raft/general", model: m, algorithm: s, depth: 2, runs: windowRuns, seed: 1, windows: true}
}

// drawnAll holds the results of all draws, by their commands.
type drawnAll map[string]*drawResult

// of returns the result of draws; an empty one if they were not made.
func (all drawnAll) of(d draws) *drawResult {
	if found := all[d.command()]; found != nil {
		return found
	}
	return &drawResult{}
}

// distances are the n of Example 2.2, which has n+1 events before the event that must be late.
var distances = []int{2, 3, 5, 10, 20}

const manyDraws = 10_000

func distantDraws(n int, s checker.Algorithm) draws {
	return draws{dir: "sampled", model: sampled.Distant(n), algorithm: s, depth: 1, runs: manyDraws, seed: n}
}

// odds returns the probability with which a run of the strategy hits the bug if there are m events before A, which races with
// the last of them only. A random walk must prefer them m times. RAPOS must draw them first, and must not add A, which it can
// add to all but the last. A needs the least of m+1 priorities for POS, which draws no others until then, and for d-POS. For the
// others, a certain chain of two, or a certain racing event of two, must come first.
func odds(s checker.Algorithm, m int) float64 {
	switch s {
	case checker.RandomWalk:
		return math.Pow(2, -float64(m))
	case checker.RAPOS:
		return math.Pow(4, -float64(m-1)) / 2
	case checker.POS, checker.DPOS:
		return 1 / float64(m+1)
	}
	return 0.5
}

func betweenDraws(s checker.Algorithm) draws {
	return draws{dir: "sampled", model: sampled.Between(), algorithm: s, depth: 2, runs: manyDraws, seed: 1}
}

// paperOdds are the guarantees of the paper for Example 2.3, by its formulas: three chains, at most five events that are
// enabled together, and three of six events that race.
var paperOdds = map[checker.Algorithm]float64{checker.PCT: 1. / (3 * 6), checker.DPOS: 1. / (5 * 3), checker.TaPCT: 1. / (3 * 3)}

// panel is a plot of figures 5 and 6 of the paper: hits of a bug in a row of programs.
type panel struct {
	title, axis string
	depth       int
	ticks       []string // a value of the axis for each program
	models      []checker.Model
	seeds       []int
}

const panelRuns = 500

func (p panel) draws(x int, s checker.Algorithm) draws {
	return draws{dir: "sampled", model: p.models[x], algorithm: s, depth: p.depth, runs: panelRuns, seed: p.seeds[x]}
}

func (p *panel) add(tick string, length, others int) {
	p.ticks, p.models = append(p.ticks, tick), append(p.models, sampled.Chains(p.depth, length, others))
	p.seeds = append(p.seeds, length+others)
}

// panels returns the panels of figure 5, then of figure 6.
func panels() (all []panel) {
	for depth := 2; depth <= 3; depth++ {
		p := panel{title: fmt.Sprintf("a bug of depth %d", depth), axis: "messages in a chain", depth: depth}
		for length := depth - 1; length <= depth+3; length++ {
			p.add(fmt.Sprint(length), length, 3)
		}
		all = append(all, p)
	}
	for depth := 2; depth <= 3; depth++ {
		p := panel{title: fmt.Sprintf("a bug of depth %d", depth), axis: "share of messages that do not race", depth: depth}
		for i, others := range []int{0, 1, 3, 9} {
			p.add([]string{"0", "¼", "½", "¾"}[i], depth, others)
		}
		all = append(all, p)
	}
	return all
}

// plot returns the hits of each strategy in each program of a panel.
func (all drawnAll) plot(p panel) chart {
	most := 20
	for _, s := range strategies {
		for x := range p.models {
			most = max(most, (all.of(p.draws(x, s)).Violating+19)/20*20)
		}
	}
	c := chart{title: p.title, x: axis{title: p.axis}, y: quarters("", most)}
	at := func(x int) float64 { return float64(x) / float64(len(p.models)-1) }
	for x, tick := range p.ticks {
		c.x.add(at(x), tick)
	}
	for _, s := range strategies {
		l := line{name: strategyTitle(s)}
		for x := range p.models {
			l.points = append(l.points, [2]float64{at(x), float64(all.of(p.draws(x, s)).Violating) / float64(most)})
		}
		c.lines = append(c.lines, l)
	}
	return c
}

// plotWindows returns the number of windows by the number of runs.
func (all drawnAll) plotWindows() chart {
	most := 1000
	for _, s := range windowStrategies {
		most = max(most, (slices.Max(append([]int{0}, all.of(windowDraws(s)).Windows...))+999)/1000*1000)
	}
	c := chart{title: "different windows", x: quarters("runs", windowRuns), y: quarters("", most)}
	for _, s := range windowStrategies {
		l := line{name: strategyTitle(s)}
		for i, n := range all.of(windowDraws(s)).Windows {
			l.points = append(l.points, [2]float64{float64(i+1) / windowPoints, float64(n) / float64(most)})
		}
		c.lines = append(c.lines, l)
	}
	return c
}

// sampler is a row of tables 1, 2, 4 and 5 of the paper.
type sampler struct {
	strategy             checker.Algorithm
	depth                int
	zookeeper, cassandra string // figures of the paper: classes and violating runs; "" if it has none
}

var samplers = []sampler{
	{checker.RandomWalk, 0, "853 5", "992 0"},
	{checker.RAPOS, 0, "560 4", "994 0"},
	{checker.POS, 0, "952 16", "1000 0"},
	{checker.SURW, 0, "", ""},
	{checker.PCT, 4, "470 35(27/2/7)", "876 0"},
	{checker.PCT, 5, "552 26(26/0/0)", "904 1"},
	{checker.PCT, 6, "636 31(25/2/4)", "915 1"},
	{checker.DPOS, 4, "659 12(10/0/2)", "998 0"},
	{checker.DPOS, 5, "597 18(18/0/0)", "1000 0"},
	{checker.DPOS, 6, "537 16(13/0/3)", "1000 1"},
	{checker.TaPCT, 4, "329 40(38/0/2)", "877 2"},
	{checker.TaPCT, 5, "310 33(27/0/6)", "896 3"},
	{checker.TaPCT, 6, "317 34(28/0/6)", "903 3"},
}

// rated are the strategies whose rate is measured in many runs.
var rated = []sampler{{strategy: checker.Portfolio, depth: 5}, {strategy: checker.RandomWalk}, {strategy: checker.PCT, depth: 5}, {strategy: checker.TaPCT, depth: 5}}

const (
	samplerRuns = 1_000
	ratedRuns   = 100_000
)

func (r sampler) zookeeperDraws() draws {
	return draws{dir: "zookeeper", model: named("zookeeper-3.4.3", zookeeper.Models()), algorithm: r.strategy, depth: r.depth, runs: samplerRuns, seed: 1, classes: true}
}

func (r sampler) cassandraDraws(runs int) draws {
	return draws{dir: "cassandra", model: named("cassandra-6023", cassandra.Models()), algorithm: r.strategy, depth: r.depth, runs: runs, seed: 1, classes: runs == samplerRuns}
}

// again returns how many runs commit a transaction again after another one, which is the bug of the paper.
func (d *drawResult) again() int {
	if len(d.Violations) == 0 { // the draws were not made
		return 0
	}
	return d.Violations[0]
}

// protocols returns the table of both protocols.
func (all drawnAll) protocols() string {
	t := table{header: []string{"Sampler", "d", "ZooKeeper: classes", "faulty", "paper: classes", "faulty", "Cassandra: classes", "buggy", "paper: classes", "buggy"}}
	for _, r := range samplers {
		z, c := all.of(r.zookeeperDraws()), all.of(r.cassandraDraws(samplerRuns))
		var types []string
		for _, v := range z.Violations {
			types = append(types, fmt.Sprint(v))
		}
		paper := func(figures string) []string { return append(strings.Fields(figures), "", "")[:2] }
		t.add(slices.Concat([]string{strategyTitle(r.strategy), strings.TrimPrefix(fmt.Sprint(r.depth), "0"), fmt.Sprint(z.Classes), fmt.Sprintf("%d(%s)", z.Violating, strings.Join(types, "/"))},
			paper(r.zookeeper), []string{fmt.Sprint(c.Classes), fmt.Sprint(c.again())}, paper(r.cassandra))...)
	}
	return t.String()
}

// pages returns the page and its plots, by name.
func (all drawnAll) pages() map[string]string {
	p := panels()
	distant := table{header: []string{"n"}}
	for _, s := range strategies {
		distant.header = append(distant.header, strategyTitle(s))
	}
	for _, n := range distances {
		cells := []string{fmt.Sprint(n)}
		for _, s := range strategies {
			cells = append(cells, fmt.Sprintf("%d (%.0f)", all.of(distantDraws(n, s)).Violating, manyDraws*odds(s, n+1)))
		}
		distant.add(cells...)
	}
	between := table{header: []string{"Strategy", "Guaranteed", "Rate", "Paper: guaranteed"}}
	for _, s := range guaranteed {
		d := all.of(betweenDraws(s))
		between.add(strategyTitle(s), fmt.Sprintf("%.4f", d.Stated), fmt.Sprintf("%.4f", float64(d.Violating)/manyDraws), fmt.Sprintf("%.4f", paperOdds[s]))
	}
	var rates []string
	for _, r := range rated {
		rates = append(rates, fmt.Sprintf("%s %d", strategyTitle(r.strategy), all.of(r.cassandraDraws(ratedRuns)).again()))
	}
	page := pages.Prose("# Random testing against its odds", "",
		"How often strategies of random testing hit bugs, beside \"Trace Aware Random Testing for Distributed Systems\" (Kulahcioglu Ozkan,",
		"Majumdar, Oraee, OOPSLA 2019), \"the paper\", whose small programs are in [models/sampled](../models/sampled). Written by", "",
		"    go -C results run ./study sampling", "",
		"[sampling.json](sampling.json) has the command that makes the same runs for each figure, none of which depends on the machine.",
		"The first 100 runs of each search are random walks, from which the others learn which events race, and do not count here.", "",
		"## Example 2.2: a distant event", "",
		fmt.Sprintf("Hits in %s runs of a bug that shows if an event comes after n+1 others, the last of which it races with.", grouped(manyDraws)),
		"In parentheses is what the odds say: 1/2ⁿ⁺¹ for a random walk, 1/(2·4ⁿ) for RAPOS, 1/(n+2) for POS and d-POS, and 1/2 for the others.") +
		distant.String() + "\n" +
		pages.Prose("## Example 2.3: an event between two others", "",
			"A bug of depth 2. A report guarantees a probability for one run:",
			"1/(chains · events) for PCT, and with the events that race for taPCT; each event is a chain for d-POS. It is less than in the paper, as",
			"more events do not race here: processes start, and nodes take messages and end.") + between.String() + "\n" +
		pages.Prose("## Figures 5 and 6: chains", "",
			"Three chains of messages to one node, and others that race with nothing: three of them, or as many as make up the share. A bug of",
			"depth 2 shows if all of chain A comes before B and all of B before C; one of depth 3 if A comes before B, and the middle of C between the first and",
			fmt.Sprintf("the last of B. The plots show the hits in %d runs.", panelRuns), "",
			"![By the length of chains](sampling-length.svg)", "", "![By the share of messages that do not race](sampling-share.svg)", "",
			"As in the paper, hits of a random walk, RAPOS, POS and d-POS fall steeply with the length for depth 2, PCT and taPCT are the best for long",
			"chains, and taPCT does not depend on the share. In the paper PCT is among the best for depth 3, too, and hits of a random walk, RAPOS, POS and d-POS fall",
			"with the share. Here they do not, as it does not depend on others which of three chains moves next.", "",
			"## ZooKeeper and Cassandra: tables 1, 2, 4 and 5", "",
			fmt.Sprintf("How many classes of interleavings %s runs by each strategy are of, and how many runs violate a property.", grouped(samplerRuns)), "",
			"- Fast leader election of ZooKeeper 3.4.3 ([models/zookeeper](../models/zookeeper)): three servers, a crash and a restart. A run is faulty if, by",
			"type, more than one server leads, a server neither leads nor follows although one leads, or a server follows one that does not lead.", "",
			"- Three lightweight transactions of Cassandra 2.0.0 on three nodes (`cassandra-6023` of [models/cassandra](../models/cassandra)), each with one",
			"round of prepare, propose and commit. A run is buggy if a transaction is committed again after another one (CASSANDRA-6023). All strategies know the paper's",
			"rules about messages that commute ([commuting.go](../models/cassandra/commuting.go)).") + all.protocols() + "\n" +
		pages.Prose("As in the paper, strategies of bounded depth find more of ZooKeeper's faults than a random walk, and taPCT more than PCT. Faulty runs",
			"are more frequent here: the model is of the election alone, and a crash often comes when a server has decided for the one that crashes (the last type).", "",
			fmt.Sprintf("1 000 runs are too few for the bug of Cassandra. In %s runs, it is hit so often: %s. In the paper taPCT is better than PCT.", grouped(ratedRuns), strings.Join(rates, ", ")), "",
			"## Visited windows", "",
			"How many different windows runs of Raft without a bug have ([models/raft/general](../models/raft/general/general.go)): five events",
			"in a row, each told by what happens and to whom. `visited` draws faults the more often, the more often it has seen the last window, after Lee and",
			"Levchenko, \"Applying a deterministic approach for distributed systems black-box testing\", section 4. In their long runs, other strategies come to an",
			"end of new windows; here runs are short, and all go on to find new ones.", "",
			"![Different windows by the number of runs](sampling-windows.svg)")
	return map[string]string{
		"sampling.md":          strings.TrimSuffix(page, "\n"),
		"sampling-length.svg":  draw(all.plot(p[0]), all.plot(p[1])),
		"sampling-share.svg":   draw(all.plot(p[2]), all.plot(p[3])),
		"sampling-windows.svg": draw(all.plotWindows()),
	}
}
