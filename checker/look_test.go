package checker_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/proc"
	"github.com/checkmodel/checkmodel/trace"
)

// lookAt executes a schedule of a model and describes where it leads to.
func lookAt(t *testing.T, m checker.Model, o checker.Options, text string) *checker.Place {
	t.Helper()
	var err error
	if o.Replay, err = trace.ParseSchedule(text); err != nil {
		t.Fatal(err)
	}
	p, err := checker.Look(t.Context(), m, o, checker.Looking{Peek: true})
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// moves returns the possible steps, each with its event.
func moves(p *checker.Place) (all []string) {
	for _, m := range p.Moves {
		all = append(all, m.NamedStep.String()+": "+m.Event())
	}
	return all
}

// A person at the beginning of a greeting sees what can happen next, and what comes of it.
func ExampleLook() {
	m := checker.Model{Name: "greeting", Main: func(p *proc.P) {
		self := p.Self()
		p.Spawn("ann", func(p *proc.P) { p.Send(self, "hello") })
		p.Spawn("bob", func(p *proc.P) { p.Send(self, "goodbye") })
		first := proc.Receive[string](p)
		p.Assert(first == "hello", "manners", "the first word was %q", first)
	}}
	steps, _ := trace.ParseSchedule("v1 main*2 bob")
	place, err := checker.Look(context.Background(), m, checker.Options{Replay: steps}, checker.Looking{Peek: true})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, move := range place.Moves {
		fmt.Println(move.Actor+":", move.Event())
	}
	fmt.Println("main has got", place.Processes[0].Mailbox)
	// Output:
	// main: receive string → "goodbye" from bob
	// ann: send "hello" to main
	// bob: end
	// main has got ["goodbye" from bob]
}

// TestLook: the moves are tried without a trace, and the places agree with what happens.
func TestLook(t *testing.T) {
	if p := lookAt(t, rivals, checker.Options{}, "v1"); len(p.Interleaving.Steps) != 0 || p.Ended || !slices.Equal(moves(p), []string{"main: spawn left"}) {
		t.Errorf("at the beginning there are %v, and %q can happen", p.Interleaving.Steps, moves(p))
	}
	p := lookAt(t, rivals, checker.Options{}, "v1 main*2 right main")
	if want := []string{"main: choose one of 2 → 0", "main=1: choose one of 2 → 1", `left: send "left" to main`, "right: end"}; !slices.Equal(moves(p), want) {
		t.Errorf("%q can happen, want %q", moves(p), want)
	}
	if p = lookAt(t, rivals, checker.Options{}, "v1 main*2 right main main=1 main"); !strings.Contains(fmt.Sprint(p.Judgments), `violated right was first 6`) || len(p.Violations) != 1 {
		t.Errorf("the properties are %v, with %d violations", p.Judgments, len(p.Violations))
	}
	if p = lookAt(t, rivals, checker.Options{}, "v1 main*2 right*2 main*2 left*2 main"); !p.Ended || len(p.Moves) > 0 || len(p.Skipped) > 0 {
		t.Errorf("at the end %q can happen; skipped is %v", moves(p), p.Skipped)
	}
}
