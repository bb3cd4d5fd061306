package history_test

import (
	"testing"

	"github.com/anishathalye/porcupine"

	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/history"
	"github.com/checkmodel/checkmodel/proc"
)

// A model has no property, and its clients send by name. The histories show what is wrong, and the
// schedule leads there again.
func TestExampleCanBeExecutedAgain(t *testing.T) {
	type (
		asked struct{}
		got   struct{ N int }
	)
	m := checker.Model{Name: "ticket", Main: func(p *proc.P) {
		main := p.Self()
		row := proc.NewTable[string, int](p, "row")
		row.Insert(p, "n", 0)
		for _, name := range []string{"a", "b"} {
			p.Spawn(name, func(p *proc.P) {
				p.Register(name, p.Self())
				p.SendName(name, asked{})
				n, _ := row.Lookup(p, "n")
				row.Insert(p, "n", n+1)
				p.SendName(name, got{n})
				p.Send(main, "done")
			}, proc.Daemon)
		}
		p.Receive()
		p.Receive()
	}}
	counter := porcupine.Model{
		Init: func() any { return 0 },
		Step: func(next, _, output any) (bool, any) { return output == next, next.(int) + 1 },
	}
	clients := func(_ string, events []history.Event) (all []history.Operation) {
		for i, e := range events {
			switch m := e.Message.(type) {
			case asked:
				all = append(all, history.Operation{Input: "next", Call: i, Return: history.Pending})
			case got:
				all[0].Output, all[0].Return = m.N, i
			}
		}
		return all
	}
	r, err := history.Check(t.Context(), m, checker.Options{}, counter, clients)
	if err != nil {
		t.Fatal(err)
	}
	if r.Verdict != checker.Verified || r.NotLinearizable == 0 || r.Example == "" || len(r.Differences) != r.NotLinearizable {
		t.Fatalf("%d of %d are not linearizable, such as %q; %d differences", r.NotLinearizable, r.Interleavings, r.Example, len(r.Differences))
	}
	again, err := checker.Check(t.Context(), m, checker.Options{Replay: r.Schedule})
	if err != nil {
		t.Fatal(err)
	}
	inserted := 0
	for _, e := range again.Replayed.Entries {
		if e.Operation == `insert into row: "n" → 1` {
			inserted++
		}
	}
	if inserted != 2 {
		t.Errorf("the schedule %s leads to %d numbers that are the same: %+v", r.Schedule, inserted, again.Replayed.Entries)
	}
}

// A panic in the function that derives operations is an error, which says where.
func TestPanic(t *testing.T) {
	m := checker.Model{Name: "one", Main: func(p *proc.P) { p.Send(p.Self(), 1) }}
	_, err := history.Check(t.Context(), m, checker.Options{}, porcupine.Model{}, func(string, []history.Event) []history.Operation { panic("oh") })
	const want = "interleaving 1: the function that derives the operations of process main panicked: oh"
	if err == nil || err.Error() != want {
		t.Errorf("the error is %v, want %s", err, want)
	}
}
