package checktest

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/checkmodel/checkmodel/bounding"
	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/internal/corpus"
	"github.com/checkmodel/checkmodel/internal/files"
	"github.com/checkmodel/checkmodel/internal/memory"
	"github.com/checkmodel/checkmodel/internal/report"
	"github.com/checkmodel/checkmodel/proc"
	"github.com/checkmodel/checkmodel/trace"
)

// The limits of a search with -short.
const (
	ShortBound         = 2
	ShortInterleavings = 1000
)

// The flags of a test binary. Those that set an option are in flagOptions, by their names.
var (
	flagOptions   = map[string]Option{}
	deliveryFlag  proc.Delivery
	parameterFlag map[string]int
	replayFlag    string
	keepFlag      bool
	refreshFlag   bool
)

func init() {
	option := func(name, usage string, parse func(string) (Option, error)) {
		flag.Func("checkmodel."+name, usage, func(s string) (err error) {
			flagOptions[name], err = parse(s)
			return err
		})
	}
	number := func(name, usage string, set func(o *Options, n int)) {
		option(name, usage, func(s string) (Option, error) {
			n, err := strconv.Atoi(s)
			if err != nil || n < 0 {
				return nil, errNumber
			}
			return func(o *Options) { set(o, n) }, nil
		})
	}
	option("bound", "check models within the bound `N`, or one after the other within several, such as 0..6; none is no bound", func(s string) (Option, error) {
		b, err := bounding.Parse(s)
		return func(o *Options) { o.Bound = b }, err
	})
	number("max-interleavings", "check at most `N` interleavings of each model", func(o *Options, n int) { o.MaxInterleavings = n })
	number("runs", "draw `N` interleavings of each model at random instead of a search", func(o *Options, n int) { o.Runs = n })
	number("workers", "search with `N` goroutines; 0 is one for each processor", func(o *Options, n int) { o.Workers = n })
	option("memory", "end a search at `SIZE` of memory, such as 4GiB; none is no limit", func(s string) (Option, error) {
		size, err := memory.ParseSize(s)
		if err != nil {
			return nil, errors.New("it must be " + memory.Wanted)
		}
		return Memory(size), nil
	})
	option("seed", "let processes go on in the order that seed `N` chooses; 0 is the usual one", func(s string) (Option, error) {
		n, err := strconv.ParseUint(s, 10, 64)
		if err != nil {
			return nil, errNumber
		}
		return Seed(n), nil
	})
	option("delivery", "let messages travel in another `way`: instant, channel or bag", func(s string) (Option, error) {
		if deliveryFlag = proc.Delivery(s); !slices.Contains(proc.Deliveries(), deliveryFlag) {
			return nil, fmt.Errorf("it must be one of %s", report.Join(proc.Deliveries(), ", "))
		}
		return Delivery(deliveryFlag), nil
	})
	var without []string
	option("without", "leave out the external events with this `NAME`; the flag may be repeated", func(s string) (Option, error) {
		without = append(without, s)
		return Without(without...), nil
	})
	flag.Func("checkmodel.set", "give parameters of models other values, as `clients=3,servers=2`; the flag may be repeated, and models without them are skipped", func(s string) (err error) {
		parameterFlag, err = corpus.ParseParameters(parameterFlag, s)
		checker.SetParameters(parameterFlag)
		return err
	})
	flag.BoolFunc("checkmodel.require-complete", "fail if a bound, a budget or the time cut a search", func(s string) error {
		on, err := strconv.ParseBool(s)
		if err != nil {
			return errors.New("it must be true or false")
		}
		flagOptions["require-complete"] = func(o *Options) { o.RequireComplete = on }
		return nil
	})
	flag.StringVar(&replayFlag, "checkmodel.replay", "", "execute the one interleaving of this `schedule`, or file with one; select the model by -run, unless the file says which")
	flag.BoolVar(&keepFlag, "checkmodel.keep", false, "keep violations that the model declares, too, in testdata/checkmodel")
	flag.BoolVar(&refreshFlag, "checkmodel.refresh", false, "remove what is kept in testdata/checkmodel and has few steps that its model can do")
}

var errNumber = errors.New("it must be a whole number from 0")

// memoryLeft is the memory that was available to the tests when the first one began.
var memoryLeft = sync.OnceValue(memory.Left)

