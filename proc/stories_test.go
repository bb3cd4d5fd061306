package proc_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/checkmodel/checkmodel/proc"
)

type (
	ping struct{ From proc.PID }
	pong struct{ N int }
)

// stories are programs with their events, if always the enabled process that was created first
// moves.
var stories = []struct {
	name string
	main func(*proc.P)
	want string
}{
	{"a selective receive leaves what it does not want", func(p *proc.P) {
		for _, m := range []any{1, "a", 2, "b"} {
			p.Send(p.Self(), m)
		}
		p.Assert(proc.Receive[string](p) == "a", "order", "")
		p.Assert(proc.Receive(p, func(n int) bool { return n > 1 }) == 2, "order", "")
		p.Assert(p.Receive(proc.Equal("b"), proc.Type[int]()) == 1, "order", "")
		p.Assert(p.Receive() == "b", "order", "")
		_, ok := proc.ReceiveTimeout[string](p)
		p.Assert(!ok, "order", "")
	}, `
		main: send 1 to main
		main: send "a" to main
		main: send 2 to main
		main: send "b" to main
		main: receive string = "a" from main
		main: receive int where … = 2 from main
		main: receive "b" or int = 1 from main
		main: receive any message = "b" from main
		main: receive string or time out = timeout
		main: end`},
	{"a question and an answer", func(p *proc.P) {
		server := p.Spawn("server", func(p *proc.P) {
			m := proc.Receive[ping](p)
			p.Send(m.From, pong{7})
		})
		p.Send(server, ping{p.Self()})
		p.Assert(proc.Receive[pong](p).N == 7, "answer", "")
	}, `
		main: spawn server
		main: send ping{From: main} to server
		server: receive ping = ping{From: main} from main
		server: send pong{N: 7} to main
		main: receive pong = pong{N: 7} from server
		main: end
		server: end`},
	{"calls", func(p *proc.P) {
		server := p.Spawn("server", func(p *proc.P) {
			proc.Serve(p, 0, func(sum *int, _ proc.PID, n int) int { *sum += n; return *sum })
		}, proc.Daemon)
		p.Assert(proc.Call[int](p, server, 3) == 3, "sum", "")
		n, ok := proc.CallTimeout[int](p, server, 4)
		p.Assert(!ok && n == 0, "timeout", "")
	}, `
		main: spawn server
		main: send Request{From: main, Ref: main ref 1, Body: 3} to server
		server: receive Request[int] = Request{From: main, Ref: main ref 1, Body: 3} from main
		server: send Reply{Ref: main ref 1, Body: 3} to main
		main: receive reply to main ref 1 = Reply{Ref: main ref 1, Body: 3} from server
		main: send Request{From: main, Ref: main ref 2, Body: 4} to server
		main: receive reply to main ref 2 or time out = timeout
		main: end
		server: receive Request[int] = Request{From: main, Ref: main ref 2, Body: 4} from main
		server: send Reply{Ref: main ref 2, Body: 7} to main`},
	{"a choice", func(p *proc.P) {
		p.Assert(p.Choose(1) == 0 && p.Choose(3) == 0 && proc.Pick(p, "a", "b") == "a" && proc.Pick(p, 7) == 7, "first", "")
	}, `
		main: choose one of 3 = 0
		main: pick one of 2 = "a"
		main: end`},
	{"what is sent to one that has ended is lost", func(p *proc.P) {
		child := p.Spawn("child", func(*proc.P) {})
		p.ReceiveTimeout()
		for p.IsAlive(child) {
			p.Receive()
		}
	}, `
		main: spawn child
		main: receive any message or time out = timeout
		main: is child alive? = yes
		child: end`},
	{"links", func(p *proc.P) {
		p.TrapExits(true)
		child := p.Spawn("child", func(p *proc.P) {
			grandchild := p.Spawn("grandchild", func(p *proc.P) { p.Receive() })
			p.Link(grandchild)
			p.Exit("tired")
		}, proc.Linked)
		m := proc.Receive[proc.Exited](p)
		p.Assert(m == proc.Exited{From: child, Reason: "tired"}, "news", "%v", m)
		p.Link(child)
		m = proc.Receive[proc.Exited](p)
		p.Assert(m == proc.Exited{From: child, Reason: proc.NoProcess}, "news", "%v", m)
	}, `
		main: trap exits
		main: spawn child (linked)
		child: spawn child/grandchild
		child: link child/grandchild
		child: end = exited with reason "tired"
		child: exit signal Exited{From: child, Reason: "tired"} to main
		main: receive Exited = Exited{From: child, Reason: "tired"} from child
		main: link child = it has ended already
		main: receive Exited = Exited{From: child, Reason: "no process"} from main
		main: end
		main: exit signal Exited{From: main, Reason: "normal"} to child = nothing happens
		child: exit signal Exited{From: child, Reason: "tired"} to child/grandchild = child/grandchild must end
		child/grandchild: end = was ended by an exit signal from child with reason "tired"
		child/grandchild: exit signal Exited{From: child/grandchild, Reason: "tired"} to child = child has ended`},
	{"signals", func(p *proc.P) {
		waits := func(p *proc.P) { p.Receive() }
		p.SendExit(p.Spawn("unmoved", waits, proc.Daemon), proc.Normal)
		p.SendExit(p.Spawn("told", waits), "please")
		p.Kill(p.Spawn("killed", func(p *proc.P) {
			p.TrapExits(true)
			p.Receive()
		}))
		p.SendExit(p.Spawn("traps", func(p *proc.P) {
			p.TrapExits(true)
			p.Receive()
		}, proc.Daemon), "please")
	}, `
		main: spawn unmoved
		main: exit signal Exited{From: main, Reason: "normal"} to unmoved = nothing happens, as it is a normal end and unmoved does not trap exits
		main: spawn told
		main: exit signal Exited{From: main, Reason: "please"} to told = told must end
		main: spawn killed
		main: kill killed = killed must end
		main: spawn traps
		main: exit signal Exited{From: main, Reason: "please"} to traps = traps must end
		main: end
		told: end
		killed: end
		traps: end`},
	{"monitors", func(p *proc.P) {
		child, ref := p.SpawnMonitor("child", func(p *proc.P) { p.Receive() })
		other := p.Monitor(child)
		p.Demonitor(other, true)
		p.Send(child, "end")
		d := proc.Receive[proc.Down](p)
		p.Assert(d == proc.Down{Ref: ref, From: child, Reason: proc.Normal}, "down", "%v", d)
		again := p.Monitor(child)
		d = proc.Receive[proc.Down](p)
		p.Assert(d == proc.Down{Ref: again, From: child, Reason: proc.NoProcess}, "down", "%v", d)
	}, `
		main: spawn child (monitored)
		main: monitor child as main ref 2
		main: demonitor main ref 2 with flush
		main: send "end" to child
		child: receive any message = "end" from main
		child: end
		child: tell main: Down{Ref: main ref 1, From: child, Reason: "normal"}
		main: receive Down = Down{Ref: main ref 1, From: child, Reason: "normal"} from child
		main: monitor child as main ref 3 = it has ended already
		main: receive Down = Down{Ref: main ref 3, From: child, Reason: "no process"} from main
		main: end
		child: tell main: Down{Ref: main ref 2, From: child, Reason: "normal"} = the monitor was undone`},
	{"names", func(p *proc.P) {
		p.Assert(!p.SendName("it", 1), "nobody", "")
		p.Assert(p.Register("it", p.Self()), "free", "")
		p.Assert(!p.Register("it", p.Self()) && !p.Register("me", p.Self()), "taken", "")
		pid, ok := p.Whereis("it")
		p.Assert(ok && pid == p.Self() && p.SendName("it", 2), "there", "")
		p.Assert(p.Unregister("it") && !p.Unregister("it"), "gone", "")
		_, ok = p.Whereis("it")
		p.Assert(!ok && p.Receive() == 2, "gone", "")
	}, `
		main: send 1 to "it" = no
		main: register main as "it" = yes
		main: register main as "it" = no
		main: register main as "me" = no
		main: whereis "it" = main
		main: send 2 to "it" = yes
		main: unregister "it" = yes
		main: unregister "it" = no
		main: whereis "it" = no process
		main: receive any message = 2 from main
		main: end`},
	{"timers", func(p *proc.P) {
		t := p.SendAfter(p.Self(), "ring")
		p.Assert(p.ReadTimer(t), "ticks", "")
		p.Receive()
		p.Assert(!p.ReadTimer(t) && !p.CancelTimer(t), "has rung", "")
		t = p.SendAfter(p.Self(), "ring")
		p.Assert(p.CancelTimer(t) && !p.CancelTimer(t), "does not ring", "")
		p.Assert(!p.CancelTimer(proc.Timer{}) && !p.ReadTimer(proc.Timer{}), "is none", "")
	}, `
		main: start main's timer
		main: read timer main's timer = yes
		main's timer: expire: send "ring" to main
		main: receive any message = "ring" from main's timer
		main: read timer main's timer = no
		main: cancel timer main's timer = no
		main: start main's timer#2
		main: cancel timer main's timer#2 = yes
		main: cancel timer main's timer#2 = no
		main: end
		main's timer#2: expire: send "ring" to main = it was cancelled`},
	{"timers again", func(p *proc.P) {
		t := p.SendAfter(p.Self(), "ring")
		p.Assert(p.ResetTimer(t), "goes on", "")
		p.Receive()
		p.Assert(!p.ResetTimer(t) && p.ReadTimer(t), "ticks again", "")
		p.Assert(p.CancelTimer(t) && !p.ResetTimer(t), "is cancelled, and ticks again", "")
		p.Receive()
	}, `
		main: start main's timer
		main: reset timer main's timer = was running
		main's timer: expire: send "ring" to main
		main: receive any message = "ring" from main's timer
		main: reset timer main's timer = had stopped
		main: read timer main's timer = yes
		main: cancel timer main's timer = yes
		main: reset timer main's timer = had stopped
		main's timer: expire: send "ring" to main
		main: receive any message = "ring" from main's timer
		main: end`},
	{"time", func(p *proc.P) {
		t := p.SendIn(3, p.Self(), "ring")
		p.Assert(p.Now() == 0 && p.ReadTimer(t) && p.CancelTimer(t), "begins at 0", "")
		p.Sleep(5)
		p.Assert(p.Now() == 5, "five", "")
		p.Send(p.Self(), 1)
		_, ok := proc.ReceiveWithin[int](p, 2)
		p.Assert(ok, "in time", "")
		_, ok = proc.ReceiveWithin[int](p, 2)
		p.Assert(!ok, "not in time", "")
	}, `
		main: start main's timer (3) = until 3
		main: now = 0
		main: read timer main's timer = yes
		main: cancel timer main's timer = yes
		main: start main's timer#2 (5) = until 5
		main's timer: expire: send "ring" to main = at 3; it was cancelled
		main's timer#2: expire: send elapsed{Timer: main's timer#2} to main = at 5
		main: receive elapsed{Timer: main's timer#2} = elapsed{Timer: main's timer#2} from main's timer#2
		main: now = 5
		main: send 1 to main
		main: start main's timer#3 (2) = until 7
		main: receive int or elapsed{Timer: main's timer#3} = 1 from main
		main: cancel timer main's timer#3 = yes
		main: start main's timer#4 (2) = until 7
		main's timer#3: expire: send elapsed{Timer: main's timer#3} to main = at 7; it was cancelled
		main's timer#4: expire: send elapsed{Timer: main's timer#4} to main = at 7
		main: receive int or elapsed{Timer: main's timer#4} = elapsed{Timer: main's timer#4} from main's timer#4
		main: end`},
	{"a table", func(p *proc.P) {
		t := proc.NewTable[string, int](p, "t")
		t.Insert(p, "b", 1)
		p.Assert(!t.InsertNew(p, "b", 2) && t.InsertNew(p, "a", 2), "insert new", "")
		n, ok := t.Lookup(p, "a")
		p.Assert(ok && n == 2 && proc.UpdateCounter(p, t, "a", 3) == 5, "counter", "")
		p.Assert(proc.UpdateCounter(p, t, "d", 3, 4) == 7 && proc.UpdateCounter(p, t, "d", 3, 4) == 10, "counter from 4", "")
		t.Delete(p, "d")
		p.Assert(t.CompareAndSwap(p, "a", 5, 6) && !t.CompareAndSwap(p, "a", 5, 7), "swap", "")
		p.Assert(t.Size(p) == 2 && t.Member(p, "a") && !t.Member(p, "c"), "size", "")
		k, _ := t.First(p)
		l, _ := t.Next(p, k)
		_, more := t.Next(p, l)
		p.Assert(k == "a" && l == "b" && !more, "keys", "")
		rows := t.Select(p, func(_ string, v int) bool { return v > 1 })
		p.Assert(len(rows) == 1 && rows[0] == proc.Row[string, int]{Key: "a", Value: 6}, "select", "")
		n, ok = t.Take(p, "a")
		p.Assert(ok && n == 6, "take", "")
		t.Delete(p, "b")
		_, ok = t.Lookup(p, "b")
		p.Assert(!ok, "delete", "")
		t.Drop(p)
		err := proc.Try(func() { t.Insert(p, "a", 1) })
		p.Assert(err != nil && err.Table == "t" && strings.Contains(err.Error(), "does not exist"), "gone", "%v", err)
	}, `
		main: new table t
		main: insert into t: "b" → 1
		main: insert new into t: "b" → 2 = there is one
		main: insert new into t: "a" → 2 = inserted
		main: look up "a" in t = 2
		main: add 3 to counter "a" in t = 5
		main: add 3 to counter "d" in t, which is 4 at first = 7
		main: add 3 to counter "d" in t, which is 4 at first = 10
		main: delete "d" from t
		main: swap "a" in t from 5 to 6 = swapped
		main: swap "a" in t from 5 to 7 = not swapped
		main: size of t = 2
		main: is there a row "a" in t? = true
		main: is there a row "c" in t? = false
		main: first key of t = "a"
		main: key after "a" in t = "b"
		main: key after "b" in t = none
		main: select from t = ["a" → 6]
		main: take "a" from t = 6
		main: delete "b" from t
		main: look up "b" in t = none
		main: drop table t
		main: insert into t: "a" → 1 = no such table
		main: end
		main: table t loses its owner = it had gone already`},
	{"a table goes away with its owner", func(p *proc.P) {
		p.Spawn("owner", func(p *proc.P) {
			t := proc.NewNamedTable[int, int](p, "t")
			t.Insert(p, 1, 1)
		})
		p.ReceiveTimeout()
	}, `
		main: spawn owner
		main: receive any message or time out = timeout
		main: end
		owner: new table t
		owner: insert into t: 1 → 1
		owner: end
		owner: table t loses its owner = it goes away`},
	{"tables change owners", func(p *proc.P) {
		self := p.Self()
		child := p.Spawn("child", func(p *proc.P) {
			m := proc.Receive[proc.Transfer[string, int]](p)
			p.Assert(m.From == self && m.Data == "for you" && m.Table.Size(p) == 1, "gift", "%v", m)
			m.Table.SetHeir(p, self, []int{7})
		})
		t := proc.NewTable[string, int](p, "t", proc.Heir(child, "later"))
		t.Insert(p, "a", 1)
		t.GiveAway(p, child, "for you")
		p.Assert(proc.Try(func() { t.GiveAway(p, self, nil) }) != nil, "not the owner", "")
		p.Assert(proc.Try(func() { t.SetHeir(p, proc.PID{}, nil) }) != nil, "not the owner", "")
		m := proc.Receive[proc.Transfer[string, int]](p)
		p.Assert(m.From == child && m.Table == t && m.Data.([]int)[0] == 7, "inherited", "%v", m)
		p.Assert(proc.Try(func() { t.GiveAway(p, child, nil) }) != nil, "has ended", "")
		p.Assert(proc.Try(func() { t.GiveAway(p, self, nil) }) != nil, "has it already", "")
		t.SetHeir(p, proc.PID{}, nil)
	}, `
		main: spawn child
		main: new table t, heir child
		main: insert into t: "a" → 1
		main: give table t to child
		main: give table t to main = refused
		main: table t has no heir = refused
		child: receive Transfer[string,int] = Transfer{Table: t, From: main, Data: "for you"} from main
		child: size of t = 1
		child: table t has the heir main
		child: end
		child: table t loses its owner = main inherits it
		main: receive Transfer[string,int] = Transfer{Table: t, From: child, Data: [7]} from child
		main: give table t to child = refused
		main: give table t to main = refused
		main: table t has no heir
		main: end
		main: table t loses its owner = it goes away`},
	{"tables change names", func(p *proc.P) {
		a := proc.NewNamedTable[string, int](p, "a")
		a.Insert(p, "x", 1)
		b := a.Rename(p, "b")
		v, _ := b.Lookup(p, "x")
		p.Assert(b.String() == "b" && v == 1, "renamed", "")
		p.Assert(proc.Try(func() { a.Lookup(p, "x") }) != nil, "gone", "")
		proc.NewNamedTable[string, int](p, "a")
		p.Assert(proc.Try(func() { b.Rename(p, "a") }) != nil, "taken", "")
		p.Assert(proc.Try(func() { b.Rename(p, "b") }) != nil, "taken by itself", "")
		b.Drop(p)
		p.Assert(proc.Try(func() { b.Rename(p, "c") }) != nil, "nothing to rename", "")
		nameless := proc.NewTable[string, int](p, "c")
		p.Assert(nameless.Rename(p, "a") == nameless, "no effect", "")
	}, `
		main: new table a
		main: insert into a: "x" → 1
		main: rename table a to "b"
		main: look up "x" in b = 1
		main: look up "x" in a = no such table
		main: new table a
		main: rename table b to "a" = the name is taken
		main: rename table b to "b" = the name is taken
		main: drop table b
		main: rename table b to "c" = no such table
		main: new table c
		main: rename table c to "a"
		main: end
		main: table a loses its owner = it had gone already
		main: table a loses its owner = it goes away
		main: table c loses its owner = it goes away`},
	{"the keys of a hashed table have an order of their own", func(p *proc.P) {
		t := proc.NewTable[int, string](p, "t", proc.Hashed())
		for k := range 4 {
			t.Insert(p, k, "x")
		}
		var keys []int
		for k, ok := t.First(p); ok; k, ok = t.Next(p, k) {
			keys = append(keys, k)
		}
		folded := proc.Fold(p, t, []int(nil), func(keys []int, k int, _ string) []int { return append(keys, k) })
		p.Assert(len(keys) == 4 && slices.Equal(keys, folded) && !slices.IsSorted(keys), "hashed", "%v", keys)
		p.Assert(proc.Try(func() { t.Next(p, 5) }) != nil, "no such key", "")
	}, `
		main: new table t
		main: insert into t: 0 → "x"
		main: insert into t: 1 → "x"
		main: insert into t: 2 → "x"
		main: insert into t: 3 → "x"
		main: first key of t = 1
		main: key after 1 in t = 0
		main: key after 0 in t = 3
		main: key after 3 in t = 2
		main: key after 2 in t = none
		main: select from t = [1 → "x", 0 → "x", 3 → "x", 2 → "x"]
		main: key after 5 in t = no such key
		main: end
		main: table t loses its owner = it goes away`},
	{"a name is taken", func(p *proc.P) {
		proc.NewNamedTable[int, int](p, "t")
		err := proc.Try(func() { proc.NewNamedTable[int, int](p, "t") })
		p.Assert(err != nil, "taken", "")
		counter := proc.Try(func() { proc.UpdateCounter(p, proc.NamedTable[int, int](p, "t"), 1, 1) })
		p.Assert(counter != nil && strings.Contains(counter.Problem, "no counter under 1"), "no counter", "%v", counter)
	}, `
		main: new table t
		main: new table t = the name is taken
		main: add 1 to counter 1 in t = none
		main: end
		main: table t loses its owner = it goes away`},
	{"an await of a table that is not there", func(p *proc.P) {
		refused := proc.Try(func() { proc.NamedTable[int, int](p, "t").Await(p, 1, nil) })
		p.Assert(refused != nil, "no table", "")
	}, `
		main: await 1 in t = no such table
		main: end`},
}

