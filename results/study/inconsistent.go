package main

import (
	"fmt"
	"strings"
)

func (all drawnAll) zookeeper() string {
	t := table{header: []string{"Table", "Sampler", "d", "classes", "min", "max", "mean", "dev", "faulty", "type 1", "type 2", "type 3",
		"paper: classes", "min", "max", "mean", "dev", "faulty", "type 1", "type 2", "type 3"}}
	for _, row := range zookeeperRows {
		d := all.of(row.draws())
		depth := ""
		if row.depth > 0 {
			depth = fmt.Sprint(row.depth)
		}
		cells := []string{fmt.Sprint(row.table), titled(row.strategy), depth, fmt.Sprint(d.Classes), fmt.Sprint(d.Least), fmt.Sprint(d.Most),
			fmt.Sprintf("%.2f", d.mean()), fmt.Sprintf("%.2f", d.Deviation), fmt.Sprint(d.Violating)}
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
		fmt.Sprintf("[models/zookeeper](../models/zookeeper), in %s runs by each strategy: how many classes of", grouped(zookeeperRuns)),
		"interleavings they are of, how often the least and the most frequent of these was hit, with mean and",
		"standard deviation, and how many runs are faulty: (1) more than one server leads; (2) a server neither",
		"leads nor follows, although one leads; (3) a server follows one that does not lead. Tables 1 and 2 are",
		"about version 3.4.3, and table 3 is about 3.4.13. The versions differ in one condition, which makes no",
		"difference in these runs.") + t.String() + "\n" +
		prose("As in the paper, strategies of bounded depth hit fewer classes than the others, some of them often,",
			"and more faulty runs than a random walk; POS finds more than a random walk and RAPOS. Here POS is as",
			"good as these, taPCT is no better than PCT, and faulty runs are several times as frequent. The model",
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
