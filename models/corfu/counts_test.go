package corfu

import (
	"testing"

	"github.com/checkmodel/checkmodel/bounding"
	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/internal/testsize"
)

// The numbers in this file are, unless it says otherwise, the counts of
// Concuerror for the same protocol, written in Erlang: the same processes,
// started in the same order, that do the same operations. Concuerror ran with --dpor optimal, instant delivery and the
// round robin scheduler.

// count is the result of a search that goes on after a violation.
type count struct {
	interleavings int
	violating     int
	first         int // number of the first violating interleaving
}

// With -k -c delay -b N, for N from 0 to 4.
var delayCounts = map[string][]count{
	"tail":                       {{1, 0, 0}, {6, 0, 0}, {29, 0, 0}, {124, 0, 0}, {505, 1, 139}},
	"tail+condread":              {{1, 0, 0}, {5, 0, 0}, {25, 0, 0}, {103, 0, 0}, {364, 1, 81}},
	"tail+table":                 {{1, 0, 0}, {9, 0, 0}, {47, 0, 0}, {193, 0, 0}, {699, 0, 0}},
	"tail+condread+table":        {{1, 0, 0}, {5, 0, 0}, {25, 0, 0}, {101, 0, 0}, {359, 0, 0}},
	"head":                       {{1, 0, 0}, {6, 0, 0}, {33, 0, 0}, {162, 1, 117}, {703, 31, 24}},
	"head+condread":              {{1, 0, 0}, {5, 0, 0}, {30, 0, 0}, {138, 7, 10}, {531, 70, 10}},
	"head+table":                 {{1, 0, 0}, {9, 0, 0}, {52, 1, 15}, {245, 10, 19}, {1030, 60, 20}},
	"head+condread+table":        {{1, 0, 0}, {5, 0, 0}, {30, 1, 6}, {144, 8, 6}, {545, 50, 6}},
	"middle-1to2":                {{1, 0, 0}, {9, 0, 0}, {35, 0, 0}, {100, 0, 0}, {251, 0, 0}},
	"middle-1to2+condread":       {{1, 0, 0}, {9, 0, 0}, {35, 0, 0}, {95, 0, 0}, {228, 0, 0}},
	"middle-1to2+table":          {{1, 0, 0}, {9, 0, 0}, {40, 0, 0}, {129, 0, 0}, {383, 0, 0}},
	"middle-1to2+condread+table": {{1, 0, 0}, {9, 0, 0}, {40, 0, 0}, {127, 0, 0}, {361, 0, 0}},
	"middle-2to3":                {{1, 0, 0}, {6, 0, 0}, {29, 0, 0}, {121, 0, 0}, {485, 0, 0}},
	"middle-2to3+condread":       {{1, 0, 0}, {5, 0, 0}, {26, 0, 0}, {104, 0, 0}, {340, 0, 0}},
	"middle-2to3+table":          {{1, 0, 0}, {9, 0, 0}, {48, 0, 0}, {196, 0, 0}, {713, 0, 0}},
	"middle-2to3+condread+table": {{1, 0, 0}, {5, 0, 0}, {26, 0, 0}, {110, 0, 0}, {368, 0, 0}},
}

func TestDelayCounts(t *testing.T) {
	for _, v := range variants() {
		t.Run(v.name(), func(t *testing.T) {
			if testing.Short() && (v.conditionalRead || v.layoutTable) {
				t.Skip("only the initial models")
			}
			t.Parallel()
			for bound, want := range delayCounts[v.name()][:testsize.Sample(4, 5)] {
				r := check(t, v.model(), checker.Options{Bound: bounding.Delay(bound), Until: checker.UntilEnd})
				got := count{r.Interleavings, r.Violating, r.FirstViolation}
				if got != want {
					t.Errorf("Delay(%d): got %+v, want %+v", bound, got, want)
				}
			}
		})
	}
}

// Until the first violation: the number of the violating interleaving.
var firstViolations = []struct {
	variant string
	options checker.Options
	want    int
}{
	{"tail", checker.Options{Bound: bounding.Delay(5)}, 338},
	{"tail", checker.Options{Bound: bounding.Delay(6)}, 852},
	{"tail+condread", checker.Options{Bound: bounding.Delay(5)}, 107},
	{"tail+condread", checker.Options{Bound: bounding.Delay(6)}, 117},
	{"tail+table", checker.Options{Bound: bounding.Delay(6)}, 1688},
	{"tail+condread+table", checker.Options{Bound: bounding.Delay(6)}, 341},

	// Without a bound, where Concuerror found one within a minute.
	{"tail+condread", checker.Options{}, 120},
	{"tail+condread+table", checker.Options{}, 492},
	{"head", checker.Options{}, 25},
	{"head+condread", checker.Options{}, 10},
	{"head+table", checker.Options{}, 20},
	{"head+condread+table", checker.Options{}, 6},

	// Without a bound, where Concuerror had found none when it was stopped, behind
	// 5907 and 8222 interleavings: our own counts.
	{"tail", checker.Options{}, 36966},
	{"tail+table", checker.Options{}, 9990},

	// With --use_receive_patterns false: Table 2 shows what 5.1 is worth.
	{"tail+condread", checker.Options{AnyDeliveriesRace: true}, 1939},
	{"tail+condread+table", checker.Options{AnyDeliveriesRace: true}, 4039},
	{"head", checker.Options{AnyDeliveriesRace: true}, 379},
	{"head+condread", checker.Options{AnyDeliveriesRace: true}, 37},
	{"head+table", checker.Options{AnyDeliveriesRace: true}, 387},
	{"head+condread+table", checker.Options{AnyDeliveriesRace: true}, 35},
}

func TestFirstViolation(t *testing.T) {
	for _, c := range firstViolations {
		t.Run(c.variant, func(t *testing.T) {
			if c.want > 500 {
				testsize.LongOnly(t)
			}
			t.Parallel()
			r := check(t, named(t, c.variant).model(), c.options)
			if r.FirstViolation != c.want {
				t.Errorf("the first violation is that of interleaving %d of %d, want %d",
					r.FirstViolation, r.Interleavings, c.want)
			}
			if !r.Expected {
				t.Errorf("%q is not expected", violated(r))
			}
		})
	}
}

// Each receive of these models that could take two messages shows which came first, so the stateful search counts as many
// interleavings with receive patterns as optimal DPOR, which takes minutes for the largest.
func TestStatesWithPatterns(t *testing.T) {
	for variant, want := range map[string]int{
		"middle-2to3+condread+table": 76_724,
		"middle-1to2+condread+table": 1_354_250, // the one with the fewest states
		"head+condread+table":        359_250,
	} {
		t.Run(variant, func(t *testing.T) {
			if want < 1_000_000 {
				testsize.LongOnly(t)
			}
			r := check(t, named(t, variant).model(), checker.Options{Algorithm: checker.States, ReceivePatterns: true, Until: checker.UntilEnd, TrustModel: true})
			if r.Interleavings != want || !r.Expected {
				t.Errorf("%d interleavings, want %d; %q", r.Interleavings, want, violated(r))
			}
		})
	}
}
