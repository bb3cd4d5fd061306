package cli

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"time"

	"github.com/checkmodel/checkmodel/bounding"
	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/internal/printable"
	"github.com/checkmodel/checkmodel/internal/problems"
	"github.com/checkmodel/checkmodel/internal/report"
)

// Environment is the world around a run.
type Environment struct {
	Stdout io.Writer // the report
	Stderr io.Writer // what went wrong
	// Together says that who reads the one of them reads the other. What the report
	// says of a model that failed is not said twice then.
	Together bool
	// Progress is told how far the search is, in a line every 30 seconds; nil if
	// nobody shall be told. On a terminal, which is usually the one that Stdout and
	// Stderr are, too, it is one line that is written over again and again.
	Progress   io.Writer
	OnTerminal bool // Progress is a terminal
	// ProgressWidth is that of this terminal; 0 if it is not known.
	ProgressWidth int
	Width         int              // of the terminal that Stdout is; 0 if it is none
	Color         bool             // Stdout may be sent escape sequences
	Dir           string           // the working directory
	Identity      string           // of the program, for checkpoints: another one has another
	Now           func() time.Time // the clock
	Memory        int64            // in bytes, that the searches may take unless Options say so; 0 is no limit
	// Begins is told of each model whose search begins, by the name in the report; nil
	// if nobody wants to know.
	Begins func(model string)
	// Saved is told of each file that the present search was saved in, as messages name it; nil
	// if nobody wants to know.
	Saved func(file string)
	// Patience says how long a process may take to its next operation, or a rule to its answer,
	// as that of checker.Options does. Ending says that the search shall end: somebody waits.
	// nil waits for ever.
	Patience func(ending bool) (context.Context, context.CancelFunc)
}

// Run searches the models of the packages that the options select, one after the
// other, and writes the report to the environment's Stdout as it goes. It returns
// how the command shall exit, after having said on Stderr why if that is
// Unusable, unless the report says so to the same reader. Packages that do not build, or
// whose models cannot be used, are left out and named in the end.
//
// Run blocks until all searches have ended. When ctx is done the present search
// ends behind the present interleaving, those behind it do not begin, and the
// report says what was established until then.
func Run(ctx context.Context, env Environment, o Options, packages []Package) (worst Status) {
	env.Stderr = printable.Writer(env.Stderr)
	defer env.recovered(&worst)
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
	r.deadline = deadline
	r.text.NameWidth = report.NameWidth(r.items)
	if o.List {
		r.unlisted()
		return graver(r.problem(broken(r.list())), r.problem(leftOut(packages)))
	}
	endProfiles, err := r.beginProfiles()
	if err != nil {
		return env.unusable(err)
	}
	status := r.search(ctx)
	if err := endProfiles(); err != nil {
		status = graver(status, env.unusable(err))
	}
	return graver(status, r.problem(leftOut(packages)))
}

// begin returns the run of the models that the options select. Packages whose models cannot
// be used become ones that have nothing to ask. The error says all that is wrong; the run is
// nil if nothing can be searched.
func begin(ctx context.Context, deadline time.Time, env Environment, o Options, packages []Package) (*run, error) {
	if o.Timeout > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithDeadline(ctx, deadline)
		defer cancel()
	}
	items, err := gather(ctx, &env, packages, &o)
	all := []error{err}
	if len(items) > 0 {
		items, err = choose(items, &o)
		all = append(all, err)
	}
	r := &run{tree: new(report.Tree), env: env, options: o, text: env.text(&o)}
	if len(items) > 0 {
		r.items, err = r.resume(items)
		all = append(all, err)
	}
	err = o.Destinations(env.Dir)
	all = append(all, err)
	if err != nil || len(r.items) == 0 {
		r = nil
	}
	return r, problems.Join(all...)
}

// problem says what went wrong, if something did, and returns what that means for the
// exit status.
func (r *run) problem(err error) Status {
	if err == nil {
		return AsDeclared
	}
	return r.env.unusable(err)
}

// broken says that the report could not be written, if there is an error.
func broken(err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("the report cannot be written: %w", err)
}

