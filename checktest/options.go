package checktest

import (
	"context"
	"time"

	"github.com/checkmodel/checkmodel/bounding"
	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/proc"
)

// Options say how a model is checked.
type Options struct {
	checker.Options
	// RequireComplete fails the test if the search was cut; see [RequireComplete].
	RequireComplete bool
}

// Option changes how a model is checked. Without any, the search is the one that the model
// asks for (checker.Model.Search), or else optimal DPOR with receive patterns, unbounded,
// until the first violation. An option has precedence over the model, and a flag over both.
type Option func(*Options)

// Bound limits the search to interleavings that diverge at most n times from the
// first child in the exploration tree (bounding.Tree).
func Bound(n int) Option { return func(o *Options) { o.Bound = bounding.Tree(n) } }

// Bounds searches under one bound after the other, from the first to the last, and ends with
// the lowest that shows a violation which the model does not declare, or that cuts nothing. The
// result is that of the last search.
func Bounds(first, last int) Option {
	return func(o *Options) { o.Bound = bounding.Tree(last).From(first) }
}

// DelayBound limits the search to interleavings of at most that cost, where the
// kth sibling costs k (bounding.Delay).
func DelayBound(n int) Option { return func(o *Options) { o.Bound = bounding.Delay(n) } }

// MaxInterleavings ends the search after n interleavings; 0 is no limit.
func MaxInterleavings(n int) Option { return func(o *Options) { o.MaxInterleavings = n } }

// Memory ends the search when the test binary has come to that many bytes of memory; see checker.Options. 0 is no
// limit. Without the option it is what the machine and the control groups of the process
// leave, where that is known.
func Memory(bytes int64) Option { return func(o *Options) { o.Memory = bytes } }

// Seed chooses in which order processes go on where nothing is planned; see
// checker.Options.
func Seed(n uint64) Option { return func(o *Options) { o.Seed = n } }

// Delivery says how messages travel, instead of what the model says
// (checker.Model.Delivery): proc.Instant, proc.Channel or proc.Bag. A failure that was kept is replayed by tests with the delivery with which it
// was found.
func Delivery(d proc.Delivery) Option { return func(o *Options) { o.Delivery = d } }

// RequireComplete fails the test if a bound, a budget or the time cut the search, so
// that "nothing found" means "verified". With -short, which cuts most searches, it asks
// for nothing; the flag -checkmodel.require-complete asks for it then, too.
func RequireComplete() Option { return func(o *Options) { o.RequireComplete = true } }

// KeepGoing explores on after a violation. Of each kind, a property with its explanation,
// the shortest is reported: one with its trace, and all in the artifacts of the test.
func KeepGoing() Option { return func(o *Options) { o.KeepGoing = true } }

// Patience says how long a process may take to come to its next operation before
// the test fails and shows where it is stuck, instead of 10 seconds; up to twice
// as long, in fact. When the time of the search is up, it is at most one second. A rule may
// take six times as long, or three then. 0 is for ever, for instance while debugging.
func Patience(d time.Duration) Option {
	if d == 0 {
		return func(o *Options) { o.Patience = nil }
	}
	return func(o *Options) {
		o.Patience = func() (context.Context, context.CancelFunc) {
			return context.WithTimeout(context.Background(), d)
		}
	}
}

// TrustModel leaves out what is done to find out whether the model is deterministic, and
// does not look for goroutines that processes have started.
func TrustModel() Option { return func(o *Options) { o.TrustModel = true } }
