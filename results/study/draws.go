package main

import (
	"context"
	"fmt"
	"math"
	"regexp"

	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/sampling"
	"github.com/checkmodel/checkmodel/trace"
)

// draws are runs of a model by a strategy. By Optimal they are no draws but a search with a budget.
type draws struct {
	dir       string // of models
	model     checker.Model
	algorithm checker.Algorithm
	depth     int // of bugs; 0 if the strategy has no guarantee
	runs      int // that count
	seed      uint64
	classes   bool // are counted
	uniform   bool // it is compared with a uniform draw
	allRace   bool // any two messages to one process do, whatever the model claims
	windows   bool // are counted
}

// all returns how many runs there are: the first ones of each search are random walks, and count for no other strategy.
func (d draws) all() int {
	if d.algorithm == checker.RandomWalk || !d.algorithm.Traits().Draws {
		return d.runs
	}
	return d.runs + sampling.Preliminary
}

func (d draws) options() checker.Options {
	o := checker.Options{Algorithm: d.algorithm, Until: checker.UntilEnd, AnyDeliveriesRace: d.allRace}
	if !d.algorithm.Traits().Draws {
		o.MaxInterleavings = d.runs
		return o
	}
	o.Runs, o.BugDepth, o.Seed = d.all(), d.depth, d.seed
	return o
}

// command returns the command that makes the same draws.
func (d draws) command() string {
	flags := fmt.Sprintf(" -search %s", d.algorithm)
	switch {
	case !d.algorithm.Traits().Draws:
		flags += fmt.Sprintf(" -max-interleavings %d", d.runs)
	case d.depth > 0:
		flags += fmt.Sprintf(" -bug-depth %d -runs %d -seed %d", d.depth, d.all(), d.seed)
	default:
		flags += fmt.Sprintf(" -runs %d -seed %d", d.all(), d.seed)
	}
	if d.allRace {
		flags += " -receive-patterns=false"
	}
	return fmt.Sprintf("go run ./cmd/checkmodel -model '^%s$'%s -until end ./models/%s", regexp.QuoteMeta(d.model.Name), flags, d.dir)
}

// drawn is what draws have found, without the runs that do not count.
type drawn struct {
	Command    string          `json:"command"`
	Runs       int             `json:"runs"`
	Violating  int             `json:"violating"`
	Violations []propertyCount `json:"violations"` // of each property, in the order of the rules
	Events     int             `json:"events"`     // of the longest run
	Chains     int             `json:"chains"`
	Racy       int             `json:"racy_events"`
	Stated     float64         `json:"stated_odds"` // the least probability with which a run hits a bug of the depth; 0 if there is none
	Complete   bool            `json:"complete"`    // a search has explored all interleavings

	// Only where they are asked for: how many classes were hit, and how often.
	Classes   int     `json:"classes"`
	Least     int     `json:"least"`
	Most      int     `json:"most"`
	Deviation float64 `json:"deviation"`

	// Only where they are asked for: how many classes there are in all, and the test of a uniform draw.
	InAll      int     `json:"classes_in_all,omitempty"`
	ChiSquared float64 `json:"chi_squared,omitempty"`
	P          float64 `json:"p,omitempty"` // the probability of as large a value by chance

	Windows []int `json:"windows,omitempty"` // where they are asked for: how many different ones there are, by the number of runs
}

// propertyCount says how many runs violate a property, and which interleaving is the first.
type propertyCount struct {
	Property string `json:"property"`
	Runs     int    `json:"runs"`
	First    int    `json:"first"`
}

// make makes the draws.
func (d draws) make() (*drawn, error) {
	o := d.options()
	var seen classes
	if d.classes {
		seen.after, seen.all = d.all()-d.runs, map[uint64]int{}
		o.Observer = &seen
	}
	counted := windows{after: d.all() - d.runs, seen: map[[5]event]bool{}}
	if d.windows {
		o.Observer, o.Workers = &counted, 1
	}
	if d.uniform {
		all, err := d.countAll()
		if err != nil {
			return nil, err
		}
		o.Classes = all
	}
	r, err := checker.Check(context.Background(), d.model, o)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", d.command(), err)
	}
	found := &drawn{Command: d.command(), Runs: d.runs, Complete: r.Stop == checker.NotStopped}
	found.Violating, found.Violations = r.Violating, counts(r)
	if n := d.all() - d.runs; n > 0 { // without what the first runs have found, which are the same in a shorter search
		o.Runs, o.Observer = n, nil
		before, err := checker.Check(context.Background(), d.model, o)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", d.command(), err)
		}
		found.Violating -= before.Violating
		for i, c := range counts(before) {
			found.Violations[i].Runs -= c.Runs
		}
	}
	if s := r.Sample; s != nil {
		found.Events, found.Chains, found.Racy = s.Events, s.Chains, s.Racy
		if u := s.Uniformity; u.Classes > 0 {
			found.InAll, found.ChiSquared, found.P = u.Classes, rounded(u.ChiSquared), rounded(u.P)
		}
		found.Stated = rounded(s.Arms[len(s.Arms)-1].Odds)
	}
	seen.conclude(found)
	found.Windows = counted.counts
	return found, nil
}

// rounded returns a number that has the same digits on every machine.
func rounded(x float64) float64 { return math.Round(x*1e6) / 1e6 }

// counts returns how many runs violate each property that the model declares as violated.
func counts(r *checker.Result) []propertyCount {
	var all []propertyCount
	for _, property := range r.Model.Violates {
		c := propertyCount{Property: property}
		for _, v := range r.Violations {
			if v.Property != property {
				continue
			}
			c.Runs += v.Count
			if c.First == 0 || v.Interleaving < c.First {
				c.First = v.Interleaving
			}
		}
		all = append(all, c)
	}
	return all
}

// classes counts how often each class of interleavings is hit by the runs after the first ones.
type classes struct {
	after int
	last  uint64 // the class of the last run
	all   map[uint64]int
}

// Class implements [checker.Classifying].
func (c *classes) Class(hash uint64) { c.last = hash }

// Interleaving implements [checker.Observer].
func (c *classes) Interleaving(number int, _ trace.Outcome, _ []trace.Event) {
	if number > c.after {
		c.all[c.last]++
	}
}

// Counting implements [checker.Counting].
func (c *classes) Counting() {}

func (c *classes) conclude(d *drawn) {
	squares := 0
	for _, n := range c.all {
		d.Most = max(d.Most, n)
		if d.Least == 0 || n < d.Least {
			d.Least = n
		}
		squares += n * n
	}
	if d.Classes = len(c.all); d.Classes > 0 {
		n := float64(d.Classes)
		d.Deviation = rounded(math.Sqrt(float64(squares)/n - d.mean()*d.mean()))
	}
}

// mean returns how often a class was hit that was hit at all.
func (d *drawn) mean() float64 { return float64(d.Runs) / float64(max(1, d.Classes)) }

// drawnAll holds what all draws have found, by their commands.
type drawnAll map[string]*drawn

// of returns what draws have found; nothing if they were not made.
func (all drawnAll) of(d draws) *drawn {
	if found := all[d.command()]; found != nil {
		return found
	}
	return &drawn{}
}

// readDrawn reads what was found.
func (f files) readDrawn() (drawnAll, error) {
	return byCommand(f, samplingRaw, func(d *drawn) string { return d.Command })
}

// writeDrawn writes what was found, one line for each command.
func (f files) writeDrawn(all drawnAll) error {
	return writeList(f, samplingRaw, all, keysOf(everyDraw(), draws.command))
}
