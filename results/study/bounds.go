package main

import (
	"context"
	"fmt"
	"slices"

	"github.com/checkmodel/checkmodel/bounding"
	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/models/chainrepl"
	"github.com/checkmodel/checkmodel/models/corfu"
	"github.com/checkmodel/checkmodel/models/counter"
	"github.com/checkmodel/checkmodel/models/litmus"
)

const (
	highestBound = 4
	// fewEnough is how many interleavings a search for the table of bounds has at most.
	fewEnough = 5_000
)

// comparedModels are those of the table of bounds.
func comparedModels() (models []checker.Model) {
	all := slices.Concat(counter.Models(), litmus.Models(), chainrepl.Models(), corfu.Models())
	for _, name := range []string{"lost-update", "race_four", "readers_3w_1r", "two_phase_commit", "lock_server", "steady-one-writer", "tail"} {
		if i := slices.IndexFunc(all, func(m checker.Model) bool { return m.Name == name }); i >= 0 {
			models = append(models, all[i])
		}
	}
	return models
}

// boundsSection returns the section that compares the kinds of bounds.
func boundsSection() (string, error) {
	t := table{header: []string{"Model", "Bound", "All"}}
	for n := range highestBound + 1 {
		t.header = append(t.header, fmt.Sprint(n))
	}
	for _, m := range comparedModels() {
		for _, kind := range bounding.Kinds() {
			row := []string{m.Name, string(kind)}
			o := checker.Options{}
			if kind == bounding.ByPreemption {
				o.Algorithm = checker.Source
			}
			cell, _, err := boundsCell(m, o)
			if err != nil {
				return "", err
			}
			row = append(row, cell)
			for n := range highestBound + 1 {
				o.Bound = bounding.Of(kind, n)
				cell, through, err := boundsCell(m, o)
				if err != nil {
					return "", err
				}
				if row = append(row, cell); through {
					break
				}
			}
			t.add(row...)
		}
	}
	return prose("## Kinds of bounds", "",
		"How many interleavings a search explores within each bound, by what the bound charges for. With a",
		"star, one of them violates a property. A row ends with a bound that cuts nothing, or after "+grouped(fewEnough)+" interleavings.",
		"\"All\" is without a bound: by optimal DPOR for `tree` and `delay`, and by source-DPOR for `preemption`, where any two",
		"messages into one mailbox have an order, and some classes are explored more than once. A process that waits",
		"is left for free, so with 0 preemptions there are many interleavings already.",
		"`go -C results run ./study -bounds` writes this section.") + t.String(), nil
}

// boundsCell returns how many interleavings a search has, and whether there need be none under
// a higher bound.
func boundsCell(m checker.Model, o checker.Options) (cell string, through bool, err error) {
	o.Until, o.MaxInterleavings = checker.UntilEnd, fewEnough
	r, err := checker.Check(context.Background(), m, o)
	if err != nil {
		return "", true, err
	}
	cell = grouped(r.Interleavings - r.SleepSetBlocked)
	if r.Stop != checker.NotStopped {
		cell = "> " + cell
	}
	if r.Violating > 0 {
		cell += " *"
	}
	return cell, r.Stop != checker.NotStopped || r.BoundCut == 0, nil
}

// writeBounds writes the section about bounds.
func (f files) writeBounds() error {
	text, err := boundsSection()
	if err != nil {
		return err
	}
	return f.section(randomPage, text)
}
