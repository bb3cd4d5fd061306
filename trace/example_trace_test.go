package trace_test

import (
	"context"
	"fmt"

	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/proc"
	"github.com/checkmodel/checkmodel/trace"
)

// A trace holds the events of an interleaving, what they changed in tables, which of them could
// have come in the other order, and which processes have not ended.
func ExampleTrace() {
	m := checker.Model{Name: "locked", Main: func(p *proc.P) {
		t := proc.NewTable[string, int](p, "t")
		p.Spawn("reader", func(p *proc.P) { t.Lookup(p, "k") })
		t.Insert(p, "k", 1)
		p.Receive()
	}}
	r, err := checker.Check(context.Background(), m, checker.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	tr := r.Violations[0].Trace
	for _, e := range tr.Entries {
		fmt.Printf("%d. %s: %s", e.Number, e.Process, e.Operation)
		if e.Row != nil && e.Row.Key != "" {
			fmt.Printf(" (row %s is %s)", e.Row.Key, e.Row.Value)
		}
		fmt.Println()
	}
	for _, pair := range tr.Races {
		fmt.Println("a race:", pair.First, pair.Second)
	}
	for _, pause := range tr.Next {
		fmt.Printf("%s: %s, can move: %t\n", pause.Process, pause.Operation, pause.CanMove)
	}
	// Output:
	// 1. main: new table t
	// 2. main: spawn reader
	// 3. main: insert into t: "k" → 1 (row "k" is 1)
	// 4. reader: look up "k" in t
	// 5. reader: end
	// a race: 3 4
	// main: receive any message, can move: false
}

// An event has the declared states that it has changed.
func ExampleDeclaredState() {
	m := checker.Model{Name: "ticks", Main: func(p *proc.P) {
		p.Send(p.Self(), "tick")
		proc.Loop(p, 0, func(ticks *int) bool {
			proc.Receive[string](p)
			*ticks++
			return true
		})
	}}
	r, err := checker.Check(context.Background(), m, checker.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, e := range r.Violations[0].Trace.Entries {
		for _, d := range e.Declared {
			fmt.Printf("after %s, the %s of %s: %s\n", e.Operation, d.Part, d.Process, d.Text)
		}
	}
	// Output:
	// after send "tick" to main, the loop of main: 0
	// after receive string, the loop of main: 1
}

// A process that waits with a time limit asks for a receive that the alarm can end.
func ExampleLimit() {
	m := checker.Model{Name: "impatient", Main: func(p *proc.P) { proc.ReceiveWithin[string](p, 5) }}
	now, err := checker.Look(context.Background(), m, checker.Options{Replay: trace.NamedSchedule{{Actor: "main"}}}, checker.Looking{})
	if err != nil {
		fmt.Println(err)
		return
	}
	l := now.Processes[0].Limit
	fmt.Printf("%s; the %s of %s\n", l.Without, l.Alarm, l.Process)
	// Output: receive string; the time limit of main
}
