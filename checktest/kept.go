package checktest

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/checkmodel/checkmodel/bounding"
	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/internal/corpus"
	"github.com/checkmodel/checkmodel/internal/files"
	"github.com/checkmodel/checkmodel/internal/printable"
	"github.com/checkmodel/checkmodel/internal/report/advice"
	"github.com/checkmodel/checkmodel/internal/report/document"
	"github.com/checkmodel/checkmodel/proc"
)

// keptDir is the directory for kept failures, in the directory of the test.
var keptDir = filepath.Join("testdata", "checkmodel")

// keep writes the violations that the model does not declare to files, unless these exist; with
// -checkmodel.keep also the declared ones.
func (c *check) keep(r *checker.Result) {
	c.Helper()
	for _, v := range r.Violations {
		if c.model.Declares(v) && !keepFlag {
			continue
		}
		f := corpus.Of(c.model, v, r.Options)
		path := filepath.Join(keptDir, filepath.FromSlash(f.Path(c.model.Name)))
		if _, err := os.Stat(path); err == nil {
			c.Logf("the violation is kept in %s already; %s", path, c.walkthrough(path, r.Options.Delivery))
			continue
		}
		err := os.MkdirAll(filepath.Dir(path), 0o777)
		if err == nil {
			err = files.Write(path, []byte(f.String()))
		}
		if err != nil {
			c.Logf("the violation cannot be kept: %v", err)
			continue
		}
		c.Logf("the violation is kept in %s, and every test replays it first; %s", path, c.walkthrough(path, r.Options.Delivery))
	}
}

// walkthrough describes the command that replays a kept failure event by event. d is the delivery of the search that found it.
func (c *check) walkthrough(path string, d proc.Delivery) string {
	word := printable.Word(path)
	return fmt.Sprintf("to go through it event by event, in the package's directory: "+
		"go tool checkmodel -model %s -replay %s%s -html trace.html . (this is for models of the function Models; for other models: %s)",
		printable.Quote(printable.Pattern(c.model.Name)), word, c.unlessOwn(" -delivery=", d), c.replaying(word))
}

// replayKept replays the kept failures of the model. It returns the result of the first one that
// still violates a property that is not declared, and fails the test; it returns nil if there is
// none.
func (c *check) replayKept(ctx context.Context) *checker.Result {
	c.Helper()
	paths, err := filepath.Glob(filepath.Join(keptDir, escapeGlob(corpus.Dir(c.model.Name)), "*.trace"))
	if err != nil {
		c.Fatalf("%v", err)
	}
	for _, path := range paths {
		if r := c.replay(ctx, path); r != nil {
			return r
		}
	}
	return nil
}

// orphans describes the kept failures that no model replays because no model has their name. They
// do not fail the test: a package can have several tests with different models, and a test does not
// know the models of the others.
func orphans(models []checker.Model) (said []string) {
	paths, err := filepath.Glob(filepath.Join(keptDir, "*", "*.trace"))
	if err != nil {
		return []string{err.Error()}
	}
	known := map[string]bool{}
	for _, m := range models {
		known[corpus.Dir(m.Name)] = true
	}
	for _, path := range paths {
		dir := filepath.Dir(path)
		if known[filepath.Base(dir)] {
			continue
		}
		known[filepath.Base(dir)] = true // once is enough
		said = append(said, fmt.Sprintf("the failures in %s are not replayed: no model of this test has that name. "+
			"If the model has a new name, rename the directory", dir))
	}
	return said
}

// escapeGlob returns a pattern that matches just the name. The names of directories of failures
// have no other special characters.
func escapeGlob(name string) string {
	var pattern []rune
	for _, r := range name {
		if r == '*' || r == '[' || r == '?' {
			pattern = append(pattern, '[', r, ']')
		} else {
			pattern = append(pattern, r)
		}
	}
	return string(pattern)
}

