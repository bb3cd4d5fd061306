package checker

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"maps"
	"runtime"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"testing/iotest"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/checkmodel/checkmodel/internal/randomprograms"
	"github.com/checkmodel/checkmodel/internal/stage"
	"github.com/checkmodel/checkmodel/internal/testsize"
	"github.com/checkmodel/checkmodel/internal/world"
	"github.com/checkmodel/checkmodel/internal/world/identity"
	"github.com/checkmodel/checkmodel/optimaldpor/backtrack"
	"github.com/checkmodel/checkmodel/proc"
	"github.com/checkmodel/checkmodel/trace"
)

// saver saves a search now and then.
type saver struct {
	t     rapid.TB
	due   func() bool
	saved []*Checkpoint
}

func (s *saver) saving() *Saving {
	return &Saving{Identity: "this", Due: s.due, Save: func(c *Checkpoint) error {
		s.saved = append(s.saved, throughFile(s.t, c))
		return nil
	}}
}

// ofStates describes the result of a stateful search.
func ofStates(r *Result) string {
	s := summarized(r)
	if r.Loop != nil {
		s += fmt.Sprintln(r.Loop.LoopFrom, r.Loop.Steps)
	}
	return s + fmt.Sprintf("%+v\n", *r.Merged)
}

func sameStates(t rapid.TB, what string, want, got *Result) {
	t.Helper()
	if diff := cmp.Diff(ofStates(want), ofStates(got)); diff != "" {
		t.Fatalf("%s (-in one go +resumed):\n%s", what, diff)
	}
}

// TestResumeStates saves stateful searches at any moments, and resumes them again and again, with other numbers of
// workers: in the end there is no difference to a search by one worker that goes on, not even in what was executed.
func TestResumeStates(t *testing.T) {
	t.Parallel()
	t.Cleanup(func() {
		if t.Logf("%d searches were saved while workers shared them", sharedParts.Load()); sharedParts.Load() == 0 && checksMany() {
			t.Error("none was")
		}
	})
	for name, draw := range programFamilies {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			rapid.Check(t, func(t *rapid.T) { resumeStates(t, draw(t), Faults{}) })
		})
	}
}

// resumeStates compares a search that is saved and resumed with one that goes on.
func resumeStates(t *rapid.T, main func(*proc.P), faults Faults) {
	m := anyGoal("m")
	if rapid.IntRange(0, 2).Draw(t, "rules") == 0 { // without, workers do not part because of them
		m = judgedInAllWays(t)
	}
	m.Main = main
	o := setup{Options: Options{Algorithm: States, Until: UntilEnd, Workers: 1, TrustModel: true, Faults: &faults}}
	o.Delivery = rapid.SampledFrom([]proc.Delivery{proc.Instant, proc.Channel, proc.Bag}).Draw(t, "delivery")
	o.LateDelivery = o.Delivery != proc.Instant && rapid.Bool().Draw(t, "late")
	o.ReceivePatterns = rapid.IntRange(0, 2).Draw(t, "receive patterns") == 0
	o.MaxEvents = rapid.SampledFrom([]int{0, 0, 0, 0, 12}).Draw(t, "depth")
	all := o
	all.Algorithm, all.LateDelivery, all.ReceivePatterns, all.AnyDeliveriesRace, all.MaxInterleavings = Optimal, false, false, true, 1_000
	if r, err := checkWith(context.Background(), m, all); err != nil {
		t.Fatal(err)
	} else if r.Stop != NotStopped {
		reject(t, "too many interleavings")
	}
	o.stateBytes = rapid.SampledFrom([]int64{0, 0, 0, 1}).Draw(t, "bytes for states") // 1: it forgets all it can
	want, err := checkWith(context.Background(), m, o)
	if err != nil {
		t.Fatal(err)
	}
	compared.Add(1)
	o.alone = rapid.SampledFrom([]int{1, 1, 4, 20, 100}).Draw(t, "alone")
	for parts := 0; ; parts++ {
		executed := 0
		if o.Resume != nil {
			executed = o.Resume.Interleavings
		}
		part, s := o, &saver{t: t}
		part.Saving = s.saving()
		ctx, cancel := context.WithCancel(context.Background())
		length := rapid.SampledFrom([]int{1, 2, 3, 10, 50, 200}).Draw(t, "until it stops")
		if part.Workers = rapid.IntRange(0, 3).Draw(t, "workers"); part.Workers == 0 {
			part.Workers, part.MaxInterleavings = 1, executed+length
		} else {
			part.Observer = &stopping{cancel: cancel, left: length + parts} // a pair takes several interleavings
			s.due = func() bool { return parts%2 == 1 }
		}
		r, err := checkWith(ctx, m, part)
		cancel()
		if err != nil {
			t.Fatal(err)
		}
		if part.Workers > 1 && len(s.saved) > 0 && s.saved[len(s.saved)-1].Memo.Search.Shared {
			sharedParts.Add(1)
		}
		if r.Stop == NotStopped {
			if o.stateBytes == 0 {
				sameStates(t, "result", want, r)
			} else if r.Interleavings != want.Interleavings || r.Violating != want.Violating { // what it forgets depends on the order in a table
				t.Fatalf("%d interleavings, %d violating; want %d and %d", r.Interleavings, r.Violating, want.Interleavings, want.Violating)
			}
			return
		}
		if len(s.saved) > 0 { // it had not begun to begin again
			o.Resume = s.saved[len(s.saved)-1]
		}
	}
}

