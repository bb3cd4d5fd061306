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
	"github.com/checkmodel/checkmodel/minimize"
	"github.com/checkmodel/checkmodel/models/raft"
	"github.com/checkmodel/checkmodel/models/spark"
	"github.com/checkmodel/checkmodel/results/pages"
)

var minimizedStudy = study[checker.Model, minimal]{
	"minimized.json", minimalModels, func(m checker.Model) string { return m.Name }, (*minimal).model, onOneCore(minimized),
	func(all map[string]*minimal) map[string]string {
		return map[string]string{"minimized.md": minimalAll(all).page(), "minimized.svg": draw(minimalAll(all).pace())}
	},
}

// minimalRuns is how many runs may be drawn of a model, by each seed, until one fails.
const minimalRuns = 3_000

// minimalSeeds is how many seeds are tried.
const minimalSeeds = 10

// minimal is the minimized first failing run of a model.
type minimal struct {
	Command   string              `json:"command"`
	Seed      int                 `json:"seed"`   // 0 if no run has failed
	Length    int                 `json:"length"` // number of events up to the violation
	Events    int                 `json:"events"`
	From      paperCounts         `json:"from"` // the parts that the violation depends on, before
	To        paperCounts         `json:"to"`   // and after
	Claim     minimize.Claim      `json:"claim"`
	Stages    []minimize.Stage    `json:"stages"`
	Schedules int                 `json:"schedules"`
	Pace      []minimize.Progress `json:"pace,omitempty"` // of long runs
	Seconds   float64             `json:"seconds"`
}

// paperCounts has the counts of the paper on minimizing: the messages that are taken, and the external events.
type paperCounts struct {
	Messages  int `json:"messages"`
	Externals int `json:"externals"`
}

// takenIn counts the taken messages and external events of a violation, without messages of the type setUp, by which
// processes only learn of each other.
func takenIn(v *checker.Violation, setUp string) (c paperCounts) {
	for _, e := range v.Trace.Entries {
		switch {
		case e.External != "":
			c.Externals++
		case strings.HasPrefix(e.Kind, "receive") && e.Message != "" && (setUp == "" || !strings.Contains(e.Operation, setUp)):
			c.Messages++
		}
	}
	return c
}

// String returns the sum as the paper has it.
func (c paperCounts) String() string {
	return fmt.Sprintf("%s (E: %d)", grouped(c.Messages+c.Externals), c.Externals)
}

// minimalModels are the models whose violations are minimized.
func minimalModels() (all []checker.Model) {
	for _, m := range raft.General() {
		if len(m.Violates) > 0 {
			all = append(all, m)
		}
	}
	for _, m := range slices.Concat(raft.Long(), spark.Long()) {
		if papers[m.Name].run > 0 {
			all = append(all, m)
		}
	}
	return all
}

// papers has, for the long models, the figures for the bug in tables 1 and 2 of the paper on minimizing, and a run with seed 1
// that fails and is about as long as the paper's: by a random walk, or by the portfolio where the walk did not find one in some
// minutes.
var papers = map[string]paper{
	"raft-45-long":    {"2 160 (E: 108)", "23 (E: 8)", "22 (E: 8)", "170s", 47, checker.RandomWalk, ""},
	"raft-46-long":    {"1 250 (E: 108)", "35 (E: 8)", "23 (E: 6)", "282s", 11, checker.RandomWalk, ""},
	"raft-56-long":    {"2 380 (E: 108)", "82 (E: 8)", "21 (E: 8)", "2 132s", 15, checker.RandomWalk, ""},
	"raft-58a-long":   {"2 850 (E: 108)", "226 (E: 31)", "51 (E: 11)", "43 482s", 46, checker.RandomWalk, ""},
	"raft-58b-long":   {"1 500 (E: 208)", "40 (E: 8)", "28 (E: 8)", "54s", 88, checker.RandomWalk, ""},
	"raft-42-long":    {"1 710 (E: 208)", "180 (E: 21)", "39 (E: 16)", "10 676s", 21, checker.RandomWalk, ""},
	"raft-66-long":    {"400 (E: 68)", "77 (E: 15)", "29 (E: 10)", "348s", 125, checker.Portfolio, ""},
	"raft-45-9-nodes": {"360 (E: 9)", "51 (E: 5)", "", "", 36, checker.RandomWalk, ""},
	"spark-2294-long": {"1 000 (E: 30)", "40 (E: 3)", "25 (E: 1)", "427s", 1, checker.RandomWalk, "cluster"},
	"spark-3150-long": {"600 (E: 20)", "14 (E: 3)", "11 (E: 3)", "245s", 1, checker.RandomWalk, "cluster"},
	"spark-9256-long": {"300 (E: 20)", "11 (E: 1)", "11 (E: 1)", "96s", 1, checker.RandomWalk, "cluster"},
}

