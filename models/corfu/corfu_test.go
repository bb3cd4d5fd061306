package corfu

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/checkmodel/checkmodel/bounding"
	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/checktest"
	"github.com/checkmodel/checkmodel/internal/testsize"
)

// named returns the variant of that name.
func named(t *testing.T, name string) variant {
	t.Helper()
	for _, v := range variants() {
		if v.name() == name {
			return v
		}
	}
	t.Fatalf("there is no variant %s", name)
	return variant{}
}

func check(t *testing.T, m checker.Model, o checker.Options) *checker.Result {
	t.Helper()
	r, err := checker.Check(t.Context(), m, o)
	if err != nil {
		t.Fatal(err)
	}
	if r.SleepSetBlocked != 0 {
		t.Errorf("%d of %d interleavings are sleep-set blocked", r.SleepSetBlocked, r.Interleavings)
	}
	return r
}

// violated returns the names of the properties that were found to be violated.
func violated(r *checker.Result) []string {
	var names []string
	for _, v := range r.Violations {
		if !slices.Contains(names, v.Property) {
			names = append(names, v.Property)
		}
	}
	return names
}

// The initial models come first.
func TestModels(t *testing.T) {
	var names []string
	for _, m := range Models() {
		names = append(names, m.Name)
	}
	var want []string
	for _, refinements := range []string{"", "+condread", "+table", "+condread+table"} {
		for _, method := range []string{"tail", "head", "middle-1to2", "middle-2to3"} {
			want = append(want, method+refinements)
		}
	}
	if diff := cmp.Diff(want, names); diff != "" {
		t.Errorf("the models (-want +got)\n%s", diff)
	}
}

// What the command reports for -bound 4. The first four models are the initial ones.
func TestDeclared(t *testing.T) {
	checktest.RunAll(t, Models()[:testsize.Sample(4, len(Models()))], checktest.Bound(4))
}

// The bug-finding half of Table 1 of the paper: at most four divergences from
// the first schedule show what is wrong with the first two methods. Where the
// layout is in a table there are fewer races to diverge at, and the way to the
// bug of the tail method is another one: it takes six.
func TestTreeBound(t *testing.T) {
	for _, v := range variants() {
		t.Run(v.name(), func(t *testing.T) {
			t.Parallel()
			bound := bounding.Tree(4)
			if v.method.name == "tail" && v.layoutTable {
				bound = bounding.Tree(6)
			}
			if v.layoutTable && v.name() != "tail+condread+table" {
				testsize.LongOnly(t)
			}
			m := v.model()
			r := check(t, m, checker.Options{Bound: bound, Until: checker.UntilEnd})
			if got := violated(r); !slices.Equal(got, m.Violates) {
				t.Errorf("violated in %d interleavings: %q, want %q", r.Interleavings, got, m.Violates)
			}
			want := checker.Bounded
			if m.Violates != nil {
				want = checker.Violated
			}
			if r.Verdict != want {
				t.Errorf("verdict %q, want %q", r.Verdict, want)
			}
		})
	}
}

// Head is wrong in two ways (4.6).
func TestHeadViolations(t *testing.T) {
	r := check(t, named(t, "head").model(), checker.Options{Bound: bounding.Delay(4), Until: checker.UntilEnd})
	var got []string
	for _, v := range r.Violations {
		got = append(got, v.Explanation)
	}
	want := []string{
		// A writer has written to A only and starves.
		"in the end a server has a value although one before it in the chain has none: C: not written, A: red, B: not written",
		// The writers have reached different servers first.
		"in the end two servers have different values: C: blue, A: red, B: not written",
		"in the end two servers have different values: C: red, A: blue, B: not written",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("the violations (-want +got)\n%s", diff)
	}
}

// Without a bound, nothing is found in the middle within the budget. (The bugs of
// the other methods are: TestFirstViolation.)
func TestMiddleUnbounded(t *testing.T) {
	budget := testsize.Sample(1_000, 10_000)
	for _, m := range Models() {
		if m.Violates != nil {
			continue
		}
		t.Run(m.Name, func(t *testing.T) {
			t.Parallel()
			r := check(t, m, checker.Options{MaxInterleavings: budget})
			if r.Verdict != checker.Incomplete || r.Interleavings != budget {
				t.Errorf("verdict %q after %d interleavings, want %q after %d: %q",
					r.Verdict, r.Interleavings, checker.Incomplete, budget, violated(r))
			}
		})
	}
}

// A single healthy server must be split for the middle method (4.5): if the repaired server is just
// added after it, that is the tail method again.
func TestSplitIsNeeded(t *testing.T) {
	unsplit := variant{method: method{
		name: "unsplit",
		chains: [3]chain{
			{{"A", headAndTail}},
			{{"A", headAndTail}, {"C", repairAtEnd}},
			{{"A", head}, {"C", tail}},
		},
	}}
	r := check(t, unsplit.model(), checker.Options{Bound: bounding.Delay(6)})
	if got := violated(r); !slices.Equal(got, []string{linearizability}) {
		t.Errorf("violated in %d interleavings: %q, want %q", r.Interleavings, got, linearizability)
	}
}
