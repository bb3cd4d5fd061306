package backtrack_test

import (
	"context"
	"fmt"

	"github.com/checkmodel/checkmodel/bounding"
	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/optimaldpor/backtrack"
	"github.com/checkmodel/checkmodel/proc"
)

// rivals has two processes that send to the first one.
func rivals(p *proc.P) {
	for n := range 2 {
		first := p.Self()
		p.Spawn("rival", func(p *proc.P) { p.Send(first, n) })
	}
	proc.Receive[int](p)
	proc.Receive[int](p)
}

// explore prints how many interleavings the strategy explores.
func explore(s checker.Strategy) {
	result, err := checker.Check(context.Background(), checker.Model{Name: "rivals", Main: rivals}, checker.Options{Strategy: func() checker.Strategy { return s }})
	fmt.Println(result.Interleavings, err)
}

// Each class is explored: either message comes first.
func ExampleSource() {
	explore(backtrack.NewSource(backtrack.Config{}))
	// Output: 2 <nil>
}

// Within a bound, each class that has an interleaving without preemption; some are explored more than once.
func ExampleBPOR() {
	explore(backtrack.NewBPOR(backtrack.Config{Bound: bounding.Preemption(0)}))
	// Output: 3 <nil>
}

// Every interleaving, also those that differ in the order of independent events.
func ExampleNaive() {
	explore(backtrack.NewNaive(backtrack.Config{}))
	// Output: 133 <nil>
}
