package litmus_test

import (
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"hash"
	"os"
	"reflect"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/checkmodel/checkmodel/bounding"
	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/internal/testsize"
	"github.com/checkmodel/checkmodel/models/litmus"
	"github.com/checkmodel/checkmodel/trace"
)

// reference is what Concuerror reports for a program.
type reference struct {
	Optimal counts
	AnyRace counts `json:"any_deliveries_race"`
	Source  counts
	Delay   []counts // limited to 0, 1, 2, 3
}

// counts are interleavings: those that are not sleep-set blocked, and those
// of them in which a process ended abnormally or waits for ever.
type counts struct{ Complete, Violating int }

// readReference reads testdata/counts.json: the counts of Concuerror, an
// independent checker, for the same programs in Erlang. Optimal is its optimal
// DPOR, AnyRace the same without receive patterns, Source its source-DPOR, and
// Delay optimal DPOR under its bound of that name. It was told to go on after
// an error in all of them.
//
// An optimal search explores each equivalence class once, in whatever order,
// so the counts do not depend on the checker. Those under a bound do, but
// there too both go by the same rules.
func readReference(t *testing.T) map[string]reference {
	t.Helper()
	data, err := os.ReadFile("testdata/counts.json")
	if err != nil {
		t.Fatal(err)
	}
	var all map[string]reference
	if err := json.Unmarshal(data, &all); err != nil {
		t.Fatal(err)
	}
	return all
}

// deliberate are the programs in which a process ends abnormally because another one wants it to,
// or is told. Concuerror counts every abnormal end as an error; here only an error that no process
// is told of is a violation.
var deliberate = map[string]bool{
	"trapped_links": true, "link_or_message": true, "kill_or_report": true, "exit_signal_or_trap": true,
}

// quiet has the counts within bounds on delay where the order of the first interleaving is not that of Concuerror, which lets a
// receive time out as soon as its process moves: here each receive that times out before it must costs one.
var quiet = map[string][]counts{"poll_twice": {{1, 0}, {2, 0}, {3, 0}, {3, 0}}}

func TestCounts(t *testing.T) {
	all := readReference(t)
	if len(all) != len(litmus.Models()) {
		t.Errorf("there are %d models, and counts for %d", len(litmus.Models()), len(all))
	}
	for _, m := range litmus.Models() {
		t.Run(m.Name, func(t *testing.T) {
			want, ok := all[m.Name]
			if !ok {
				t.Fatal("there are no counts")
			}
			compare(t, m, checker.Options{}, want.Optimal)
			compare(t, m, checker.Options{AnyDeliveriesRace: true}, want.AnyRace)
			compare(t, m, checker.Options{Algorithm: checker.Source}, want.Source)
			compare(t, m, checker.Options{Algorithm: checker.States}, want.AnyRace)
			between(t, m, want)
			if quiet[m.Name] != nil {
				want.Delay = quiet[m.Name]
			}
			for limit, want := range want.Delay {
				compare(t, m, checker.Options{Bound: bounding.Delay(limit)}, want)
			}
		})
	}
}

// compare explores all of a model and compares the counts.
func compare(t *testing.T, m checker.Model, o checker.Options, want counts) {
	t.Helper()
	r := explore(t, m, o)
	if r.SleepSetBlocked > 0 && o.Algorithm != checker.Source {
		t.Errorf("%s: %d interleavings are sleep-set blocked", describe(o), r.SleepSetBlocked)
	}
	got := counts{r.Interleavings - r.SleepSetBlocked, r.Violating}
	if deliberate[m.Name] {
		want.Violating = 0
	}
	if got != want {
		t.Errorf("%s: got %+v, want %+v", describe(o), got, want)
	}
}

// between compares the stateful search with receive patterns: messages that a receive matches both are ordered, also
// where no receive shows it.
func between(t *testing.T, m checker.Model, want reference) {
	t.Helper()
	for _, exact := range []bool{false, true} {
		r := explore(t, m, checker.Options{Algorithm: checker.States, ReceivePatterns: true, ExactStates: exact})
		if r.Interleavings < want.Optimal.Complete || r.Interleavings > want.AnyRace.Complete {
			t.Errorf("by states with receive patterns: got %d, want %d to %d", r.Interleavings, want.Optimal.Complete, want.AnyRace.Complete)
		}
	}
}

