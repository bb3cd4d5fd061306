package main

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/models/sampled"
	"github.com/checkmodel/checkmodel/models/zookeeper"
)

const (
	samplingRaw   = "sampling.json"
	samplingTable = "sampling.md"
	lengthPlot    = "sampling-length.svg"
	sharePlot     = "sampling-share.svg"
)

// everyDraw lists all draws of the page, each once.
func everyDraw() []draws {
	var all, once []draws
	for n := 2; n <= 20; n++ {
		for _, d := range distances {
			for _, s := range strategies {
				all = append(all, d.draws(n, s))
			}
		}
	}
	for _, s := range guaranteed {
		all = append(all, betweenDraws(s))
	}
	for _, p := range panels() {
		for x := range p.models {
			for _, s := range strategies {
				all = append(all, p.draws(x, s))
			}
		}
	}
	for _, row := range zookeeperRows {
		all = append(all, row.draws())
	}
	all = append(all, zookeeperSearch("zookeeper-3.4.3"), zookeeperSearch("zookeeper"))
	known := map[string]bool{}
	for _, d := range all {
		if !known[d.command()] {
			known[d.command()] = true
			once = append(once, d)
		}
	}
	return once
}

// strategies are those that are compared, and guaranteed those that have odds for bugs of a depth.
var (
	strategies = []checker.Algorithm{checker.RandomWalk, checker.RAPOS, checker.POS, checker.PCT, checker.DPOS, checker.TaPCT, checker.SURW}
	guaranteed = []checker.Algorithm{checker.PCT, checker.DPOS, checker.TaPCT}
)

// titled returns the name of a strategy for readers.
func titled(s checker.Algorithm) string { return strings.TrimPrefix(s.Traits().Title, "a ") }

// atDepth returns the depth if the strategy has odds for bugs of a depth.
func atDepth(s checker.Algorithm, depth int) int {
	if s.Traits().Deep {
		return depth
	}
	return 0
}

// studySampling makes the draws whose commands match, two at a time, and writes the page.
func studySampling(dir, pattern string) error {
	selected, err := regexp.Compile(pattern)
	if err != nil {
		return err
	}
	f := files{dir}
	all, err := f.readDrawn()
	if err != nil {
		return err
	}
	queue := make(chan draws)
	var workers sync.WaitGroup
	var mu sync.Mutex // guards all and failure
	var failure error
	for range 2 {
		workers.Go(func() {
			for d := range queue {
				found, err := d.make()
				mu.Lock()
				if err == nil {
					all[found.Command] = found
				} else if failure == nil {
					failure = err
				}
				mu.Unlock()
			}
		})
	}
	for _, d := range everyDraw() {
		if selected.MatchString(d.command()) {
			queue <- d
		}
	}
	close(queue)
	workers.Wait()
	if failure != nil {
		return failure
	}
	return f.writeSampling(all)
}

// writeSampling writes the records, the page and its plots.
func (f files) writeSampling(all drawnAll) error {
	if err := f.writeDrawn(all); err != nil {
		return err
	}
	for name, text := range all.files() {
		if err := os.WriteFile(filepath.Join(f.dir, name), []byte(text), 0o644); err != nil {
			return err
		}
	}
	return nil
}

// files returns the page and its plots, by name.
func (all drawnAll) files() map[string]string {
	p := panels()
	return map[string]string{
		samplingTable: all.page(),
		lengthPlot:    all.plot(p[0], p[1]),
		sharePlot:     all.plot(p[2], p[3]),
	}
}

// page returns the page.
func (all drawnAll) page() string {
	return prose("# Random testing against its odds", "",
		"How often strategies of random testing hit bugs whose odds are known, and what they find in a",
		"protocol, beside \"Trace Aware Random Testing for Distributed Systems\" (Kulahcioglu Ozkan, Majumdar,",
		"Oraee, OOPSLA 2019), which is the paper below. Its small programs are in",
		"[models/sampled](../models/sampled), whose documentation says what an event is there, and what here.",
		"Written by", "",
		"    go run ./results/study -sampling", "",
		"Figures are in [sampling.json](sampling.json), each with the command that makes the same runs. Nothing",
		"in them depends on the machine. The first 100 runs of each search are random walks, from which the",
		"others learn which events race, and do not count here.") +
		all.distant() + all.between() + all.chains() + all.zookeeper()
}

