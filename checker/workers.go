package checker

import (
	"context"

	"github.com/checkmodel/checkmodel/optimaldpor"
)

// Several workers, each with a world of its own, explore one tree together. What
// they find is accounted for in the order in which one worker would have found it
// (optimaldpor.Search), so the result does not depend on how many there are.

// shared reports whether the search is one for several workers.
func (o *Options) shared() bool {
	return o.Workers > 1 && o.Replay == nil && (o.Algorithm == Optimal || o.Algorithm == "")
}

// share lets other workers take part in the search.
func (x *exploration) share() {
	var bound optimaldpor.Bound
	if b := x.result.Options.Bound; b != nil {
		bound = b
	}
	x.search = optimaldpor.NewSearch(x.result.Options.Relation(), bound)
	x.strategy = x.search.Explorer(x.now, x.later)
}

// another returns one more worker.
func (x *exploration) another() *exploration {
	y := &exploration{search: x.search, result: x.result, ledger: x.ledger, watch: x.watch}
	y.strategy = x.search.Explorer(y.now, y.later)
	return y
}

// work explores with as many workers as there shall be. The first error of one of
// them is the end for all.
func (x *exploration) work(ctx context.Context) error {
	if x.search == nil {
		return x.run(ctx)
	}
	n := x.result.Options.Workers
	x.watch.Expect(n)
	defer x.watch.Expect(-n)
	errs := make(chan error, n)
	worker := func(search func() error) {
		err := errExited
		defer func() {
			x.search.Stop() // there is nothing more, or nothing more shall be
			errs <- err
		}()
		err = recovered(search)
	}
	for range n - 1 {
		y := x.another()
		go worker(func() error {
			y.sys = x.sys.Twin()
			defer y.sys.Close()
			return y.run(ctx)
		})
	}
	go worker(func() error { return x.run(ctx) })
	var first error
	for range n {
		if err := <-errs; first == nil {
			first = err
		}
	}
	return first
}