// sharedParts is how many searches were saved while workers shared them.
var sharedParts atomic.Int32

// stopping is an observer that stops the search after some interleavings, and lets other workers execute between two.
type stopping struct {
	yielding
	cancel context.CancelFunc
	left   int
}

func (s *stopping) Interleaving(int, trace.Outcome, []trace.Event) {
	if s.left--; s.left == 0 {
		s.cancel()
	}
	runtime.Gosched()
}

// inTurn is a model without violations.
func inTurn(p *proc.P) { serves(p, 4) }

// serves has two clients that send messages to a server that counts.
func serves(p *proc.P, messages int) {
	server := p.Spawn("server", func(p *proc.P) {
		proc.Loop(p, 1, func(n *int) bool {
			*n = (2**n + p.Receive().(int)) % 7
			return true
		})
	}, proc.Daemon)
	for i := range 2 {
		p.Spawn(fmt.Sprint("client", i), func(p *proc.P) {
			for k := range messages {
				p.Send(server, i+2*k)
			}
		})
	}
}

// sender has two nodes, one of which sends the other one a message.
func sender(p *proc.P) {
	to := p.Spawn("to", func(p *proc.P) { p.ReceiveTimeout() }, proc.Node)
	p.Spawn("from", func(p *proc.P) { p.Send(to, "message") }, proc.Node)
}

// TestSavedStatesOnTheWay resumes from what was saved during the search, twice from each, with any number of workers.
func TestSavedStatesOnTheWay(t *testing.T) {
	testsize.LongOnly(t)
	for name, m := range map[string]Model{
		"counters": {Main: counters}, "in turn": {Main: inTurn},
		"messages":   {Main: ordered(2), Faults: Faults{Losses: 1, Duplicates: 1, Reorderings: 1}},
		"partitions": {Main: sender, Faults: Faults{Partitions: 1, OneWay: true}},
	} {
		m.Name = name
		o := setup{alone: 1, Options: Options{Algorithm: States, Until: UntilEnd, Workers: 1, Observer: yielding{}}}
		want, err := checkWith(t.Context(), m, o)
		if err != nil {
			t.Fatal(err)
		}
		for workers := 1; workers <= 3; workers++ {
			s := savedOnTheWay(t, m, o, workers, want)
			// Whether another worker joins before the search is saved is up to the scheduler of Go, and not certain on a
			// busy machine.
			possible := name != "counters" && workers > 1
			for again := 0; again < 50 && possible && !shares(s); again++ {
				s = savedOnTheWay(t, m, o, workers, want)
			}
			if shares(s) && !possible || testsize.Long() && !shares(s) && possible {
				t.Fatalf("%s, %d workers: saved while they share the search: %v", name, workers, shares(s))
			}
			for i, c := range slices.Concat(s.saved, s.saved) {
				if !testsize.Long() && i%10 > 0 {
					continue
				}
				o.Workers, o.Saving, o.Resume = 1+i%3, nil, c
				r, err := checkWith(t.Context(), m, o)
				if err != nil {
					t.Fatal(err)
				}
				sameStates(t, "resumed", want, r)
			}
		}
	}
}

