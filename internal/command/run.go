package command

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"runtime/debug"
	"slices"
	"time"

	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/internal/byhand"
	"github.com/checkmodel/checkmodel/internal/printable"
	"github.com/checkmodel/checkmodel/internal/problems"
	"github.com/checkmodel/checkmodel/internal/report/advice"
	"github.com/checkmodel/checkmodel/internal/report/console"
	"github.com/checkmodel/checkmodel/internal/report/document"
	"github.com/checkmodel/checkmodel/internal/report/prose"
	"github.com/checkmodel/checkmodel/trace"
)

// Environment is the environment of a run.
type Environment struct {
	Stdin  io.Reader // the commands of a user who explores a model; it may be nil otherwise
	Stdout io.Writer // the report
	Stderr io.Writer // messages about problems
	// Together says that Stdout and Stderr have the same reader, so that messages in the report are
	// not repeated on Stderr.
	Together bool
	// Progress is written a line about the progress of the search every 30 seconds; it may be nil. On
	// a terminal, usually the terminal of Stdout and Stderr, it is one line that is overwritten.
	Progress   io.Writer
	OnTerminal bool // Progress is a terminal
	// Serve serves a page on which the user drives an execution, at the address, until it is over or ctx is done; nil if
	// the program cannot do so.
	Serve func(ctx context.Context, address string, c *byhand.Console, out io.Writer) error
	// Interactive says that Stdin is a terminal, which shows the user's input.
	Interactive bool
	// ProgressWidth is the width of this terminal; 0 if it is not known.
	ProgressWidth int
	Width         int              // of the terminal of Stdout; 0 if it is not a terminal
	Color         bool             // whether escape sequences may be written to Stdout
	ASCII         bool             // whether the signs of reports for people and messages are to be ASCII
	Dir           string           // the working directory
	Command       string           // the words that start the command; "" means checkmodel
	Identity      string           // of the program, for checkpoints; different programs have different ones
	Now           func() time.Time // the clock
	Memory        int64            // the memory limit in bytes unless Options has one; 0 means no limit
	// Begins is called with the name of each model, as in the report, when its search begins; it
	// may be nil.
	Begins func(model string)
	// Saved is called with the name of each file, as in messages, in which the current search was
	// saved; it may be nil.
	Saved func(file string)
	// Patience limits the time that a process may take to reach its next operation, or a rule to
	// answer, as checker.Options.Patience does. Ending says that the search is to end, so that the
	// user waits for it. If Patience is nil there is no limit.
	Patience func(ending bool) (context.Context, context.CancelFunc)
}

// Run searches the models that the options select, in turns, and writes the report to
// the environment's Stdout as it goes. It returns the exit status of the command. If that is
// Unusable, the reason is written to Stderr, unless the report tells the same reader. Packages that
// do not build, or whose models cannot be used, are skipped and named at the end.
//
// Run blocks until all searches have ended. When ctx is done, the current search ends after the
// current interleaving, no further search begins, and the report has the results so far.
func Run(ctx context.Context, env Environment, o Options, packages []Package) (worst Status) {
	env.Stderr = printable.Writer(env.Stderr)
	env.draw(!o.JSON)
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
	defer r.claims.release()
	r.deadline = deadline
	if o.List {
		r.unlisted()
		return graver(r.problem(broken(r.list())), r.problem(leftOut(packages)))
	}
	if o.Explore {
		return graver(driving{r}.explore(ctx), r.problem(leftOut(packages)))
	}
	return graver(r.search(ctx), r.problem(leftOut(packages)))
}

// draw replaces the signs of messages, and of the report if that is for people, where the locale does not have them.
func (env *Environment) draw(forPeople bool) {
	if !env.ASCII {
		return
	}
	env.Stderr = printable.ASCIIWriter(env.Stderr)
	if forPeople {
		env.Stdout = printable.ASCIIWriter(env.Stdout)
	}
	if env.Progress != nil {
		env.Progress = printable.ASCIIWriter(env.Progress)
	}
}

// begin returns the run of the models that the options select. Packages whose models cannot be used
// get a nil Models. The error describes all problems; the run is nil if nothing can be searched.
func begin(ctx context.Context, deadline time.Time, env Environment, o Options, packages []Package) (*run, error) {
	if o.Timeout > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithDeadline(ctx, deadline)
		defer cancel()
	}
	checker.SetParameters(o.parameters())
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
		r.claims.release()
		r = nil
	}
	return r, problems.Join(all...)
}

// problem reports an error, unless it is nil, and returns the exit status that follows from it.
func (r *run) problem(err error) Status {
	if err == nil {
		return AsDeclared
	}
	return r.env.unusable(err)
}

// broken adds to the error that the report could not be written; it returns nil for nil.
func broken(err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("the report cannot be written: %w", err)
}

// unusable reports all problems of an error, each on its own line, with the calls that led there.
func (env *Environment) unusable(err error) Status {
	for _, e := range problems.Each(err) {
		fmt.Fprintf(env.Stderr, "checkmodel: %s\n", prose.Seen(env.Dir, e))
		console.Failure(prose.Text{Dir: env.Dir}, env.Stderr, e) // an error here cannot be reported
	}
	return Unusable
}

// text returns the writer of reports for people, about so many models.
func (env *Environment) text(o *Options, models int) prose.Text {
	described := o.Show
	if o.Replay != nil || o.Run > 0 || o.Minimize != nil || o.Original {
		described = max(models, described)
	}
	return prose.Text{Dir: env.Dir, Full: o.Verbose, Original: o.Original, Width: cmp.Or(o.Width, env.Width), Columns: cmp.Or(o.Width, env.Width), Color: env.Color, Elsewhere: !env.Together,
		Show: described}
}

// run is the state of a run.
type run struct {
	env      Environment
	options  Options
	requests []document.Request // the selected ones
	items    []document.Item    // their results, in the same order
	text     prose.Text
	table    *console.Table // of the items; nil before the first row
	deadline time.Time      // of the searches, if the options have a time limit
	reporter Status         // Unusable if the report of a model could not be made
	saved    string         // the model of the first stopped search that is saved; "" if there is none
	claims   claims         // the files in which searches are saved
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

// errTimeout is the cause of a context that is done because the time of the run is up.
var errTimeout = errors.New("timeout")

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
		lost = r.made(console.Summary(r.text, r.env.Stdout, r.items))
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
			it.Result.SleepSetBlocked, trace.OneLine(it.Name)))
	}
	if r.options.JSON {
		return r.made(document.JSON(r.env.Stdout, *it))
	}
	if r.table == nil {
		r.table = console.NewTable(r.text, r.requests)
		if err := r.table.Head(r.env.Stdout); err != nil {
			return err
		}
	}
	return r.made(r.table.Row(r.env.Stdout, *it))
}

// made records an internal error of the report, after which other reports are still written. It
// returns any other error.
func (r *run) made(err error) error {
	if broken := (*checker.InternalError)(nil); errors.As(err, &broken) {
		r.reporter = r.problem(err)
		return nil
	}
	return err
}

// recovered turns a panic into an internal error, and sets the status. Otherwise the program would
// end, and the command would report a fault of the model. It must be deferred.
func (env *Environment) recovered(status *Status) {
	if r := recover(); r != nil {
		*status = env.unusable(&checker.InternalError{Problem: fmt.Sprint(r), Stack: debug.Stack()})
	}
}
