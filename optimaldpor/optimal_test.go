package optimaldpor_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/checkmodel/checkmodel/bounding"
	"github.com/checkmodel/checkmodel/optimaldpor"
	"github.com/checkmodel/checkmodel/optimaldpor/backtrack"
	"github.com/checkmodel/checkmodel/trace"
	"github.com/checkmodel/checkmodel/trace/causality"
)

var (
	patterns = causality.Relation{ReceivePatterns: true}
	anyRace  = causality.Relation{}
)

// golden are programs that are known to break a search that is not quite right:
// how many interleavings they have, and how many classes where any two messages
// race and where only receives can tell.
var golden = []struct {
	name                           string
	program                        program
	interleavings, anyRace, tested int
}{
	{"G1: three receives of any, three senders: a wakeup sequence without its receive finds 4",
		program{{receive(1, 2, 3), receive(1, 2, 3), receive(1, 2, 3)}, {send(0, 1)}, {send(0, 2)}, {send(0, 3)}}, 30, 6, 6},
	{"G2: three receives of one each", program{{receive(1), receive(2), receive(3)}, {send(0, 1)}, {send(0, 2)}, {send(0, 3)}}, 15, 6, 1},
	{"G3: no process receives", program{{}, {send(0, 1)}, {send(0, 2)}, {send(0, 3)}}, 6, 6, 1},
	{"G4: one receive of any: a wakeup sequence without its receive finds 2",
		program{{receive(1, 2, 3)}, {send(0, 1)}, {send(0, 2)}, {send(0, 3)}}, 18, 6, 3},
	{"G5: one receive with timeout", program{{poll(1, 2)}, {send(0, 1)}, {send(0, 2)}}, 6, 4, 3},
	{"G6: two receives with timeout", program{{poll(1), poll(1)}, {send(0, 1)}}, 3, 3, 3},
	{"G7: three writers", program{{write(1, 1)}, {write(1, 2)}, {write(1, 3)}}, 6, 6, 6},
	{"G8: three writers of the same", program{{write(1, 1)}, {write(1, 1)}, {write(1, 1)}}, 6, 1, 1},
	{"G9: a writer, three readers of their own row and of its: a flat list of sequences finds 7",
		program{{write(1, 1)}, {read(2), read(1)}, {read(3), read(1)}, {read(4), read(1)}}, 630, 8, 8},
	{"G10: a writer, two readers", program{{write(1, 1)}, {read(1)}, {read(1)}}, 6, 4, 4},
	{"G11: messages in a triangle", program{{send(0, 2), receive(1, 2)}, {send(2, 2), send(0, 1), send(1, 3)}, {send(0, 1)}}, 60, 6, 3},
	{"G12: rows in a circle: to leave out what does not happen before the reversed event finds 7, a flat list 4",
		program{{read(1)}, {write(2, 2), read(3)}, {write(3, 3)}, {read(1), read(3), write(1, 3)}}, 420, 8, 8},
	{"G13: polls: a flat list finds 3", program{{send(0, 1), send(3, 1)}, {receive(1, 2), receive(2, 3)},
		{send(3, 3)}, {send(2, 1), poll(2, 3)}}, 30, 4, 2},
	{"a choice of three", program{{choose(3)}, {read(1)}}, 6, 3, 3},
	{"a choice and a race", program{{choose(2), write(1, 1)}, {write(1, 2)}}, 6, 4, 4},
	{"claims: the first one succeeds, and the others fail in no order", program{{claim(1, 1)}, {claim(1, 2)}, {claim(1, 3)}}, 6, 3, 3},
	{"claims that fail commute", program{{claim(1, 1), claim(1, 1)}, {claim(1, 2)}}, 3, 2, 2},
	{"nothing to do", program{{}, {}}, 1, 1, 1},
}

// TestGolden explores these by all strategies.
func TestGolden(t *testing.T) {
	for _, g := range golden {
		t.Run(g.name, func(t *testing.T) {
			naive := mustExplore(t, g.program, backtrack.NewNaive(backtrack.Config{}))
			if len(naive.all) != g.interleavings {
				t.Errorf("there are %d interleavings, want %d", len(naive.all), g.interleavings)
			}
			for relation, want := range map[causality.Relation]int{anyRace: g.anyRace, patterns: g.tested} {
				if got := len(classes(relation, naive.traces)); got != want {
					t.Errorf("%+v: there are %d classes, want %d", relation, got, want)
				}
				optimal := mustExplore(t, g.program, optimaldpor.New(optimaldpor.Config{Relation: relation}))
				if got := optimal.complete(); got != want || optimal.blocked > 0 {
					t.Errorf("%+v: optimal DPOR explores %d interleavings, %d of them blocked, want %d", relation, got, optimal.blocked, want)
				}
			}
			source := mustExplore(t, g.program, backtrack.NewSource(backtrack.Config{}))
			if got := len(classes(anyRace, source.traces)); got != g.anyRace {
				t.Errorf("source-DPOR finds %d classes, want %d", got, g.anyRace)
			}
		})
	}
}

