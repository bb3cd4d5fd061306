package checker_test

import (
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/proc"
)

// add is a request to a counter: to add a number. The result is the number after it.
type add int

func total(n int, by add) (int, int) { return n + int(by), n + int(by) }

func counts() checker.Rule {
	return checker.Linearizable(checker.Property{Name: "a counter"}, 0, total)
}

// everyOrder is a rule about the same events that can tell any order of them, so that all of them race.
func everyOrder() checker.Rule {
	return checker.Monitor(checker.Property{Name: "every order"}, func() func(string, checker.Operation[add, int]) error {
		return func(string, checker.Operation[add, int]) error { return nil }
	})
}

// clientsOf returns a model with a counter in a table, to which clients add. A client is right if it adds at once, and wrong if
// it looks up, and then writes.
func clientsOf(clients [][]add, atOnce bool) checker.Model {
	return checker.Model{Name: "m", Violates: []string{proc.NoDeadlock}, Rules: []checker.Rule{counts()}, Main: func(p *proc.P) {
		rows := proc.NewTable[int, int](p, "rows")
		rows.Insert(p, 0, 0)
		for _, all := range clients {
			p.Spawn("client", func(p *proc.P) {
				for _, by := range all {
					checker.Operate(p, by, func() int {
						if atOnce {
							return proc.UpdateCounter(p, rows, 0, int(by))
						}
						n, _ := rows.Lookup(p, 0)
						rows.Insert(p, 0, n+int(by))
						return n + int(by)
					})
				}
			})
		}
		p.Receive(proc.Equal("what is never sent")) // the table is there as long as its owner
	}}
}

// TestLinearizableInSearches: the verdict on random programs is the same whether only calls and returns race or all announcements do, and that of
// a stateful search. There are not more interleavings. Programs that add at once are right.
func TestLinearizableInSearches(t *testing.T) {
	saved := 0
	rapid.Check(t, func(t *rapid.T) {
		var clients [][]add
		left := 3
		for range rapid.IntRange(2, 3).Draw(t, "clients") {
			n := rapid.IntRange(0, min(2, left)).Draw(t, "operations")
			left -= n
			clients = append(clients, rapid.SliceOfN(rapid.Map(rapid.IntRange(0, 1), func(n int) add { return add(n) }), n, n).Draw(t, "adds"))
		}
		atOnce := rapid.Bool().Draw(t, "at once")
		m := clientsOf(clients, atOnce)
		violated := func(o checker.Options) (bool, int) {
			o.Until = checker.UntilEnd
			r, err := checker.Check(t.Context(), m, o)
			if err != nil || r.Stop != checker.NotStopped {
				t.Fatalf("stopped by %v, the error is %v", r.Stop, err)
			}
			for _, v := range r.Violations {
				if v.Property == "a counter" {
					return true, r.Interleavings
				}
			}
			return false, r.Interleavings
		}
		is, n := violated(checker.Options{})
		byStates, _ := violated(checker.Options{Algorithm: checker.States})
		m.Rules = append(m.Rules, everyOrder())
		want, most := violated(checker.Options{})
		if is != want || byStates != want || n > most || atOnce && want {
			t.Errorf("violated: %t in %d interleavings, and by states %t; want %t, in at most %d; it adds at once: %t", is, n, byStates, want, most, atOnce)
		}
		saved += most - n
	})
	if saved == 0 {
		t.Error("no interleavings are saved")
	}
}

// TestLinearizableEvidence: both of two operations that overlap are needed to show that one of them is wrong, though neither return happens
// before the other. So the trace has both, ends with the wrong one, and can be replayed.
func TestLinearizableEvidence(t *testing.T) {
	m := checker.Model{Name: "m", Rules: []checker.Rule{counts()}, Main: func(p *proc.P) {
		for range 2 {
			p.Spawn("client", func(p *proc.P) { checker.Operate(p, 1, func() int { return 1 }) })
		}
		p.Spawn("other", func(*proc.P) {})
	}}
	m.Rules[0] = checker.Linearizable(checker.Property{Name: "a counter"}, 0, func(n, by int) (int, int) { return n + by, n + by })
	r := check(t, m, checker.Options{Until: checker.UntilEnd})
	for _, v := range r.Violations {
		last := v.Trace.Entries[len(v.Trace.Entries)-1]
		if last.Process != v.Process || !strings.HasPrefix(last.Operation, "announce 1 → 1") {
			t.Errorf("the last event is %+v, of a violation by %s", last, v.Process)
		}
		if len(v.History) != 2 || v.History[0].Returned == 0 || v.History[1].Returned == 0 || v.History[0].Stuck == v.History[1].Stuck {
			t.Errorf("the history is %+v", v.History)
		}
		for _, o := range v.History {
			for number, how := range map[int]string{o.Called: "announce call 1", o.Returned: "announce 1 → 1"} {
				if e := v.Trace.Entries[number-1]; e.Process != o.Process || e.Operation != how {
					t.Errorf("event %d of %+v is %+v", number, o, e)
				}
			}
		}
		again := check(t, m, checker.Options{Replay: v.Steps})
		if len(again.Violations) != 1 || again.Violations[0].Explanation != v.Explanation {
			t.Errorf("a replay finds %+v", again.Violations)
		}
	}
	if len(r.Violations) == 0 {
		t.Error("there is no violation")
	}
}

// Three operations that have nothing to do with each other have as many interleavings as there are interval orders of three things.
func TestLinearizableOrders(t *testing.T) {
	m := checker.Model{Name: "m", Rules: []checker.Rule{checker.Linearizable(checker.Property{Name: "nothing"}, 0, func(int, int) (int, int) { return 0, 0 })}, Main: func(p *proc.P) {
		for range 3 {
			p.Spawn("process", func(p *proc.P) { checker.Operate(p, 0, func() int { return 0 }) })
		}
	}}
	if r := check(t, m, checker.Options{}); r.Interleavings != 19 || r.Verdict != checker.Verified {
		t.Errorf("%s in %d interleavings, want 19", r.Verdict, r.Interleavings)
	}
	m.Rules = []checker.Rule{checker.Linearizable[int, int, int](checker.Property{Name: "nothing"}, 0, nil)}
	if _, err := checker.Check(t.Context(), m, checker.Options{}); err == nil || !strings.Contains(err.Error(), `has an empty rule "nothing"`) {
		t.Errorf("the error is %v", err)
	}
}
