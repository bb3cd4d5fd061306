package checker_test

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/proc"
	"github.com/checkmodel/checkmodel/trace"
	"github.com/checkmodel/checkmodel/trace/kind"
)

// mark is announced at the beginning and at the end of an operation.
type mark struct {
	End bool
	Of  string
}

func isEnd(event any) bool { return event.(mark).End }

// operating is a process that executes operations between marks.
func operating(operations []func(*proc.P)) func(*proc.P) {
	return func(p *proc.P) {
		for i, operation := range operations {
			proc.Announce(p, mark{false, proc.Format(i)})
			operation(p)
			proc.Announce(p, mark{true, proc.Format(i)})
		}
	}
}

// indifferent is a rule about marks that always holds.
func indifferent() checker.Rule {
	return checker.Monitor(checker.Property{Name: "indifferent"}, func() func(string, mark) error {
		return func(string, mark) error { return nil }
	})
}

// histories is an observer of which operations end before others begin, and of what processes read.
type histories struct {
	world checker.World
	seen  map[string]bool
}

// Inspect implements [checker.Inspector].
func (h *histories) Inspect(w checker.World) { h.world = w }

// Interleaving implements [checker.Observer].
func (h *histories) Interleaving(_ int, _ trace.Outcome, events []trace.Event) {
	var parts []string
	for j := range events {
		if e := &events[j]; e.Kind == kind.TableLookup {
			parts = append(parts, fmt.Sprint(e.Actor, e.Index, " reads ", h.world.Value(e.Result)))
		}
		for i := range j {
			if h.is(&events[i], true) && h.is(&events[j], false) {
				parts = append(parts, fmt.Sprint(events[i].ID(), " before ", events[j].ID()))
			}
		}
	}
	slices.Sort(parts)
	h.seen[strings.Join(parts, ", ")] = true
}

func (h *histories) is(e *trace.Event, end bool) bool {
	return e.Kind == kind.Announce && h.world.Value(e.Value).(mark).End == end
}

// TestIntervals compares a search in which only ends and beginnings race with one in which all marks do: processes learn
// the same between the same marks, and there are not more interleavings.
func TestIntervals(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var bodies [][]int
		left := 3
		for range rapid.IntRange(2, 3).Draw(t, "processes") {
			n := rapid.IntRange(0, min(2, left)).Draw(t, "operations")
			left -= n
			bodies = append(bodies, rapid.SliceOfN(rapid.IntRange(0, 3), n, n).Draw(t, "kinds"))
		}
		told := rapid.Bool().Draw(t, "told")
		m := checker.Model{Name: "m", Violates: []string{proc.NoDeadlock}, Main: func(p *proc.P) {
			rows := proc.NewTable[int, int](p, "rows")
			kinds := []func(*proc.P){
				func(*proc.P) {},
				func(p *proc.P) { rows.Lookup(p, 0) },
				func(p *proc.P) { proc.UpdateCounter(p, rows, 0, 1) },
				func(p *proc.P) { proc.ReceiveTimeout[int](p) },
			}
			rows.Insert(p, 0, 0)
			for _, body := range bodies {
				var operations []func(*proc.P)
				for _, k := range body {
					operations = append(operations, kinds[k])
				}
				process := p.Spawn("process", operating(operations))
				if told {
					p.Send(process, 1) // also between its operations
				}
			}
			p.Receive(proc.Equal("what is never sent")) // the table is there as long as its owner
		}}
		find := func(rule checker.Rule, o checker.Options) (map[string]bool, int) {
			h := &histories{seen: map[string]bool{}}
			m.Rules, o.Observer, o.Until = []checker.Rule{rule}, h, checker.UntilEnd
			r, err := checker.Check(t.Context(), m, o)
			if err != nil || r.Stop != checker.NotStopped {
				t.Fatalf("stopped by %v, the error is %v", r.Stop, err)
			}
			return h.seen, r.Interleavings
		}
		all, most := find(indifferent(), checker.Options{})
		for _, o := range []checker.Options{{}, {Afresh: true}, {Algorithm: checker.Source}, {Workers: 2}} {
			seen, n := find(indifferent().Intervals(isEnd), o)
			if len(seen) != len(all) || n > most {
				t.Errorf("%d histories in %d interleavings, want %d in at most %d, with %+v", len(seen), n, len(all), most, o)
			}
			for h := range all {
				if !seen[h] {
					t.Errorf("there is no interleaving with %q", h)
				}
			}
		}
	})
}

// A message may come to a process that is about to announce a call. It is no reply to that.
func TestMessageBeforeCall(t *testing.T) {
	echo := checker.Linearizable(checker.Property{Name: "echo"}, 0, func(state, call int) (int, int) { return state, call })
	m := checker.Model{Name: "m", Rules: []checker.Rule{echo}, Main: func(p *proc.P) {
		client := p.Spawn("client", func(p *proc.P) {
			checker.Operate(p, 1, func() int { return proc.Receive[int](p) })
		})
		p.Send(client, 1)
	}}
	if r := check(t, m, checker.Options{}); r.Verdict != checker.Verified {
		t.Errorf("the verdict is %s, want verified", r.Verdict)
	}
}

// Three operations that have nothing to do with each other have as many orders of their marks as there are of three
// times two events, and as many classes as interval orders of three things.
func TestIntervalOrders(t *testing.T) {
	m := checker.Model{Name: "m", Main: func(p *proc.P) {
		for range 3 {
			p.Spawn("process", operating([]func(*proc.P){func(*proc.P) {}}))
		}
	}}
	for want, rules := range map[int][]checker.Rule{
		90: {indifferent()},
		19: {indifferent().Intervals(isEnd)},
	} {
		m.Rules = rules
		if r := check(t, m, checker.Options{}); r.Interleavings != want {
			t.Errorf("%d interleavings, want %d", r.Interleavings, want)
		}
	}
	second := indifferent()
	second.Name = "second"
	for _, m.Rules = range [][]checker.Rule{{indifferent().Intervals(isEnd), second}, {second, indifferent().Intervals(isEnd)}} {
		if r := check(t, m, checker.Options{}); r.Interleavings != 90 {
			t.Errorf("with a rule that can tell more, there are %d interleavings, want 90", r.Interleavings)
		}
	}
}

// A rule that can tell what it says that it cannot is an error of the model.
func TestIntervalsThatAreWrong(t *testing.T) {
	rule := checker.Monitor(checker.Property{Name: "in turn"}, func() func(string, mark) error {
		first := ""
		return func(process string, _ mark) error {
			if first = cmp.Or(first, process); first != "process" {
				return errors.New("another one came first")
			}
			return nil
		}
	}).Intervals(isEnd)
	m := checker.Model{Name: "m", Rules: []checker.Rule{rule}, Main: func(p *proc.P) {
		for range 2 {
			p.Spawn("process", operating([]func(*proc.P){func(*proc.P) {}}))
		}
	}}
	_, err := checker.Check(t.Context(), m, checker.Options{})
	if err == nil || !strings.Contains(err.Error(), `the rule "in turn" can tell which of two events comes first, mark{End: false, Of: "0"} of process process or mark{End: false, Of: "0"} of process process#2, and by its Intervals it cannot`) {
		t.Errorf("the error is %v", err)
	}
	m.Rules = []checker.Rule{checker.Always(checker.Property{Name: "states"}, atMost(1)).Intervals(isEnd)}
	if _, err := checker.Check(t.Context(), m, checker.Options{}); err == nil || !strings.Contains(err.Error(), `sets Intervals on the rule "states", which is about states`) {
		t.Errorf("the error is %v", err)
	}
}
