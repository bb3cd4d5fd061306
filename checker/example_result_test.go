package checker_test

import (
	"context"
	"errors"
	"fmt"

	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/proc"
	"github.com/checkmodel/checkmodel/trace"
	"github.com/checkmodel/checkmodel/trace/kind"
)

// Two messages that arrive in either order.
var greetings = checker.Model{Name: "greetings", Main: func(p *proc.P) {
	self := p.Self()
	p.Spawn("ann", func(p *proc.P) { p.Send(self, 1) })
	p.Spawn("bob", func(p *proc.P) { p.Send(self, 2) })
	first := proc.Receive[int](p)
	p.Assert(first == 1, "in order", "%d came first", first)
}}

// Why an interleaving was explored that violates something, and how to execute it again.
func ExampleViolation() {
	r, err := checker.Check(context.Background(), greetings, checker.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	v := r.Violations[0]
	fmt.Println(v.Steps)
	why := v.Reversal
	fmt.Printf("%s came only after %s\n", why.Second.Operation, why.First.Operation)
	// Output:
	// v1 main*2 bob main*2
	// send 2 to main came only after send 1 to main
}

// Which operations make a search large.
func ExampleCause() {
	r, err := checker.Check(context.Background(), greetings, checker.Options{Until: checker.UntilEnd, Explain: true})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, c := range r.Causes {
		fmt.Printf("%d for the order of messages to %s, taken by %s\n", c.Count, c.Mailbox, c.Receive.Operation)
	}
	// Output: 1 for the order of messages to main, taken by receive int
}

// tally counts how interleavings end. It declares that it does not read their events.
type tally map[trace.Outcome]int

func (o tally) Interleaving(_ int, how trace.Outcome, _ []trace.Event) { o[how]++ }
func (o tally) Counting()                                              {}

func ExampleObserver() {
	o := tally{}
	if _, err := checker.Check(context.Background(), greetings, checker.Options{Until: checker.UntilEnd, Observer: o}); err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(o[trace.Complete], "complete,", o[trace.Violated], "violated")
	// Output: 1 complete, 1 violated
}

// postcards prints the sends of each interleaving.
type postcards struct{ world checker.World }

func (s *postcards) Inspect(w checker.World) { s.world = w }

func (s *postcards) Interleaving(number int, _ trace.Outcome, events []trace.Event) {
	fmt.Printf("%d.", number)
	for _, e := range events {
		if e.Kind == kind.Send {
			fmt.Printf(" %s sends %v", s.world.Actor(e.Actor), s.world.Value(e.Value))
		}
	}
	fmt.Println()
}

func ExampleInspector() {
	if _, err := checker.Check(context.Background(), greetings, checker.Options{Until: checker.UntilEnd, Observer: &postcards{}}); err != nil {
		fmt.Println(err)
	}
	// Output:
	// 1. ann sends 1 bob sends 2
	// 2. bob sends 2 ann sends 1
}

// forecast prints the remaining work.
type forecast struct{ ask func() checker.Estimate }

func (f *forecast) Forecast(ask func() checker.Estimate) { f.ask = ask }

func (f *forecast) Interleaving(number int, _ trace.Outcome, _ []trace.Event) {
	fmt.Println(number, "explored,", f.ask().Planned, "more planned")
}

func ExampleForecaster() {
	if _, err := checker.Check(context.Background(), tickets, checker.Options{Observer: &forecast{}}); err != nil {
		fmt.Println(err)
	}
	// Output:
	// 1 explored, 0 more planned
	// 2 explored, 1 more planned
	// 3 explored, 0 more planned
	// 4 explored, 0 more planned
}

// graph counts the states that are explored to judge an Eventually.
type graph struct{ states int }

func (*graph) Interleaving(int, trace.Outcome, []trace.Event) {}

func (g *graph) Judging(states, _ int) { g.states = states }

func ExampleJudging() {
	type lit struct{}
	light := checker.Eventually(checker.Property{Name: "lit"}, func(lamps []checker.Exposed[lit]) error {
		if len(lamps) == 0 {
			return errors.New("it is dark")
		}
		return nil
	})
	m := checker.Model{Name: "lamp", Rules: []checker.Rule{light}, Main: func(p *proc.P) { proc.Expose(p, lit{}) }}
	var g graph
	r, err := checker.Check(context.Background(), m, checker.Options{Observer: &g})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(r.Verdict, "after judging", g.states, "state")
	// Output: verified after judging 1 state
}

// What keeps the states of a model from coming again.
func ExampleGrowth() {
	counting := checker.Model{Name: "counting", Main: func(p *proc.P) {
		proc.Loop(p, 1, func(term *int) bool {
			p.Send(p.Self(), *term)
			proc.Receive[int](p)
			*term++
			return true
		})
	}}
	r, err := checker.Check(context.Background(), counting, checker.Options{Algorithm: checker.States, MaxEvents: 100})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, g := range r.Growth {
		fmt.Printf("%s: %s, from %d to %d\n", g.Process, g.What, g.From, g.To)
	}
	// Output: main: state of its loop, from 1 to 50
}

// The operations that an endless model repeats.
func ExampleRepetition() {
	polling := checker.Model{Name: "polling", Main: func(p *proc.P) {
		for {
			if _, ok := proc.ReceiveTimeout[string](p); ok {
				return
			}
		}
	}}
	r, err := checker.Check(context.Background(), polling, checker.Options{MaxEvents: 100})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, again := range r.Repeated {
		fmt.Printf("%s: %s, %d times\n", again.Process, again.Operation, again.Count)
	}
	// Output: main: receive string or time out, 100 times
}