// setFlags changes the options as the flags and -short ask for.
func (c *check) setFlags() error {
	c.Helper()
	o := &c.options
	if testing.Short() {
		asked := o.For(&c.model)
		bounded := asked
		bounded.Bound = bounding.Tree(ShortBound)
		possible := bounded.Validate(func(field string) string { return field }) == nil // a search of states cannot have one
		if possible && asked.Bound.Limit() > ShortBound {
			o.Bound = bounded.Bound
		}
		if n := asked.MaxInterleavings; n == 0 || n > ShortInterleavings {
			o.MaxInterleavings = ShortInterleavings
		}
		o.RequireComplete = false
	}
	for _, set := range flagOptions {
		set(o)
	}
	if err := c.parameters(); err != nil {
		return err
	}
	if replayFlag == "" {
		return nil
	}
	f, err := replayFailure()
	if err != nil {
		return err
	}
	if f.OfAnother(c.model.Name) {
		c.Skipf("-checkmodel.replay %s is of model %s, not of %s", replayFlag, f.Model(), trace.OneLine(c.model.Name))
	}
	if other := f.OtherParameters(&c.model); other != "" {
		return fmt.Errorf("-checkmodel.replay was found with other parameters; give -checkmodel.set %s, too", other)
	}
	restoring(&o.Options, &c.model, f)
	return setReplay(&o.Options, f)
}

// restoring sets the faults that a schedule does not name, as they were when the failure was found, if that is known.
func restoring(o *checker.Options, m *checker.Model, f corpus.Failure) {
	if faults := *o.For(m).Faults; f.Restore(&faults) {
		o.Faults = &faults
	}
}

// replayFailure returns the argument of -checkmodel.replay: a schedule, or the content of the file
// that it names.
func replayFailure() (corpus.Failure, error) {
	schedule := replayFlag
	if _, err := os.Stat(schedule); err == nil {
		content, err := files.Read(schedule, files.MaxSchedule)
		if err != nil {
			return corpus.Failure{}, fmt.Errorf("-checkmodel.replay: %w", err)
		}
		schedule = string(content)
	}
	f, err := corpus.Parse(schedule)
	if err != nil {
		err = fmt.Errorf("-checkmodel.replay %.60q is neither a file in the directory of the package nor a schedule: %w", replayFlag, err)
	}
	return f, err
}

// replayable returns an error if -checkmodel.replay names a file that is of none of these models: a
// test in which nothing is replayed must not look like a success.
func replayable(models []checker.Model) error {
	if replayFlag == "" {
		return nil
	}
	f, err := replayFailure()
	if err != nil || f.Model() == "" || slices.ContainsFunc(models, func(m checker.Model) bool { return f.Names(m.Name) }) {
		return nil // each model reports the problem with the schedule
	}
	var names []string
	for _, m := range models {
		names = append(names, m.Name)
	}
	return fmt.Errorf("-checkmodel.replay %s is of model %s, which is none of this test, which has %s; select the test that has it with -run",
		replayFlag, f.Model(), strings.Join(names, ", "))
}

// setReplay sets the schedule to replay, and the delivery with which it was found, if that is
// known.
func setReplay(o *checker.Options, f corpus.Failure) error {
	if d := f.FoundWith(); d != "" {
		if deliveryFlag != "" && deliveryFlag != d {
			return fmt.Errorf("-checkmodel.replay was found with -checkmodel.delivery %s; leave out -checkmodel.delivery %s", d, deliveryFlag)
		}
		o.Delivery = d
	}
	o.Replay, o.ReplayEvents = f.Schedule(), f.Events()
	if len(f.Without) > 0 {
		o.Without = f.Without
	}
	return nil
}

// beforeDeadline returns a context that is done when a part of the time until the test's deadline
// is over. The number says into how many parts the time is divided.
func beforeDeadline(t *testing.T, part int) (context.Context, context.CancelFunc) {
	deadline, ok := t.Deadline()
	if !ok {
		return context.WithCancel(t.Context())
	}
	return lasting(t.Context(), searchTime(time.Until(deadline), part))
}

// lasting returns a context that is done after the given time. The context does not report a
// deadline, because that would count as a limit of the search (see checker.Options), although the
// user did not ask for one.
func lasting(parent context.Context, d time.Duration) (context.Context, context.CancelFunc) {
	ctx, cancel := context.WithCancelCause(parent)
	if d <= 0 {
		cancel(context.DeadlineExceeded)
	}
	timer := time.AfterFunc(d, func() { cancel(context.DeadlineExceeded) })
	return ctx, func() {
		timer.Stop()
		cancel(context.Canceled)
	}
}

// grace is the time that a process may take to reach its next operation once the time of the search
// is up. It is less than the time that is reserved for the report.
const grace = time.Second

// hurried returns a patience that is short once ctx is done, because there is little time then. It
// returns nil, which means no limit, if patience is nil.
func hurried(ctx context.Context, patience func() (context.Context, context.CancelFunc)) func() (context.Context, context.CancelFunc) {
	if patience == nil {
		return nil
	}
	return func() (context.Context, context.CancelFunc) {
		if ctx.Err() != nil {
			return context.WithTimeout(context.Background(), grace)
		}
		return patience()
	}
}

// searchTime returns the time for the first of the given number of searches, when left is the time
// for all of them. It reserves time for the report.
func searchTime(left time.Duration, part int) time.Duration {
	left -= max(left/20, min(left/2, 2*time.Second))
	return left / time.Duration(part)
}
