package checker

import (
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/checkmodel/checkmodel/internal/testsize"
	"github.com/checkmodel/checkmodel/proc"
	"github.com/checkmodel/checkmodel/trace"
	"github.com/checkmodel/checkmodel/trace/causality"
	"pgregory.net/rapid"
)

// task is a message to a process that does with it what it says.
type task struct {
	Do   string
	N    int
	From int
}

// deeds are what a task may say.
var deeds = []string{"count", "add", "set", "discard", "put", "tell", "ack", "choose"}

// kept is the state of the process.
type kept struct {
	Count, Constant, Last int
	Set                   uint
}

// handled is a program in which processes send tasks to one process.
type handledTasks struct {
	Senders  [][]task
	Quorum   int
	Loop     bool
	Delivery proc.Delivery
}

func (h handledTasks) model(claimed ...Commuting) Model {
	return Model{Name: "tasks", Commuting: claimed, Delivery: h.Delivery, Main: func(p *proc.P) {
		watcher := p.Spawn("watcher", func(p *proc.P) {
			for {
				p.Receive()
			}
		}, proc.Daemon)
		var senders []proc.PID
		handler := p.Spawn("handler", func(p *proc.P) {
			senders := proc.Receive[[]proc.PID](p)
			turn := func(s *kept) bool {
				h.handle(p, s, watcher, senders, proc.Receive[task](p))
				return true
			}
			if h.Loop {
				proc.Loop(p, kept{}, turn)
			}
			for s := new(kept); turn(s); {
			}
		}, proc.Daemon)
		for i, tasks := range h.Senders {
			senders = append(senders, p.Spawn(fmt.Sprint("sender", i), func(p *proc.P) {
				p.Receive()
				for _, n := range tasks {
					p.Send(handler, n)
				}
				for {
					p.Receive()
				}
			}, proc.Daemon))
		}
		p.Send(handler, senders)
		for _, to := range senders {
			p.Send(to, "begin")
		}
	}}
}

func (h handledTasks) handle(p *proc.P, s *kept, watcher proc.PID, senders []proc.PID, n task) {
	switch n.Do {
	case "count":
		if s.Count++; s.Count == h.Quorum {
			p.Send(watcher, "elected")
		}
	case "add":
		s.Set |= 1 << n.N
	case "set":
		s.Constant = 7
	case "put":
		s.Last = n.N
	case "tell":
		p.Send(watcher, s.Count)
	case "show":
		p.Send(watcher, s.Last)
	case "ack":
		p.Send(senders[n.From], n.N)
	case "choose":
		s.Set |= 1 << (8 + p.Choose(2))
	}
}

// commute reports whether two tasks commute: not if one changes what the other tells, or if both change or send the same in
// two ways.
func (h handledTasks) commute(a, b task) bool {
	switch {
	case a.Do == "put" && b.Do == "put", a.Do == "ack" && b.Do == "ack" && a.From == b.From && h.Delivery != proc.Bag:
		return a.N == b.N
	case a.Do == "count" && b.Do == "count":
		return true
	case a.Do == "tell" || b.Do == "tell":
		return a.Do != "count" && b.Do != "count"
	}
	return true
}

func drawTasks(t *rapid.T) (h handledTasks) {
	h.Loop = rapid.Bool().Draw(t, "loop")
	h.Quorum = rapid.IntRange(1, 3).Draw(t, "quorum")
	h.Delivery = rapid.SampledFrom(proc.Deliveries()).Draw(t, "delivery")
	some := rapid.SliceOfNDistinct(rapid.SampledFrom(deeds), 1, 4, rapid.ID).Draw(t, "deeds")
	for i := range rapid.IntRange(2, 3).Draw(t, "senders") {
		var tasks []task
		for range rapid.IntRange(1, 2).Draw(t, "tasks") {
			tasks = append(tasks, task{rapid.SampledFrom(some).Draw(t, "do"), rapid.IntRange(0, 1).Draw(t, "n"), i})
		}
		h.Senders = append(h.Senders, tasks)
	}
	return h
}

// TestTrueClaims: no search refutes that tasks commute which do.
func TestTrueClaims(t *testing.T) {
	exchanged := 0
	rapid.Check(t, func(t *rapid.T) {
		h := drawTasks(t)
		claim := Commutes(Property{Name: "tasks"}, func(to string, a, b task) bool { return to == "handler" && h.commute(a, b) })
		for _, o := range []Options{
			{Until: UntilEnd, MaxInterleavings: 150}, {Algorithm: States}, {Algorithm: Naive, MaxInterleavings: 50},
			{Algorithm: Portfolio, Runs: 150}, {Until: UntilEnd, MaxInterleavings: 50, Faults: &Faults{Links: []Link{{Losses: 1, Duplicates: 1}}}},
		} {
			r, err := Check(t.Context(), h.model(claim), o)
			if err != nil {
				t.Fatalf("%+v\n%s: %v", h, r.Options.Algorithm, err)
			}
			exchanged += r.Claims[0].Exchanged
		}
	})
	if exchanged == 0 {
		t.Error("no messages were exchanged")
	}
}

