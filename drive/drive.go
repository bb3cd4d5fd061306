package drive

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/checkmodel/checkmodel/checker"
)

// Cover says which tests there are.
type Cover string

const (
	// Pairs: tests that cover each pair of a state of the processes under test and an input. The state is what a process exposes, its mailbox,
	// and the state of its loop, or the operation for which a process without a loop waits.
	Pairs Cover = "pairs"
	// Histories: tests that cover each sequence of inputs and outputs.
	Histories Cover = "histories"
	// Draws: tests that are drawn at random.
	Draws Cover = "draws"
)

// Options say what is tested.
type Options struct {
	// Processes are the names of the processes that stand for the program. Processes that they start belong to them, unless it is the
	// first process of the model.
	Processes []string
	// Cover says which tests there are; "" is Pairs.
	Cover Cover
	// Tests is the maximal number of tests; 0 is no limit, and 100 with Draws.
	Tests int
	// Inputs is the maximal number of inputs of a test; 0 is 100, and 10 with Histories.
	Inputs int
	// States is how many states of the model are explored at most; 0 is 100 000. Tests cover what was explored. That is one corner of a model
	// that is much larger, except with Draws.
	States int
	// Seed chooses the tests of Draws.
	Seed uint64
}

// check returns an error if the options are wrong, and sets the defaults.
func (o *Options) check() error {
	o.Cover = cmp.Or(o.Cover, Pairs)
	switch {
	case len(o.Processes) == 0 || slices.Contains(o.Processes, ""):
		return errors.New("drive.Options.Processes must have the names of the processes that stand for the program")
	case !slices.Contains([]Cover{Pairs, Histories, Draws}, o.Cover):
		return fmt.Errorf("drive.Options.Cover is %q; it must be %q, %q or %q", o.Cover, Pairs, Histories, Draws)
	case min(o.Tests, o.Inputs, o.States) < 0:
		return errors.New("drive.Options.Tests, Inputs and States must be 0 (the default) or more")
	}
	if o.Cover == Draws {
		o.Tests = cmp.Or(o.Tests, 100)
	}
	if o.Cover == Histories {
		o.Inputs = cmp.Or(o.Inputs, 10)
	}
	o.Inputs, o.States = cmp.Or(o.Inputs, 100), cmp.Or(o.States, 100_000)
	return nil
}

// Check tests the program against the model, whose properties are not judged. start starts the program anew for each test. After the first
// failure, Check looks for a shorter test that fails, and returns. It returns an error if no input reaches the processes, if start
// fails, or if an output is no value that can be sent, and the errors of [checker.Check]. Check blocks until ctx is done.
func Check(ctx context.Context, m checker.Model, o Options, start func() (System, error)) (*Report, error) {
	if err := o.check(); err != nil {
		return nil, err
	}
	m.Rules, m.Goals, m.Commuting, m.Symmetric, m.View, m.Within = nil, nil, nil, nil, nil, nil
	f := m.Faults
	f.Losses, f.Duplicates, f.Reorderings, f.SyncFailures, f.Links, f.Nodes = 0, 0, 0, 0, nil, slices.Clone(f.Nodes)
	for i := range f.Nodes {
		f.Nodes[i].SyncFailures = 0
	}
	m.Faults = f
	e, err := explore(ctx, m, &o, nil)
	if err != nil {
		return nil, err
	}
	d := &driver{
		graph: &e.graph, options: &o, drawn: e.drawn, start: start, ctx: ctx, covered: map[pair]bool{}, compared: map[string]bool{},
		report: Report{Complete: !e.spent && o.Cover != Draws, Pairs: len(e.pairs)},
		along: func(inputs []string) (*graph, error) {
			all := o
			all.Cover = Pairs
			e, err := explore(ctx, m, &all, inputs)
			return &e.graph, err
		},
	}
	for _, id := range e.boundary.processes() {
		d.processes = append(d.processes, e.world.Actor(id).Name)
	}
	if err := d.all(); err != nil {
		return nil, err
	}
	if fail := d.report.Failure; fail != nil {
		fail.Prefix, err = checker.Look(ctx, m, checker.Options{Replay: fail.schedule, MaxEvents: noLimit}, checker.Looking{})
	}
	return &d.report, err
}

const noLimit = math.MaxInt32

// explore explores the model, with only some inputs in their order, or all of them.
func explore(ctx context.Context, m checker.Model, o *Options, only []string) (*explorer, error) {
	e := newExplorer(o, only, m.Faults.Partitions > 0)
	r, err := checker.Check(ctx, m, checker.Options{
		Strategy: func() checker.Strategy { return e }, Observer: e, Workers: 1, MaxEvents: noLimit, Until: checker.UntilEnd,
	})
	switch {
	case err != nil:
	case r.Stop == checker.Canceled || r.Stop == checker.OutOfMemory:
		err = fmt.Errorf("the exploration of the model was stopped (%v) before there were tests", r.Stop)
	case len(e.inputs) == 0:
		err = fmt.Errorf("no input reaches %q in model %s, whose processes are %q", o.Processes, m.Name, e.known())
	}
	return e, err
}
