package command

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/internal/printable"
	"github.com/checkmodel/checkmodel/internal/problems"
	"github.com/checkmodel/checkmodel/internal/report/advice"
	"github.com/checkmodel/checkmodel/internal/report/console"
	"github.com/checkmodel/checkmodel/internal/report/document"
	"github.com/checkmodel/checkmodel/parameter"
)

// Run searches the models that the options select, in turns, and writes the report to
// the environment's Stdout as it goes. It returns the exit status of the command. If that is
// Unusable, the reason is written to Stderr, unless the report tells the same reader. Packages that
// do not build, or whose models cannot be used, are skipped and named at the end.
//
// Run blocks until all searches have ended. When ctx is done, the current search ends after the
// current interleaving, no further search begins, and the report has the results so far.
func Run(ctx context.Context, env Environment, o Options, packages []Package) (worst Status) {
	env.Stderr = printable.Writer(env.Stderr)
	env.draw(!o.JSON && !env.Works)
	defer env.recoverPanic(&worst)
	if err := o.Validate(); err != nil {
		return env.unusable(err)
	}
	packages = slices.Clone(packages)
	deadline := time.Now().Add(o.Timeout)
	r, err := begin(ctx, deadline, env, o, packages)
	if err != nil {
		env.unusable(err)
	}
	if r == nil {
		if ctx.Err() != nil {
			return Interrupted
		}
		return Unusable
	}
	defer r.claims.Release()
	r.deadline = deadline
	if env.Works {
		return r.work(ctx)
	}
	if o.List {
		r.unlisted()
		return graver(r.problem(broken(r.list())), r.problem(leftOut(packages)))
	}
	if o.Conform != nil {
		return graver(r.conform(ctx), r.problem(leftOut(packages)))
	}
	if o.Explore {
		return graver(driving{r}.explore(ctx), r.problem(leftOut(packages)))
	}
	return graver(r.search(ctx), r.problem(leftOut(packages)))
}

// begin returns the run of the models that the options select. Packages whose models cannot be used
// get a nil Models. The error describes all problems; the run is nil if nothing can be searched.
func begin(ctx context.Context, deadline time.Time, env Environment, o Options, packages []Package) (*run, error) {
	if o.Timeout > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithDeadline(ctx, deadline)
		defer cancel()
	}
	parameter.Set(o.parameters())
	requests, err := gather(ctx, &env, packages, &o)
	all := []error{err}
	if len(requests) > 0 {
		requests, err = choose(requests, &o, env.Stderr)
		all = append(all, err)
	}
	r := &run{env: env, options: o, text: env.text(&o, len(requests))}
	var claimed error
	if len(requests) > 0 {
		claimed = r.claimCheckpoint(ctx) // before it is read
		r.requests, err = r.resume(requests)
		r.items = make([]document.Item, len(r.requests))
		all = append(all, err)
	}
	err = problems.Join(claimed, o.Destinations(env.Dir))
	all = append(all, err)
	if err != nil || len(r.requests) == 0 {
		r.claims.Release()
		r = nil
	}
	return r, problems.Join(all...)
}

// broken adds to the error that the report could not be written; it returns nil for nil.
func broken(err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("the report cannot be written: %w", err)
}

// unlisted reports which flags have no effect if models are only listed. It reports flags that name
// a file, for which the user may look.
func (r *run) unlisted() {
	o := &r.options
	say := func(flag, file string) {
		if file != "" {
			fmt.Fprintf(r.env.Stderr, "checkmodel: %s %s has no effect: -list searches nothing\n", flag, file)
		}
	}
	for _, output := range o.Outputs {
		say("-"+string(output.Format), output.File)
	}
	say("-keep", o.Keep)
	say("-checkpoint", o.Checkpoint)
}

func (r *run) list() error {
	if !r.options.JSON {
		return console.List(r.text, r.env.Stdout, r.requests)
	}
	for _, q := range r.requests {
		if err := console.ListJSON(r.env.Stdout, q); err != nil {
			return err
		}
	}
	return nil
}

// search searches all models and reports the results.
func (r *run) search(ctx context.Context) Status {
	if why := r.options.alone(); why != "" && r.options.Workers > 1 {
		fmt.Fprintf(r.env.Stderr, "checkmodel: -workers %d has no effect: %s\n", r.options.Workers, why)
	}
	if w := r.options.Workers; w > checker.MaxWorkers {
		fmt.Fprintf(r.env.Stderr, "checkmodel: -workers %d is too large: a search has at most %d workers\n", w, checker.MaxWorkers)
	}
	if a := r.options.search().For(&checker.Model{}).Algorithm.Traits(); r.options.Explain && !a.Explains {
		fmt.Fprintf(r.env.Stderr, "checkmodel: -explain has no effect: -search %s does not know what each interleaving is for; -search %s does\n",
			a.Name, checker.Only(func(t *checker.Traits) bool { return t.Explains }))
	}
	worst, lost, ok := r.searchAll(ctx)
	if !ok {
		return worst
	}
	r.keptNothing()
	worst = graver(worst, r.problem(r.unexplored()))
	worst = graver(worst, r.problem(r.noRoom()))
	worst = graver(worst, r.problem(r.write()))
	if lost == nil && !r.options.JSON {
		lost = r.recordError(console.Summary(r.text, r.env.Stdout, r.items))
		worst = graver(worst, r.reporter)
	}
	if lost != nil {
		worst = graver(worst, r.problem(broken(lost)))
		fmt.Fprintf(r.env.Stderr, "checkmodel: %s\n", advice.Conclusion(r.items))
	}
	return worst
}

// unexplored returns an error that names the models of which nothing was explored because of the
// time limit, or nil if there are none. An interrupt needs no explanation.
func (r *run) unexplored() error {
	untouched := r.untouched(func(it document.Item) bool { return it.Canceled == document.TimedOut })
	if len(untouched) == 0 {
		return nil
	}
	return fmt.Errorf("nothing was explored of %s: the time was up too soon; give more than -timeout %v",
		names(untouched), r.options.Timeout)
}

// untouched returns the requests for models of which nothing was explored, although they have no error, for the
// given reason.
func (r *run) untouched(reason func(document.Item) bool) (all []document.Request) {
	for i, it := range r.items {
		if it.Err == nil && !it.Result.Explored() && reason(it) {
			all = append(all, r.requests[i])
		}
	}
	return all
}

// report writes the result of one model: a row of the table, or everything as JSON.
func (r *run) report(it *document.Item) error {
	if r.options.JSON || !r.env.Together {
		r.problem(it.Err)
	}
	if sleepSetBlocked(it.Result) {
		r.env.unusable(fmt.Errorf("checkmodel internal error: %d interleavings of model %s ended sleep-set blocked, which no optimal search does; please report this with the model",
			it.Result.SleepSetBlocked, printable.OneLine(it.Name)))
	}
	if r.options.JSON {
		return r.recordError(document.JSON(r.env.Stdout, *it))
	}
	if r.table == nil {
		r.table = console.NewTable(r.text, r.requests)
		if err := r.table.Head(r.env.Stdout); err != nil {
			return err
		}
	}
	return r.recordError(r.table.Row(r.env.Stdout, *it))
}

// recordError records an internal error of the report, after which other reports are still written. It
// returns any other error.
func (r *run) recordError(err error) error {
	if broken := (*checker.InternalError)(nil); errors.As(err, &broken) {
		r.reporter = r.problem(err)
		return nil
	}
	return err
}
