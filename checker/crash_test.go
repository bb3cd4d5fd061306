package checker

import (
	"context"
	"testing"

	"github.com/checkmodel/checkmodel/internal/testsize"
	"github.com/checkmodel/checkmodel/proc"
)

// Whether an exit is a violation depends on whether a process is told of it, which is known only
// after it.

// found returns what a search of all interleavings finds, each violation as "property: explanation".
func found(t *testing.T, m Model, o Options) map[string]bool {
	t.Helper()
	o.TrustModel = o.TrustModel || !testsize.Long() // the long form also looks for nondeterminism
	o.Until = UntilEnd
	r, err := Check(context.Background(), m, o)
	if err != nil {
		t.Errorf("algorithm %q, delivery %q: %v", o.Algorithm, o.Delivery, err)
		return nil
	}
	all := map[string]bool{}
	for _, v := range r.Violations {
		all[v.Property+": "+v.Explanation] = true
	}
	return all
}

func holds(t *testing.T, main func(*proc.P), o Options) {
	t.Helper()
	for v := range found(t, Model{Name: "m", Main: main}, o) {
		t.Errorf("delivery %q, depth %d: %s", o.Delivery, o.MaxEvents, v)
	}
}

// crash is a process that crashes when it is told to.
func crash(p *proc.P) { proc.Receive[int](p); p.Exit("crash") }

// TestNotifiedLater: an exit that a process is told of is not a violation, even if channels deliver the
// message, or the interleaving is cut in between.
func TestNotifiedLater(t *testing.T) {
	monitored := func(p *proc.P) {
		p.SpawnMonitor("worker", func(p *proc.P) { p.Exit("crash") })
		proc.Receive[proc.Down](p)
	}
	linked := func(p *proc.P) {
		p.TrapExits(true)
		p.Spawn("worker", func(p *proc.P) { p.Exit("crash") }, proc.Linked)
		proc.Receive[proc.Exited](p)
	}
	for _, d := range proc.Deliveries() {
		holds(t, monitored, Options{Delivery: d})
		holds(t, linked, Options{Delivery: d})
	}
	for depth := 1; depth < 6; depth++ {
		holds(t, monitored, Options{MaxEvents: depth})
	}
}

// TestUndoneIsNotNotifiedLater: if the interleaving is cut just after an exit, a link or a monitor that
// was undone before does not count.
func TestUndoneIsNotNotifiedLater(t *testing.T) {
	for name, main := range map[string]func(p *proc.P){
		"link": func(p *proc.P) {
			w := p.Spawn("worker", crash, proc.Linked)
			p.Unlink(w)
			p.Send(w, 1)
		},
		"monitor": func(p *proc.P) {
			w, ref := p.SpawnMonitor("worker", crash)
			p.Demonitor(ref, false)
			p.Send(w, 1)
		},
	} {
		for _, d := range proc.Deliveries() {
			for depth := 7; depth < 11; depth++ {
				for seed := range uint64(8) {
					all := found(t, Model{Name: "m", Main: main}, Options{Delivery: d, MaxEvents: depth, Seed: seed})
					if len(all) == 0 {
						t.Errorf("%s, delivery %q, %d events, seed %d: nothing is violated", name, d, depth, seed)
					}
				}
			}
		}
	}
}

// TestNoProcessIsNotified: neither by a monitor that was flushed before, nor by a table.
func TestNoProcessIsNotified(t *testing.T) {
	for name, main := range map[string]func(p *proc.P){
		"flushed": func(p *proc.P) {
			w, ref := p.SpawnMonitor("worker", crash)
			p.Demonitor(ref, true)
			p.Send(w, 1)
		},
		"inherited": func(p *proc.P) {
			me := p.Self()
			p.Send(p.Spawn("worker", func(p *proc.P) {
				proc.NewTable[int, int](p, "t", proc.Heir(me, nil))
				crash(p)
			}), 1)
			proc.Receive[proc.Transfer[int, int]](p)
		},
	} {
		if all := found(t, Model{Name: "m", Main: main}, Options{}); len(all) == 0 {
			t.Errorf("%s: nothing is violated", name)
		}
	}
}