// TestFalseClaims: each search refutes that all tasks commute if there are two that do not, and shows two orders that can be
// replayed.
func TestFalseClaims(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		h := drawTasks(t)
		a := task{rapid.SampledFrom([]string{"count", "put", "ack"}).Draw(t, "false"), 0, 0}
		b := map[string]task{"count": {"tell", 0, 1}, "put": {"put", 1, 1}, "ack": {"ack", 1, 0}}[a.Do]
		if h.Delivery == proc.Bag && a.Do == "ack" {
			h.Delivery = proc.Channel
		}
		h.Senders = [][]task{{a}, {b}}
		if a.Do == "put" && !h.Loop { // then only what comes later can tell
			h.Senders = append(h.Senders, []task{{"show", 0, 2}})
		}
		all := Commutes(Property{Name: "all tasks"}, func(_ string, a, b task) bool { return a.Do != "show" && b.Do != "show" })
		for _, o := range []Options{{}, {Algorithm: States}, {Algorithm: POS}} {
			r, err := Check(t.Context(), h.model(all), o)
			var fault *ModelError
			if !errors.As(err, &fault) || !strings.Contains(err.Error(), `the claim "all tasks" is false`) || fault.Process != "handler" || len(r.Examples) != 2 {
				t.Fatalf("%+v\n%s: %v, %+v", h, r.Options.Algorithm, err, r)
			}
			for i, e := range r.Examples {
				again, err := Check(t.Context(), h.model(all), Options{Replay: e.Steps})
				if err != nil || len(again.Skipped) > 0 || len(again.Replayed.Entries) < len(e.Steps) {
					t.Fatalf("order %d: %v %+v", i, err, again)
				}
			}
			if slices.Equal(r.Examples[0].Steps, r.Examples[1].Steps) {
				t.Fatal("both orders are the same")
			}
		}
	})
}

// finer compares the classes of a search with those by happens-before, which are contained in them.
type finer struct {
	order   causality.Order
	last    uint64
	classes map[causality.Signature]uint64
	differs bool
}

func (f *finer) Class(hash uint64) { f.last = hash }

func (f *finer) Interleaving(_ int, _ trace.Outcome, events []trace.Event) {
	f.order.Compute(events)
	s := f.order.Signature()
	if class, known := f.classes[s]; known && class != f.last {
		f.differs = true
	}
	f.classes[s] = f.last
}

// TestClassesContainClasses: interleavings that differ only in orders that no process can tell are of one class, also where
// messages commute.
func TestClassesContainClasses(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		h := drawTasks(t)
		claim := Commutes(Property{Name: "tasks"}, h.commuteAt)
		f := &finer{order: causality.Order{Relation: causality.Relation{ReceivePatterns: true}}, classes: map[causality.Signature]uint64{}}
		r, err := Check(t.Context(), h.model(claim), Options{Algorithm: RandomWalk, Runs: 500, Observer: f, Workers: 1})
		if err != nil {
			t.Fatal(err)
		}
		if f.differs || r.Sample.Classes > len(f.classes) {
			t.Fatalf("%+v\n%d classes, and %d by happens-before", h, r.Sample.Classes, len(f.classes))
		}
	})
}

func (h handledTasks) commuteAt(_ string, a, b task) bool { return h.commute(a, b) }

// TestClaimsThatSayNo: a claim that says of no messages that they commute changes nothing.
func TestClaimsThatSayNo(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		h := drawTasks(t)
		o := Options{Algorithm: rapid.SampledFrom(drawingOnes).Draw(t, "algorithm"), Runs: 250}
		no := Commutes(Property{Name: "no"}, func(string, any, any) bool { return false })
		with, err := Check(t.Context(), h.model(no), o)
		if err != nil {
			t.Fatal(err)
		}
		without, err := Check(t.Context(), h.model(), o)
		if err != nil {
			t.Fatal(err)
		}
		if !reflect.DeepEqual(with.Sample, without.Sample) || with.Events != without.Events {
			t.Fatalf("%+v\n%s draws %+v,\nand without the claim %+v", h, o.Algorithm, with.Sample, without.Sample)
		}
	})
}

