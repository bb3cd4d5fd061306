// Package checktest checks models inside go test.
//
//	func TestModels(t *testing.T) {
//		for _, m := range corfu.Models() {
//			checktest.Run(t, m, checktest.Bound(4))
//		}
//	}
//
// A test fails where a model does not behave as it declares: a property is
// violated that Model.Violates does not list, or a complete search violates none
// of those it lists. The failure shows the trace.
package checktest

import (
	"context"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/checkmodel/checkmodel/bounding"
	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/report"
)

// Option changes how a model is checked. Without any, the search is optimal DPOR
// with receive patterns, unbounded, until the first violation.
type Option func(*checker.Options)

// Bound limits the search to interleavings that diverge at most n times from the
// first child in the exploration tree (bounding.Tree).
func Bound(n int) Option { return func(o *checker.Options) { o.Bound = bounding.Tree(n) } }

// DelayBound limits the search to interleavings of at most that cost, where the
// kth sibling costs k (bounding.Delay).
func DelayBound(n int) Option { return func(o *checker.Options) { o.Bound = bounding.Delay(n) } }

// MaxInterleavings ends the search after n interleavings; 0 is no limit.
func MaxInterleavings(n int) Option { return func(o *checker.Options) { o.MaxInterleavings = n } }

// KeepGoing explores on after a violation.
func KeepGoing() Option { return func(o *checker.Options) { o.KeepGoing = true } }

// Patience says how long a process may take to come to its next operation before
// the test fails and shows where it is stuck, instead of 10 seconds; up to twice
// as long, in fact. 0 is for ever, for instance while debugging.
func Patience(d time.Duration) Option {
	if d == 0 {
		return func(o *checker.Options) { o.Patience = nil }
	}
	return func(o *checker.Options) {
		o.Patience = func() (context.Context, context.CancelFunc) {
			return context.WithTimeout(context.Background(), d)
		}
	}
}

// TrustModel leaves out what is done to find out whether the model is deterministic.
func TrustModel() Option { return func(o *checker.Options) { o.TrustModel = true } }

// Run checks the model in a subtest that has the model's name, and returns what
// was established; nil if the model or the options cannot be used. Besides
// failing where the model does not behave as it declares, the subtest logs the
// verdict in one sentence.
//
// Run blocks until the search has ended. Shortly before the deadline of the
// test it stops the search, which is then incomplete.
func Run(t *testing.T, m checker.Model, options ...Option) *checker.Result {
	t.Helper()
	var result *checker.Result
	t.Run(m.Name, func(t *testing.T) {
		t.Helper()
		var o checker.Options
		for _, set := range append([]Option{Patience(10 * time.Second)}, options...) {
			set(&o)
		}
		ctx, cancel := beforeDeadline(t)
		defer cancel()
		var err error
		result, err = checker.Check(ctx, m, o)
		if err != nil {
			t.Fatal(failure(err))
		}
		t.Log(report.Sentence(report.Item{Name: m.Name, Result: result}))
		if !result.Expected {
			t.Error(complaint(m, result))
		}
	})
	return result
}

// beforeDeadline returns a context that is done early enough before the test's
// deadline to report what was found.
func beforeDeadline(t *testing.T) (context.Context, context.CancelFunc) {
	deadline, ok := t.Deadline()
	if !ok {
		return context.WithCancel(t.Context())
	}
	return context.WithDeadline(t.Context(), deadline.Add(-2*time.Second))
}

// failure says why a search has failed.
func failure(err error) string {
	var b strings.Builder
	b.WriteString(err.Error() + "\n")
	if err := text().Failure(&b, err); err != nil {
		return err.Error()
	}
	return b.String()
}

// text writes reports with positions relative to the working directory.
func text() report.Text {
	dir, err := os.Getwd()
	if err != nil {
		dir = ""
	}
	return report.Text{Dir: dir}
}

// complaint says how the model did not behave as it declares.
func complaint(m checker.Model, r *checker.Result) string {
	if r.Violating == 0 {
		return "the model declares that it violates " + strings.Join(m.Violates, ", ") +
			", but no interleaving does; if the protocol was mended, remove the declaration"
	}
	var b strings.Builder
	for _, v := range r.Violations {
		b.WriteByte('\n')
		if err := text().Violation(&b, m, v); err != nil {
			return err.Error()
		}
	}
	return b.String()
}