// paper is a row of the paper, and the run of ours beside it.
type paper struct {
	initial, left, optimal, time string // "" if the paper does not say it
	run                          int
	algorithm                    checker.Algorithm
	setUp                        string
}

func minimalCommand(m checker.Model, seed int) string {
	which, where, algorithm := fmt.Sprint("-runs ", minimalRuns), "raft/general", checker.RandomWalk
	if p := papers[m.Name]; p.run > 0 {
		which, where, algorithm = fmt.Sprint("-replay run:", p.run), "raft/long", p.algorithm
		if strings.HasPrefix(m.Name, "spark") {
			where = "spark/long"
		}
	}
	return fmt.Sprintf("go run ./cmd/checkmodel -model '^%s$' -search %s %s -seed %d -workers 1 -minimize 10m ./models/%s",
		regexp.QuoteMeta(m.Name), algorithm, which, seed, where)
}

// minimized minimizes the first failing run of a model.
func minimized(m checker.Model) (*minimal, error) {
	expected := m
	expected.Violates = nil // so that the first violation ends the search
	for seed := 1; seed <= minimalSeeds; seed++ {
		ctx := context.Background()
		p := papers[m.Name]
		r, err := checker.Check(ctx, expected, checker.Options{Algorithm: cmp.Or(p.algorithm, checker.RandomWalk), Runs: minimalRuns, Run: p.run, Seed: uint64(seed), Workers: 1})
		if err != nil {
			return nil, err
		}
		if len(r.Violations) == 0 {
			continue
		}
		begin := time.Now()
		v, err := checker.Minimize(ctx, r, r.Violations[0], checker.Minimizing{})
		if err != nil {
			return nil, err
		}
		of := v.Minimized
		if p.run == 0 {
			of.Pace = nil
		}
		return &minimal{
			Command: minimalCommand(m, seed), Pace: of.Pace, Seed: seed, Length: r.Violations[0].Length, Events: of.Events,
			From: takenIn(r.Violations[0], p.setUp), To: takenIn(v, p.setUp), Claim: of.Claim, Stages: of.Stages,
			Schedules: of.Schedules, Seconds: rounded(time.Since(begin).Seconds()),
		}, nil
	}
	return &minimal{Command: minimalCommand(m, 1)}, nil
}

// model returns the name of the model.
func (r *minimal) model() string {
	if m := regexp.MustCompile(`-model '\^(.*?)\$'`).FindStringSubmatch(r.Command); m != nil {
		return m[1]
	}
	return ""
}

// minimalAll holds the minimized runs, by the names of the models.
type minimalAll map[string]*minimal