// unusable says what is wrong, each problem on a line of its own, and what calls led there.
func (env *Environment) unusable(err error) Status {
	for _, e := range problems.Each(err) {
		fmt.Fprintf(env.Stderr, "checkmodel: %v\n", e)
		report.Text{Dir: env.Dir}.Failure(env.Stderr, e) // who does not read this does without
	}
	return Unusable
}

// text returns what writes reports for people.
func (env *Environment) text(o *Options) report.Text {
	return report.Text{Dir: env.Dir, Full: o.Verbose, Width: cmp.Or(o.Width, env.Width), Columns: env.Width, Color: env.Color, Elsewhere: !env.Together}
}

// run is a run under way.
type run struct {
	env      Environment
	options  Options
	items    []report.Item // those selected
	text     report.Text
	tree     *report.Tree // of the one item, if Options.Tree asks for it
	deadline time.Time    // of the searches, if the options have a time limit
	reporter Status       // Unusable once the report of a model could not be made
	saved    string       // the model of the first search that was stopped and is saved; "" if there is none
}

// unlisted says which flags have no effect when models are listed: those that name a file
// somebody may look for.
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
	say("-tree", o.Tree)
	say("-keep", o.Keep)
	say("-checkpoint", o.Checkpoint)
}

func (r *run) list() error {
	if !r.options.JSON {
		return r.text.List(r.env.Stdout, r.items)
	}
	for _, it := range r.items {
		if err := report.ListJSON(r.env.Stdout, it); err != nil {
			return err
		}
	}
	return nil
}

// errTimeout is why a context is done when the time of the run is up.
var errTimeout = errors.New("timeout")

// search searches all models and reports what it establishes.
func (r *run) search(ctx context.Context) Status {
	if why := r.options.alone(); why != "" && r.options.Workers > 1 {
		fmt.Fprintf(r.env.Stderr, "checkmodel: -workers %d has no effect: %s\n", r.options.Workers, why)
	}
	if w := r.options.Workers; w > checker.MaxWorkers {
		fmt.Fprintf(r.env.Stderr, "checkmodel: -workers %d is taken for %d, which is the most that a search has\n", w, checker.MaxWorkers)
	}
	if a := r.options.search().For(&checker.Model{}).Algorithm; r.options.Explain && a != "" && a != checker.Optimal {
		fmt.Fprintf(r.env.Stderr, "checkmodel: -explain has no effect: -dpor %s does not know what each interleaving is for; -dpor optimal does\n", a)
	}
	if k := r.options.BoundKind; k != "" && k != bounding.ByTree && r.options.Bound == nil {
		fmt.Fprintf(r.env.Stderr, "checkmodel: -bound-kind %s has no effect without -bound N\n", k)
	}
	worst := AsDeclared
	var lost error // why there can be no report on Stdout any more
	for i := range r.items {
		it := &r.items[i]
		own, cancel := r.share(ctx, time.Until(r.deadline), r.items[i:])
		unsaved := r.check(own, it)
		cancel()
		if refused(it.Err) { // there was no search that a report could be about
			return r.env.unusable(it.Err)
		}
		r.lost(it)
		ctx = memoryLeft(ctx, it)
		if lost == nil {
			lost = r.report(it)
		}
		r.compare(it.Result)
		r.misfit(it.Result)
		worst = graver(worst, r.problem(unsaved))
		worst = graver(worst, r.problem(r.keep(it)))
		worst = graver(graver(worst, status(it, &r.options)), r.reporter)
		if lost != nil && len(r.options.Outputs) == 0 { // what comes behind would be for nobody
			r.items = r.items[:i+1]
			break
		}
	}
	r.keptNothing()
	worst = graver(worst, r.problem(r.unexplored()))
	worst = graver(worst, r.problem(r.noRoom()))
	worst = graver(worst, r.problem(r.write()))
	if lost == nil && !r.options.JSON {
		lost = r.made(r.text.Summary(r.env.Stdout, r.items))
		worst = graver(worst, r.reporter)
	}
	if lost != nil {
		worst = graver(worst, r.problem(broken(lost)))
		fmt.Fprintf(r.env.Stderr, "checkmodel: %s\n", report.Conclusion(r.items))
	}
	return worst
}

