package checktest

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/internal/printable"
	"github.com/checkmodel/checkmodel/internal/report/document"
	"github.com/checkmodel/checkmodel/parameter"
	"github.com/checkmodel/checkmodel/proc"
)

// check is the check of one model.
type check struct {
	*testing.T
	model   checker.Model
	options Options
	search  context.Context // ends the search when it is done
	result  *checker.Result // nil if there is none
	cut     *document.Item  // the same if the search was cut
}

// Logf logs a text, of which everything is escaped that is not printable.
func (c *check) Logf(format string, args ...any) {
	c.Helper()
	c.Log(printable.Lines(fmt.Sprintf(format, args...)))
}

// Errorf fails the test, with a text as by Logf.
func (c *check) Errorf(format string, args ...any) {
	c.Helper()
	c.Error(printable.Lines(fmt.Sprintf(format, args...)))
}

// Fatalf ends the test, with a text as by Logf.
func (c *check) Fatalf(format string, args ...any) {
	c.Helper()
	c.Fatal(printable.Lines(fmt.Sprintf(format, args...)))
}

// item returns the result as an item of a report.
func (c *check) item(r *checker.Result) document.Item {
	it := document.Item{Name: c.model.Name, Result: r}
	if r.Stop == checker.Canceled && errors.Is(context.Cause(c.search), context.DeadlineExceeded) {
		it.Canceled = document.TimedOut
	}
	return it
}

// replaying returns the command with which this test alone replays a schedule, or a file with one.
func (c *check) replaying(schedule string) string {
	return c.command("-checkmodel.replay " + schedule)
}

// command returns the command that executes this test alone, with the flags.
func (c *check) command(flags string) string {
	var name []string
	for part := range strings.SplitSeq(c.Name(), "/") {
		name = append(name, printable.Pattern(part))
	}
	return "go test -run " + printable.Quote(strings.Join(name, "/")) + " " + flags
}

// set returns the flag that gives the model the parameters that it has now; "" if they have their defaults.
func (c *check) set() string {
	var all []string
	for _, p := range parameter.List(c.model.Parameters).Changed() {
		all = append(all, p.String())
	}
	if len(all) == 0 {
		return ""
	}
	return " -checkmodel.set=" + strings.Join(all, ",")
}

// leftOut returns the flags for the external events that are left out.
func leftOut(flag string, names []string) string {
	var b strings.Builder
	for _, name := range names {
		b.WriteString(" " + flag + printable.Quote(name))
	}
	return b.String()
}

// unlessOwn returns the flag for a delivery, or "" if the model has this delivery anyway.
func (c *check) unlessOwn(flag string, d proc.Delivery) string {
	if d = cmp.Or(d, proc.Instant); d == cmp.Or(c.model.Delivery, proc.Instant) {
		return ""
	}
	return flag + string(d)
}

func prefixed(prefix, s string) string {
	if s == "" {
		return ""
	}
	return prefix + s
}