// TestClaimOfWaiting: in the other order, the process waits for something else.
func TestClaimOfWaiting(t *testing.T) {
	m := Model{Name: "waiting", Commuting: []Commuting{votesCommute}, Main: func(p *proc.P) {
		counter := p.Spawn("counter", func(p *proc.P) {
			first := proc.Receive[vote](p)
			proc.Receive(p, func(v vote) bool { return v.Voter == first.Voter+1 })
		}, proc.Daemon)
		for i := range 2 {
			p.Spawn("voter", func(p *proc.P) { p.Send(counter, vote{i}) })
		}
	}}
	_, err := Check(t.Context(), m, Options{})
	if err == nil || !strings.Contains(err.Error(), `in the other order "receive vote where …"`) || !strings.Contains(err.Error(), "does not take the second") {
		t.Error(err)
	}
}

// TestClaimsOfShowing: somebody can tell in which order a process shows two things of one kind, even if no rule watches them.
func TestClaimsOfShowing(t *testing.T) {
	external := func(names int) func(*proc.P, vote) {
		return func(p *proc.P, v vote) { proc.External(p, fmt.Sprint("vote", v.Voter*names), v.Voter, func(int) {}) }
	}
	for name, c := range map[string]struct {
		shows func(*proc.P, vote)
		false bool
	}{
		"external events of one name": {external(0), true},
		"external events of two":      {external(1), false},
		"announcements":               {func(p *proc.P, v vote) { proc.Announce(p, v.Voter) }, true},
		"states":                      {func(p *proc.P, v vote) { proc.Expose(p, v) }, true},
	} {
		m := Model{Name: "showing", Commuting: []Commuting{votesCommute}, Main: func(p *proc.P) {
			counter := p.Spawn("counter", func(p *proc.P) {
				for range 2 {
					c.shows(p, proc.Receive[vote](p))
				}
			}, proc.Daemon)
			for i := range 2 {
				p.Spawn("voter", func(p *proc.P) { p.Send(counter, vote{i}) })
			}
		}}
		_, err := Check(t.Context(), m, Options{})
		if refuted := err != nil && strings.Contains(err.Error(), "and in the other order after it"); refuted != c.false {
			t.Errorf("%s: the error is %v", name, err)
		}
	}
}

// TestClaimsByWorkers: how often messages were exchanged does not depend on the number of workers, nor on whether the search
// was resumed.
func TestClaimsByWorkers(t *testing.T) {
	testsize.LongOnly(t)
	t.Parallel()
	m := elections(6, true, true, votesCommute, Commutes[reset, any](Property{Name: "none"}, func(string, reset, any) bool { return false }))
	for _, o := range []Options{{Algorithm: Optimal}, {Algorithm: States}, {Algorithm: TaPCT, Runs: 900}} {
		var want []Claim
		for _, o.Workers = range []int{1, 2, 5} {
			r, err := Check(t.Context(), m, o)
			if err != nil {
				t.Fatal(err)
			}
			if want == nil {
				want = r.Claims
			}
			if !slices.Equal(r.Claims, want) || want[0].Exchanged == 0 || want[1].Exchanged > 0 {
				t.Errorf("%s with %d workers: %+v, want %+v", o.Algorithm, o.Workers, r.Claims, want)
			}
		}
		if o.Algorithm == States {
			continue // which does not stop before its end
		}
		var saved *Checkpoint
		o.Saving = &Saving{Save: func(c *Checkpoint) error { saved = c; return nil }}
		for o.MaxInterleavings = 70; ; o.MaxInterleavings += testsize.Sample(2_700, 900) {
			r, err := Check(t.Context(), m, o)
			if err != nil {
				t.Fatal(err)
			}
			if r.Stop != OutOfBudget {
				if !slices.Equal(r.Claims, want) {
					t.Errorf("%s, resumed: %+v, want %+v", o.Algorithm, r.Claims, want)
				}
				break
			}
			o.Resume = saved
		}
	}
}

// TestClaimsOfAModel: claims must have names of their own, and their functions must be pure and accept all messages.
func TestClaimsOfAModel(t *testing.T) {
	asked := 0
	for _, c := range []struct {
		want    string
		claimed []Commuting
	}{
		{"has an empty claim", []Commuting{{Property: Property{Name: "empty"}}}},
		{"a property without a name", []Commuting{Commutes[vote, vote](Property{}, nil)}},
		{`several claims with the name "votes"`, []Commuting{votesCommute, votesCommute}},
		{`the claim "random" says of the same messages once that they commute`,
			[]Commuting{Commutes(Property{Name: "random"}, func(string, vote, vote) bool { asked++; return asked%3 == 1 })}},
		{`the claim "panics", asked about messages to process main, panicked: no`,
			[]Commuting{Commutes(Property{Name: "panics"}, func(string, vote, vote) bool { panic("no") })}},
	} {
		for _, a := range []Algorithm{Optimal, POS} {
			_, err := Check(t.Context(), elections(2, false, false, c.claimed...), Options{Algorithm: a})
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("%s: the error is %v, want %s", a, err, c.want)
			}
		}
	}
}
