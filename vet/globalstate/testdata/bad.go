package testdata

import (
	"os"

	"github.com/checkmodel/checkmodel/proc"
)

var (
	counter int
	rows    = map[string]int{}
	leader  struct{ term int }
	limit   = 3
	buffer  tally
)

type tally int

func (t *tally) add() { *t++ }

func process(p *proc.P) {
	counter++         // want `counter belongs to the package, .* and is changed here`
	rows["a"] = 1     // want `rows belongs to the package, .* and is changed here`
	delete(rows, "a") // want `rows belongs to the package, .* and is changed here`
	leader.term = 2   // want `leader belongs to the package, .* and is changed here`
	own := &leader    // want `leader belongs to the package, .* where its address is taken`
	own.term = 3
	buffer.add()              // want `buffer belongs to the package, .* where its address is taken`
	p.Send(p.Self(), counter) // want `counter belongs to the package and is changed at .*bad\.go:`
	if limit > 2 {            // want `limit belongs to the package and is changed at .*bad\.go:`
		os.Args = nil // want `Args belongs to the package, .* and is changed here`
	}
}

// No process calls it, but what it changes, processes read.
func SetLimit(n int) { limit = n }