// TestNotifiedAfterItsEnd: a process that has certainly ended is not told. A process that may still be alive
// is told.
func TestNotifiedAfterItsEnd(t *testing.T) {
	for name, watch := range map[string]func(*proc.P, proc.PID){
		"monitor": func(p *proc.P, w proc.PID) { p.Monitor(w) },
		"link":    func(p *proc.P, w proc.PID) { p.Link(w) },
		"trap":    func(p *proc.P, w proc.PID) { p.TrapExits(true); p.Link(w) },
	} {
		main := func(wait bool) func(p *proc.P) {
			return func(p *proc.P) {
				me := p.Self()
				w := p.Spawn("worker", crash)
				_, ref := p.SpawnMonitor("watcher", func(p *proc.P) { watch(p, w); p.Send(me, "watches") })
				if wait {
					proc.Receive(p, func(d proc.Down) bool { return d.Ref == ref })
				} else {
					proc.Receive[string](p)
				}
				p.Send(w, 1)
			}
		}
		for _, d := range proc.Deliveries() {
			for _, a := range enumerating() {
				o := Options{Delivery: d, Algorithm: a}
				if len(found(t, Model{Name: "m", Main: main(true)}, o)) == 0 {
					t.Errorf("%s, delivery %q, algorithm %q: nothing is violated", name, d, a)
				}
				if name != "link" { // the normal end of the watcher undoes that
					holds(t, main(false), o)
				}
			}
		}
	}
}

// TestFlushedMeanwhile: if the exit and the flush are independent, there is one class, with one
// verdict in either order.
func TestFlushedMeanwhile(t *testing.T) {
	main := func(p *proc.P) {
		_, ref := p.SpawnMonitor("worker", func(p *proc.P) { p.Exit("crash") })
		p.Demonitor(ref, true)
	}
	for _, d := range proc.Deliveries() {
		for seed := range uint64(8) {
			holds(t, main, Options{Delivery: d, Seed: seed})
		}
		holds(t, main, Options{Delivery: d, Algorithm: Naive})
	}
}

// TestUntoldIsReplayed: whether a process is told is decided after the exit, so the steps up to it
// are not enough to reproduce the violation.
func TestUntoldIsReplayed(t *testing.T) {
	m := Model{Name: "m", Main: func(p *proc.P) {
		p.Spawn("other", func(*proc.P) {}, proc.Linked)
		p.Exit("crash")
	}}
	r, err := Check(t.Context(), m, Options{Until: UntilEnd})
	if err != nil {
		t.Fatal(err)
	}
	for _, v := range r.Violations {
		if !found(t, m, Options{Replay: v.Steps})[v.Property+": "+v.Explanation] {
			t.Errorf("a replay of %v does not show: %s", v.Steps, v.Explanation)
		}
	}
}

// TestFlushedMessageIsLeftOut: a violation is shown without the message that a Demonitor flushes,
// because it does not depend on that; so the Demonitor takes nothing there.
func TestFlushedMessageIsLeftOut(t *testing.T) {
	main := func(p *proc.P) {
		me := p.Self()
		_, ref := p.SpawnMonitor("worker", func(p *proc.P) { p.Send(me, "done") })
		proc.Receive[string](p)
		p.Demonitor(ref, true)
		p.Assert(false, "never", "it is false")
	}
	if all := found(t, Model{Name: "m", Main: main}, Options{}); !all["never: it is false"] {
		t.Error("the violation is not found")
	}
}

// TestAssertionBeforeDeferredReceive: a failed assertion is not hidden by deferred functions
// that wait.
func TestAssertionBeforeDeferredReceive(t *testing.T) {
	main := func(p *proc.P) {
		p.Spawn("worker", func(p *proc.P) {
			defer func() { proc.Receive[int](p) }()
			p.Assert(false, "never", "it is false")
		}, proc.Daemon)
	}
	if all := found(t, Model{Name: "m", Main: main}, Options{}); !all["never: it is false"] {
		t.Error("the violation is not found")
	}
}
