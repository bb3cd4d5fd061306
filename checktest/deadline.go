package checktest

import (
	"context"
	"testing"
	"time"
)

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

// shortPatience returns a patience that is short once ctx is done, because there is little time then. It
// returns nil, which means no limit, if patience is nil.
func shortPatience(ctx context.Context, patience func() (context.Context, context.CancelFunc)) func() (context.Context, context.CancelFunc) {
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

// times returns the context of a search, and the context of the runs that are drawn after it if it does not end, for which
// a sixteenth of the time is kept. Both are done when the time until the deadline of the test is over, if it has one.
func (c *check) times(part int) (search, sample context.Context, cancel context.CancelFunc) {
	c.Helper()
	sample, end := beforeDeadline(c.T, part)
	deadline, ok := c.T.Deadline()
	if !ok || c.options.Replay != nil {
		return sample, sample, end
	}
	d := searchTime(time.Until(deadline), part)
	search, endSearch := lasting(sample, d-d/16)
	return search, sample, func() {
		endSearch()
		end()
	}
}
