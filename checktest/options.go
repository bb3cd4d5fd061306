package checktest

import (
	"context"
	"time"

	"github.com/checkmodel/checkmodel/bounding"
	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/proc"
)

// Options are the settings of a check.
type Options struct {
	checker.Options
	// RequireComplete fails the test if the search was cut; see [RequireComplete].
	RequireComplete bool
}

// Option changes the settings of a check. Without options, the search is as the model asks (checker.Model.Search), or else
// optimal DPOR with receive patterns and without a bound, which ends at the first violation that the model does not declare. An
// option has precedence over the model, and a flag over both.
type Option func(*Options)

// Bound limits the search to interleavings that diverge at most n times from the
// first child in the exploration tree (bounding.Tree).
func Bound(n int) Option { return func(o *Options) { o.Bound = bounding.Tree(n) } }

// Bounds searches with increasing bounds, from the first to the last. It ends with the first bound
// that shows an undeclared violation or cuts nothing. The result comes from the last search.
func Bounds(first, last int) Option {
	return func(o *Options) { o.Bound = bounding.Tree(last).From(first) }
}

// DelayBound limits the search to interleavings of cost at most n, where the kth sibling costs k
// (bounding.Delay).
func DelayBound(n int) Option { return func(o *Options) { o.Bound = bounding.Delay(n) } }

// MaxInterleavings ends the search after n interleavings; 0 is no limit.
func MaxInterleavings(n int) Option { return func(o *Options) { o.MaxInterleavings = n } }

// Memory ends the search when the test binary uses the given number of bytes of memory; see
// checker.Options. 0 means no limit. The default is the free memory of the machine and of the
// control groups of the process, if that is known.
func Memory(bytes int64) Option { return func(o *Options) { o.Memory = bytes } }

// Seed chooses the order in which processes continue where nothing is planned; see checker.Options.
func Seed(n uint64) Option { return func(o *Options) { o.Seed = n } }

// Runs draws that many interleavings at random instead of a search, by a portfolio of strategies; see checker.Options. The
// verdict is then Sampled at best, so a test with RequireComplete fails.
func Runs(n int) Option { return func(o *Options) { o.Runs = n } }

// Delivery says how messages travel: proc.Instant, proc.Channel or proc.Bag. It replaces the choice
// of the model (checker.Model.Delivery). A kept failure is replayed only by tests with the delivery
// with which it was found.
func Delivery(d proc.Delivery) Option { return func(o *Options) { o.Delivery = d } }

// Faults says which faults happen. It replaces the model's budget (checker.Model.Faults).
func Faults(f checker.Faults) Option { return func(o *Options) { o.Faults = &f } }

// Without leaves out the external events of these names; see checker.Options.
func Without(names ...string) Option { return func(o *Options) { o.Without = names } }

// RequireComplete fails the test if a bound, a budget, the memory or the time cut the search, so
// that "nothing found" means "verified". With -short, which cuts most searches, it has no effect;
// the flag -checkmodel.require-complete has one even then.
func RequireComplete() Option { return func(o *Options) { o.RequireComplete = true } }

// Until says which violation ends the search. With checker.UntilEnd it is none, and of each kind of violation, a property
// with its explanation, the shortest is reported: one with its trace, and all in the artifacts of the test.
func Until(u checker.Until) Option { return func(o *Options) { o.Until = u } }

// Witness shows the way to a goal of the model in the log and the artifacts of the test, by a search that ends when the goal is reached;
// see checker.Options.
func Witness(goal string) Option { return func(o *Options) { o.Witness = goal } }

// Patience limits the time that a process may take to reach its next operation, and a rule to
// return, which is 4 seconds by default. The test then fails and shows where the model is stuck,
// after at most twice that time. Once the time of the search is up, the limit is at most one
// second, and for a rule three. 0 means no limit, which is useful while debugging.
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

// TrustModel skips the tests whether the model is deterministic, and does not look for goroutines
// that processes have started.
func TrustModel() Option { return func(o *Options) { o.TrustModel = true } }