func explore(t *testing.T, m checker.Model, o checker.Options) *checker.Result {
	t.Helper()
	o.Until = checker.UntilEnd
	r, err := checker.Check(t.Context(), m, o)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func describe(o checker.Options) string {
	s := "optimal"
	if o.Algorithm != "" {
		s = string(o.Algorithm)
	}
	if o.AnyDeliveriesRace {
		s += " with any deliveries racing"
	}
	if o.Bound.Limits() {
		s += fmt.Sprintf(" within %s bound %d", o.Bound.Kind(), o.Bound.Limit())
	}
	return s
}

// TestDeclared holds each model to what it declares, and to have something to say.
func TestDeclared(t *testing.T) {
	for _, m := range litmus.Models() {
		if r := explore(t, m, checker.Options{}); !r.Expected {
			t.Errorf("%s is %s, which it does not declare", m.Name, r.Verdict)
		}
		if m.Doc == "" {
			t.Errorf("%s says nothing about itself", m.Name)
		}
	}
}

// TestAfresh compares the search, which steps back from one interleaving to
// the next and executes a process only where it has not been before, with one
// that executes every interleaving from scratch.
func TestAfresh(t *testing.T) {
	large := []string{"source_redundant_wide", "wake_ladder", "source_redundant", "lock_server", "readers_3w_1r", "readers_2w_2r"}
	for _, m := range litmus.Models() {
		if slices.Contains(large, m.Name) && !testsize.Long() {
			continue
		}
		t.Run(m.Name, func(t *testing.T) {
			for _, o := range []checker.Options{
				{},
				{AnyDeliveriesRace: true},
				{Algorithm: checker.Source},
				{Bound: bounding.Delay(2)},
			} {
				stepping, afresh := newDiary(), newDiary()
				o.Observer = stepping
				want := explore(t, m, o)
				o.Observer, o.Afresh = afresh, true
				got := explore(t, m, o)
				compareResults(t, describe(o), got, want)
				if string(afresh.sum()) != string(stepping.sum()) {
					t.Errorf("%s: executing afresh has other interleavings, or another order of them", describe(o))
				}
			}
		})
	}
}

// compareResults compares a search that executes every interleaving afresh
// with one that does not. Only the number of events executed may differ.
func compareResults(t *testing.T, search string, afresh, stepping *checker.Result) {
	t.Helper()
	type figures struct{ interleavings, blocked, depthCut, boundCut, violating, first int }
	of := func(r *checker.Result) figures {
		return figures{r.Interleavings, r.SleepSetBlocked, r.DepthCut, r.BoundCut, r.Violating, r.FirstViolation}
	}
	if diff := cmp.Diff(of(afresh), of(stepping), cmp.AllowUnexported(figures{})); diff != "" {
		t.Errorf("%s: what is found (-afresh +stepping back)\n%s", search, diff)
	}
	everything := cmp.Exporter(func(reflect.Type) bool { return true })
	if diff := cmp.Diff(afresh.Violations, stepping.Violations, everything); diff != "" {
		t.Errorf("%s: the violations (-afresh +stepping back)\n%s", search, diff)
	}
}

// violations lists what went wrong, in words.
func violations(r *checker.Result) []string {
	var all []string
	for _, v := range r.Violations {
		all = append(all, v.Property+": "+v.Explanation)
	}
	slices.Sort(all)
	return all
}

// diary is an observer that sums up all interleavings in their order: who did
// what to whom, and how it ended.
type diary struct{ hash hash.Hash }

func newDiary() *diary { return &diary{sha256.New()} }

// Interleaving implements checker.Observer.
func (d *diary) Interleaving(number int, outcome trace.Outcome, events []trace.Event) {
	fmt.Fprintln(d.hash, number, outcome)
	for i := range events {
		e := &events[i]
		fmt.Fprintln(d.hash, e.Step(), e.Kind, e.Object, e.Effect, e.Taken)
	}
}

func (d *diary) sum() []byte { return d.hash.Sum(nil) }

// TestAllInterleavings looks at all interleavings of those models that have few enough, and
// compares what there is with what the search finds: a search that leaves
// something out is not allowed to miss a class or a violation.
func TestAllInterleavings(t *testing.T) {
	compared := 0
	for _, m := range litmus.Models() {
		classes := newCensus()
		all := explore(t, m, checker.Options{Algorithm: checker.Naive, MaxInterleavings: testsize.Sample(1_000, 10_000), Observer: classes})
		if all.Stop == checker.OutOfBudget {
			continue
		}
		compared++
		classes.check(t, m.Name)
		for _, anyRace := range []bool{false, true} {
			want := len(classes.optimal)
			if anyRace {
				want = len(classes.anyRace)
			}
			r := explore(t, m, checker.Options{AnyDeliveriesRace: anyRace})
			if r.Interleavings != want {
				t.Errorf("%s, any deliveries race: %t: %d interleavings explored of %d classes", m.Name, anyRace, r.Interleavings, want)
			}
			if diff := cmp.Diff(violations(all), violations(r)); diff != "" {
				t.Errorf("%s, any deliveries race: %t: the violations (-there are +found)\n%s", m.Name, anyRace, diff)
			}
		}
	}
	if compared < 20 {
		t.Errorf("only %d models have few enough interleavings to compare", compared)
	}
}