// replay replays a file. It returns the result if it fails the test.
func (c *check) replay(ctx context.Context, path string) *checker.Result {
	c.Helper()
	content, err := files.Read(path, files.MaxSchedule)
	if err != nil {
		c.Fatalf("%v", err)
	}
	f, err := corpus.Parse(string(content))
	if err != nil {
		c.Fatalf("%s: %v; remove the file, or write it again", path, err)
	}
	o := c.options.Options
	if was, is := cmp.Or(f.Delivery, proc.Instant), cmp.Or(o.For(&c.model).Delivery, proc.Instant); was != is {
		c.Logf("%s is not replayed: it was found with delivery %s, and this test has delivery %s", path, was, is)
		return nil
	}
	if other := f.OtherParameters(&c.model); other != "" {
		c.Logf("%s is not replayed: it was found with other parameters (-checkmodel.set %s)", path, other)
		return nil
	}
	restoring(&o, &c.model, f)
	o.Replay, o.ReplayEvents, o.Without, o.Bound = f.Schedule(), f.Events(), f.Without, bounding.Bound{}
	r, err := checker.Check(ctx, c.model, o)
	stale := (*checker.StaleSchedule)(nil)
	switch {
	case errors.As(err, &stale):
		c.stale(path, fmt.Sprintf("%s; %v", f.Deviation(r.Replayed), stale))
	case err != nil:
		c.Fatalf("%s: %s%s", path, failure(err), c.where(r))
	case r.Violating == 0 && 2*len(r.Skipped) > len(f.Steps):
		c.stale(path, fmt.Sprintf("%s; %d of its %d steps were skipped", f.Deviation(r.Replayed), len(r.Skipped), len(f.Steps)))
	case r.Violating == 0 && len(r.Skipped) > 0:
		c.Logf("%s does not violate anything any more, and fits only in part: %s%s", path, f.Deviation(r.Replayed), matchSummary(r))
	case r.Violating == 0:
		c.Logf("%s does not violate anything any more%s%s", path, prefixed("; ", f.Deviation(r.Replayed)), matchSummary(r))
	case r.Expected:
		c.Logf("%s violates what the model declares%s", path, matchSummary(r))
	default:
		again := "again"
		if document.Fate(r, f.Property(c.model.Name), f.FailedIn()) == document.Another {
			again = "in another way"
		}
		c.Logf("%s violates the model %s%s%s", path, again, prefixed("; ", f.Deviation(r.Replayed)), matchSummary(r))
		c.judge(r)
		c.Logf("%s", c.walkthrough(path, f.Delivery))
		return r
	}
	return nil
}

// matchSummary says how the steps of a schedule were found in the model, unless all of them are as they were kept. If each was found, that is
// one line.
func matchSummary(r *checker.Result) string {
	switch {
	case len(r.Similar)+len(r.Skipped) == 0:
		return ""
	case len(r.Skipped) == 0:
		return prefixed("; ", advice.Misfit(r))
	}
	said := advice.Departures(r)
	if len(said) > manyDepartures {
		said = append(said[:manyDepartures:manyDepartures], fmt.Sprintf("and %d more", len(said)-manyDepartures))
	}
	return prefixed("; ", advice.Misfit(r)) + "\n  " + strings.Join(said, "\n  ")
}

// manyDepartures is how many steps found lists.
const manyDepartures = 10

// stale fails the test because of a file that does not fit the model any more, or removes the file
// if -checkmodel.refresh is set.
func (c *check) stale(path, why string) {
	c.Helper()
	if !refreshFlag {
		c.Errorf("%s does not fit any more: %s. It guards against nothing now; if the model was changed on purpose, "+
			"-checkmodel.refresh removes it, and the findings of the search are kept again: %s", path, why, c.command("-checkmodel.refresh"))
		return
	}
	if err := os.Remove(path); err != nil {
		c.Fatalf("%v", err)
	}
	c.Logf("%s is removed: it does not fit any more: %s", path, why)
}