// savedOnTheWay searches, which must come to the same result, and returns what was saved on the way.
func savedOnTheWay(t *testing.T, m Model, o setup, workers int, want *Result) *saver {
	t.Helper()
	asked := 0
	s := &saver{t: t, due: func() bool { asked++; return m.Name == "in turn" || asked%7 == 0 }}
	o.Workers, o.Saving, o.Resume = workers, s.saving(), nil
	r, err := checkWith(t.Context(), m, o)
	if err != nil {
		t.Fatal(err)
	}
	sameStates(t, "while it is saved", want, r)
	if len(s.saved) < 5 && workers == 1 {
		t.Fatalf("there are %d checkpoints", len(s.saved))
	}
	return s
}

// shares reports whether the search was saved while workers shared it.
func shares(s *saver) bool {
	return slices.ContainsFunc(s.saved, func(c *Checkpoint) bool { return c.Memo.Search.Shared })
}

// printing is a strategy that collects the fingerprints of all states.
type printing struct {
	Strategy
	prints map[trace.Fingerprint]bool
}

func (p *printing) Choose(v trace.View) (trace.Step, bool) {
	p.prints[v.State.Fingerprint()] = true
	return p.Strategy.Choose(v)
}

func (p *printing) End(e trace.Ending) error {
	p.prints[e.State.Fingerprint()] = true
	return p.Strategy.End(e)
}

// renumbering is an observer that makes the system of a search give certain numbers first, and knows all in the end.
type renumbering struct {
	t       rapid.TB
	numbers *identity.Numbers
	sys     *world.System
}

func (*renumbering) Interleaving(int, trace.Outcome, []trace.Event) {}

func (r *renumbering) Inspect(w World) {
	r.sys = world.Simulated(w.(*stage.World))
	if r.numbers != nil {
		if err := r.sys.Renumber(r.numbers); err != nil {
			r.t.Fatal(err)
		}
	}
}

// TestFingerprintsOfAnotherSystem executes all interleavings in two orders, so values and others are met in two
// orders, and compares the fingerprints of all states.
func TestFingerprintsOfAnotherSystem(t *testing.T) {
	different := 0
	rapid.Check(t, func(t *rapid.T) {
		m := anyGoal("m")
		switch rapid.IntRange(0, 2).Draw(t, "family") {
		case 0:
			m.Main = randomprograms.Programs(randomprograms.AllOps, 3, 4).Draw(t, "program").Main(rapid.Bool().Draw(t, "wait"))
		case 1:
			m.Main = drawCallers(t).main
		case 2:
			m.Main = randomprograms.DrawLoops(t).Main(randomprograms.DeclaredLoop)
		}
		o := Options{
			Until: UntilEnd, TrustModel: true, MaxEvents: 100, MaxInterleavings: 2_000,
			Delivery: rapid.SampledFrom([]proc.Delivery{proc.Instant, proc.Channel, proc.Bag}).Draw(t, "delivery"),
		}
		var prints [3]map[trace.Fingerprint]bool
		var numbers *identity.Numbers
		for i := range prints {
			r := &renumbering{t: t}
			if i == 1 {
				r.numbers = numbers
			}
			prints[i] = map[trace.Fingerprint]bool{}
			o.Observer = r
			o.Strategy = func() Strategy {
				return &printing{backtrack.NewNaive(backtrack.Config{Seed: uint64(i), MaxEvents: o.MaxEvents}), prints[i]}
			}
			result, err := Check(context.Background(), m, o)
			if err != nil {
				t.Fatal(err)
			}
			if result.Stop != NotStopped {
				reject(t, "too many interleavings")
			}
			if i == 0 {
				numbers = r.sys.Numbers()
			}
		}
		if !maps.Equal(prints[0], prints[1]) {
			t.Fatalf("%d fingerprints, and %d in another order", len(prints[0]), len(prints[1]))
		}
		if !maps.Equal(prints[0], prints[2]) {
			different++
		}
	})
	if different == 0 && checksMany() {
		t.Error("without the same numbers, fingerprints are the same, too")
	}
}

