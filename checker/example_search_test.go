package checker_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"

	"github.com/checkmodel/checkmodel/bounding"
	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/internal/world"
	"github.com/checkmodel/checkmodel/optimaldpor"
	"github.com/checkmodel/checkmodel/proc"
	"github.com/checkmodel/checkmodel/trace"
	"github.com/checkmodel/checkmodel/trace/causality"
)

// A search within a bound that continues after violations.
func ExampleOptions() {
	r, err := checker.Check(context.Background(), tickets, checker.Options{Bound: bounding.Tree(1), Until: checker.UntilEnd})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%s: %d interleavings, the bound cut %d branches\n", r.Verdict, r.Interleavings, r.BoundCut)
	// Output: bounded: 3 interleavings, the bound cut 1 branches
}

// A declared violation hides no other, unless the search is to end with the first.
func ExampleUntil() {
	dice := checker.Model{Name: "dice", Violates: []string{"no two"}, Main: func(p *proc.P) {
		n := 1 + p.Choose(6)
		p.Assert(n != 2, "no two", "it is a two")
		p.Assert(n != 5, "no five", "it is a five")
	}}
	for _, until := range checker.Untils() {
		r, err := checker.Check(context.Background(), dice, checker.Options{Until: until})
		if err != nil {
			fmt.Println(err)
			return
		}
		for _, v := range r.Violations {
			fmt.Printf("%s: %s\n", until, v.Explanation)
		}
	}
	// Output:
	// undeclared: it is a two
	// undeclared: it is a five
	// first: it is a two
	// goals: it is a two
	// goals: it is a five
	// end: it is a two
	// end: it is a five
	// shortest: it is a two
}

// A model specifies how its messages travel and how it is searched; options have precedence.
func ExampleSearchDefaults() {
	m := tickets
	m.Delivery, m.Search = proc.Channel, checker.SearchDefaults{Bound: bounding.Tree(1)}
	for _, o := range []checker.Options{{}, {Bound: bounding.None(), Delivery: proc.Instant}} {
		r, err := checker.Check(context.Background(), m, o)
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Printf("%s by delivery %s: %d interleavings\n", r.Verdict, r.Options.Delivery, r.Interleavings)
	}
	// Output:
	// bounded by delivery channel: 3 interleavings
	// verified by delivery instant: 4 interleavings
}

// The same model by each algorithm.
func ExampleAlgorithm() {
	for _, a := range checker.Algorithms() {
		if a.Traits().Draws { // at random, and as many as it is told
			continue
		}
		r, err := checker.Check(context.Background(), tickets, checker.Options{Algorithm: a})
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Printf("%s: %d interleavings, %d of them sleep-set blocked\n", a, r.Interleavings, r.SleepSetBlocked)
	}
	// Output:
	// auto: 4 interleavings, 0 of them sleep-set blocked
	// optimal: 4 interleavings, 0 of them sleep-set blocked
	// source: 4 interleavings, 0 of them sleep-set blocked
	// naive: 15377 interleavings, 0 of them sleep-set blocked
	// states: 4 interleavings, 0 of them sleep-set blocked
}

// The result of a search that was stopped early.
func ExampleResult() {
	r, err := checker.Check(context.Background(), tickets, checker.Options{MaxInterleavings: 2})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(r.Verdict, "because of the", r.Stop)
	fmt.Println("everything was explored:", r.Complete())
	// Output:
	// incomplete because of the interleaving budget
	// everything was explored: false
}

// A search that is stopped is saved, and another one resumes it.
func ExampleCheckpoint() {
	var file bytes.Buffer
	save := checker.Saving{Identity: "tickets, version 1", Save: func(c *checker.Checkpoint) error { return c.EncodeTo(&file) }}
	r, err := checker.Check(context.Background(), tickets, checker.Options{MaxInterleavings: 3, Saving: &save})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(r.Verdict, "after", r.Interleavings)

	c, err := checker.ReadCheckpoint(&file)
	if err != nil {
		fmt.Println(err)
		return
	}
	r, err = checker.Check(context.Background(), tickets, checker.Options{Resume: c, Saving: &save})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(r.Verdict, "after", r.Interleavings)
	// Output:
	// incomplete after 3
	// verified after 4
}

// A stateful search is saved with all that it has explored, and goes on in the same way.
func ExampleReadCheckpoint() {
	var file bytes.Buffer
	save := checker.Saving{Save: func(c *checker.Checkpoint) error { return c.EncodeTo(&file) }}
	o := checker.Options{Algorithm: checker.States, MaxInterleavings: 2, Saving: &save}
	if _, err := checker.Check(context.Background(), tickets, o); err != nil {
		fmt.Println(err)
		return
	}
	c, err := checker.ReadCheckpoint(&file)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println("stopped by the", c.Stop)
	r, err := checker.Check(context.Background(), tickets, checker.Options{Algorithm: checker.States, Resume: c})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(r.Verdict, "after", r.Interleavings)
	// Output:
	// stopped by the interleaving budget
	// verified after 4
}

// A checkpoint fits only the options with which it was made.
func ExampleStaleCheckpoint() {
	var saved *checker.Checkpoint
	save := checker.Saving{Save: func(c *checker.Checkpoint) error { saved = c; return nil }}
	if _, err := checker.Check(context.Background(), tickets, checker.Options{MaxInterleavings: 3, Saving: &save}); err != nil {
		fmt.Println(err)
		return
	}
	_, err := checker.Check(context.Background(), tickets, checker.Options{Resume: saved, Delivery: proc.Bag})
	var stale *checker.StaleCheckpoint
	if errors.As(err, &stale) {
		fmt.Println(stale.Problem)
		fmt.Println(stale.Options)
	}
	// Output:
	// delivery is bag, and was instant when the checkpoint was written. Give the same options
	// [{delivery instant}]
}

