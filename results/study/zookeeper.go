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
	{table: 1, strategy: checker.RandomWalk, figures: "853 5"},
	{table: 1, strategy: checker.RAPOS, figures: "560 4"},
	{table: 1, strategy: checker.POS, figures: "952 16"},
	{table: 1, strategy: checker.SURW},
	{table: 2, strategy: checker.PCT, depth: 4, figures: "470 35 27 2 7"},
	{table: 2, strategy: checker.PCT, depth: 5, figures: "552 26 26 0 0"},
	{table: 2, strategy: checker.PCT, depth: 6, figures: "636 31 25 2 4"},
	{table: 2, strategy: checker.DPOS, depth: 4, figures: "659 12 10 0 2"},
	{table: 2, strategy: checker.DPOS, depth: 5, figures: "597 18 18 0 0"},
	{table: 2, strategy: checker.DPOS, depth: 6, figures: "537 16 13 0 3"},
	{table: 2, strategy: checker.TaPCT, depth: 4, figures: "329 40 38 0 2"},
	{table: 2, strategy: checker.TaPCT, depth: 5, figures: "310 33 27 0 6"},
	{table: 2, strategy: checker.TaPCT, depth: 6, figures: "317 34 28 0 6"},
	{table: 3, strategy: checker.PCT, depth: 4, figures: "479 43 24 11 8"},
	{table: 3, strategy: checker.DPOS, depth: 4, figures: "647 20 9 9 2"},
	{table: 3, strategy: checker.TaPCT, depth: 4, figures: "313 45 32 11 2"},
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
		"paper: classes", "faulty", "type 1", "type 2", "type 3")}
	for _, row := range zookeeperRows {
		d := all.of(zookeeperDraws(row))
		cells := row.cells(d, d.Violating)
		for _, c := range d.Violations {
			cells = append(cells, fmt.Sprint(c.Runs))
		}
		t.add(append(cells, strings.Fields(row.figures)...)...)
	}
	return prose("## ZooKeeper: tables 1 to 3", "",
		"Fast leader election of three servers with a crash and a restart,",
		fmt.Sprintf("[models/zookeeper](../models/zookeeper), in %s runs by each strategy: how many classes of", grouped(samplerRuns)),
		"interleavings they are of, and how many are faulty: (1) more than one server leads; (2) a server neither",
		"leads nor follows, although one leads; (3) a server follows one that does not lead. Table 3 is about",
		"version 3.4.13, the others about 3.4.3; the difference shows in none of these runs.") + t.String() + "\n" +
		prose("As in the paper, strategies of bounded depth hit fewer classes and more faulty runs than a random",
			"walk, POS finds more than a random walk and RAPOS, and taPCT more than PCT. Here faulty runs are several",
			"times as frequent: the model is of the election alone, and a crash often comes when a server has decided",
			"for the one that crashes (type 3).") + all.exhaustive()
}

// exhaustive says what a search by optimal DPOR finds within its budget, which is the same for both versions.
func (all drawnAll) exhaustive() string {
	d := all.of(zookeeperSearch("zookeeper"))
	var first []string
	for i, c := range d.Violations {
		in := "not found"
		if c.First > 0 {
			in = "first in interleaving " + grouped(c.First)
		}
		first = append(first, fmt.Sprintf("type %d %s", i+1, in))
	}
	return prose(fmt.Sprintf("Optimal DPOR, within %s interleavings of either version, goes on near the first one, so what is rare there", grouped(d.Runs)),
		fmt.Sprintf("comes late: %s are faulty, %s.", grouped(d.Violating), strings.Join(first, ", ")))
}
