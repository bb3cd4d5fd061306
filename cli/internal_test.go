package cli

import (
	"bytes"
	"context"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/checkmodel/checkmodel/bounding"
	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/internal/report"
	"github.com/checkmodel/checkmodel/proc"
	"github.com/checkmodel/checkmodel/trace"
)

var model = checker.Model{Name: "m", Main: func(*proc.P) {}}

// exploding panics in the checker.
type exploding struct{}

func (exploding) Interleaving(int, trace.Outcome, []trace.Event) {
	panic("checkmodel internal error: a broken invariant")
}

// A panic in the checker fails one model, and the stack is shown.
func TestInternalError(t *testing.T) {
	_, err := checker.Check(t.Context(), model, checker.Options{Observer: exploding{}})
	if want := "model m: checkmodel internal error: a broken invariant. Please report it with the model"; err == nil || err.Error() != want {
		t.Fatalf("the error is %v, want %s", err, want)
	}
	var stdout, stderr bytes.Buffer
	r := run{env: Environment{Stdout: &stdout, Stderr: &stderr}, text: report.Text{Elsewhere: true}}
	it := &report.Item{Name: "m", Result: &checker.Result{Model: model, Verdict: checker.Failed}, Err: err}
	if err := r.report(it); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(stderr.String(), "exploding") {
		t.Errorf("the stack is not shown:\n%s", stderr.String())
	}
	if strings.Count(stdout.String(), "\n") != 2 {
		t.Errorf("the table has more than a head and a row:\n%s", stdout.String())
	}
	if s := status(it, &r.options); s != Unusable {
		t.Errorf("the status is %d, want %d", s, Unusable)
	}
}

// panicking is a writer that panics.
type panicking struct{}

func (panicking) Write([]byte) (int, error) { panic("a broken writer") }

// A panic outside of the search and the reports is an internal error, too.
func TestBrokenRun(t *testing.T) {
	var stderr bytes.Buffer
	env := Environment{Stdout: panicking{}, Stderr: &stderr, Now: time.Now}
	status := Run(t.Context(), env, Options{}, []Package{{Path: "example.com/m", Models: func() []checker.Model { return []checker.Model{model} }}})
	if s := stderr.String(); status != Unusable || !strings.HasPrefix(s, "checkmodel: checkmodel internal error: a broken writer. ") || !strings.Contains(s, "panicking") {
		t.Errorf("the status is %d, and standard error\n%s", status, s)
	}
}

// A panic in the report is not blamed on the model, and everything else is still reported.
func TestBrokenReporter(t *testing.T) {
	items := make([]report.Item, 2)
	for i, name := range []string{"broken", "whole"} {
		m := checker.Model{Name: name, Violates: []string{"p"}, Main: func(p *proc.P) { p.Assert(false, "p", "it does not hold") }}
		result, err := checker.Check(t.Context(), m, checker.Options{})
		if err != nil {
			t.Fatal(err)
		}
		items[i] = report.Item{Name: name, Package: "example.com/m", Result: result}
	}
	entry := &items[0].Result.Violations[0].Trace.Entries[0]
	entry.Kind, entry.Sent = trace.Deliver.String(), 1000 // there is no such event
	for _, asJSON := range []bool{false, true} {
		var stdout, stderr bytes.Buffer
		dir := t.TempDir()
		r := run{env: Environment{Stdout: &stdout, Stderr: &stderr, Dir: dir}, items: items, options: Options{JSON: asJSON, Outputs: []Output{
			{Format: report.HTMLFormat, File: "page.html"}, {Format: report.JSONFormat, File: "saved.json"},
		}}}
		for i := range items {
			if err := r.report(&items[i]); err != nil {
				t.Fatal(err)
			}
		}
		if r.text.Show = 1; !asJSON {
			if err := r.made(r.text.Summary(r.env.Stdout, items)); err != nil {
				t.Fatal(err)
			}
		}
		err := r.write()
		if err == nil || !strings.Contains(err.Error(), "-html cannot be written: checkmodel internal error: ") {
			t.Errorf("the error is %v", err)
		}
		if b, err := os.ReadFile(filepath.Join(dir, "saved.json")); err != nil || bytes.Count(b, []byte("\n")) != 2 {
			t.Errorf("the other report is\n%s\n%v", b, err)
		}
		if s := stdout.String(); strings.Contains(s, `"model":"whole"`) != asJSON || !asJSON && (!strings.Contains(s, "broken              1    0.00s  violated (declared") || !strings.Contains(s, "\nwhole\n\n  p is violated (declared)")) {
			t.Errorf("standard output is\n%s", s)
		}
		said := strings.Contains(stderr.String(), "checkmodel: checkmodel internal error: model broken cannot be shown: ") && strings.Contains(stderr.String(), "report.")
		if said == asJSON || (r.reporter == Unusable) == asJSON { // as JSON it can be written
			t.Errorf("the status is %d, and standard error\n%s", r.reporter, stderr.String())
		}
	}
}

