package real

import (
	"cmp"

	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/trace"
)

const usualRuns = 1_000

// Model returns the model of the cluster, to be checked by strategies that draw interleavings. Its programs must exist when it is checked.
func (c Cluster) Model() checker.Model {
	m := checker.Model{
		Name: c.Name, Doc: c.Doc, World: func(f checker.Faults) trace.World { return newWorld(c.with(f), nil) },
		Faults:     c.Faults,
		Unexplored: "a run ends with its last client, and each program has one order of its threads and one sequence of random numbers",
		Search:     checker.SearchDefaults{Algorithm: checker.Portfolio, Runs: usualRuns, MaxEvents: cmp.Or(c.Events, DefaultEvents)},
	}
	for _, r := range c.Rules {
		m.Properties = append(m.Properties, checker.Property{Name: r.Name})
	}
	if c.validates() {
		m.Properties = append(m.Properties, checker.Property{Name: c.Validation.Name})
	}
	return m
}
