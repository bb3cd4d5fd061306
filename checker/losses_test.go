package checker

import (
	"errors"
	"fmt"
	"testing"

	"github.com/checkmodel/checkmodel/proc"
)

// taken is how many messages a process has got.
type taken struct{ n int }

// takers returns a model whose first process starts a daemon that takes two messages, which other daemons send. Then the
// daemon starts another process, with the given options, to which a third one is sent.
func takers(rule Rule, options ...proc.SpawnOption) Model {
	return Model{Name: "takers", Rules: []Rule{rule}, Delivery: proc.Bag, Main: func(p *proc.P) {
		last := func(p *proc.P) { proc.Receive[string](p) }
		taker := p.Spawn("taker", func(p *proc.P) {
			for n := range 2 {
				proc.Receive[int](p)
				proc.Expose(p, taken{n + 1})
			}
			last := p.Spawn("last", last, options...)
			p.Send(last, "end")
		}, proc.Daemon, proc.Node)
		for n := range 2 {
			p.Spawn(fmt.Sprint("sender", n), func(p *proc.P) { p.Send(taker, n) }, proc.Daemon)
		}
	}}
}

// While only daemons live, and no rule is about the end, a message that is lost makes no difference: the states are those
// without losses.
func TestLossesAmongDaemons(t *testing.T) {
	t.Parallel()
	few := func([]Exposed[taken]) error { return nil }
	none := func(states []Exposed[taken]) error {
		if len(states) == 0 {
			return errors.New("nothing has arrived")
		}
		return nil
	}
	always := Always(Property{Name: "always"}, few)
	search := func(m Model, f Faults) *Result {
		m.Faults = f
		return resultOf(t, m, Options{Algorithm: States, LateDelivery: true, Until: UntilEnd})
	}
	for _, f := range []Faults{{}, {Crashes: 1, Restarts: 1}} {
		lossy := f
		lossy.Losses = 2
		without, with := search(takers(always, proc.Daemon), f), search(takers(always, proc.Daemon), lossy)
		if without.Merged.States != with.Merged.States || without.Interleavings != with.Interleavings || with.Verdict != Verified {
			t.Errorf("%v: %d states and %d interleavings with losses, %s; want %d and %d", f,
				with.Merged.States, with.Interleavings, with.Verdict, without.Merged.States, without.Interleavings)
		}
	}
	if r := search(takers(Finally(Property{Name: "finally"}, none), proc.Daemon), Faults{Losses: 2}); r.Verdict != Violated {
		t.Errorf("with a rule about the end: %s, want violated", r.Verdict)
	}
	if r := search(takers(Finally(Property{Name: "finally"}, none), proc.Daemon), Faults{}); r.Verdict != Verified {
		t.Errorf("without losses: %s, want verified", r.Verdict)
	}
}

// A process that is no daemon, and begins when only daemons live, may wait for ever for what is lost.
func TestLossesBeforeAProcessThatMustEnd(t *testing.T) {
	t.Parallel()
	for losses, want := range []Verdict{Verified, Violated} {
		m := takers(Always(Property{Name: "always"}, func([]Exposed[taken]) error { return nil }))
		m.Faults = Faults{Losses: losses}
		for _, workers := range []int{1, 2} {
			r, err := checkWith(t.Context(), m, setup{alone: 5, Options: Options{Algorithm: States, LateDelivery: true, Until: UntilEnd, Workers: workers}})
			if err != nil {
				t.Fatal(err)
			}
			if r.Verdict != want {
				t.Errorf("%d losses, %d workers: %s, want %s", losses, workers, r.Verdict, want)
			}
		}
	}
}

// A message that is lost because it arrives at a node before its restart, when only daemons live, may be one for which a
// process waits for ever that is no daemon and begins after the restart.
func TestLostBeforeTheRestart(t *testing.T) {
	t.Parallel()
	begun := proc.Durable[bool]("begun")
	m := Model{Name: "m", Delivery: proc.Bag, Main: func(p *proc.P) {
		node := p.Spawn("node", func(p *proc.P) {
			if again, _ := begun.Get(p); !again {
				begun.Set(p, true)
				proc.Receive[string](p) // never sent
			}
			last := p.Spawn("last", func(p *proc.P) { proc.Receive[int](p) })
			p.Send(last, proc.Receive[int](p))
		}, proc.Daemon, proc.Node)
		p.Spawn("sender", func(p *proc.P) { p.Send(node, 1) }, proc.Daemon)
	}}
	for restarts, want := range []Verdict{Verified, Violated} {
		m.Faults = Faults{Crashes: 1, Restarts: restarts}
		for _, o := range []Options{{Algorithm: Optimal}, {Algorithm: States}, {Algorithm: States, LateDelivery: true}} {
			if r := resultOf(t, m, o); r.Verdict != want {
				t.Errorf("%d restarts, %s, late delivery %t: %s, want %s", restarts, o.Algorithm, o.LateDelivery, r.Verdict, want)
			}
		}
	}
}

// A process that is no daemon waits for ever for what is lost.
func TestLostFromTheBeginning(t *testing.T) {
	t.Parallel()
	m := Model{Name: "m", Delivery: proc.Bag, Faults: Faults{Losses: 1}, Main: func(p *proc.P) {
		main := p.Self()
		p.Spawn("sender", func(p *proc.P) { p.Send(main, 1) }, proc.Daemon)
		proc.Receive[int](p)
	}}
	if r := resultOf(t, m, Options{Algorithm: States, LateDelivery: true}); r.Verdict != Violated {
		t.Errorf("%s, want violated", r.Verdict)
	}
}
