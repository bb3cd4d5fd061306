// Package checktest checks models inside go test. A test of all models of a package is one line:
//
//	func TestModels(t *testing.T) { checktest.RunAll(t, Models(), checktest.Bound(4)) }
//
// Every model is a subtest. It fails if the model does not behave as it declares: a property is
// violated that Model.Violates does not list, or a complete search violates none of the listed
// ones. The failure shows the trace of the first violation.
//
// A declared violation does not end a search that has a bound or a budget: the search continues
// until a violation that is not declared. Without either, the search looks on for such a violation
// for a while, and the log says for how many events; see checker.Until. The deadline of the test is
// not such a limit.
//
// # Failures are kept
//
// The schedule of a violation that is not declared is written to a file below testdata/checkmodel,
// in a directory with the name of the model. From then on every test of the model replays it before
// it searches, so the violation is found at once until the model is fixed. After that the file
// guards against its return. If the model has changed so much that most steps of the schedule are
// not possible, the test fails and says why; -checkmodel.refresh removes the file. A file that was
// written by a test with another [Delivery] is only replayed by such tests. If a model is renamed,
// its directory must be renamed, too, or the files are not replayed any more: [RunAll] logs which
// directories have the name of none of its models.
//
// # Time
//
// With -short the search is small: at most [ShortBound], if it can have a bound, and [ShortInterleavings],
// whatever the options say. The search stops before the deadline of the test, so that there is a
// verdict (incomplete) instead of a panic. The time is divided among the models of a [RunAll] that -run
// and -skip select; time that one model does not need is left for the others. The test of a model fails
// if there was no time for it at all. Since go test caches tests that pass, only -count=1 explores
// again.
//
// If a search was stopped by the time or by a budget before it found a violation, [SampleRuns] interleavings are drawn at
// random besides, by a portfolio of strategies, and the log says so. A violation that they show, and that is not declared,
// fails the test and is kept like any other.
//
// # Memory
//
// A search stops before the machine, or a control group of the process, runs out of memory. Code of
// a model that takes all of it before its next operation cannot be stopped: its test fails, and the
// test binary panics.
//
// # Searches that are cut
//
// A search that was cut by a bound, a budget, the memory or the time fails the test only with
// [RequireComplete]. The log says that it was cut. Without -v, a line on standard output says so.
// Go test shows that line if it tests the package in the current directory (as 'go test' does); of
// named packages that pass (as in 'go test ./...') it shows only the names.
//
// # Flags
//
// A test binary that uses this package has its own flags, which follow the packages on the command
// line:
//
//	-checkmodel.bound N               instead of the bound the options say; with 0..6
//	                                  one bound after the other, as [Bounds] does; with
//	                                  none all interleavings
//	-checkmodel.delivery KIND         lets messages travel as [Delivery] does: instant,
//	                                  channel or bag
//	-checkmodel.max-interleavings N   instead of the budget the options say
//	-checkmodel.memory SIZE           end a search when the test binary needs that much
//	                                  memory, such as 4GiB, or none; instead of the
//	                                  options or the free memory; see [Memory]
//	-checkmodel.require-complete      fail if a bound, a budget, the memory or the time cut
//	                                  a search, as [RequireComplete] does
//	-checkmodel.runs N                draws interleavings at random, as [Runs] does
//	-checkmodel.seed N                processes go on in another order where nothing
//	                                  is planned, as with [Seed]; 0 is the usual one
//	-checkmodel.set NAME=N            gives parameters of models (checker.Parameter) other
//	                                  values, as clients=3,servers=2; may be repeated;
//	                                  models without them are skipped
//	-checkmodel.without NAME          leaves out external events, as [Without] does; may
//	                                  be repeated
//	-checkmodel.workers N             search with N goroutines; 0, as by default, is
//	                                  one for each processor
//	-checkmodel.replay SCHEDULE       executes one interleaving instead of a search:
//	                                  a schedule or the name of a file with one; if
//	                                  the file names its model, as kept failures do,
//	                                  other models are skipped; a test fails if steps
//	                                  were skipped and nothing was found
//	-checkmodel.keep                  keeps declared violations, too
//	-checkmodel.refresh               removes kept failures of which most steps are not
//	                                  possible, instead of failing; violations that the
//	                                  search finds are kept anew
//
// # Results
//
// The verdict and the numbers of a search are attributes of the subtest (testing.T.Attr):
// checkmodel.verdict, checkmodel.interleavings, checkmodel.violations, and checkmodel.complete,
// which is false if a bound, a budget, the time or a violation cut the search. The directory of its
// artifacts (go test -artifacts) has result.json, as 'checkmodel -json' prints it, and a trace for
// each violation.
package checktest

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"time"

	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/internal/printable"
	"github.com/checkmodel/checkmodel/internal/problems"
	"github.com/checkmodel/checkmodel/internal/report/document"
	"github.com/checkmodel/checkmodel/internal/unreached"
)

