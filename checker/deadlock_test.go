package checker_test

import (
	"slices"
	"testing"

	"github.com/checkmodel/checkmodel/proc"
)

// A deadlock that only some orders lead to is found, and one among processes of
// which another one has crashed is not reported besides the crash.
func TestDeadlockInOneOrder(t *testing.T) {
	v := violates(t, func(p *proc.P) {
		me := p.Self()
		p.Spawn("a", func(p *proc.P) { p.Send(me, 1) })
		p.Spawn("b", func(p *proc.P) { p.Send(me, 2) })
		if proc.Receive[int](p) == 2 {
			proc.Receive[string](p)
		}
	}, proc.NoDeadlock, "process main waits for ever for string")
	if v.Interleaving != 2 || !slices.Equal(v.Waiting[0].Mailbox, []string{"1"}) {
		t.Errorf("found in interleaving %d, with %q in the mailbox", v.Interleaving, v.Waiting[0].Mailbox)
	}
	violates(t, func(p *proc.P) {
		p.Spawn("crashes", func(p *proc.P) { panic("no") })
		p.Receive()
	}, proc.NoCrash)
}

// When only daemons wait, the model has ended.
func TestDaemonsMayWait(t *testing.T) {
	r := holds(t, func(p *proc.P) {
		p.Spawn("daemon", func(p *proc.P) {
			p.Spawn("child", func(p *proc.P) { p.Receive() }, proc.Daemon)
			p.Receive()
		}, proc.Daemon)
	})
	if r.Interleavings != 1 {
		t.Errorf("%d interleavings, want 1", r.Interleavings)
	}
}
