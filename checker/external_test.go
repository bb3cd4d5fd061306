package checker_test

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/internal/corpus"
	"github.com/checkmodel/checkmodel/internal/testsize"
	"github.com/checkmodel/checkmodel/proc"
)

type job struct{ Number int }

// numbered names external events by their job, and shared gives events of several processes the same name.
func numbered(j job) string { return fmt.Sprintf("job %d", j.Number) }
func shared(j job) string   { return fmt.Sprintf("job %d", j.Number%10) }

// environments starts processes that each let n external events happen, which send a job to the first process. Without
// names, the jobs are sent without external events.
func environments(processes, n int, name func(job) string) func(*proc.P) {
	return func(p *proc.P) {
		self := p.Self()
		for k := range processes {
			p.Spawn("environment", func(p *proc.P) {
				for i := range n {
					send := func(j job) { p.Send(self, j) }
					if j := (job{10*k + i}); name == nil {
						send(j)
					} else {
						proc.External(p, name(j), j, send)
					}
				}
			})
		}
		var got []job
		for {
			j, ok := proc.ReceiveTimeout[job](p)
			if !ok {
				break
			}
			got = append(got, j)
		}
		p.Assert(!slices.Equal(got, []job{{10}, {0}, {1}}), "order", "the jobs are %v", got)
	}
}

// External events of one process are ordered and those of several are not. They race with nothing, so there are as
// many interleavings as without them.
func TestExternalEventsRaceWithNothing(t *testing.T) {
	for _, a := range []checker.Algorithm{checker.Optimal, checker.Source, checker.States} {
		for processes := 1; processes <= 2; processes++ {
			var counts []int
			for _, name := range []func(job) string{shared, nil} {
				m := checker.Model{Name: "environments", Main: environments(processes, 2, name), Violates: []string{"order"}}
				r, err := checker.Check(t.Context(), m, checker.Options{TrustModel: !testsize.Long(), Algorithm: a, Until: checker.UntilEnd})
				if err != nil {
					t.Fatal(err)
				}
				counts = append(counts, r.Interleavings)
			}
			if counts[0] != counts[1] {
				t.Errorf("%s, %d processes: %d interleavings, without external events %d", a, processes, counts[0], counts[1])
			}
		}
	}
}

// An external event that is left out does not happen, nor does what comes with it. The violation is kept and replayed
// without it.
func TestWithout(t *testing.T) {
	m := checker.Model{Name: "environments", Main: environments(2, 2, numbered)}
	o := checker.Options{Without: []string{"job 11"}}
	r, err := checker.Check(t.Context(), m, o)
	if err != nil {
		t.Fatal(err)
	}
	if r.Verdict != checker.Violated {
		t.Fatalf("it is %s", r.Verdict)
	}
	var happened []string
	for _, e := range r.Violations[0].Trace.Entries {
		if e.External != "" {
			happened = append(happened, e.External+" "+e.Message)
		}
	}
	slices.Sort(happened)
	if want := []string{"job 0 job{Number: 0}", "job 1 job{Number: 1}", "job 10 job{Number: 10}"}; !slices.Equal(happened, want) {
		t.Errorf("the external events are %q, want %q", happened, want)
	}
	kept, err := corpus.Parse(corpus.Of(m, r.Violations[0], r.Options).String())
	if err != nil {
		t.Fatal(err)
	}
	again, err := checker.Check(t.Context(), m, checker.Options{Replay: kept.Schedule(), Without: kept.Without})
	if err != nil {
		t.Fatal(err)
	}
	if d := kept.Deviation(again.Replayed); again.Verdict != checker.Violated || d != "" || len(again.Skipped) > 0 {
		t.Errorf("the replay is %s, %q", again.Verdict, d)
	}
}

// With an external event left out there are as many interleavings as in a program without it.
func TestWithoutAsFewer(t *testing.T) {
	for _, a := range []checker.Algorithm{checker.Optimal, checker.Source, checker.States} {
		m := checker.Model{Name: "environments", Main: environments(2, 2, numbered), Violates: []string{"order"}}
		fewer := checker.Model{Name: "environments", Main: environments(2, 1, numbered)}
		got, err := checker.Check(t.Context(), m, checker.Options{Algorithm: a, Until: checker.UntilEnd, Without: []string{"job 1", "job 11"}})
		if err != nil {
			t.Fatal(err)
		}
		want, err := checker.Check(t.Context(), fewer, checker.Options{Algorithm: a, Until: checker.UntilEnd})
		if err != nil {
			t.Fatal(err)
		}
		if got.Interleavings != want.Interleavings || got.Events != want.Events {
			t.Errorf("%s: %d interleavings of %d events, want %d of %d", a, got.Interleavings, got.Events, want.Interleavings, want.Events)
		}
	}
}