// An optimal search with a sleep-set blocked interleaving is an internal error.
func TestSleepSetBlocked(t *testing.T) {
	for algorithm, want := range map[checker.Algorithm]Status{
		"": Unusable, checker.Optimal: Unusable, checker.Source: AsDeclared, checker.Naive: AsDeclared,
	} {
		var stdout, stderr bytes.Buffer
		r := run{env: Environment{Stdout: &stdout, Stderr: &stderr}}
		it := &report.Item{Name: "m", Result: &checker.Result{
			Model: model, Options: checker.Options{Algorithm: algorithm},
			Verdict: checker.Verified, Expected: true, Interleavings: 3, SleepSetBlocked: 1,
		}}
		if err := r.report(it); err != nil {
			t.Fatal(err)
		}
		if s := status(it, &r.options); s != want {
			t.Errorf("%q: the status is %d, want %d", algorithm, s, want)
		}
		if said := strings.HasPrefix(stderr.String(), "checkmodel: checkmodel internal error"); said != (want == Unusable) {
			t.Errorf("%q: standard error is %q", algorithm, stderr.String())
		}
	}
}

// Each kind of bound is the one of package bounding with the same name.
func TestBoundKinds(t *testing.T) {
	three := 3
	for _, kind := range bounding.Kinds() {
		o := Options{Bound: &three, BoundKind: kind}
		if b := o.search().Bound; b.Kind() != kind || b.Limit() != three {
			t.Errorf("-bound 3 -bound-kind %s is a %s bound of %d", kind, b.Kind(), b.Limit())
		}
	}
}

func TestParseJob(t *testing.T) {
	job, err := parseJob([]string{`{"options":{"bound":4,"timeout":1000000000},"ephemeral":true}`})
	if err != nil || *job.Options.Bound != 4 || job.Options.Timeout != time.Second || !job.Ephemeral {
		t.Errorf("the job is %+v, the error %v", job, err)
	}
	for _, args := range [][]string{nil, {"{}", "{}"}, {"-bound"}, {`{"options":{"of_a_later_version":1}}`}} {
		if _, err := parseJob(args); err == nil {
			t.Errorf("%q is accepted", args)
		}
	}
}

// When the time of the run is up, no other model is searched.
func TestTimeoutIsNoInterrupt(t *testing.T) {
	ctx, cancel := context.WithTimeoutCause(t.Context(), 0, errTimeout)
	defer cancel()
	r := run{env: Environment{Now: time.Now}}
	it := &report.Item{Result: &checker.Result{Model: model}}
	r.check(ctx, it)
	if it.Canceled != report.TimedOut || it.Result.Interleavings != 0 || it.Result.Verdict != checker.Incomplete {
		t.Errorf("the search is %s because of %q after %d interleavings", it.Result.Verdict, it.Canceled, it.Result.Interleavings)
	}
}

// Estimates that are far apart say nothing; others are a range of round numbers.
func TestForecast(t *testing.T) {
	for _, c := range []struct {
		low, high float64
		want      string
	}{
		{1234, 1234, "about 1200 in all, about 11s left"},
		{12_345, 987_654, "12 000 to 990 000 in all, 2m to 3h left"},
		{2_234_567, 1e9, "2 200 000 to 1 000 000 000 in all, 6h to 116 days left"},
		{2.2e6, 1.2e13, "no telling yet how many in all"},
		{math.Inf(1), math.Inf(1), "no telling yet how many in all"},
		{1e20, 1.1e20, "1.0·10^20 to 1.1·10^20 in all, about years left"},
	} {
		if got := strings.Join(forecast(c.low, c.high, 150, 100), ", "); got != c.want {
			t.Errorf("from %g to %g: %s, want %s", c.low, c.high, got, c.want)
		}
	}
}

// Saving takes a small part of the time, however often it is requested.
func TestSavingShare(t *testing.T) {
	now, look := time.Unix(0, 0), 10*time.Millisecond // saving reads the clock twice
	r := &run{env: Environment{Now: func() time.Time { now = now.Add(look); return now }, Stderr: new(bytes.Buffer), Dir: t.TempDir()},
		options: Options{Checkpoint: "saved", CheckpointEvery: 1}}
	o := &checker.Options{}
	r.saves(t.Context(), "m", now, nil, &model, o)
	asked, saved := 0, 0
	for ; now.Before(time.Unix(10, 0)); asked++ {
		if o.Saving.Due() {
			saved++
			if err := o.Saving.Save(&checker.Checkpoint{Model: "m"}); err != nil {
				t.Fatal(err)
			}
		}
	}
	if took := time.Duration(saved) * 2 * look; saved == 0 || took > time.Second {
		t.Errorf("of 10s, %v were spent to save the search %d times; it was asked %d times whether to do so", took, saved, asked)
	}
}
