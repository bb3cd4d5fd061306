package checktest

import (
	"context"
	"flag"
	"os"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/internal/report/document"
	"github.com/checkmodel/checkmodel/proc"
	"github.com/checkmodel/checkmodel/result"
)

// The documentation of the package lists all flags.
func TestFlagsAreDocumented(t *testing.T) {
	source, err := os.ReadFile("checktest.go")
	if err != nil {
		t.Fatal(err)
	}
	doc, _, _ := strings.Cut(string(source), "\npackage checktest\n")
	flag.VisitAll(func(f *flag.Flag) {
		if strings.HasPrefix(f.Name, "checkmodel.") && !strings.Contains(doc, "\n//\t-"+f.Name+" ") {
			t.Errorf("the package comment does not say what -%s is", f.Name)
		}
	})
}

// A search whose time is up says so.
func TestTimedOut(t *testing.T) {
	ctx, cancel := context.WithDeadline(t.Context(), time.Time{})
	defer cancel()
	c := &check{search: ctx}
	r := &checker.Result{Record: result.Record{Verdict: checker.Incomplete, Stop: checker.Canceled}}
	if it := c.item(r); it.Canceled != document.TimedOut {
		t.Errorf("it was canceled by %q", it.Canceled)
	}
	c.search = t.Context()
	if it := c.item(r); it.Canceled != "" {
		t.Errorf("for no reason it was canceled by %q", it.Canceled)
	}
}

// TestInnerUnexplored fails in another process; see TestUnexploredFails.
func TestInnerUnexplored(t *testing.T) {
	if os.Getenv("CHECKTEST_INNER") == "" {
		t.Skip("executed by another test")
	}
	ctx, cancel := lasting(t.Context(), 0)
	defer cancel()
	m := checker.Model{Name: "late", Main: func(*proc.P) {}}
	r, err := checker.Check(ctx, m, checker.Options{})
	if err != nil {
		t.Fatal(err)
	}
	c := &check{T: t, model: m, search: ctx}
	c.judge(r)
}

// When the time is up, a process has less time than is reserved for the report.
func TestHurried(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	p := shortPatience(ctx, func() (context.Context, context.CancelFunc) {
		return context.WithTimeout(context.Background(), time.Hour)
	})
	left := func() time.Duration {
		patience, cancel := p()
		defer cancel()
		deadline, _ := patience.Deadline()
		return time.Until(deadline)
	}
	if d := left(); d <= grace {
		t.Errorf("on the way there are %v", d)
	}
	cancel()
	if d := left(); d > grace {
		t.Errorf("in the end there are %v", d)
	}
	if shortPatience(ctx, nil) != nil {
		t.Error("a limit on the patience was set, although there was none")
	}
}

// A search ends early enough before the deadline of the test to be reported. The others get their
// part of the time.
func TestSearchTime(t *testing.T) {
	for _, c := range []struct {
		left  time.Duration
		part  int
		wants time.Duration
	}{
		{10 * time.Minute, 1, 570 * time.Second}, // a twentieth is reserved
		{10 * time.Minute, 3, 190 * time.Second},
		{10 * time.Second, 1, 8 * time.Second}, // at least two seconds
		{time.Second, 1, 500 * time.Millisecond},
		{0, 2, 0},
	} {
		if got := searchTime(c.left, c.part); got != c.wants {
			t.Errorf("the first of %d searches in %v may last %v, want %v", c.part, c.left, got, c.wants)
		}
	}
	if got := searchTime(-time.Second, 1); got > 0 {
		t.Errorf("after the deadline a search may last %v", got)
	}
}

// The context of a search ends as with a deadline, but does not report one.
func TestLasting(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := lasting(t.Context(), time.Minute)
		defer cancel()
		if _, limited := ctx.Deadline(); limited {
			t.Error("the context has a deadline")
		}
		time.Sleep(time.Minute - time.Nanosecond)
		if ctx.Err() != nil {
			t.Error("it is done too early")
		}
		time.Sleep(time.Nanosecond)
		synctest.Wait()
		if context.Cause(ctx) != context.DeadlineExceeded {
			t.Errorf("after its time it is done because of %v", context.Cause(ctx))
		}
		early, end := lasting(t.Context(), time.Minute)
		end()
		if context.Cause(early) != context.Canceled {
			t.Errorf("once ended it is done because of %v", context.Cause(early))
		}
	})
}