// RunAll checks the models, each as [Run] does. The time until the deadline of the test is divided
// among the models that -run and -skip select. RunAll fails the test if there are no models, if one
// has no name, or if two have the same name, because they would share their kept failures.
func RunAll(t *testing.T, models []checker.Model, options ...Option) {
	t.Helper()
	if err := problems.Join(distinct(models), replayable(models), lackParameters(models)); err != nil {
		t.Fatal(printable.Lines(err.Error()))
	}
	if replayFlag == "" {
		for _, s := range orphans(models) {
			t.Log(printable.Lines(s))
		}
	}
	var cut []document.Item
	for i, m := range models {
		c := run(t, m, options, selected(t, models[i:]))
		if c.cut != nil {
			cut = append(cut, *c.cut)
		}
	}
	announce(t, cut)
}

// distinct returns an error if there are no models, or if a name is empty or used twice.
func distinct(models []checker.Model) error {
	if len(models) == 0 {
		return errors.New("there is nothing to check: no models were given; give RunAll the models of the package, which its function Models returns")
	}
	var all []error
	seen := map[string]int{}
	for i, m := range models {
		if m.Name == "" {
			all = append(all, fmt.Errorf("model %d of %d has no name; set checker.Model.Name", i+1, len(models)))
		} else if seen[m.Name]++; seen[m.Name] == 2 {
			all = append(all, fmt.Errorf("there are several models with the name %q; give each its own", m.Name))
		}
	}
	return problems.Join(all...)
}

// Run checks the model in a subtest with the name of the model, and returns the result. It returns
// nil if the model or the options are invalid, if the subtest was not selected, or if it is skipped
// because the file that -checkmodel.replay names belongs to another model. The subtest fails if the
// model does not behave as it declares, and logs the verdict in one sentence.
//
// Run blocks until the search has ended. If a kept failure is found again, there is no search, and
// the result comes from the replay.
func Run(t *testing.T, m checker.Model, options ...Option) *checker.Result {
	t.Helper()
	c := run(t, m, options, 1)
	if c.cut != nil {
		announce(t, []document.Item{*c.cut})
	}
	return c.result
}

// run checks a model; part is the number of models that share the time that is left.
func run(t *testing.T, m checker.Model, options []Option, part int) *check {
	t.Helper()
	c := &check{model: m}
	t.Run(m.Name, func(t *testing.T) {
		t.Helper()
		c.T = t
		Patience(4 * time.Second)(&c.options)
		c.options.Memory = memoryLeft()
		var all []error
		for i, set := range options {
			if set == nil {
				all = append(all, fmt.Errorf("option %d of %d is nil; leave it out, or give one that a function of checktest returns, as Bound(4)", i+1, len(options)))
				continue
			}
			set(&c.options)
		}
		if err := problems.Join(append(all, c.setFlags())...); err != nil {
			t.Fatal(printable.Lines(err.Error()))
		}
		c.result = c.run(max(1, part))
	})
	return c
}

func (c *check) run(part int) *checker.Result {
	c.Helper()
	ctx, sampling, cancel := c.times(part)
	defer cancel()
	if seconds := c.model.Search.Seconds; seconds > 0 && c.options.Replay == nil {
		var end context.CancelFunc
		ctx, end = context.WithTimeout(ctx, time.Duration(seconds)*time.Second)
		defer end()
	}
	c.search, c.options.Patience = ctx, shortPatience(ctx, c.options.Patience)
	if c.options.Replay == nil {
		if r := c.replayKept(ctx); r != nil {
			return r
		}
	}
	r, err := unreached.Check(ctx, c.model, c.options.Options)
	if err == nil {
		err = r.Vacuous()
	}
	if err != nil {
		if r != nil {
			it := c.item(r)
			it.Err = err
			c.publish(it)
		}
		c.Errorf("%s", failure(err)+c.where(r))
		if r != nil && r.Stop == checker.OutOfMemory {
			panic("checktest: code of the model " + printable.OneLine(c.model.Name) + " has taken all memory and does not end; no test can run beside it")
		}
		c.FailNow()
	}
	c.minimize(sampling, r)
	c.judge(r)
	c.keep(r)
	if sampled := c.sample(sampling, r); sampled != nil {
		return sampled
	}
	return r
}
