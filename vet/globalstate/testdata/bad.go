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
	shared  = new(tally)
	store   = &cache{rows: map[string]int{}}
)

type tally int

func (t *tally) add() { *t++ }

type cache struct {
	rows map[string]int
	hits tally
}

func (c *cache) get(key string) int { c.hit(); return c.rows[key] }
func (c *cache) hit()               { c.hits.add() }
func (c *cache) size() int          { return len(c.rows) }

func process(p *proc.P) {
	counter++         // want `counter belongs to the package, .* and is changed here`
	rows["a"] = 1     // want `rows belongs to the package, .* and is changed here`
	delete(rows, "a") // want `rows belongs to the package, .* and is changed here`
	leader.term = 2   // want `leader belongs to the package, .* and is changed here`
	own := &leader    // want `leader belongs to the package, .* where its address is taken`
	own.term = 3
	buffer.add()                     // want `buffer belongs to the package, .* where its address is taken`
	shared.add()                     // want `shared belongs to the package, .* and is changed here`
	p.Send(p.Self(), store.get("a")) // want `store belongs to the package, .* and is changed here`
	p.Send(p.Self(), store.size())   // want `store belongs to the package and is changed at`
	p.Send(p.Self(), counter)        // want `counter belongs to the package and is changed at .*bad\.go:`
	if limit > 2 {                   // want `limit belongs to the package and is changed at .*bad\.go:`
		os.Args = nil // want `Args belongs to the package, .* and is changed here`
	}
}

// No process calls it, but what it changes, processes read.
func SetLimit(n int) { limit = n }
