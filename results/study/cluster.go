package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"runtime/debug"
	"time"

	"github.com/checkmodel/checkmodel/bounding"
	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/internal/remote"
	"github.com/checkmodel/checkmodel/models/chainrepl"
	"github.com/checkmodel/checkmodel/models/corfu"
	"github.com/checkmodel/checkmodel/results/link"
)

// clusterStudy measures units of searches, and simulates clusters of workers that execute them.
var clusterStudy = study[tree, unitCosts]{
	"cluster.json", trees, func(t tree) string { return t.name }, func(c *unitCosts) string { return c.Tree }, tree.measure,
	func(all map[string]*unitCosts) map[string]string {
		return map[string]string{"cluster.md": clusterPage(all), "cluster.svg": draw(clusterCharts(all)...)}
	},
}

// tree is a search whose units are measured. It ends.
type tree struct {
	name  string
	model checker.Model
	bound bounding.Bound
	again bool // the states of the model are measured with an earlier tree
}

const (
	unitSeconds = 1.0 // that a unit may take
	usualGC     = 400 // as the command sets it
)

func trees() []tree {
	return []tree{
		{"corfu, middle-1to2+condread+table", named("middle-1to2+condread+table", corfu.Models()), bounding.None(), false},
		{"corfu, tail, bound 8", named("tail", corfu.Models()), bounding.Tree(8), false},
		{"corfu, tail, bound 10", named("tail", corfu.Models()), bounding.Tree(10), true},
		{"chainrepl, repair-two-writers, bound 10", named("repair-two-writers", chainrepl.Models()), bounding.Tree(10), false},
	}
}

func (t tree) options(workers int) checker.Options {
	return checker.Options{Algorithm: checker.Optimal, Bound: t.bound, Until: checker.UntilEnd, Workers: workers}
}

// cost is the cost of a search.
type cost struct {
	Wall float64 `json:"wall"` // seconds
	CPU  float64 `json:"cpu"`  // seconds of all processes
}

// costs are the costs of several rounds.
type costs []cost

// median returns the medians.
func (c costs) median() cost {
	var wall, cpu []float64
	for _, x := range c {
		wall, cpu = append(wall, x.Wall), append(cpu, x.CPU)
	}
	return cost{middle(wall), middle(cpu)}
}

// unitCosts are the costs of the units of a tree.
type unitCosts struct {
	Tree          string  `json:"tree"`
	Date          string  `json:"date"`
	Interleavings int     `json:"interleavings"`
	One           cost    `json:"one"`         // of one worker
	Two           cost    `json:"two"`         // of two workers of one process
	Both          cost    `json:"both"`        // of a coordinator and a worker
	Worker        float64 `json:"worker"`      // CPU time of the worker in the last round, in seconds
	Units         int     `json:"units"`       // that the worker executes in the last round
	Elsewhere     int     `json:"elsewhere"`   // their interleavings
	Coordinator   float64 `json:"coordinator"` // CPU time of the coordinator for a unit, in milliseconds
	UnitBytes     int     `json:"unit_bytes"`  // on average
	ResultBytes   int     `json:"result_bytes"`
	Largest       int     `json:"largest"` // message

	States *statesCosts `json:"states"` // of the same model
}

// rounds is how often each search is measured. The medians count, as the machine is shared.
const rounds = 3

// measure explores a tree by one worker, by two, and by a coordinator, which is this process, and one worker process. The coordinator has a
// second worker, as on a machine with two cores, for times when the worker process has nothing to do.
func (t tree) measure() (c *unitCosts, err error) {
	defer debug.SetGCPercent(debug.SetGCPercent(usualGC))
	c = &unitCosts{Tree: t.name, Date: time.Now().Format(time.DateOnly)}
	var one, two, both costs
	for range rounds {
		if err := errors.Join(t.explore(c, &one, t.options(1)), t.explore(c, &two, t.options(2)), t.exploreBoth(c, &both)); err != nil {
			return nil, err
		}
	}
	c.One, c.Two, c.Both = one.median(), two.median(), both.median()
	last := rounds - 1
	own := two[last].CPU / float64(c.Interleavings) * float64(c.Interleavings-c.Elsewhere)
	c.Coordinator = rounded(max(0, both[last].CPU-c.Worker-own) / float64(c.Units) * 1e3)
	if !t.again {
		c.States, err = t.measureStates()
	}
	return c, err
}

// explore explores a tree and adds what it takes.
func (t tree) explore(c *unitCosts, to *costs, o checker.Options) error {
	begin := time.Now()
	r, cpu, err := within(0, t.model, o)
	if err != nil {
		return err
	}
	c.Interleavings = r.Interleavings
	*to = append(*to, cost{rounded(time.Since(begin).Seconds()), cpu})
	return nil
}

// exploreBoth does the same by a coordinator and a worker process, and sets the figures of the units.
func (t tree) exploreBoth(c *unitCosts, to *costs) error {
	l, err := link.Start(unitSeconds, "-one", t.name, "cluster")
	if err != nil {
		return err
	}
	pool, err := remote.Join(l.Socket)
	if err != nil {
		return err
	}
	o := t.options(2)
	o.Saving = &checker.Saving{Identity: t.name, Save: func(*checker.Checkpoint) error { return nil }}
	pool.Serve(t.name, o.Saving)
	if err := errors.Join(t.explore(c, to, o), l.End()); err != nil {
		return err
	}
	c.Worker = rounded(l.Used.Seconds())
	last := &(*to)[len(*to)-1]
	last.CPU = rounded(last.CPU + c.Worker)
	return c.add(l.Executed)
}

// add sets the figures of the units that were executed.
func (c *unitCosts) add(all []link.Unit) error {
	if c.Units = len(all); c.Units == 0 {
		return errors.New("no unit was executed")
	}
	c.Elsewhere, c.UnitBytes, c.ResultBytes, c.Largest = 0, 0, 0, 0
	for _, u := range all {
		c.Elsewhere += u.Interleavings
		c.UnitBytes += u.Bytes
		c.ResultBytes += u.Result
		c.Largest = max(c.Largest, u.Bytes, u.Result)
	}
	c.UnitBytes, c.ResultBytes = c.UnitBytes/c.Units, c.ResultBytes/c.Units
	return nil
}

// workOn is the main function of a worker.
func workOn(name string) error {
	debug.SetGCPercent(usualGC)
	for _, t := range trees() {
		if t.name != name {
			continue
		}
		o := t.options(1)
		o.Saving = &checker.Saving{Identity: t.name} // the same one for all units, which then share what they know
		return remote.Work(context.Background(), os.Stdin, os.Stdout, func(ctx context.Context, _ string, unit *checker.Checkpoint, save func(*checker.Checkpoint) error) error {
			o.Resume, o.Saving.Save = unit, save
			_, err := checker.Check(ctx, t.model, o)
			return err
		})
	}
	return fmt.Errorf("there is no tree %q", name)
}