// TestPlans writes down what optimal DPOR plans, interleaving by interleaving:
// the beginning that it asks for, as numbers of the actors that move, and after
// a colon how it goes on freely.
func TestPlans(t *testing.T) {
	for _, c := range []struct {
		name     string
		program  program
		relation causality.Relation
		want     []string
	}{
		// The race of 0 and 1 is reversed.
		{"two writers", program{{write(1, 1)}, {write(1, 2)}}, anyRace, []string{":01", "1:0"}},
		// 2 does not depend on 0, so it comes along, although it is after 1.
		{"two writers and a bystander", program{{write(1, 1)}, {write(1, 2)}, {read(7)}}, anyRace, []string{":012", "21:0"}},
		// All races of an interleaving are planned; the one deepest in the tree is
		// explored first.
		{"three writers", program{{write(1, 1)}, {write(1, 2)}, {write(1, 3)}}, anyRace,
			[]string{":012", "02:1", "1:20", "10:2", "2:01", "21:0"}},
		// Two writes of the same are one; only the read tells them from none.
		{"a reader", program{{write(1, 1)}, {write(1, 1)}, {read(1)}}, anyRace, []string{":012", "02:1", "12:0", "2:01"}},
		// Where any two messages race, a message is just a write. Otherwise, the
		// receive that makes the order visible is part of the plan.
		{"two messages, any race", program{{receive(1, 2)}, {send(0, 1)}, {send(0, 2)}}, anyRace, []string{":120", "2:01"}},
		{"two messages and their receive", program{{receive(1, 2)}, {send(0, 1)}, {send(0, 2)}}, patterns, []string{":120", "210:"}},
		{"G4", program{{receive(1, 2, 3)}, {send(0, 1)}, {send(0, 2)}, {send(0, 3)}}, patterns, []string{":1230", "2130:", "3120:"}},
		{"no receive can take both", program{{receive(1), receive(2)}, {send(0, 1)}, {send(0, 2)}}, patterns, []string{":1200"}},
		{"one message brings about the other", program{{receive(1, 2)}, {send(0, 1), send(2, 5)}, {receive(5), send(0, 2)}}, patterns,
			[]string{":11220"}},
		// The receive needs what 1 does after its message: 2 takes that, and only
		// then lets 0 go on. All of this comes along.
		{"what the receive needs", program{{receive(9), receive(1, 2)}, {send(0, 1), send(2, 5)}, {receive(5), send(0, 9)}, {send(0, 2)}}, patterns,
			[]string{":1122300", "3112200:"}},
		// A receive that was in time is planned as one that is too late.
		{"a poll", program{{poll(1)}, {send(0, 1)}}, patterns, []string{":01", "1:0"}},
		{"a poll that comes second", program{{send(1, 1)}, {poll(1)}}, patterns, []string{":01", "1:0"}},
		{"a choice", program{{choose(3)}, {}}, patterns, []string{":0", "0b:", "0c:"}},
		{"a choice and a race", program{{write(1, 1), choose(2)}, {write(1, 2)}}, patterns, []string{":001", "010b:", "1:00", "100b:"}},
	} {
		x := mustExplore(t, c.program, optimaldpor.New(optimaldpor.Config{Relation: c.relation}))
		var got []string
		for i, all := range x.all {
			got = append(got, x.planned[i]+":"+strings.TrimPrefix(all, x.planned[i]))
		}
		if diff := cmp.Diff(c.want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", c.name, diff)
		}
	}
}

// programs draws small programs with all that the world has.
func programs(t *rapid.T) program {
	pr := make(program, rapid.IntRange(2, 4).Draw(t, "actors"))
	addOperations(t, pr, rapid.IntRange(2, 9).Draw(t, "operations"))
	return pr
}

