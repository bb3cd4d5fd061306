package checker_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/internal/testsize"
	"github.com/checkmodel/checkmodel/minimize"
	"github.com/checkmodel/checkmodel/proc"
	"pgregory.net/rapid"
)

// requests are clients that send a number each as an external event, and a server that fails when bad holds for what it has
// received. Clients with a delay first receive so many messages from main.
type requests struct {
	clients int
	bad     func(got []int) bool
}

func (r requests) main(p *proc.P) {
	server := p.Spawn("server", func(p *proc.P) {
		var got []int
		for {
			got = append(got, proc.Receive[int](p))
			p.Assert(!r.bad(got), "bearable", "it has received %v", got)
		}
	}, proc.Daemon)
	for i := range r.clients {
		p.Spawn(fmt.Sprintf("client %d", i), func(p *proc.P) {
			proc.External(p, fmt.Sprint(i), i, func(i int) { p.Send(server, i) })
			p.Choose(2)
		})
	}
}

// contains reports whether the numbers occur in this order, with any others between them.
func contains(got, want []int) bool {
	for _, n := range got {
		if len(want) > 0 && n == want[0] {
			want = want[1:]
		}
	}
	return len(want) == 0
}

// found returns a violation that was drawn at random.
func found(t *rapid.T, m checker.Model, seed uint64) *checker.Result {
	r, err := checker.Check(t.Context(), m, checker.Options{TrustModel: !testsize.Long(), Algorithm: checker.RandomWalk, Runs: 500, Seed: seed})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// The external events that matter are left, in the order that matters, and nothing else; it is known that they are needed.
func TestMinimize(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 5).Draw(t, "clients")
		want := rapid.Permutation(upTo(n)).Draw(t, "order")[:rapid.IntRange(1, n).Draw(t, "needed")]
		m := checker.Model{Name: "requests", Main: requests{n, func(got []int) bool { return contains(got, want) }}.main}
		r := found(t, m, rapid.Uint64Range(1, 100).Draw(t, "seed"))
		if len(r.Violations) == 0 {
			t.Skip("no violation is found of the drawn program, so there is nothing to minimize")
		}
		v, err := checker.Minimize(t.Context(), r, r.Violations[0], checker.Minimizing{})
		if err != nil {
			t.Fatal(err)
		}
		var externals []string
		for _, e := range v.Trace.Entries {
			if e.External != "" {
				externals = append(externals, e.External)
			}
		}
		if got, want := fmt.Sprint(externals), fmt.Sprint(want); got != want {
			t.Fatalf("the external events are %s, want %s", got, want)
		}
		made := v.Minimized
		// Main and the server spawn and receive; each client has an external event and a message.
		if most := 1 + n + 4*len(want) + 1; made.Claim != minimize.Minimal || made.Externals != len(want) || made.Events > most || made.Events > made.FromEvents {
			t.Fatalf("%+v, want at most %d events", made, most)
		}
		again(t, r, v)
	})
}

// The violation of a search loses what it does not need by its own parts alone, whatever the search; that takes few schedules
// and proves nothing.
func TestMinimizeNear(t *testing.T) {
	m := checker.Model{Name: "requests", Main: requests{5, func(got []int) bool { return contains(got, []int{4, 2}) }}.main}
	for _, a := range []checker.Algorithm{checker.Optimal, checker.Source, checker.States} {
		r, err := checker.Check(t.Context(), m, checker.Options{TrustModel: !testsize.Long(), Algorithm: a})
		if err != nil {
			t.Fatal(err)
		}
		v, err := checker.Minimize(t.Context(), r, r.Violations[0], r.ToMinimize(1))
		if err != nil {
			t.Fatal(err)
		}
		if made := v.Minimized; made.Claim != minimize.OneMinimal || made.Externals != 2 || made.Schedules > 200 || !made.Smaller() {
			t.Errorf("%s: %+v", a, made)
		}
	}
}

// A violation that is none of interleavings without end is minimized beside a rule about these.
func TestMinimizeBesideEventually(t *testing.T) {
	m := checker.Model{
		Name: "requests", Main: func(p *proc.P) {
			proc.Expose(p, 0)
			requests{3, func(got []int) bool { return contains(got, []int{2}) }}.main(p)
		},
		Rules: []checker.Rule{checker.Eventually(checker.Property{Name: "some time"}, func([]checker.Exposed[int]) error { return nil })},
	}
	r, err := checker.Check(t.Context(), m, checker.Options{TrustModel: !testsize.Long()})
	if err != nil {
		t.Fatal(err)
	}
	if v, err := checker.Minimize(t.Context(), r, r.Violations[0], checker.Minimizing{}); err != nil || v.Minimized.Externals != 1 {
		t.Errorf("%v, %v", v, err)
	}
}

func upTo(n int) []int {
	var all []int
	for i := range n {
		all = append(all, i)
	}
	return all
}

