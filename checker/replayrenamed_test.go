package checker_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/internal/testsize"
	"github.com/checkmodel/checkmodel/proc"
	"github.com/checkmodel/checkmodel/trace"
	"pgregory.net/rapid"
)

type (
	greeting   struct{ N int }
	plainOrder struct {
		Number int
		What   string
	}
)

// shop are versions of a model whose clients send orders to a server, each numbered by its client. Each sends
// greetings first; the server ignores them, and fails when the orders come in the wrong order.
type shop struct {
	Clients   [][]string
	Wrong     []string // in this order they are wrong
	Greetings []int
	From      int  // the first number of an order
	Plain     bool // the number is not masked
	Timers    bool // the orders are sent by timers
}

func (o shop) model(fingerprint func(any) string) checker.Model {
	return checker.Model{Name: "orders", Delivery: proc.Bag, Fingerprint: fingerprint, Main: func(p *proc.P) {
		server := p.Spawn("server", func(p *proc.P) {
			var got []string
			for {
				switch m := p.Receive().(type) {
				case order:
					got = append(got, m.What)
				case plainOrder:
					got = append(got, m.What)
				}
				p.Assert(!includes(got, o.Wrong), "right order", "it is %v", got)
			}
		}, proc.Daemon)
		for i, mine := range o.Clients {
			p.Spawn("client", func(p *proc.P) { o.client(p, server, i, mine) })
		}
	}}
}

func (o shop) client(p *proc.P, server proc.PID, i int, mine []string) {
	for n := range o.Greetings[i] {
		p.Send(server, greeting{n})
	}
	for n, what := range mine {
		var m any = order{o.From + n, what}
		if o.Plain {
			m = plainOrder{o.From + n, what}
		}
		if o.Timers {
			p.SendAfter(server, m)
		} else {
			p.Send(server, m)
		}
	}
}

// includes reports whether the words occur in this order, with any others between them.
func includes(got, want []string) bool {
	for _, w := range got {
		if len(want) > 0 && w == want[0] {
			want = want[1:]
		}
	}
	return len(want) == 0
}

// keep returns what is kept of a violation.
func keep(v *checker.Violation) (o checker.Options) {
	o.Replay = v.Steps
	for _, e := range v.Trace.Entries {
		o.ReplayEvents = append(o.ReplayEvents, e.FileLine())
	}
	return o
}

func drawOrders(t *rapid.T) shop {
	var o shop
	for i := range rapid.IntRange(2, 3).Draw(t, "clients") {
		var mine []string
		for n := range rapid.IntRange(1, 2).Draw(t, "orders") {
			mine = append(mine, fmt.Sprint(i, "-", n))
		}
		o.Clients = append(o.Clients, mine)
	}
	all := slices.Concat(o.Clients...)
	o.Wrong = rapid.Permutation(all).Draw(t, "wrong")[:rapid.IntRange(1, len(all)).Draw(t, "of them")]
	o.Timers = rapid.Bool().Draw(t, "timers")
	o.Greetings = make([]int, len(o.Clients))
	return o
}

// violation returns the first violation that random walks find.
func (o shop) violation(t *rapid.T, fingerprint func(any) string) *checker.Violation {
	r, err := checker.Check(t.Context(), o.model(fingerprint), checker.Options{Algorithm: checker.RandomWalk, Runs: 1000})
	if err != nil {
		t.Fatal(err)
	}
	if len(r.Violations) == 0 {
		t.Skip("random walks find no violation of the drawn program, so there is nothing to compare")
	}
	return r.Violations[0]
}

// TestReplayRenumbered: channels and timers have other numbers after an edit, and orders have other numbers. The
// messages are found by their fingerprints, and the violation happens again.
func TestReplayRenumbered(t *testing.T) {
	found, elsewhere := 0, 0
	rapid.Check(t, func(t *rapid.T) {
		was := drawOrders(t)
		is := was
		is.From = rapid.IntRange(0, 1).Draw(t, "first number")
		is.Greetings = nil
		for range was.Clients {
			is.Greetings = append(is.Greetings, rapid.IntRange(0, 2).Draw(t, "greetings"))
		}
		if rapid.Bool().Draw(t, "the other way") {
			was, is = is, was
		}
		kept := keep(was.violation(t, nil))
		r, err := checker.Check(t.Context(), is.model(nil), kept)
		if err != nil || len(r.Violations) == 0 {
			t.Fatalf("%v, %+v\n%v\n%v\n%v", err, r.Verdict, r.Similar, r.Skipped, strings.Join(kept.ReplayEvents, "\n"))
		}
		if r.Exact+len(r.Similar)+len(r.Skipped) > len(kept.Replay) || slices.ContainsFunc(r.Skipped, func(s checker.SkippedStep) bool {
			return !strings.Contains(s.Event, "greeting")
		}) {
			t.Fatalf("of %d steps %d are exact, %v are similar, and %v are skipped", len(kept.Replay), r.Exact, r.Similar, r.Skipped)
		}
		for _, s := range r.Similar {
			if found++; !strings.HasPrefix(s.Now, s.Process+":") {
				elsewhere++
			}
			if s.By != trace.ByFingerprint {
				t.Fatal(s)
			}
		}
	})
	if found == 0 || elsewhere == 0 {
		t.Errorf("%d steps were found by fingerprint, %d of another actor", found, elsewhere)
	}
}