func TestStories(t *testing.T) {
	for _, s := range stories {
		t.Run(s.name, func(t *testing.T) {
			pl := play(t, s.main)
			if pl.err != nil {
				t.Fatal(pl.err)
			}
			want := strings.Split(strings.TrimPrefix(strings.ReplaceAll(s.want, "\t", ""), "\n"), "\n")
			if diff := cmp.Diff(want, pl.text()); diff != "" {
				t.Errorf("events (-want +got):\n%s", diff)
			}
		})
	}
}

// TestPatternPanics: patterns are called by the checker, so a panic in one does not end the process,
// but is a fault of the model.
func TestPatternPanics(t *testing.T) {
	for name, receive := range map[string]func(*proc.P){
		"receive": func(p *proc.P) { proc.Receive(p, func(n int) bool { return 1/n > 0 }) },
		"timeout": func(p *proc.P) { proc.ReceiveTimeout(p, func(n int) bool { return 1/n > 0 }) },
		"described": func(p *proc.P) {
			p.Receive(proc.Describe(proc.Where(func(n int) bool { panic("odd") }), "int where …"))
		},
	} {
		err := play(t, func(p *proc.P) {
			child := p.Spawn("child", receive)
			p.Send(child, 0)
		}).err
		if err == nil {
			t.Errorf("%s: the panic is not noticed", name)
			continue
		}
		for _, want := range []string{"process child", `the receive pattern "int where …", asked about the message 0, panicked: `} {
			if !strings.Contains(err.Error(), want) {
				t.Errorf("%s: the error does not say %q: %v", name, want, err)
			}
		}
	}
}

// TestSelectPanics: the same for the condition of a Select.
func TestSelectPanics(t *testing.T) {
	err := play(t, func(p *proc.P) {
		table := proc.NewTable[string, int](p, "t")
		table.Insert(p, "a", 0)
		table.Select(p, func(_ string, n int) bool { return 1/n > 0 })
	}).err
	if err == nil || !strings.Contains(err.Error(), `asked about the row "a" → 0, panicked: `) {
		t.Errorf("the error is %v", err)
	}
}
