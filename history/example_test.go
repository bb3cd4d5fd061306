package history_test

import (
	"context"
	"fmt"

	"github.com/anishathalye/porcupine"

	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/history"
	"github.com/checkmodel/checkmodel/proc"
)

// The clients of a counter ask for the next number. Two of them read the same one before either
// writes, so the counter is not linearizable. The property of the model and the verdicts on histories
// agree.
func ExampleCheck() {
	type (
		asked struct{}
		got   struct{ N int }
	)
	m := checker.Model{Name: "ticket", Main: func(p *proc.P) {
		self := p.Self()
		row := proc.NewTable[string, int](p, "row")
		row.Insert(p, "n", 0)
		for range 2 {
			p.Spawn("client", func(p *proc.P) {
				p.Send(p.Self(), asked{})
				n, _ := row.Lookup(p, "n")
				row.Insert(p, "n", n+1)
				p.Send(self, got{n})
			})
		}
		a, b := proc.Receive[got](p), proc.Receive[got](p)
		p.Assert(a != b, "numbers differ", "both clients got %d", a.N)
	}}
	counter := porcupine.Model{
		Init: func() any { return 0 },
		Step: func(next, _, output any) (bool, any) { return output == next, next.(int) + 1 },
	}
	clients := func(process string, events []history.Event) (all []history.Operation) {
		for i, e := range events {
			switch m := e.Message.(type) {
			case asked:
				all = append(all, history.Operation{Input: "next", Call: i, Return: history.Pending})
			case got:
				if process != "main" {
					all[0].Output, all[0].Return = m.N, i
				}
			}
		}
		return all
	}
	r, err := history.Check(context.Background(), m, checker.Options{}, counter, clients, "numbers differ")
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(r.Violating, "interleavings violate the property,", r.NotLinearizable, "are not linearizable")
	fmt.Println("differences:", len(r.Differences))
	// Output:
	// 2 interleavings violate the property, 2 are not linearizable
	// differences: 0
}