// One order of events is repeated. After the given steps it continues in the default order of a
// search.
func ExampleStaleSchedule() {
	for _, text := range []string{"v1 main*3 client#2", "v1 server"} {
		schedule, err := trace.ParseSchedule(text)
		if err != nil {
			fmt.Println(err)
			return
		}
		r, err := checker.Check(context.Background(), tickets, checker.Options{Replay: schedule})
		var stale *checker.StaleSchedule
		switch {
		case errors.As(err, &stale):
			fmt.Printf("no step of %q is possible\n", text)
		case err != nil:
			fmt.Println(err)
		default:
			fmt.Println(r.Stop, "of", len(r.Replayed.Entries), "events")
		}
	}
	// Output:
	// replay of 18 events
	// no step of "v1 server" is possible
}

// Steps that the model cannot execute are skipped.
func ExampleSkippedStep() {
	schedule, err := trace.ParseSchedule("v1 main*3 server client#3 client#2")
	if err != nil {
		fmt.Println(err)
		return
	}
	r, err := checker.Check(context.Background(), tickets, checker.Options{Replay: schedule})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, s := range r.Skipped {
		fmt.Println("step", s.Step, "of", s.Process)
	}
	// Output:
	// step 4 of server
	// step 5 of client#3
}

// A schedule was kept when a client sent one message less. The channels of single messages have other numbers now.
func ExampleSimilar() {
	hellos := func(n int) checker.Model {
		return checker.Model{Name: "hellos", Delivery: proc.Bag, Main: func(p *proc.P) {
			self := p.Self()
			p.Spawn("client", func(p *proc.P) {
				for i := range n {
					p.Send(self, i)
				}
				p.Send(self, "done")
			})
			p.Assert(proc.Receive[any](p) != "done", "done last", "it is not")
		}}
	}
	was, err := checker.Check(context.Background(), hellos(1), checker.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	o := checker.Options{Replay: was.Violations[0].Steps}
	for _, e := range was.Violations[0].Trace.Entries {
		o.ReplayEvents = append(o.ReplayEvents, e.FileLine())
	}
	is, err := checker.Check(context.Background(), hellos(2), o)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(is.Verdict, is.Exact, "exact")
	for _, s := range is.Similar {
		fmt.Println(s)
	}
	// Output:
	// violated 5 exact
	// step 4 of the schedule is found by fingerprint (client → main #2: deliver "done" to main): it is now client → main #3: deliver "done" to main
}

// An error that says what is wrong with a model.
func ExampleInternalError() {
	m := checker.Model{Name: "leak", Main: func(p *proc.P) { p.Send(p.Self(), func() {}) }}
	_, err := checker.Check(context.Background(), m, checker.Options{})
	var failure *checker.Failure
	var model *checker.ModelError
	var internal *checker.InternalError
	if errors.As(err, &failure) {
		fmt.Println("it failed:", failure.Model)
	}
	switch {
	case errors.As(err, &model):
		fmt.Println("the model:", model.Problem)
	case errors.As(err, &internal):
		fmt.Println("the checker:", internal.Problem)
	}
	// Output:
	// it failed: leak
	// the model: the message: func() cannot be sent or stored: a func has no value that could be copied; send plain data
}

// What Check does at its core: a strategy decides, the world executes, and steps back to where the
// next interleaving leaves the previous one.
func ExampleStrategy() {
	world := world.NewSystem(proc.Body(tickets.Main), nil)
	defer world.Close()
	var strategy checker.Strategy = optimaldpor.New(optimaldpor.Config{Relation: causality.Relation{ReceivePatterns: true}})
	interleavings, events := 0, 0
	for {
		prefix, more := strategy.Begin()
		if !more {
			break
		}
		world.StepBack(0)
		for depth := 0; ; depth++ {
			enabled := world.Enabled(nil)
			if len(enabled) == 0 {
				break
			}
			var next trace.Step
			if depth < len(prefix) {
				next = prefix[depth]
			} else if next, _ = strategy.Choose(trace.View{Enabled: enabled}); !world.CanStep(next) {
				fmt.Println("not possible")
				return
			}
			e := world.Step(next)
			events++
			if err := strategy.Observe(depth, &e); err != nil {
				fmt.Println(err)
				return
			}
		}
		interleavings++
		if err := strategy.End(trace.Ending{Events: world.Depth()}); err != nil {
			fmt.Println(err)
			return
		}
	}
	fmt.Println(interleavings, "interleavings,", events, "events")
	// Output: 4 interleavings, 72 events
}

// One search for each bound, up to one that the bound does not cut.
func ExampleOptions_bounds() {
	r, err := checker.Check(context.Background(), tickets, checker.Options{Bound: bounding.Tree(3).From(0)})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, l := range r.Levels {
		fmt.Printf("bound %d: %d interleavings, %d branches cut\n", l.Bound, l.Interleavings, l.BoundCut)
	}
	fmt.Println(r.Verdict)
	// Output:
	// bound 0: 1 interleavings, 2 branches cut
	// bound 1: 3 interleavings, 1 branches cut
	// bound 2: 4 interleavings, 0 branches cut
	// verified
}

// The algorithms, and which of them can share a search among workers.
func ExampleAlgorithms() {
	for _, name := range checker.Algorithms() {
		fmt.Println(name, name.Traits().Parallel)
	}
	// Output:
	// auto true
	// optimal true
	// source false
	// naive false
	// states true
	// random-walk true
	// rapos true
	// pos true
	// pct true
	// d-pos true
	// tapct true
	// surw true
	// visited true
	// portfolio true
	// learn true
}