// savedMemo returns the file of a stateful search that was stopped.
func savedMemo(t *testing.T, m Model) []byte {
	t.Helper()
	var file bytes.Buffer
	o := Options{Algorithm: States, Until: UntilEnd, MaxInterleavings: 20}
	o.Saving = &Saving{Save: func(c *Checkpoint) error { return c.EncodeTo(&file) }}
	if _, err := Check(t.Context(), m, o); err != nil {
		t.Fatal(err)
	}
	return file.Bytes()
}

// TestDamagedMemo: a file of a stateful search that lacks its end, or of which any byte was changed, is refused, also
// if it is read while the search is resumed.
func TestDamagedMemo(t *testing.T) {
	m := Model{Name: "counters", Main: counters}
	file := savedMemo(t, m)
	refused := func(what string, damaged []byte) {
		t.Helper()
		if _, err := decoded(damaged); err == nil {
			t.Errorf("%s: it is decoded", what)
		}
		c, err := ReadCheckpoint(iotest.OneByteReader(bytes.NewReader(damaged)))
		if err != nil {
			return
		}
		var stale *StaleCheckpoint
		if r, err := Check(t.Context(), m, Options{Algorithm: States, Until: UntilEnd, Resume: c}); !errors.As(err, &stale) {
			t.Errorf("%s: the error is %v, and the result %v", what, err, r)
		}
	}
	for i := 0; i < len(file); i += 1 + len(file)/150 {
		changed := bytes.Clone(file)
		changed[i] ^= 4
		refused(fmt.Sprintf("with another byte at %d of %d", i, len(file)), changed)
		refused(fmt.Sprintf("the first %d of %d bytes", i, len(file)), file[:i])
	}
	refused("with a byte more", append(bytes.Clone(file), 0))
	if _, err := decoded(file); err != nil {
		t.Error(err)
	}
}

// TestStaleMemo: a stateful search is resumed by the same program only, and once from a file that is being read.
func TestStaleMemo(t *testing.T) {
	m := Model{Name: "counters", Main: counters}
	o := Options{Algorithm: States, Until: UntilEnd}
	for what, main := range map[string]func(*proc.P){
		"does nothing": func(*proc.P) {},
		"is alike":     func(p *proc.P) { p.Choose(2); counters(p) },
	} {
		c, err := decoded(savedMemo(t, m))
		if err != nil {
			t.Fatal(err)
		}
		o.Resume = c
		var stale *StaleCheckpoint
		if _, err := Check(t.Context(), Model{Name: "counters", Main: main}, o); !errors.As(err, &stale) {
			t.Errorf("with a model that %s, the error is %v", what, err)
		}
	}
	c, err := ReadCheckpoint(bytes.NewReader(savedMemo(t, m)))
	if err != nil {
		t.Fatal(err)
	}
	o.Resume = c
	if _, err := Check(t.Context(), m, o); err != nil {
		t.Error(err)
	}
	if _, err := Check(t.Context(), m, o); err == nil || !strings.Contains(err.Error(), "read the file again") {
		t.Errorf("the second time, the error is %v", err)
	}
	o.ExactStates = true
	if _, err := Check(t.Context(), m, o); err == nil || !strings.Contains(err.Error(), "a search with checker.Options.ExactStates cannot be saved") {
		t.Errorf("with whole states, the error is %v", err)
	}
}