// TestReplayByType: orders that have other contents are found by their types.
func TestReplayByType(t *testing.T) {
	byType := 0
	rapid.Check(t, func(t *rapid.T) {
		was := drawOrders(t)
		was.Plain = true
		is := was
		is.From = 5
		v := was.violation(t, nil)
		kept := keep(v)
		r, err := checker.Check(t.Context(), is.model(nil), kept)
		if err != nil || len(r.Violations) == 0 || len(r.Skipped)+r.Unplanned > 0 || r.Exact+len(r.Similar) != len(kept.Replay) {
			t.Fatalf("%v, %s: %d exact, %d unplanned\n%v\n%v", err, r.Verdict, r.Exact, r.Unplanned, r.Similar, r.Skipped)
		}
		for _, s := range r.Similar {
			if byType++; s.By != trace.ByType {
				t.Fatal(s)
			}
		}
		// A function that leaves out the number finds all of them by fingerprint.
		byWhat := func(m any) string {
			if o, ok := m.(plainOrder); ok {
				return o.What
			}
			return fmt.Sprint(m)
		}
		r, err = checker.Check(t.Context(), is.model(byWhat), keep(was.violation(t, byWhat)))
		if err != nil || len(r.Violations) == 0 || len(r.Similar) == 0 || slices.ContainsFunc(r.Similar, func(s checker.Similar) bool { return s.By != trace.ByFingerprint }) {
			t.Fatalf("%v, %s, %v", err, r.Verdict, r.Similar)
		}
	})
	if byType == 0 {
		t.Error("no step was found by type")
	}
}

// TestReplayOfOldFiles: without likenesses the text of an event is the fingerprint.
func TestReplayOfOldFiles(t *testing.T) {
	was := shop{Clients: [][]string{{"a"}, {"b"}}, Wrong: []string{"b", "a"}, Greetings: []int{0, 0}}
	is := was
	is.Greetings = []int{1, 1}
	found, err := checker.Check(t.Context(), was.model(nil), checker.Options{})
	if err != nil || len(found.Violations) == 0 {
		t.Fatal(err, found)
	}
	o := keep(found.Violations[0])
	for i, e := range found.Violations[0].Trace.Entries {
		o.ReplayEvents[i] = e.Event()
	}
	r, err := checker.Check(t.Context(), is.model(nil), o)
	if err != nil || len(r.Violations) == 0 || len(r.Skipped) > 0 || len(r.Similar) == 0 || r.Similar[0].By != trace.ByFingerprint {
		t.Errorf("%v, %s: %v %v", err, r.Verdict, r.Similar, r.Skipped)
	}
}

// TestFingerprintPanics: a function that panics is an error of the model.
func TestFingerprintPanics(t *testing.T) {
	o := shop{Clients: [][]string{{"a"}}, Wrong: []string{"a"}, Greetings: []int{0}}
	r, err := checker.Check(t.Context(), o.model(func(any) string { panic("oh") }), checker.Options{})
	var fault *checker.ModelError
	if !errors.As(err, &fault) || r.Verdict != checker.Failed || !strings.Contains(err.Error(), "checker.Model.Fingerprint, asked about a message of type checker_test.order, panicked: oh") {
		t.Error(err)
	}
}

// TestReplayRemoved: messages that were removed are skipped, and what came after them is still found in its turn.
func TestReplayRemoved(t *testing.T) {
	was := shop{Clients: [][]string{{"a", "b"}, {"c", "d"}}, Wrong: []string{"b", "d", "a"}, Greetings: []int{1, 2}}
	is := was
	is.Greetings = []int{0, 0}
	for seed := range uint64(20) {
		found, err := checker.Check(t.Context(), was.model(nil), checker.Options{TrustModel: !testsize.Long(), Algorithm: checker.RandomWalk, Runs: 1000, Seed: seed + 1})
		if err != nil || len(found.Violations) == 0 {
			t.Fatal(err, found)
		}
		r, err := checker.Check(t.Context(), is.model(nil), keep(found.Violations[0]))
		if err != nil || len(r.Violations) == 0 || slices.ContainsFunc(r.Skipped, func(s checker.SkippedStep) bool { return !strings.Contains(s.Event, "greeting") }) {
			t.Errorf("seed %d: %v, %s\n%v\n%v", seed, err, r.Verdict, r.Similar, r.Skipped)
		}
	}
}