// A script that awaits what several processes have reached crashes the leader after that only, and in every order that
// leaves, by any search; without the event the leader lives.
func TestMilestones(t *testing.T) {
	main := func(p *proc.P) {
		reached := proc.NewTable[string, int](p, "reached")
		leader := p.Spawn("leader", func(p *proc.P) {
			for range 2 {
				p.Send(proc.Receive[proc.PID](p), true)
			}
			p.Receive()
		}, proc.Daemon)
		self := p.Self()
		for _, name := range []string{"b", "c"} {
			p.Spawn(name, func(p *proc.P) {
				p.Send(leader, p.Self())
				proc.Receive[bool](p)
				reached.Insert(p, name, 1)
				reached.Insert(p, name, 2)
				p.Send(self, p.IsAlive(leader))
			})
		}
		for _, name := range []string{"b", "c"} {
			reached.Await(p, name, nil)
		}
		proc.External(p, "crash", leader, func(leader proc.PID) { p.Kill(leader) })
		lives := []bool{proc.Receive[bool](p), proc.Receive[bool](p)}
		for _, name := range []string{"b", "c"} {
			n, _ := reached.Lookup(p, name)
			p.Assert(n > 0, "reached", "%s has reached nothing", name)
		}
		p.Assert(lives[0] || lives[1], "one sees it alive", "both see the leader dead")
		p.Assert(!lives[0] || !lives[1], "one sees it dead", "both see the leader alive")
	}
	for _, without := range [][]string{nil, {"crash"}} {
		for _, a := range []checker.Algorithm{checker.Optimal, checker.Source, checker.States} {
			r, err := checker.Check(t.Context(), checker.Model{Name: "milestones", Main: main}, checker.Options{TrustModel: !testsize.Long(), Algorithm: a, Until: checker.UntilEnd, Without: without})
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			for _, v := range r.Violations {
				got = append(got, v.Property)
			}
			slices.Sort(got)
			want := []string{"one sees it alive", "one sees it dead"}
			if without != nil {
				want = want[1:]
			}
			if !slices.Equal(got, want) {
				t.Errorf("%s without %q: violated are %q, want %q", a, without, got, want)
			}
		}
	}
}

func TestBadWithout(t *testing.T) {
	m := checker.Model{Name: "environments", Main: environments(1, 1, numbered)}
	for want, names := range map[string][]string{
		`no external event is named "job 7", so it cannot be left out; the names are "job 0"`: {"job 7"},
		`has the name "job 0" twice`: {"job 0", "job 0"},
		`has the name ""`:            {""},
	} {
		r, err := checker.Check(t.Context(), m, checker.Options{Without: names})
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: the error is %v, want %s", names, err, want)
		}
		if r != nil && r.Verdict != checker.Failed {
			t.Errorf("%q: it is %s", names, r.Verdict)
		}
	}
	for want, main := range map[string]func(*proc.P){
		`the name "" of the event`:                 func(p *proc.P) { proc.External(p, "", 1, func(int) {}) },
		`the event "a" has no function to execute`: func(p *proc.P) { proc.External(p, "a", 1, nil) },
		"the payload": func(p *proc.P) { proc.External(p, "a", func() {}, func(func()) {}) },
	} {
		_, err := checker.Check(t.Context(), checker.Model{Name: "bad", Main: main}, checker.Options{})
		if err == nil || !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), "external_test.go:") {
			t.Errorf("the error is %v, want %s and the place", err, want)
		}
	}
}