// share returns the context of the first of the searches that are left. If the run has a time
// limit, of which that much is left, each of them has an equal part of it; what one does
// not need is left for the others. The model may have a limit of its own.
func (r *run) share(ctx context.Context, left time.Duration, items []report.Item) (context.Context, context.CancelFunc) {
	part, own := left/time.Duration(len(items)), time.Duration(items[0].Result.Model.Search.Seconds)*time.Second
	switch {
	case r.options.Timeout == 0 && own == 0 || r.options.Replay != nil && r.options.Timeout == 0:
		return context.WithCancel(ctx)
	case r.options.Timeout == 0 || own > 0 && own < part && r.options.Replay == nil:
		part = own
	}
	return context.WithTimeoutCause(ctx, part, errTimeout)
}

// unexplored returns an error that names the models of which the time limit let nothing be
// explored; nil if there are none. After an interrupt
// that needs no explanation.
func (r *run) unexplored() error {
	var items []report.Item
	for _, it := range r.items {
		if it.Canceled == report.TimedOut && it.Err == nil && it.Result.Interleavings == 0 {
			items = append(items, it)
		}
	}
	if len(items) == 0 {
		return nil
	}
	return fmt.Errorf("nothing was explored of %s: the time was up too soon; give more than -timeout %v, or select fewer models with -model",
		names(items), r.options.Timeout)
}

// report writes what was established of one model.
func (r *run) report(it *report.Item) error {
	if r.options.JSON || !r.env.Together {
		r.problem(it.Err)
	} else {
		defer r.text.Failure(r.env.Stderr, it.Err)
	}
	if sleepSetBlocked(it.Result) {
		r.env.unusable(fmt.Errorf("checkmodel internal error: %d interleavings of model %s ended sleep-set blocked, which no optimal search does; please report this with the model",
			it.Result.SleepSetBlocked, it.Name))
	}
	if r.options.JSON {
		return r.made(report.JSON(r.env.Stdout, *it))
	}
	return r.made(r.text.Model(r.env.Stdout, *it))
}

// made takes note of an internal error of the reporter, which keeps nothing else from being reported. It
// returns any other error.
func (r *run) made(err error) error {
	if broken := (*checker.InternalError)(nil); errors.As(err, &broken) {
		r.reporter = r.problem(err)
		return nil
	}
	return err
}

// check searches one model and notes what came of it. An error says why a search that
// was stopped could not be saved.
func (r *run) check(ctx context.Context, it *report.Item) (unsaved error) {
	asked := *it.Result
	asked.Options.Memory = r.memory()
	if p := r.env.Patience; p != nil {
		asked.Options.Patience = func() (context.Context, context.CancelFunc) { return p(ctx.Err() != nil) }
	}
	var watching observers
	var p *progress
	if r.env.Progress != nil && !r.options.JSON {
		p = &progress{name: it.Name, out: r.env.Progress, now: r.env.Now, lines: !r.env.OnTerminal, limit: r.env.ProgressWidth}
		p.begin(before(&asked.Options))
		defer p.clear()
		watching = append(watching, p)
	}
	if r.options.Tree != "" {
		watching = append(watching, r.tree)
	}
	asked.Options.Observer = watching.together()
	if r.env.Begins != nil {
		r.env.Begins(it.Name)
	}
	start := r.env.Now()
	saving := r.saves(ctx, it.Name, start, p, &asked.Model, &asked.Options)
	result, err := checker.Check(ctx, asked.Model, asked.Options)
	it.Elapsed = before(&asked.Options) + r.env.Now().Sub(start)
	unsaved = saving.end(result)
	if result == nil { // the search did not begin
		asked.Options = asked.Options.For(&asked.Model)
		result = &asked
	}
	result.Options.Observer, result.Options.Saving = nil, nil // they hold the whole search, and the next one needs room
	if f := flags(err); f != "" {
		err = fmt.Errorf("%w. The search that was saved had %s", err, f)
	}
	it.Result, it.Err = result, err
	if err != nil {
		result.Verdict, result.Expected = checker.Failed, false
	}
	if result.Stop == checker.Canceled {
		it.Canceled = report.Interrupted
		switch context.Cause(ctx) {
		case errTimeout:
			it.Canceled = report.TimedOut
		case errNoMemory:
			it.Canceled = report.NoMemory
		}
	}
	return unsaved
}