// prose returns paragraphs, which empty lines part, in lines of at most 100 characters. A heading or a line of code is a
// paragraph.
func prose(lines ...string) string {
	var b strings.Builder
	for _, p := range strings.Split(strings.Join(lines, "\n"), "\n\n") {
		if strings.HasPrefix(p, "    ") {
			b.WriteString(p + "\n\n")
			continue
		}
		length := 0
		for i, word := range strings.Fields(p) {
			n := utf8.RuneCountInString(word)
			switch {
			case i == 0:
			case length+1+n > 100:
				b.WriteByte('\n')
				length = 0
			default:
				b.WriteByte(' ')
				length++
			}
			b.WriteString(word)
			length += n
		}
		b.WriteString("\n\n")
	}
	return b.String()
}

// distance is a program of Example 2.2 and how many events come before that of A.
type distance struct {
	title  string
	model  func(n int) checker.Model
	before func(n int) int
	says   string
}

var distances = []distance{
	{"The events of the paper", sampled.Distant, func(n int) int { return n + 1 }, "Node 1 has n+1 events before A can be late, as in the paper."},
	{"Each message is taken", sampled.DistantHandled, func(n int) int { return 2 * n },
		"Node 1 takes each message before it sends the next one. These are two events here, where the paper has one, so there are 2n instead of n+1."},
}

const distantRuns = 10_000

func (d distance) draws(n int, s checker.Algorithm) draws {
	return draws{dir: "sampled", model: d.model(n), algorithm: s, depth: atDepth(s, 1), runs: distantRuns, seed: uint64(n)}
}

// odds returns the probability with which a run of the strategy hits the bug if there are m events before A, which races with the
// last of them only. A random walk must prefer them m times. RAPOS must draw them first, and must not add A, which it can
// add to all but the last. A needs the least of m+1 priorities for POS, which draws none anew before, and for d-POS. For the
// others, one of two chains, or one of two racing events, must come first.
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

// missed is the probability that one of all intervals of Example 2.2 does not hold, although all odds are right.
const missed = 0.01

// expected returns between which numbers the hits should be.
func (d distance) expected(n int, s checker.Algorithm) (least, most int) {
	return interval(distantRuns, odds(s, d.before(n)), missed/float64(len(distances)*19*len(strategies)))
}

func (all drawnAll) distant() string {
	var b strings.Builder
	b.WriteString(prose("## Example 2.2: a distant event", "",
		fmt.Sprintf("Hits in %s runs of a bug of depth 1 that shows if A comes after m other events, the last of which", grouped(distantRuns)),
		"it races with. The odds of one run are 1/2ᵐ for a random walk, 1/(m+1) for POS and d-POS, and 1/2 for",
		"PCT, taPCT and SURW, exactly. Those of RAPOS, about which the paper says nothing, are 1/(2·4ᵐ⁻¹). The",
		"numbers in parentheses are the binomial interval of these odds, so wide that all rates below are",
		fmt.Sprintf("inside with a probability of %.0f %% if the odds are right.", 100*(1-missed))))
	for _, d := range distances {
		t := table{header: []string{"n", "m"}}
		for _, s := range strategies {
			t.header = append(t.header, titled(s))
		}
		outside := 0
		for n := 2; n <= 20; n++ {
			cells := []string{fmt.Sprint(n), fmt.Sprint(d.before(n))}
			for _, s := range strategies {
				least, most := d.expected(n, s)
				hits := all.of(d.draws(n, s)).Violating
				if hits < least || hits > most {
					outside++
				}
				cells = append(cells, fmt.Sprintf("%d (%d–%d)", hits, least, most))
			}
			t.add(cells...)
		}
		fmt.Fprintf(&b, "### %s\n\n", d.title)
		b.WriteString(prose(d.says, fmt.Sprintf("Outside of their interval: %d of %d rates.", outside, 19*len(strategies))) + t.String() + "\n")
	}
	return b.String()
}

const betweenRuns = 10_000

func betweenDraws(s checker.Algorithm) draws {
	return draws{dir: "sampled", model: sampled.Between(), algorithm: s, depth: 2, runs: betweenRuns, seed: 1}
}

// paperOdds are the guarantees of the paper for Example 2.3, by its formulas: three chains, at most five events that are
// enabled with one of them, itself included, and three of six events that race.
var paperOdds = map[checker.Algorithm]float64{checker.PCT: 1. / (3 * 6), checker.DPOS: 1. / (5 * 3), checker.TaPCT: 1. / (3 * 3)}