// A search that is resumed need not come to what there was before: an external event, a node, a message of a link.
func TestFirstOnlyIsResumed(t *testing.T) {
	first := func(p *proc.P) {
		if p.Choose(3) > 0 {
			return
		}
		proc.External(p, "first", 1, func(int) {})
		node := p.Spawn("node", func(p *proc.P) { p.Receive() }, proc.Daemon, proc.Node)
		p.Send(node, 1)
	}
	for name, c := range map[string]struct {
		without []string
		faults  checker.Faults
	}{
		"external": {without: []string{"first"}},
		"node":     {faults: checker.Faults{Crashes: 1}},
		"link":     {faults: checker.Faults{Links: []checker.Link{{To: "node", Losses: 1}}}},
	} {
		m := checker.Model{Name: name, Main: first, Faults: c.faults}
		whole, err := checker.Check(t.Context(), m, checker.Options{Without: c.without})
		if err != nil {
			t.Fatal(err)
		}
		var saved *checker.Checkpoint
		o := checker.Options{Without: c.without, MaxInterleavings: whole.Interleavings - 1, Saving: &checker.Saving{Save: func(c *checker.Checkpoint) error {
			saved = c
			return nil
		}}}
		if _, err := checker.Check(t.Context(), m, o); err != nil || saved == nil {
			t.Fatalf("%s: %v, saved %v", name, err, saved)
		}
		o.MaxInterleavings, o.Saving, o.Resume = 0, nil, saved
		if r, err := checker.Check(t.Context(), m, o); err != nil || r.Verdict != checker.Verified || r.Interleavings != whole.Interleavings {
			t.Errorf("%s: %v, %v", name, r, err)
		}
		o.Without = append(o.Without, "another")
		stale := (*checker.StaleCheckpoint)(nil)
		if _, err := checker.Check(t.Context(), m, o); !errors.As(err, &stale) {
			t.Errorf("%s: with other external events the error is %v", name, err)
		}
	}
}

// A search that is resumed tells which faults cannot happen, as one that is not interrupted does.
func TestBadFaultsAreResumed(t *testing.T) {
	m := checker.Model{Name: "no node", Main: func(p *proc.P) {
		q := p.Spawn("q", func(p *proc.P) { p.Receive() }, proc.Daemon)
		if p.Choose(3) == 0 {
			p.Send(q, 1)
		}
	}}
	unused := []checker.Link{{To: "nobody", Losses: 1}}
	for _, a := range []checker.Algorithm{checker.Optimal, checker.States} {
		o := checker.Options{Algorithm: a, Until: checker.UntilEnd, Faults: &checker.Faults{Crashes: 1, Partitions: 1, Links: unused}}
		r := stoppedAndResumed(t, m, o)
		if !r.NoNodes || !r.NoNetwork || !slices.Equal(r.NoMessages, unused) {
			t.Errorf("%s: no nodes %v, no network %v, no messages %v", a, r.NoNodes, r.NoNetwork, r.NoMessages)
		}
		o.Faults = &checker.Faults{Links: []checker.Link{{To: "q", Losses: 1}}}
		if r := stoppedAndResumed(t, m, o); r.NoNodes || len(r.NoMessages) > 0 {
			t.Errorf("%s: no nodes %v, no messages %v", a, r.NoNodes, r.NoMessages)
		}
	}
}

// stoppedAndResumed returns the result of a search that is stopped before its last interleaving, and resumed.
func stoppedAndResumed(t *testing.T, m checker.Model, o checker.Options) *checker.Result {
	t.Helper()
	whole, err := checker.Check(t.Context(), m, o)
	if err != nil {
		t.Fatal(err)
	}
	stopped := o
	stopped.MaxInterleavings = whole.Interleavings - 1
	stopped.Saving = &checker.Saving{Save: func(c *checker.Checkpoint) error {
		o.Resume = c
		return nil
	}}
	if _, err := checker.Check(t.Context(), m, stopped); err != nil || o.Resume == nil {
		t.Fatalf("%v, saved %v", err, o.Resume)
	}
	r, err := checker.Check(t.Context(), m, o)
	if err != nil || r.Interleavings != whole.Interleavings {
		t.Fatalf("%v, %v", r, err)
	}
	return r
}

// A search that is resumed refuses the name of an external event that there is not, as one that is not interrupted does.
func TestBadWithoutIsResumed(t *testing.T) {
	m := checker.Model{Name: "environments", Main: environments(2, 1, numbered)}
	for _, a := range []checker.Algorithm{checker.Optimal, checker.States} {
		o := checker.Options{Algorithm: a, Until: checker.UntilEnd, Without: []string{"job 0", "job 7"}}
		_, want := checker.Check(t.Context(), m, o)
		if want == nil {
			t.Fatalf("%s: the name is accepted", a)
		}
		part := o
		part.MaxInterleavings, part.Saving = 1, &checker.Saving{Save: func(c *checker.Checkpoint) error {
			var file bytes.Buffer
			err := c.EncodeTo(&file)
			if err == nil {
				o.Resume, err = checker.ReadCheckpoint(&file)
			}
			return err
		}}
		if _, err := checker.Check(t.Context(), m, part); err != nil || o.Resume == nil {
			t.Fatalf("%s: %v, saved %v", a, err, o.Resume)
		}
		if _, err := checker.Check(t.Context(), m, o); err == nil || err.Error() != want.Error() {
			t.Errorf("%s: the error is %v, want %v", a, err, want)
		}
	}
}
