package checker

import (
	"errors"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/checkmodel/checkmodel/internal/stage"
	"github.com/checkmodel/checkmodel/internal/world"
	"github.com/checkmodel/checkmodel/internal/world/guard"
	"github.com/checkmodel/checkmodel/internal/world/identity"
	"github.com/checkmodel/checkmodel/optimaldpor"
	"github.com/checkmodel/checkmodel/proc"
	"github.com/checkmodel/checkmodel/trace"
	"github.com/checkmodel/checkmodel/trace/causality"
	"github.com/checkmodel/checkmodel/trace/kind"
)

// The internal checks of every search are tested with broken strategies.

// race has two processes that send to the first one, and look up a row.
func race(p *proc.P) {
	me, table := p.Self(), proc.NewTable[int, int](p, "t")
	p.Spawn("a", func(p *proc.P) { p.Send(me, 1); p.Choose(2); table.Lookup(p, 1) })
	p.Spawn("b", func(p *proc.P) { p.Send(me, 2); table.Lookup(p, 1) })
	p.Receive()
	p.Receive()
	p.Receive()
}

// broken is optimal DPOR with a fault.
type broken struct {
	*optimaldpor.Optimal
	begin   func(n int, planned trace.Schedule) trace.Schedule
	observe func(n int, e *trace.Event)
	begun   int
}

func (b *broken) Begin() (trace.Schedule, bool) {
	prefix, more := b.Optimal.Begin()
	b.begun++
	if b.begin != nil {
		prefix = b.begin(b.begun, prefix)
	}
	return prefix, more
}

func (b *broken) Observe(depth int, e *trace.Event) error {
	if b.observe != nil {
		f := *e
		b.observe(b.begun, &f)
		return b.Optimal.Observe(depth, &f)
	}
	return b.Optimal.Observe(depth, e)
}

// searchBy explores a model by the given strategy.
func searchBy(t *testing.T, main func(*proc.P), s Strategy) error {
	t.Helper()
	o := Options{Until: UntilEnd, MaxEvents: 100}
	_, err := searchWith(t.Context(), Model{Name: "m"}, o, s).simulate(func() *world.System { return world.NewSystem(proc.Body(main), nil) })
	return err
}

func TestSelfChecks(t *testing.T) {
	firstSent := trace.NoValue
	for name, c := range map[string]struct {
		strategy broken
		want     []string
	}{
		"a planned event is another one": {
			broken{observe: func(_ int, e *trace.Event) {
				if e.Kind == kind.Choose {
					e.Alternatives++ // so that a third alternative is planned
				}
			}},
			[]string{`"choose one of 3" by process a, was planned and is not possible: process a is at "choose one of 2" (`},
		},
		"a planned event is not possible": {
			broken{begin: func(n int, prefix trace.Schedule) trace.Schedule {
				if n == 2 {
					prefix[3] = trace.Step{Actor: 0}
				}
				return prefix
			}},
			[]string{`step 4, "`, `, was planned and is not possible: process main is at "receive any message" (`},
		},
		"a planned event turns out to be another one": {
			broken{observe: func(n int, e *trace.Event) {
				if n == 1 && e.Kind == kind.Send {
					sent := e.Value
					if e.Actor == 2 {
						e.Value = firstSent
					}
					firstSent = sent
				}
			}},
			[]string{` was planned to be "send 1 to main" by process b, and is "send 2 to main" (`, " by process b; "},
		},
		"an interleaving is explored again": {
			broken{observe: func(n int, e *trace.Event) {
				if n == 1 && e.Actor == 2 && e.Kind == kind.TableLookup {
					e.Effect = trace.Update // so that a race is reported where there is none
				}
			}},
			[]string{"the search is not optimal: this interleaving is the same as one explored before, in which step ",
				` was "look up 1 in t" (`, "by process a"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			c.strategy.Optimal = optimaldpor.New(optimaldpor.Config{Relation: causality.Relation{ReceivePatterns: true}})
			err := searchBy(t, race, &c.strategy)
			var ours *InternalError
			if !errors.As(err, &ours) {
				t.Fatalf("the error is %v, want one of the checker", err)
			}
			for _, want := range append(c.want, "model m: checkmodel internal error: ", "selfcheck_test.go:",
				"the processes do the same again, so this is not a fault of the model. Please report it with the model") {
				if !strings.Contains(err.Error(), want) {
					t.Errorf("the error does not say %q:\n%v", want, err)
				}
			}
			t.Log(err)
		})
	}
}

// What looks like an internal error is a fault of the model if that behaves differently when it is
// repeated.
func TestSelfCheckBlamesTheModel(t *testing.T) {
	calls := 0
	s := &broken{Optimal: optimaldpor.New(optimaldpor.Config{}), observe: func(_ int, e *trace.Event) {
		if e.Kind == kind.Choose {
			e.Alternatives++
		}
	}}
	_, err := searchWith(t.Context(), Model{}, Options{MaxEvents: 100, TrustModel: true}, s).simulate(func() *world.System {
		return world.NewSystem(proc.Body(func(p *proc.P) {
			calls++
			p.Send(p.Self(), calls)
			p.Choose(2)
		}), nil)
	})
	var theirs *guard.ModelError
	if !errors.As(err, &theirs) || theirs.Process != identity.FirstProcess || theirs.Step != 1 {
		t.Errorf("the error is %v", err)
	}
}

// A repeated event must have the same result.
func TestReplayedEventIsTheRecordedOne(t *testing.T) {
	x := searchWith(t.Context(), Model{}, Options{}, nil)
	p := stage.New(world.Simulation{System: world.NewSystem(proc.Body(race), nil)})
	sys := world.Simulated(p.World())
	defer sys.Close()
	for enabled := sys.Enabled(nil); len(enabled) > 0; enabled = sys.Enabled(nil) {
		if _, err := p.Step(trace.Step{Actor: enabled[len(enabled)-1].Actor}); err != nil {
			t.Fatal(err)
		}
	}
	again := func() error {
		twin := sys.Twin()
		defer twin.Close()
		return x.Loop.Repeater(t.Context(), p, false).Compare(stage.Of(world.Simulation{System: twin}, nil), func(*trace.Event) {})
	}
	if err := again(); err != nil {
		t.Fatal(err)
	}
	third := &p.Events()[len(p.Events())-3]
	third.Ok = !third.Ok
	var ours *InternalError
	if err := again(); !errors.As(err, &ours) || !strings.Contains(err.Error(), "does not come out the same when the same schedule is executed again") {
		t.Errorf("the error is %v", err)
	}
}

// TestDrawnConditions: a condition that draws its result is a fault of the model, also where it happens to do the same again.
func TestDrawnConditions(t *testing.T) {
	t.Parallel()
	found := 0
	for seed := range uint64(100) {
		drawn := rand.New(rand.NewPCG(seed, 0))
		_, err := Check(t.Context(), Model{Name: "drawn", Main: func(p *proc.P) {
			me := p.Self()
			for i := range 2 {
				p.Spawn("sender", func(p *proc.P) { p.Send(me, i) })
			}
			p.Send(p.Self(), 1)
			proc.ReceiveTimeout(p, func(int) bool { return drawn.IntN(2) == 0 })
		}}, Options{Workers: 1})
		var ours *InternalError
		if errors.As(err, &ours) {
			t.Errorf("seed %d: %v", seed, err)
		}
		if err != nil {
			found++
		}
	}
	if found < 90 {
		t.Errorf("%d of 100 were found", found)
	}
}