// page returns the page of the records.
func (all minimalAll) page() string {
	t := table{header: []string{"Model", "Run", "Provenance", "Left", "Of the run", "Claim", "Schedules", "Time"}}
	long := table{header: []string{"Model", "Paper: initial", "left", "optimal", "time", "Ours: provenance", "left", "Events", "Claim", "Schedules", "Time"}}
	var passing []string
	for _, m := range minimalModels() {
		r, p := all[m.Name], papers[m.Name]
		switch {
		case r == nil:
			t.add(m.Name, "not searched")
		case p.run > 0:
			long.add(strings.TrimSuffix(m.Name, "-long"), p.initial, p.left, cmp.Or(p.optimal, "–"), cmp.Or(p.time, "–"), r.From.String(), r.To.String(),
				fmt.Sprintf("%s → %d", grouped(r.Length), r.Events), string(r.Claim), grouped(r.Schedules), duration(r.Seconds))
		case r.Seed == 0:
			passing = append(passing, strings.Replace(m.Name, "-general", "", 1))
		default:
			t.add(m.Name, grouped(r.Length), r.at("provenance"), grouped(r.Events),
				fmt.Sprintf("%.0f %%", 100*float64(r.Events)/float64(r.Length)), string(r.Claim), grouped(r.Schedules), duration(r.Seconds))
		}
	}
	return pages.Prose("# Failing runs, minimized", "",
		"What is left of the first failing run of a random walk, for the bugs of [models/raft](../models/raft/doc.go) in the",
		"general setting: the events of the run up to the violation, those on which this depends, and those that",
		"`-minimize` leaves ([how](../docs/random.md#what-the-violation-needs)). Written by", "",
		"    go -C results run ./study minimized", "",
		"[minimized.json](minimized.json) has the events after each stage, and a command for each row. Only seconds depend on the machine,",
		"which did other work, too. An event is one step of one process or channel: a message that is sent, delivered and taken is three.",
		fmt.Sprintf("In %s runs by each of %d seeds, none fails of %s.", grouped(minimalRuns), minimalSeeds, strings.Join(passing, ", ")), "") + t.String() + "\n" +
		pages.Prose("## Long runs", "",
			"Runs as long as in tables 1 and 2 of Scott and others, \"Minimizing Faulty Executions of Distributed Systems\" (NSDI 2016), with",
			"about as many external events (E). The numbers are messages and external events: at first, left, and optimal, found by hand (in",
			"Spark without messages by which processes learn of each other). The column Events has all events. Each bug has the description of",
			"the paper, in another program, so the optimum may differ. What is left is optimal for [Spark](../models/spark/long/long_test.go)",
			"and for [raft-45, raft-56 and raft-58a](../models/raft/long/long_test.go); for the others this is not known.",
			"raft-45-9-nodes is table 3 of the paper: the payload of an external event is the cluster, of nine nodes,",
			"of which the paper leaves five and this search four. raft-56 and raft-66 have three nodes, the others four.",
			"", all.ratios(), "") + long.String() + "\n" +
		pages.Prose("Progress by the number of schedules, as in figure 2 of the paper:", "", "![Messages and external events by schedules](minimized.svg)")
}

// ratios compares the minimized long runs, there and here, with the optimum that the paper found by hand.
func (all minimalAll) ratios() string {
	var theirs, ours []float64
	for _, m := range minimalModels() {
		r, p := all[m.Name], papers[m.Name]
		if r == nil || p.optimal == "" {
			continue
		}
		optimal := leading(p.optimal)
		theirs = append(theirs, leading(p.left)/optimal)
		ours = append(ours, float64(r.To.Messages+r.To.Externals)/optimal)
	}
	if ours == nil {
		return ""
	}
	slices.Sort(theirs)
	slices.Sort(ours)
	return fmt.Sprintf("Here %.1f to %.1f times the optimum of the paper are left, in the median %.1f; there %.1f to %.1f, in the median %.1f.",
		ours[0], ours[len(ours)-1], ours[len(ours)/2], theirs[0], theirs[len(theirs)-1], theirs[len(theirs)/2])
}

// leading returns the number that a text begins with, 0 if it does not begin with one.
func leading(text string) float64 {
	n, _ := strconv.ParseFloat(strings.Fields(text)[0], 64)
	return n
}

// at returns the events that a stage has left.
func (r *minimal) at(stage string) string {
	for _, s := range r.Stages {
		if s.Name == stage {
			return grouped(s.Events)
		}
	}
	return "–"
}

// pace plots the size of the runs of the long models over the number of schedules, with logarithmic axes.
func (all minimalAll) pace() chart {
	const mostSchedules, mostEvents = 5, 4
	c := chart{title: "messages and external events", x: axis{title: "schedules"}}
	at := func(n, most int) float64 { return math.Log10(float64(max(1, n))) / float64(most) }
	for n := 1; n <= 100_000; n *= 10 {
		c.x.add(at(n, mostSchedules), n)
		if n <= 10_000 {
			c.y.add(at(n, mostEvents), n)
		}
	}
	for _, m := range minimalModels() {
		r := all[m.Name]
		if r == nil || len(r.Pace) == 0 {
			continue
		}
		l := line{name: strings.TrimSuffix(m.Name, "-long")}
		size := 0.0
		for i, p := range r.Pace { // it falls where a smaller run was found
			schedules := at(p.Schedules, mostSchedules)
			if i > 0 {
				l.points = append(l.points, [2]float64{schedules, size})
			} else {
				schedules = 0
			}
			size = at(p.Messages+p.Externals, mostEvents)
			l.points = append(l.points, [2]float64{schedules, size})
		}
		l.points = append(l.points, [2]float64{at(r.Schedules, mostSchedules), size})
		c.lines = append(c.lines, l)
	}
	return c
}
