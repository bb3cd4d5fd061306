package corpus_test

import (
	"context"
	"fmt"

	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/internal/corpus"
	"github.com/checkmodel/checkmodel/proc"
)

// A violation as text can be kept, and executed again.
func ExampleFailure() {
	m := checker.Model{Name: "in-order", Main: func(p *proc.P) {
		self := p.Self()
		p.Spawn("ann", func(p *proc.P) { p.Send(self, 1) })
		p.Spawn("bob", func(p *proc.P) { p.Send(self, 2) })
		first := proc.Receive[int](p)
		p.Assert(first == 1, "in order", "%d came first", first)
	}}
	r, err := checker.Check(context.Background(), m, checker.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	text := corpus.Of(m, r.Violations[0], checker.Options{Delivery: proc.Instant}).String()
	fmt.Print(text)

	kept, err := corpus.Parse(text)
	if err != nil {
		fmt.Println(err)
		return
	}
	r, err = checker.Check(context.Background(), m, checker.Options{Replay: kept.Schedule()})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%s again; what is different: %q\n", r.Verdict, kept.Deviation(r.Replayed))
	// Output:
	// v1
	// # model in-order violates in order
	// # 2 came first
	// main  # spawn ann
	// main  # spawn bob
	// bob   # send 2 to main  ## a04f2f39 e59ce77d
	// main  # receive int → 2 from bob  ## c536f6e7 117a34c3
	// main  # end: in order violated → 2 came first
	// violated again; what is different: ""
}