// addOperations draws n operations, each added to a drawn actor.
func addOperations(t *rapid.T, pr program, n int) {
	number := func(what string) trace.ValueID { return trace.ValueID(rapid.IntRange(1, 2).Draw(t, what)) }
	for range n {
		a := rapid.IntRange(0, len(pr)-1).Draw(t, "actor")
		to := trace.ActorID(rapid.IntRange(0, len(pr)-1).Draw(t, "to"))
		pattern := rapid.SampledFrom([][]trace.ValueID{{1}, {2}, {1, 2}}).Draw(t, "pattern")
		pr[a] = append(pr[a], rapid.SampledFrom([]trace.Op{
			send(to, number("message")), send(to, number("message")), receive(pattern...), receive(pattern...), poll(pattern...),
			write(number("row"), number("value")), claim(number("row"), number("value")), read(number("row")), await(number("row"), pattern...), choose(int32(rapid.IntRange(2, 4).Draw(t, "alternatives"))),
		}).Draw(t, "operation"))
	}
}

// TestEachClassOnce explores drawn programs: each class that the naive search
// finds is explored exactly once by optimal DPOR, bounded widely or not, and by
// source-DPOR at least once.
func TestEachClassOnce(t *testing.T) { testEachClassOnce(t, programs) }

// TestEachAlternativeOnce is TestEachClassOnce for wide choices.
func TestEachAlternativeOnce(t *testing.T) { testEachClassOnce(t, wide) }

func testEachClassOnce(t *testing.T, draw func(*rapid.T) program) {
	rapid.Check(t, func(t *rapid.T) {
		pr := draw(t)
		naive, err := explore(pr, backtrack.NewNaive(backtrack.Config{}), 5000)
		if err != nil {
			t.Fatal(err)
		}
		if len(naive.all) == 5000 {
			t.Skip("too many interleavings")
		}
		for _, relation := range []causality.Relation{anyRace, patterns} {
			want := classes(relation, naive.traces)
			for name, s := range map[string]strategy{
				"optimal DPOR":             optimaldpor.New(optimaldpor.Config{Relation: relation}),
				"optimal DPOR, wide bound": optimaldpor.New(optimaldpor.Config{Relation: relation, Bound: bounding.Delay(1000)}),
				"source-DPOR":              backtrack.NewSource(backtrack.Config{}),
			} {
				x, err := explore(pr, s, 0)
				if err != nil {
					t.Fatalf("%s: %v\nin\n%s", name, err, pr)
				}
				got := classes(relation, x.traces)
				for class := range want {
					if got[class] == 0 {
						t.Fatalf("%s, %+v: a class is missing; there are %d, found were %d, in\n%s", name, relation, len(want), len(got), pr)
					}
				}
				for class, n := range got {
					if want[class] == 0 || n > 1 && name != "source-DPOR" {
						t.Fatalf("%s, %+v: a class of %d interleavings is explored %d times, in\n%s", name, relation, want[class], n, pr)
					}
				}
			}
		}
	})
}

// TestBounds counts the interleavings within each bound, from 0 on. The last
// bound is the first that is not felt.
func TestBounds(t *testing.T) {
	tree := func(n int) bounding.Bound { return bounding.Tree(n) }
	delay := func(n int) bounding.Bound { return bounding.Delay(n) }
	writers := program{{write(1, 1)}, {write(1, 2)}, {write(1, 3)}}
	readers := program{{write(1, 1)}}
	for row := trace.ValueID(2); row < 8; row++ {
		readers = append(readers, []trace.Op{read(row), read(1)})
	}
	senders := program{{receive(1, 2, 3), receive(1, 2, 3)}, {send(0, 1)}, {send(0, 2)}, {send(0, 3)}}
	for _, c := range []struct {
		name    string
		program program
		bound   func(int) bounding.Bound
		want    []int
	}{
		{"three writers, tree", writers, tree, []int{1, 4, 6}},
		{"three writers, delay", writers, delay, []int{1, 3, 5, 6}},
		{"senders, tree", senders, tree, []int{1, 4, 6}},
		{"senders, delay", senders, delay, []int{1, 3, 5, 6}},
		// The numbers that Concuerror has for its test "readers 6".
		{"readers, delay", readers, delay, []int{1, 2, 8, 23, 43, 58, 64}},
	} {
		var got []int
		for limit := 0; ; limit++ {
			x := mustExplore(t, c.program, optimaldpor.New(optimaldpor.Config{Relation: patterns, Bound: c.bound(limit)}))
			got = append(got, x.complete())
			if x.boundCut == 0 {
				break
			}
		}
		if diff := cmp.Diff(c.want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", c.name, diff)
		}
	}
}