// again checks that the violation happens again by its steps, and that it gets no smaller.
func again(t *rapid.T, r *checker.Result, v *checker.Violation) {
	t.Helper()
	replay, err := checker.Check(t.Context(), r.Model, checker.Options{Replay: v.Steps, Faults: r.Options.Faults, Delivery: r.Options.Delivery, Until: checker.UntilEnd})
	if err != nil || len(replay.Skipped) > 0 || !slices.ContainsFunc(replay.Violations, func(w *checker.Violation) bool {
		return w.Property == v.Property && w.Process == v.Process
	}) {
		t.Fatalf("the violation does not happen again: %v, %+v", err, replay)
	}
	twice, err := checker.Minimize(t.Context(), r, v, checker.Minimizing{})
	if err != nil || twice.Minimized.Events != v.Minimized.Events || twice.Minimized.Externals != v.Minimized.Externals {
		t.Fatalf("minimized again: %v, %+v after %+v", err, twice.Minimized, v.Minimized)
	}
}

// A violation at the end of interleavings keeps what leads to the end. A fault that it needs is left, and known to be needed.
func TestMinimizeDeadlock(t *testing.T) {
	m := checker.Model{Name: "asks", Faults: checker.Faults{Losses: 2, Duplicates: 1}, Main: func(p *proc.P) {
		p.Spawn("idle", func(p *proc.P) { p.Choose(3) })
		server := p.Spawn("server", func(p *proc.P) {
			for {
				p.Receive()
			}
		}, proc.Daemon)
		proc.External(p, "hint", 1, func(n int) { p.Send(server, n) })
		self := p.Self()
		p.Spawn("client", func(p *proc.P) { p.Send(self, "done") })
		p.Receive()
	}}
	r, err := checker.Check(t.Context(), m, checker.Options{TrustModel: !testsize.Long(), Algorithm: checker.RandomWalk, Seed: 3})
	if err != nil || len(r.Violations) == 0 {
		t.Fatal(r, err)
	}
	v, err := checker.Minimize(t.Context(), r, r.Violations[0], checker.Minimizing{})
	if err != nil {
		t.Fatal(err)
	}
	if v.Property != proc.NoDeadlock || v.Minimized.Externals != 0 || v.Minimized.Claim != minimize.Minimal || len(v.Waiting) == 0 {
		t.Errorf("%s, %+v", v.Property, v.Minimized)
	}
	lost := 0
	for _, e := range v.Trace.Entries {
		if e.Fault != "" {
			lost++
		}
	}
	if lost != 1 {
		t.Errorf("%d faults are left: %v", lost, v.Trace.Entries)
	}
}

// The fingerprint says which violations are the same. Without the process, a smaller one of another process counts.
func TestFingerprint(t *testing.T) {
	m := checker.Model{Name: "two", Main: func(p *proc.P) {
		for _, n := range []int{3, 1} {
			p.Spawn(fmt.Sprint("after ", n), func(p *proc.P) {
				for range n {
					p.Choose(2)
				}
				p.Assert(false, "never", "it has come there")
			})
		}
	}}
	r, err := checker.Check(t.Context(), m, checker.Options{TrustModel: !testsize.Long()})
	if err != nil {
		t.Fatal(err)
	}
	for want, fingerprint := range map[string]func(*checker.Violation) string{
		"after 3": nil, "after 1": func(v *checker.Violation) string { return v.Property },
	} {
		v := r.Violations[slices.IndexFunc(r.Violations, func(v *checker.Violation) bool { return v.Process == "after 3" })]
		v, err := checker.Minimize(t.Context(), r, v, checker.Minimizing{Fingerprint: fingerprint})
		if err != nil || v.Process != want {
			t.Errorf("%v, of %s; want one of %s", err, v.Process, want)
		}
	}
}

// When the context is done, or the schedules are used up, the smallest violation so far is returned.
func TestMinimizeStopped(t *testing.T) {
	m := checker.Model{Name: "requests", Main: requests{5, func(got []int) bool { return contains(got, []int{4, 1}) }}.main}
	r, err := checker.Check(t.Context(), m, checker.Options{TrustModel: !testsize.Long(), Algorithm: checker.RandomWalk, Seed: 1})
	if err != nil || len(r.Violations) == 0 {
		t.Fatal(r, err)
	}
	before := -1
	for schedules := 1; schedules < 200; schedules += testsize.Sample(27, 9) {
		v, err := checker.Minimize(t.Context(), r, r.Violations[0], checker.Minimizing{Schedules: schedules})
		if err != nil {
			t.Fatal(err)
		}
		if n := v.Minimized.Events; before >= 0 && n > before || v.Minimized.Schedules > schedules+1 {
			t.Errorf("%d events after %d schedules of %d, and %d with fewer", n, v.Minimized.Schedules, schedules, before)
		}
		before = v.Minimized.Events
	}
	done, cancel := context.WithCancel(t.Context())
	cancel()
	if v, err := checker.Minimize(done, r, r.Violations[0], checker.Minimizing{}); err != nil || v != r.Violations[0] {
		t.Errorf("%v, %v", v, err)
	}
}

