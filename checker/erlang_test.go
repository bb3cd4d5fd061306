package checker

import (
	"strings"
	"testing"

	"github.com/checkmodel/checkmodel/proc"
)

// TestErlang tests the differences between models and Erlang that docs/erlang.md lists. A model
// whose result is "" must be verified; for others the result is the violated property, or a part of
// the error.
func TestErlang(t *testing.T) {
	idle := func(p *proc.P) { p.Receive() }
	for name, c := range map[string]struct {
		main   func(*proc.P)
		result string
	}{
		"a normal signal to itself ends a process": {func(p *proc.P) {
			p.SendExit(p.Self(), proc.Normal)
			p.Assert(false, "ended", "it goes on")
		}, ""},
		"a normal signal to itself is a message to a process that traps exits": {func(p *proc.P) {
			p.TrapExits(true)
			p.SendExit(p.Self(), proc.Normal)
			m := proc.Receive[proc.Exited](p)
			p.Assert(m.From == p.Self() && m.Reason == proc.Normal, "message", "it is %v", m)
		}, ""},
		"a normal signal to itself tells those who are linked that the end is normal": {func(p *proc.P) {
			p.TrapExits(true)
			p.Spawn("child", func(p *proc.P) { p.SendExit(p.Self(), proc.Normal) }, proc.Linked)
			m := proc.Receive[proc.Exited](p)
			p.Assert(m.Reason == proc.Normal, "normal", "it is %v", m)
		}, ""},
		"a normal signal of another process does nothing": {func(p *proc.P) {
			q := p.Spawn("q", idle)
			p.SendExit(q, proc.Normal)
			p.Send(q, 1)
		}, ""},
		"a receive may give up while a message is on its way": {func(p *proc.P) {
			self := p.Self()
			p.Spawn("q", func(p *proc.P) { p.Send(self, 1) })
			_, ok := proc.ReceiveTimeout[int](p)
			p.Assert(ok, "received", "it gave up")
		}, "received"},
		"a receive does not give up while a message is there": {func(p *proc.P) {
			p.Send(p.Self(), 1)
			_, ok := proc.ReceiveTimeout[int](p)
			p.Assert(ok, "received", "it gave up")
		}, ""},
		"timers expire in any order": {func(p *proc.P) {
			p.SendAfter(p.Self(), 1)
			p.SendAfter(p.Self(), 2)
			p.Assert(p.Receive() == 1, "in order", "the second one expired first")
		}, "in order"},
		"a timer that was cancelled in time does not expire": {func(p *proc.P) {
			timer := p.SendAfter(p.Self(), 1)
			cancelled := p.CancelTimer(timer)
			_, came := p.ReceiveTimeout()
			p.Assert(cancelled != came, "one of them", "cancelled %v, came %v", cancelled, came)
		}, ""},
		"Kill cannot be trapped": {func(p *proc.P) {
			q := p.Spawn("q", func(p *proc.P) {
				p.TrapExits(true)
				p.Receive()
				p.Assert(false, "killed", "it goes on")
			})
			p.Kill(q)
		}, ""},
		"the reason kill can be trapped": {func(p *proc.P) {
			ready := p.Self()
			q := p.Spawn("q", func(p *proc.P) {
				p.TrapExits(true)
				p.Send(ready, 0)
				p.Assert(proc.Receive[proc.Exited](p).Reason == "kill", "trapped", "another reason")
			})
			p.Receive()
			p.SendExit(q, "kill")
		}, ""},
		"who was killed may be alive": {func(p *proc.P) {
			q := p.Spawn("q", idle)
			p.Kill(q)
			p.Assert(!p.IsAlive(q), "dead", "it is alive")
		}, "dead"},
		"names that are taken, or that there are not": {func(p *proc.P) {
			q := p.Spawn("q", idle)
			p.Assert(p.Register("name", q) && !p.Register("name", p.Self()), "register", "twice")
			p.Assert(p.Unregister("name") && !p.Unregister("name"), "unregister", "twice")
			p.Assert(!p.SendName("name", 1), "send", "there is no such name")
			p.Send(q, 1)
		}, ""},
		"a monitor of another process": {func(p *proc.P) {
			self := p.Self()
			q := p.Spawn("q", idle)
			p.Spawn("r", func(p *proc.P) { p.Send(self, p.Monitor(q)) })
			p.Demonitor(proc.Receive[proc.Ref](p), false)
		}, "only a process itself can undo its monitors"},
		"a flush leaves the copy that a process has sent": {func(p *proc.P) {
			q := p.Spawn("q", func(*proc.P) {})
			ref := p.Monitor(q)
			down := proc.Receive[proc.Down](p)
			p.Send(p.Self(), down)
			p.Demonitor(ref, true)
			_, there := proc.ReceiveTimeout[proc.Down](p)
			p.Assert(there, "left", "it was flushed")
		}, ""},
		"an exit that no process is told of":         {func(p *proc.P) { p.Exit("odd") }, proc.NoCrash},
		"a process that waits for ever":              {func(p *proc.P) { p.Receive() }, proc.NoDeadlock},
		"a daemon that waits for ever":               {func(p *proc.P) { p.Spawn("q", idle, proc.Daemon) }, ""},
		"a table that is gone, and of another owner": {goneTable, ""},
		"a counter that is not there": {func(p *proc.P) {
			t := proc.NewTable[string, uint8](p, "t")
			err := proc.Try(func() { proc.UpdateCounter(p, t, "n", 1) })
			p.Assert(err != nil, "refused", "it was not")
			p.Assert(proc.UpdateCounter(p, t, "n", 1, 7) == 8 && proc.UpdateCounter(p, t, "n", 1, 7) == 9, "initial", "another sum")
			p.Assert(proc.UpdateCounter(p, t, "n", 250) == 3, "around", "another sum")
		}, ""},
		"counters that begin with the same number": {func(p *proc.P) {
			t := proc.NewTable[string, int](p, "t")
			self := p.Self()
			for range 2 {
				p.Spawn("q", func(p *proc.P) { p.Send(self, proc.UpdateCounter(p, t, "n", 1, 7)) })
			}
			sum := proc.Receive[int](p) + proc.Receive[int](p)
			p.Assert(sum == 8+9, "both", "the sum is %d", sum)
		}, ""},
		"a counter with two initial numbers": {func(p *proc.P) {
			proc.UpdateCounter(p, proc.NewTable[int, int](p, "t"), 1, 2, 3, 4)
		}, "there are 2 initial numbers"},
		"rows that are not there": {func(p *proc.P) {
			t := proc.NewTable[any, int](p, "t", proc.Hashed())
			_, found := t.Lookup(p, 1)
			_, taken := t.Take(p, 1)
			_, first := t.First(p)
			t.Delete(p, 1)
			p.Assert(!found && !taken && !first && !t.Member(p, 1) && !t.CompareAndSwap(p, 1, 0, 1) && t.Size(p) == 0, "none", "there is one")
			p.Assert(proc.Try(func() { t.Next(p, 1) }) != nil, "refused", "Next was not")
			t.Insert(p, 1, 1)
			t.Insert(p, 1.0, 2)
			p.Assert(t.Size(p) == 2, "keys", "1 and 1.0 are one key")
		}, ""},
		"a Select while another process changes the table": {func(p *proc.P) {
			t := proc.NewTable[int, int](p, "t")
			p.SpawnMonitor("q", func(p *proc.P) {
				t.Insert(p, 2, 2)
				t.Insert(p, 1, 1)
			})
			rows := t.Select(p, nil)
			p.Assert(len(rows) != 1 || rows[0].Key == 2, "one state", "%v", rows)
			proc.Receive[proc.Down](p)
		}, ""},
		"a link with a process that has ended": {func(p *proc.P) {
			p.TrapExits(true)
			q := p.Spawn("q", func(*proc.P) {})
			p.Monitor(q)
			proc.Receive[proc.Down](p)
			p.Link(q)
			p.Assert(proc.Receive[proc.Exited](p).Reason == proc.NoProcess, "no process", "another reason")
		}, ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r, err := Check(t.Context(), Model{Name: "m", Main: c.main}, Options{})
			switch {
			case err != nil && c.result != "" && strings.Contains(err.Error(), c.result):
			case err != nil:
				t.Fatal(err)
			case c.result == "" && r.Verdict != Verified:
				t.Fatalf("%s: %+v", r.Verdict, r.Violations)
			case c.result != "" && (len(r.Violations) != 1 || r.Violations[0].Property != c.result):
				t.Fatalf("%s, want a violation of %s", r.Verdict, c.result)
			}
		})
	}
}

// goneTable uses a table of another process, which then ends; the table goes with it.
func goneTable(p *proc.P) {
	self := p.Self()
	q := p.Spawn("q", func(p *proc.P) {
		p.Send(self, proc.NewTable[int, int](p, "t"))
		p.Receive()
	})
	t := proc.Receive[proc.Table[int, int]](p)
	t.Insert(p, 1, 2)
	ref := p.Monitor(q)
	p.Send(q, "end")
	proc.Receive[proc.Down](p)
	err := proc.Try(func() { t.Lookup(p, 1) })
	size := proc.Try(func() { t.Size(p) })
	p.Assert(err != nil && size != nil && ref != (proc.Ref{}), "gone", "it is there")
}
