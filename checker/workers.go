package checker

import (
	"context"
	"sync"

	"github.com/checkmodel/checkmodel/optimaldpor"
)

// Several workers, each with a world of its own, explore one tree together. What
// they find is accounted for in the order in which one worker would have found it
// (optimaldpor.Search), so the result does not depend on how many there are.

// several reports whether the search is one for several workers. One alone works in the same way:
// what is accounted for, and what is not where the search ends, must not depend on their number.
func (o *Options) several() bool { return o.Replay == nil && o.Algorithm.Traits().Parallel }

// share lets other workers take part in the search, once the first has executed so
// many interleavings.
func (x *exploration) share(alone int) {
	x.alone = alone
	x.search = optimaldpor.NewSearch(x.result.Options.config())
	x.strategy = x.search.Explorer(x.now, x.later)
	if x.result.Options.Saving != nil {
		x.search.Between(x.save)
	}
}

// another returns one more worker.
func (x *exploration) another() *exploration {
	y := &exploration{search: x.search, result: x.result, ledger: x.ledger, watch: x.watch, hearings: x.hearings, staff: x.staff}
	y.strategy = x.search.Explorer(y.now, y.later)
	x.ledger.employ(y)
	return y
}

// aloneFor is how many interleavings the first worker executes before there are
// others. A small search is not worth several; and what is wrong with a model
// mostly shows soon, and is easier to tell while nobody else executes it.
const aloneFor = 100

// work explores, with as many workers as there shall be. The first error of one of
// them is the end for all.
func (x *exploration) work(ctx context.Context) error {
	if x.search == nil {
		return x.run(ctx)
	}
	t := &team{search: x.search, first: x, ctx: ctx}
	x.watch.Expect(1)
	defer x.watch.Expect(-1)
	x.company = t.complete
	if r := x.result; r.Options.MaxInterleavings > 0 {
		x.search.SetBudget(max(0, r.Options.MaxInterleavings-r.Interleavings-r.Options.below.spent()))
	}
	t.start(func() error { return x.run(ctx) })
	t.wait.Wait()
	return t.err
}

// team is the workers of a search.
type team struct {
	search *optimaldpor.Search
	first  *exploration
	ctx    context.Context
	wait   sync.WaitGroup
	mu     sync.Mutex
	err    error // the first one
}

// start lets one more worker begin.
func (t *team) start(search func() error) {
	t.wait.Add(1)
	go func() {
		err := errExited
		defer func() {
			t.search.Stop() // there is nothing more, or nothing more shall be
			t.mu.Lock()
			if t.err == nil {
				t.err = err
			}
			t.mu.Unlock()
			t.wait.Done()
		}()
		err = recovered(search)
	}()
}

// complete lets all other workers begin.
func (t *team) complete() {
	x := t.first
	for range x.result.Options.Workers - 1 {
		if t.ctx.Err() != nil { // to make one executes code of the model
			return
		}
		y := x.another()
		y.play(x.sys.Partner()) // now, as the first worker goes on with its own system
		x.watch.Expect(1)
		t.start(func() error {
			defer x.watch.Expect(-1)
			defer y.sys.Close()
			return y.run(t.ctx)
		})
	}
}
