package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/models/zookeeper"
)

// zookeeperRows are those of tables 1 to 3.
var zookeeperRows = []samplerRow{
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

// zookeeperDraws returns the draws of a row: the last table is about another version.
func zookeeperDraws(r samplerRow) draws {
	name := "zookeeper-3.4.3"
	if r.table == 3 {
		name = "zookeeper"
	}
	return draws{dir: "zookeeper", model: zookeeperModel(name), algorithm: r.strategy, depth: r.depth, runs: samplerRuns, seed: 1, classes: true}
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

func (all drawnAll) zookeeper() string {
	t := table{header: append(samplerHeader("faulty"), "type 1", "type 2", "type 3",
		"paper: classes", "min", "max", "mean", "dev", "faulty", "type 1", "type 2", "type 3")}
	for _, row := range zookeeperRows {
		d := all.of(zookeeperDraws(row))
		cells := row.cells(d, d.Violating)
		for _, c := range d.Violations {
			cells = append(cells, fmt.Sprint(c.Runs))
		}
		for len(cells) < len(t.header)/2+2 { // there are no figures
			cells = append(cells, "")
		}
		t.add(append(cells, strings.Fields(row.figures)...)...)
	}
	return prose("## ZooKeeper: tables 1 to 3", "",
		"Fast leader election of three servers with a crash and a restart,",
		fmt.Sprintf("[models/zookeeper](../models/zookeeper), in %s runs by each strategy: how many classes of", grouped(samplerRuns)),
		"interleavings they are of, how often the least and the most frequent of these was hit, with mean and",
		"standard deviation, and how many runs are faulty: (1) more than one server leads; (2) a server neither",
		"leads nor follows, although one leads; (3) a server follows one that does not lead. Tables 1 and 2 are",
		"about version 3.4.3, and table 3 is about 3.4.13. The versions differ in one condition, which makes no",
		"difference in these runs.") + t.String() + "\n" +
		prose("As in the paper, strategies of bounded depth hit fewer classes than the others, some of them often,",
			"and more faulty runs than a random walk; POS finds more than a random walk and RAPOS, and taPCT",
			"more than PCT. Here POS is nearly as good as these, and faulty runs are several times as frequent. The model",
			"is of the election alone, and the paper runs ZooKeeper itself: most faulty runs here are of type 3, as",
			"a crash may come when a server has decided for the one that crashes.") + all.exhaustive()
}

// exhaustive says what searches by optimal DPOR find within their budget.
func (all drawnAll) exhaustive() string {
	t := table{header: []string{"Version", "Interleavings", "All?", "Faulty", "First of type 1", "First of type 2", "First of type 3"}}
	for _, name := range []string{"zookeeper-3.4.3", "zookeeper"} {
		d := all.of(zookeeperSearch(name))
		cells := []string{strings.TrimPrefix(name, "zookeeper-"), grouped(d.Runs), mark(d.Complete), grouped(d.Violating)}
		if name == "zookeeper" {
			cells[0] = "3.4.13"
		}
		for _, c := range d.Violations {
			first := "none"
			if c.First > 0 {
				first = grouped(c.First)
			}
			cells = append(cells, first)
		}
		t.add(cells...)
	}
	return prose("The same by optimal DPOR, which explores each class once, within a budget: in which interleaving it",
		"comes to the first of each type. It goes on near the first interleaving, so that what is rare there",
		"comes late, if at all.") + t.String()
}
