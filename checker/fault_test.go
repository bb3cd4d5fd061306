package checker

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/checkmodel/checkmodel/internal/world/guard"
	"github.com/checkmodel/checkmodel/proc"
	"github.com/checkmodel/checkmodel/trace"
)

// TestFault: if a model is faulty in some interleavings only, the result shows one of them, up to
// the faulty operation, and its schedule leads there again.
func TestFault(t *testing.T) {
	late := func(p *proc.P, wrong func(p *proc.P)) {
		me := p.Self()
		for i := range 3 {
			p.Spawn("client", func(p *proc.P) { p.Send(me, i) })
		}
		last := 0
		for range 3 {
			last = proc.Receive(p, func(n int) bool { return n >= 0 })
		}
		if last == 1 {
			wrong(p)
		}
	}
	for name, c := range map[string]struct {
		wrong func(p *proc.P)
		last  string // what leads to it
		steps int
	}{
		"zero PID": {func(p *proc.P) { p.Send(proc.PID{}, "hello") }, "receive int where …", 9},
		"child":    {func(p *proc.P) { p.Spawn("child", func(p *proc.P) { p.SendName("", 1) }) }, "spawn child", 10},
		"later": {func(p *proc.P) {
			p.Spawn("child", func(p *proc.P) { p.SendName("", proc.Receive[int](p)) })
			p.Send(p.Self(), 1)
			proc.Receive[int](p)
			p.SendName("", 1)
		}, "receive int", 12},
		"goal": {func(p *proc.P) { p.Reach("unknown") }, `reach "unknown"`, 10},
	} {
		m := Model{Name: name, Main: func(p *proc.P) { late(p, c.wrong) }}
		for _, o := range []Options{{Workers: 1}, {Workers: 2}, {Algorithm: Source}, {Algorithm: Naive}, {Delivery: proc.Channel}} {
			steps := shownFault(t, m, o)
			if steps == nil {
				t.Errorf("%s, %+v: no interleaving is shown", name, o)
				continue
			}
			at := steps[len(steps)-1]
			if at.Operation != c.last {
				t.Errorf("%s: the last step is %q, want %q", name, at.Operation, c.last)
			}
			if o.Delivery == "" && at.Number != c.steps {
				t.Errorf("%s, algorithm %q: %d steps are shown, want %d", name, o.Algorithm, at.Number, c.steps)
			}
		}
	}
}

// shownFault repeats the faulty interleaving, and returns what the result shows of it, or nil.
func shownFault(t *testing.T, m Model, o Options) []trace.Entry {
	t.Helper()
	r, err := Check(context.Background(), m, o)
	var fault, again *guard.ModelError
	if !errors.As(err, &fault) || r.Verdict != Failed {
		t.Fatalf("%s: %s, %v; want a fault of the model", m.Name, r.Verdict, err)
	}
	if len(r.Examples) == 0 {
		return nil
	}
	at := r.Examples[0]
	o = Options{Delivery: o.Delivery, Replay: at.Steps}
	r, err = Check(context.Background(), m, o)
	if !errors.As(err, &again) || again.Error() != fault.Error() {
		t.Errorf("%s: the schedule of %v leads to %v", m.Name, fault, err)
	}
	if len(r.Examples) == 0 || len(r.Examples[0].Trace.Entries) != len(at.Trace.Entries) {
		t.Errorf("%s: nothing or something else is shown when it is executed again", m.Name)
	}
	last := at.Trace.Entries[len(at.Trace.Entries)-1]
	if slices.ContainsFunc(at.Trace.Next, func(p trace.Pause) bool { return p.Process == last.Process && p.Operation == last.Operation }) {
		t.Errorf("%s: what has happened last, %q, is to come next", m.Name, last.Operation)
	}
	return at.Trace.Entries
}

// TestFaultOnce: if repeating a faulty interleaving leads to another fault, the first one is
// reported, and no interleaving is shown.
func TestFaultOnce(t *testing.T) {
	broken := false
	m := Model{Name: "broken", Main: func(p *proc.P) {
		p.Choose(2)
		if broken {
			p.SendName("", "again")
		}
		p.Choose(2)
		broken = true
		p.Send(proc.PID{}, "first")
	}}
	r, err := Check(context.Background(), m, Options{TrustModel: true, Workers: 1})
	if err == nil || !strings.Contains(err.Error(), "the zero PID") || len(r.Examples) > 0 {
		t.Errorf("%v, and %d interleavings are shown", err, len(r.Examples))
	}
}
