package command

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/checkmodel/checkmodel/bounding"
	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/internal/report"
	"github.com/checkmodel/checkmodel/internal/report/console"
	"github.com/checkmodel/checkmodel/internal/report/document"
	"github.com/checkmodel/checkmodel/internal/report/prose"
	"github.com/checkmodel/checkmodel/proc"
	"github.com/checkmodel/checkmodel/result"
	"github.com/checkmodel/checkmodel/trace"
	"github.com/checkmodel/checkmodel/trace/kind"
)

var model = checker.Model{Name: "m", Main: func(*proc.P) {}}

// exploding panics in the checker.
type exploding struct{}

func (exploding) Interleaving(int, trace.Outcome, []trace.Event) {
	panic("a broken invariant")
}

// A panic in the checker fails one model, and the stack is shown.
func TestInternalError(t *testing.T) {
	_, err := checker.Check(t.Context(), model, checker.Options{Observer: exploding{}})
	if want := "model m: checkmodel internal error: a broken invariant. Please report it with the model"; err == nil || err.Error() != want {
		t.Fatalf("the error is %v, want %s", err, want)
	}
	var stdout, stderr bytes.Buffer
	r := run{env: Environment{Stdout: &stdout, Stderr: &stderr}, text: prose.Text{Elsewhere: true}}
	it := &document.Item{Name: "m", Result: &checker.Result{Model: model, Record: result.Record{Verdict: checker.Failed}}, Err: err}
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
	requests, items := make([]document.Request, 2), make([]document.Item, 2)
	for i, name := range []string{"broken", "whole"} {
		m := checker.Model{Name: name, Violates: []string{"p"}, Main: func(p *proc.P) { p.Assert(false, "p", "it does not hold") }}
		result, err := checker.Check(t.Context(), m, checker.Options{})
		if err != nil {
			t.Fatal(err)
		}
		requests[i] = document.Request{Name: name, Model: m}
		items[i] = document.Item{Name: name, Package: "example.com/m", Result: result}
	}
	entry := &items[0].Result.Violations[0].Trace.Entries[0]
	entry.Kind, entry.Sent = kind.Deliver.String(), 1000 // there is no such event
	for _, asJSON := range []bool{false, true} {
		var stdout, stderr bytes.Buffer
		dir := t.TempDir()
		r := run{env: Environment{Stdout: &stdout, Stderr: &stderr, Dir: dir}, requests: requests, items: items, options: Options{JSON: asJSON, Outputs: []Output{
			{Format: report.HTMLFormat, File: "page.html"}, {Format: report.JSONFormat, File: "saved.json"},
		}}}
		for i := range items {
			if err := r.report(&items[i]); err != nil {
				t.Fatal(err)
			}
		}
		if r.text.Show = 2; !asJSON {
			if err := r.recordError(console.Summary(r.text, r.env.Stdout, items)); err != nil {
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
		said := strings.Contains(stderr.String(), "checkmodel: checkmodel internal error: model broken cannot be shown: ") && strings.Contains(stderr.String(), "internal/report/")
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
		it := &document.Item{Name: "m", Result: &checker.Result{Model: model, Options: checker.Options{Algorithm: algorithm}, Record: result.Record{Verdict: checker.Verified, Expected: true, Findings: checker.Findings{Interleavings: 3, Figures: checker.Figures{SleepSetBlocked: 1}}}}}
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

func TestParseJob(t *testing.T) {
	dir := t.TempDir()
	file, err := Job{Options: Options{Bound: bounding.Tree(4), Timeout: time.Second}, Watched: true}.Write(dir)
	if err != nil {
		t.Fatal(err)
	}
	job, err := parseJob([]string{"checkmodel", file})
	if err != nil || job.Options.Bound != bounding.Tree(4) || job.Options.Timeout != time.Second || !job.Watched {
		t.Errorf("the job is %+v, the error %v", job, err)
	}
	later := filepath.Join(dir, "later")
	if err := os.WriteFile(later, []byte(`{"options":{"of_a_later_version":1}}`), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{nil, {}, {"checkmodel"}, {"checkmodel", file, file}, {"checkmodel", filepath.Join(dir, "missing")}, {"checkmodel", later}} {
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
	var it document.Item
	newModelSearch(&r, &document.Request{Model: model}, &it).goOn(ctx, ctx, 0)
	if it.Canceled != document.TimedOut || it.Result.Interleavings != 0 || it.Result.Verdict != checker.Incomplete {
		t.Errorf("the search is %s because of %q after %d interleavings", it.Result.Verdict, it.Canceled, it.Result.Interleavings)
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
