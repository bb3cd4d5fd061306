package chainrepl

import (
	"slices"
	"testing"

	"github.com/checkmodel/checkmodel/bounding"
	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/internal/testsize"
)

// count is the result of a search that goes on after a violation.
type count struct {
	interleavings int // that are not sleep-set blocked
	violating     int
}

// reference is what Concuerror counts for the same protocol, written in Erlang:
// the same processes, started in the same order, that do the same operations.
// It ran with -k, instant delivery and the round robin scheduler. Counts without a
// bound are the number of equivalence classes, which is the same for every
// optimal search.
var reference = []struct {
	variant string
	optimal count
	anyRace count // with --use_receive_patterns false, and the same with --dpor source
	first   int   // with --dpor optimal: number of the first violating interleaving
	delay2  count // with -c delay -b 2
	delay4  count // with -c delay -b 4
}{
	{variant: "steady-one-writer", optimal: count{5, 0}, anyRace: count{10, 0}},
	{variant: "steady-two-writers", optimal: count{184, 0}, anyRace: count{1104, 0}},
	{variant: "repair", optimal: count{1186, 0}, anyRace: count{7116, 0}},
	{"repair-no-flush", count{786, 2}, count{4716, 12}, 359, count{30, 0}, count{191, 0}},
	{"repair-no-read-only", count{2170, 2}, count{13020, 12}, 1632, count{31, 0}, count{244, 0}},
	{"repair-no-demote", count{731, 1}, count{4386, 6}, 721, count{31, 0}, count{207, 0}},
	{"repair-no-copy", count{625, 42}, count{3750, 252}, 77, count{36, 2}, count{144, 12}},
}

func TestReferenceCounts(t *testing.T) {
	for _, c := range reference {
		t.Run(c.variant, func(t *testing.T) {
			t.Parallel()
			m := named(t, c.variant).model()
			all := check(t, m, checker.Options{Until: checker.UntilEnd})
			compare(t, all, c.optimal)
			if all.FirstViolation != c.first {
				t.Errorf("the first violation is that of interleaving %d, want %d", all.FirstViolation, c.first)
			}
			compare(t, check(t, m, checker.Options{Until: checker.UntilEnd, Algorithm: checker.States}), c.anyRace)
			compare(t, check(t, m, checker.Options{Until: checker.UntilEnd, Algorithm: checker.States, ReceivePatterns: true}), c.optimal)
			if c.first > 0 {
				compare(t, check(t, m, checker.Options{Until: checker.UntilEnd, Bound: bounding.Delay(2)}), c.delay2)
				compare(t, check(t, m, checker.Options{Until: checker.UntilEnd, Bound: bounding.Delay(4)}), c.delay4)
			}
			if testsize.Long() || c.optimal.interleavings < 200 {
				compare(t, check(t, m, checker.Options{Until: checker.UntilEnd, AnyDeliveriesRace: true}), c.anyRace)
				compare(t, check(t, m, checker.Options{Until: checker.UntilEnd, Algorithm: checker.Source}), c.anyRace)
			}
		})
	}
}

// own are our own counts, also for models without a reference. (Concuerror was stopped behind
// 67006 interleavings of repair-two-writers, of an estimated 92000.)
var own = []struct {
	variant string
	all     count
}{
	{"steady-one-writer", count{5, 0}},
	{"steady-two-writers", count{184, 0}},
	{"repair", count{1186, 0}},
	{"repair-two-writers", count{99138, 0}},
	{"repair-no-flush", count{786, 2}},
	{"repair-no-read-only", count{2170, 2}},
	{"repair-no-demote", count{731, 1}},
	{"repair-no-copy", count{625, 42}},
	{"crash-head", count{96, 0}},
	{"crash-head-two-writers", count{133682, 0}},
	{"crash-middle", count{638, 0}},
	{"crash-middle-two-writers", count{80846, 0}},
	{"crash-tail", count{58, 0}},
	{"crash-tail-two-writers", count{2276, 0}},
	{"crash-head-no-dedup", count{133682, 132861}},
	{"crash-middle-no-resend", count{370, 18}},
}

// What is too large goes within a bound, where counts mean nothing.
func TestAll(t *testing.T) {
	limit := 10_000
	if testsize.Long() {
		limit = 1_000_000
	}
	if len(own) != len(variants) {
		t.Errorf("there are %d models, and counts of %d", len(variants), len(own))
	}
	for _, c := range own {
		t.Run(c.variant, func(t *testing.T) {
			t.Parallel()
			m := named(t, c.variant).model()
			if c.all.interleavings > limit {
				testsize.LongOnly(t) // TestDeclared explores it within a bound, too
				check(t, m, checker.Options{Bound: bounding.Delay(4), Until: checker.UntilEnd})
				return
			}
			r := check(t, m, checker.Options{Until: checker.UntilEnd})
			compare(t, r, c.all)
			if got := violated(r); !slices.Equal(got, sorted(m.Violates)) {
				t.Errorf("violated: %q, want %q", got, m.Violates)
			}
		})
	}
}

// compare compares the counts of a search that went on to the end, in a model
// that must behave as it declares.
func compare(t *testing.T, r *checker.Result, want count) {
	t.Helper()
	if got := (count{r.Interleavings - r.SleepSetBlocked, r.Violating}); got != want {
		t.Errorf("%+v: got %+v, want %+v", r.Options, got, want)
	}
	if r.SleepSetBlocked > 0 && r.Options.Algorithm != checker.Source {
		t.Errorf("%+v: %d interleavings are sleep-set blocked", r.Options, r.SleepSetBlocked)
	}
	if !r.Expected {
		t.Errorf("%+v: verdict %q with %q is not expected", r.Options, r.Verdict, violated(r))
	}
}

// violated returns the names of the properties that were found to be violated.
func violated(r *checker.Result) []string {
	var names []string
	for _, v := range r.Violations {
		if v.After == nil { // otherwise others wait for the process that has failed
			names = append(names, v.Property)
		}
	}
	return slices.Compact(sorted(names))
}

func sorted(names []string) []string { return slices.Sorted(slices.Values(names)) }
