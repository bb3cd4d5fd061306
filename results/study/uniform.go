package main

import (
	"context"
	"fmt"
	"strconv"

	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/models/examples/raft"
	"github.com/checkmodel/checkmodel/models/examples/register"
	"github.com/checkmodel/checkmodel/models/examples/replicas"
	"github.com/checkmodel/checkmodel/models/sampled"
)

// counted is a model so small that a search counts its classes.
type counted struct {
	dir   string
	model checker.Model
}

func allCounted() []counted {
	return []counted{
		{"sampled", sampled.Distant(2)}, {"sampled", sampled.Between()}, {"sampled", sampled.Chains(2, 1, 3)}, {"sampled", sampled.Chains(2, 2, 0)},
		{"sampled", sampled.Chains(2, 2, 3)}, {"sampled", sampled.Chains(2, 3, 3)},
		{"examples/register", register.Models()[0]}, {"examples/raft", raft.Models()[0]}, {"examples/replicas", replicas.Models()[0]},
	}
}

const uniformRuns = 20_000

func (c counted) draws(s checker.Algorithm) draws {
	return draws{dir: c.dir, model: c.model, algorithm: s, depth: atDepth(s, 2), runs: uniformRuns, seed: 1, uniform: true}
}

// countAll returns how many classes of interleavings there are.
func (d draws) countAll() (int, error) {
	r, err := checker.Check(context.Background(), d.model, checker.Options{Algorithm: checker.Optimal, Until: checker.UntilEnd})
	if err != nil {
		return 0, fmt.Errorf("%s: %w", d.command(), err)
	}
	if !r.Complete() {
		return 0, fmt.Errorf("the search of %s is not complete, so the number of its classes is not known", d.model.Name)
	}
	return r.Interleavings, nil
}

// surely is the probability below which a draw is said not to be uniform.
const surely = 0.001

func (all drawnAll) uniform() string {
	t := table{header: []string{"Model", "Classes"}}
	for _, s := range strategies {
		t.header = append(t.header, titled(s))
	}
	for _, c := range allCounted() {
		cells := []string{c.model.Name, grouped(all.of(c.draws(checker.SURW)).InAll)}
		for _, s := range strategies {
			d := all.of(c.draws(s))
			cell := strconv.FormatFloat(d.ChiSquared/float64(max(1, d.InAll-1)), 'f', 2, 64)
			if d.P >= surely {
				cell = fmt.Sprintf("**%s** (%.3f)", cell, d.P)
			}
			cells = append(cells, cell)
		}
		t.add(cells...)
	}
	return prose("## How uniform the draws are", "",
		fmt.Sprintf("In models that are so small that optimal DPOR counts their classes: how %s runs by each strategy compare with a", grouped(uniformRuns)),
		"uniform draw of a class. The figures are Pearson's chi-squared divided by its degrees of freedom, one less than the classes,",
		"so about 1 is what a uniform draw gives. Where it is as large by chance with a probability of at least",
		fmt.Sprintf("%v, it is bold, with the probability.", surely),
		"Only SURW aims at a uniform draw, of the orders of events that race, if no process waits and each",
		"has as many of them as on average in the first 100 runs.") + t.String() + "\n"
}