// TestMinimizeInTime: if the time is up before anything is left out, the violation is not described again.
func TestMinimizeInTime(t *testing.T) {
	undescribed := 0
	for further := 1; further < 2_000; further += 100 {
		ctx, cancel := context.WithCancel(t.Context())
		executions, last := 0, -1
		r, err := checker.Check(t.Context(), checker.Model{Name: "two", Main: func(p *proc.P) {
			if executions++; executions == last {
				cancel()
			}
			p.Assert(p.Choose(2)+p.Choose(2) < 0, "right", "wrong")
		}}, checker.Options{Workers: 1}) // which is not trusted: its many repetitions are where the time is up
		if err != nil {
			t.Fatal(err)
		}
		last = executions + further
		found := r.Violations[0]
		v, err := checker.Minimize(ctx, r, found, checker.Minimizing{})
		if err != nil {
			t.Fatal(err)
		}
		if v.Minimized != nil && ctx.Err() != nil && !v.Minimized.Smaller() {
			if undescribed++; v.Trace != found.Trace {
				t.Errorf("stopped in execution %d, it describes the violation again", further)
			}
		}
		cancel()
	}
	if undescribed == 0 {
		t.Error("minimizing was never stopped after the violation had happened again")
	}
}

// Random programs with faults: what is left fails in the same way, is no larger, and without each external event that is said
// to be needed nothing fails.
func TestMinimizeRandom(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		seed := rapid.Uint64().Draw(t, "program")
		faults := checker.Faults{
			Crashes: rapid.IntRange(0, 1).Draw(t, "crashes"), Losses: rapid.IntRange(0, 1).Draw(t, "losses"), Duplicates: rapid.IntRange(0, 1).Draw(t, "duplicates"),
		}
		faults.Restarts = faults.Crashes
		main, names := chatter(seed)
		m := checker.Model{Name: "random", Main: main, Faults: faults}
		if rapid.Bool().Draw(t, "bag") {
			m.Delivery = proc.Bag
		}
		r := found(t, m, 1)
		if len(r.Violations) == 0 {
			t.Skip("no violation is found of the drawn program, so there is nothing to minimize")
		}
		v, err := checker.Minimize(t.Context(), r, r.Violations[0], checker.Minimizing{Schedules: 1000})
		if err != nil {
			t.Fatal(err)
		}
		made := v.Minimized
		if made.Externals > made.FromExternals || made.Externals == made.FromExternals && v.Property != r.Violations[0].Property {
			t.Fatalf("%+v", made)
		}
		if !faults.None() {
			return // the rest is about the faults that are left, too
		}
		var left []string
		for _, e := range v.Trace.Entries {
			left = append(left, e.External)
		}
		for _, name := range made.Needed {
			o := checker.Options{TrustModel: !testsize.Long(), Algorithm: checker.Optimal, Until: checker.UntilEnd}
			for _, other := range names {
				if other == name || !slices.Contains(left, other) {
					o.Without = append(o.Without, other)
				}
			}
			all, err := checker.Check(t.Context(), m, o)
			if err != nil {
				t.Fatal(err)
			}
			for _, w := range all.Violations {
				if w.Property == v.Property && w.Process == v.Process {
					t.Fatalf("%q is needed, but without it %s is violated", name, w.Property)
				}
			}
		}
	})
}

// chatter returns the first process of a random program: an environment that lets external events happen, and nodes that
// answer some messages and fail after some. It also returns the names of the external events.
func chatter(seed uint64) (main func(*proc.P), names []string) {
	random := rand.New(rand.NewPCG(seed, 1))
	nodes, fails, answers := 1+random.IntN(2), random.IntN(12), random.IntN(3)
	type event struct{ to, value int }
	var events []event
	for e := range 1 + random.IntN(3) {
		events = append(events, event{random.IntN(nodes), random.IntN(8)})
		for k := range 2 {
			names = append(names, fmt.Sprintf("event %d.%d", e, k))
		}
	}
	return func(p *proc.P) {
		var pids []proc.PID
		for i := range nodes {
			pids = append(pids, p.Spawn(fmt.Sprintf("node %d", i), func(p *proc.P) {
				sum := 0
				for {
					got := proc.Receive[int](p)
					sum = sum*3 + got
					p.Assert(sum%13 != fails+1, "sum", "it is %d", sum)
					if got%3 == answers && got < 8 && p.Self() != pids[0] {
						p.Send(pids[0], got+8)
					}
				}
			}, proc.Node, proc.Daemon))
		}
		for e, event := range events {
			to, value := pids[event.to], event.value
			p.Spawn(fmt.Sprintf("environment %d", e), func(p *proc.P) {
				for k := range 2 {
					proc.External(p, names[2*e+k], value+k, func(v int) { p.Send(to, v) })
				}
			})
		}
	}, names
}