func (all drawnAll) between() string {
	t := table{header: []string{"Strategy", "Chains", "Events", "Racy", "Guaranteed", "Hits", "Rate, 99 %", "Paper: guaranteed"}}
	for _, s := range guaranteed {
		d := all.of(betweenDraws(s))
		chains := "–"
		if d.Chains > 0 {
			chains = fmt.Sprint(d.Chains)
		}
		racy := "–"
		if d.Racy > 0 {
			racy = fmt.Sprint(d.Racy)
		}
		least, most := likely(betweenRuns, d.Violating, missed)
		t.add(titled(s), chains, fmt.Sprint(d.Events), racy, fmt.Sprintf("%.4f", d.Stated), fmt.Sprint(d.Violating),
			fmt.Sprintf("%.3f–%.3f", least, most), fmt.Sprintf("%.4f", paperOdds[s]))
	}
	return prose("## Example 2.3: an event between two others", "",
		fmt.Sprintf("A bug of depth 2, by strategies with a guarantee, in %s runs. Guaranteed is what a report states", grouped(betweenRuns)),
		"for one run: 1/(chains · events) for PCT, and of taPCT with the events that race instead; d-POS has as",
		"many chains as events here, and in the paper as many as may be enabled together. The numbers of the",
		"paper follow from its formulas with 3 chains, 6 events, 3 that race, and 5 enabled together. The same 3",
		"race here, but there are more events and chains: processes start, nodes take their messages and end.",
		"So guarantees are lower, and PCT, which draws a late event from all, hits the bug less often.") + t.String() + "\n"
}

// zookeeperRow is a row of tables 1 to 3 of the paper.
type zookeeperRow struct {
	table    int
	strategy checker.Algorithm
	depth    int
	figures  string // of the paper: classes, min, max, mean, deviation, faulty, and the three types; "" if it has none
}

var zookeeperRows = []zookeeperRow{
	{table: 1, strategy: checker.RandomWalk, figures: "853 1 8 1.17 0.63 5"},
	{table: 1, strategy: checker.RAPOS, figures: "560 1 19 1.79 1.56 4"},
	{table: 1, strategy: checker.POS, figures: "952 1 5 1.05 0.27 16"},
	{table: 1, strategy: checker.SURW},
	{table: 2, strategy: checker.PCT, depth: 4, figures: "470 1 47 2.13 2.96 35 27 2 7"},
	{table: 2, strategy: checker.PCT, depth: 5, figures: "552 1 39 1.81 2.40 26 26 0 0"},
	{table: 2, strategy: checker.PCT, depth: 6, figures: "636 1 25 1.57 1.75 31 25 2 4"},
	{table: 2, strategy: checker.DPOS, depth: 4, figures: "659 1 37 1.52 1.88 12 10 0 2"},
	{table: 2, strategy: checker.DPOS, depth: 5, figures: "597 1 45 1.68 2.38 18 18 0 0"},
	{table: 2, strategy: checker.DPOS, depth: 6, figures: "537 1 48 1.86 2.83 16 13 0 3"},
	{table: 2, strategy: checker.TaPCT, depth: 4, figures: "329 1 76 3.04 4.89 40 38 0 2"},
	{table: 2, strategy: checker.TaPCT, depth: 5, figures: "310 1 96 3.23 5.10 33 27 0 6"},
	{table: 2, strategy: checker.TaPCT, depth: 6, figures: "317 1 75 3.15 5.06 34 28 0 6"},
	{table: 3, strategy: checker.PCT, depth: 4, figures: "479 1 45 2.09 2.97 43 24 11 8"},
	{table: 3, strategy: checker.DPOS, depth: 4, figures: "647 1 33 1.55 1.87 20 9 9 2"},
	{table: 3, strategy: checker.TaPCT, depth: 4, figures: "313 1 78 3.19 5.05 45 32 11 2"},
}

const zookeeperRuns = 1_000

// version returns the model of the table: the last one is of another version.
func (r zookeeperRow) version() string {
	if r.table == 3 {
		return "zookeeper"
	}
	return "zookeeper-3.4.3"
}

func (r zookeeperRow) draws() draws {
	return draws{dir: "zookeeper", model: zookeeperModel(r.version()), algorithm: r.strategy, depth: r.depth, runs: zookeeperRuns, seed: 1, classes: true}
}

func zookeeperModel(name string) checker.Model {
	models := zookeeper.Models()
	return models[slices.IndexFunc(models, func(m checker.Model) bool { return m.Name == name })]
}

// zookeeperBudget limits the searches by optimal DPOR, which do not end within days.
const zookeeperBudget = 200_000

func zookeeperSearch(name string) draws {
	return draws{dir: "zookeeper", model: zookeeperModel(name), algorithm: checker.Optimal, runs: zookeeperBudget}
}
