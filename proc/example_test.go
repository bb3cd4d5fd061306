package proc_test

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"reflect"
	"slices"

	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/proc"
)

// check checks a first process and prints what was established.
func check(main func(*proc.P)) {
	r, err := checker.Check(context.Background(), checker.Model{Name: "example", Main: main}, checker.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(r.Verdict, "after", r.Interleavings, "interleavings")
	for _, v := range r.Violations {
		fmt.Printf("%s: %s\n", v.Property, v.Explanation)
	}
}

// A server that is asked by two clients; each gets the answer to its own question.
func ExampleCall() {
	check(func(p *proc.P) {
		square := p.Spawn("square", func(p *proc.P) {
			proc.Serve(p, struct{}{}, func(_ *struct{}, _ proc.PID, n int) int { return n * n })
		}, proc.Daemon)
		for n := range 2 {
			p.Spawn("client", func(p *proc.P) {
				got := proc.Call[int](p, square, n)
				p.Assert(got == n*n, "square", "the square of %d came out as %d", n, got)
			})
		}
	})
	// Output: verified after 2 interleavings
}

// A worker may be killed before or after its report. The message of the monitor arrives after all
// that the worker has sent.
func ExampleP_Monitor() {
	check(func(p *proc.P) {
		self := p.Self()
		worker := p.Spawn("worker", func(p *proc.P) { p.Send(self, "result") })
		p.Monitor(worker)
		p.Kill(worker)
		down := proc.Receive[proc.Down](p)
		_, reported := proc.ReceiveTimeout[string](p)
		p.Assert(reported || down.Reason != proc.Normal, "no silent end", "the worker ended without a result: %v", down)
	})
	// Output: verified after 4 interleavings
}

// A supervisor that traps exits starts a crashed worker again.
func ExampleP_TrapExits() {
	check(func(p *proc.P) {
		p.TrapExits(true)
		crash := func(p *proc.P) { p.Exit("crash") }
		p.Spawn("worker", crash, proc.Linked)
		exited := proc.Receive[proc.Exited](p)
		p.Assert(exited.Reason == "crash", "reason", "the worker ended because of %v", exited.Reason)
		p.Spawn("worker", func(*proc.P) {}, proc.Linked)
		proc.Receive[proc.Exited](p)
	})
	// Output: verified after 1 interleavings
}

// A timeout that is a message: the answer may come before it or not.
func ExampleP_SendAfter() {
	check(func(p *proc.P) {
		self := p.Self()
		p.Spawn("server", func(p *proc.P) { p.Send(self, "answer") })
		timer := p.SendAfter(self, "timeout")
		first := proc.Receive[string](p)
		if first == "answer" && !p.CancelTimer(timer) {
			p.Receive(proc.Equal("timeout")) // it had expired
		}
		p.Assert(first == "answer", "in time", "the %s came first", first)
	})
	// Output:
	// violated after 3 interleavings
	// in time: the timeout came first
}

// A process that works for ever starts its one timer again after each message of it, so its states come again.
func ExampleP_ResetTimer() {
	r, err := checker.Check(context.Background(), checker.Model{Name: "heartbeat", Main: func(p *proc.P) {
		tick := p.SendAfter(p.Self(), "tick")
		proc.Loop(p, 0, func(ticks *int) bool {
			p.Receive(proc.Equal("tick"))
			*ticks = min(*ticks+1, 3) // three and more are the same
			p.ResetTimer(tick)
			return true
		})
	}}, checker.Options{Algorithm: checker.States, MaxEvents: 100})
	fmt.Println(r.Verdict, r.Merged.Endless > 0, err)
	// Output: verified true <nil>
}

// A lease of 10 ticks ends before a message that takes 11: timers expire in the order of their deadlines.
func ExampleP_SendIn() {
	check(func(p *proc.P) {
		self := p.Self()
		p.SendIn(10, self, "the lease is over")
		p.Spawn("next", func(p *proc.P) {
			p.SendIn(11, self, "the next one")
		})
		first := proc.Receive[string](p)
		p.Assert(first == "the lease is over", "order", "%s came first, at %d", first, p.Now())
	})
	// Output: verified after 4 interleavings
}

// Other processes take no time, but may be late: here the question comes before, between, or after the ticks.
func ExampleP_Now() {
	check(func(p *proc.P) {
		p.Spawn("sleeper", func(p *proc.P) {
			p.Sleep(1)
			p.Sleep(1)
		})
		now := p.Now()
		p.Assert(now < 2, "soon", "it is %d", now)
	})
	// Output:
	// violated after 3 interleavings
	// soon: it is 2
}

// An answer that takes 3 ticks comes too late for a receive that waits for 2, unless the process is late itself: it may
// begin to wait when the answer is about to come.
func ExampleReceiveWithin() {
	check(func(p *proc.P) {
		self := p.Self()
		p.Spawn("server", func(p *proc.P) {
			p.Sleep(3)
			p.Send(self, "answer")
		})
		_, ok := proc.ReceiveWithin[string](p, 2)
		p.Assert(!ok, "late", "the answer came in time, at %d", p.Now())
	})
	// Output:
	// violated after 5 interleavings
	// late: the answer came in time, at 3
}

// A majority of the servers is enough: which two of three answer first makes a difference, but not who is faster.
func ExampleCollect() {
	check(func(p *proc.P) {
		self := p.Self()
		for n := range 3 {
			p.Spawn("server", func(p *proc.P) { p.Send(self, n) })
		}
		answers := proc.Collect[int](p, 2)
		p.Assert(answers[0] < answers[1], "in order", "%v", answers)
	})
	// Output: verified after 3 interleavings
}

// Two processes want the same name.
func ExampleP_Register() {
	check(func(p *proc.P) {
		self := p.Self()
		for range 2 {
			p.Spawn("candidate", func(p *proc.P) {
				p.Send(self, p.Register("leader", p.Self()))
				proc.Receive[string](p)
			}, proc.Daemon)
		}
		a, b := proc.Receive[bool](p), proc.Receive[bool](p)
		p.Assert(a != b, "one leader", "the candidates were told %v and %v", a, b)
	})
	// Output: verified after 4 interleavings
}

// The heir of a table gets the rows that its owner has stored, whenever the owner was killed.
func ExampleTable_SetHeir() {
	check(func(p *proc.P) {
		p.TrapExits(true)
		self := p.Self()
		worker := p.Spawn("worker", func(p *proc.P) {
			log := proc.NewTable[int, string](p, "log", proc.Heir(self, "yours"))
			log.Insert(p, 1, "begun")
			log.Insert(p, 2, "done")
		}, proc.Linked)
		p.Kill(worker)
		proc.Receive[proc.Exited](p)
		if m, ok := proc.ReceiveTimeout[proc.Transfer[int, string]](p); ok {
			_, done := m.Table.Lookup(p, 2)
			p.Assert(!done || m.Table.Member(p, 1), "in order", "done before it was begun")
		}
	})
	// Output: verified after 5 interleavings
}

// A table outlives the first process, which has created it: its heir is a daemon that only waits.
func ExampleTable_SetHeir_keeper() {
	check(func(p *proc.P) {
		answers := proc.NewTable[string, int](p, "answers")
		keeper := p.Spawn("keeper", func(p *proc.P) {
			for {
				p.Receive()
			}
		}, proc.Daemon)
		answers.SetHeir(p, keeper, nil)
		p.Spawn("writer", func(p *proc.P) { answers.Insert(p, "answer", 42) })
	})
	// Output: verified after 1 interleavings
}

// A table that was given away still exists after the end of the process that created it.
func ExampleTable_GiveAway() {
	check(func(p *proc.P) {
		reader := p.Spawn("reader", func(p *proc.P) {
			m := proc.Receive[proc.Transfer[string, int]](p)
			n, _ := m.Table.Lookup(p, "answer")
			p.Assert(n == 42, "the answer", "it is %d", n)
		})
		p.Spawn("writer", func(p *proc.P) {
			table := proc.NewTable[string, int](p, "answers")
			table.Insert(p, "answer", 42)
			table.GiveAway(p, reader, nil)
		})
	})
	// Output: verified after 1 interleavings
}

// A process prepares a new version of a table, which then gets the name of the old one. Between the
// two events there is no table of that name.
func ExampleTable_Rename() {
	check(func(p *proc.P) {
		current := proc.NewNamedTable[string, int](p, "current")
		current.Insert(p, "version", 1)
		_, reader := p.SpawnMonitor("reader", func(p *proc.P) {
			err := proc.Try(func() { proc.NamedTable[string, int](p, "current").Lookup(p, "version") })
			p.Assert(err == nil, "always there", "%v", err)
		})
		next := proc.NewNamedTable[string, int](p, "next")
		next.Insert(p, "version", 2)
		current.Rename(p, "old")
		next.Rename(p, "current")
		p.Receive(proc.Where(func(d proc.Down) bool { return d.Ref == reader }))
	})
	// Output:
	// violated after 2 interleavings
	// always there: table current: no table has this name now; it has another one, is gone, or is still to be made by NewNamedTable
}

// Changes of rows that a Select does not match do not race with it.
func ExampleTable_Select() {
	check(func(p *proc.P) {
		table := proc.NewTable[string, int](p, "stock")
		table.Insert(p, "apple", 3)
		table.Insert(p, "pear", 7)
		p.SpawnMonitor("buyer", func(p *proc.P) { table.Insert(p, "pear", 6) })
		few := table.Select(p, func(_ string, n int) bool { return n < 5 })
		p.Assert(len(few) == 1, "few", "there are few of %v", few)
		proc.Receive[proc.Down](p) // the table goes away with this process
	})
	// Output: verified after 1 interleavings
}

// A process that awaits a row does not poll: there is one interleaving for each value that it can
// see.
func ExampleTable_Await() {
	check(func(p *proc.P) {
		table := proc.NewTable[string, int](p, "epochs")
		table.Insert(p, "epoch", 1)
		_, reader := p.SpawnMonitor("reader", func(p *proc.P) {
			n := table.Await(p, "epoch", func(n int) bool { return n > 1 })
			p.Assert(n == 2, "no epoch missed", "the reader sees epoch %d first", n)
		})
		table.Insert(p, "epoch", 2)
		table.Insert(p, "epoch", 3)
		p.Receive(proc.Where(func(d proc.Down) bool { return d.Ref == reader }))
	})
	// Output:
	// violated after 1 interleavings
	// no epoch missed: the reader sees epoch 3 first
}

// A script over several processes: it awaits that both followers have stored the entry, and then lets the leader crash.
func ExampleExternal_milestone() {
	check(func(p *proc.P) {
		stored := proc.NewTable[string, int](p, "stored") // the milestones: what each follower has stored
		follower := func(name string) proc.PID {
			return p.Spawn(name, func(p *proc.P) {
				entry := proc.Receive[int](p)
				stored.Insert(p, name, entry)
				p.Send(proc.Receive[proc.PID](p), entry)
			}, proc.Daemon)
		}
		b, c := follower("b"), follower("c")
		leader := p.Spawn("leader", func(p *proc.P) {
			p.Send(b, 7)
			p.Send(c, 7)
			p.Receive()
		}, proc.Daemon)

		for _, name := range []string{"b", "c"} {
			stored.Await(p, name, func(entry int) bool { return entry == 7 })
		}
		proc.External(p, "crash the leader", leader, func(leader proc.PID) { p.Kill(leader) })

		p.Send(b, p.Self())
		p.Send(c, p.Self())
		sum := proc.Receive[int](p) + proc.Receive[int](p)
		p.Assert(sum == 14, "what is stored survives the leader", "the followers have %d together", sum)
	})
	// Output: verified after 2 interleavings
}

// A server that takes questions first and answers later, in an order of its own.
func ExampleRequest() {
	check(func(p *proc.P) {
		server := p.Spawn("server", func(p *proc.P) {
			a, b := proc.Receive[proc.Request[string]](p), proc.Receive[proc.Request[string]](p)
			proc.Answer(p, b, "second: "+b.Body)
			proc.Answer(p, a, "first: "+a.Body)
		})
		p.Spawn("client", func(p *proc.P) { proc.Call[string](p, server, "one") })
		got := proc.Call[string](p, server, "two")
		p.Assert(got != "", "answered", "the answer is empty")
	})
	// Output: verified after 2 interleavings
}

// A receive takes the oldest message that one of its patterns matches.
func ExamplePattern() {
	check(func(p *proc.P) {
		self := p.Self()
		for _, m := range []any{1, "two", 3, "four"} {
			p.Send(self, m)
		}
		large := proc.Where(func(n int) bool { return n > 2 })
		p.Assert(p.Receive(large) == 3, "where", "it is not the one that is large")
		p.Assert(p.Receive(proc.Equal("four"), proc.Equal("two")) == "two", "equal", "it is not the older one")
		p.Assert(p.Receive(proc.Type[string]()) == "four", "type", "it is not the one that is left")
		p.Assert(p.Receive(proc.Any()) == 1, "any", "it is not the one that nobody wanted")
	})
	// Output: verified after 1 interleavings
}

// A server that numbers what it takes: it wants other messages as its state changes.
func ExampleGiven() {
	type put struct{ Number int }
	type log struct{ Next int }
	next := func(l *log, m put) bool { return m.Number == l.Next }
	check(func(p *proc.P) {
		self := p.Self()
		for n := range 3 {
			p.Spawn("client", func(p *proc.P) { p.Send(self, put{n}) })
		}
		l := &log{}
		for range 3 {
			m := p.Receive(proc.Given(l, next)).(put)
			p.Assert(m.Number == l.Next, "in order", "%d was taken before %d", m.Number, l.Next)
			l.Next++
		}
	})
	// Output: verified after 1 interleavings
}

// A reference is unique: a reply that carries it belongs to this request.
func ExampleRef() {
	type answer struct {
		To proc.Ref
		N  int
	}
	check(func(p *proc.P) {
		self := p.Self()
		mine, other := p.MakeRef(), p.MakeRef()
		p.Spawn("b", func(p *proc.P) { p.Send(self, answer{other, 1}) })
		p.Spawn("a", func(p *proc.P) { p.Send(self, answer{mine, 2}) })
		got := proc.Receive(p, func(a answer) bool { return a.To == mine })
		p.Assert(got.N == 2, "mine", "the answer to another question was taken")
	})
	// Output: verified after 1 interleavings
}

// Changing a counter is one event, so no change is lost. The first buyer finds none, and begins with 3.
func ExampleUpdateCounter() {
	check(func(p *proc.P) {
		table := proc.NewTable[string, int](p, "stock")
		for range 2 {
			p.SpawnMonitor("buyer", func(p *proc.P) { proc.UpdateCounter(p, table, "apples", -1, 3) })
		}
		proc.Receive[proc.Down](p)
		proc.Receive[proc.Down](p)
		n, _ := table.Lookup(p, "apples")
		p.Assert(n == 1, "nothing lost", "%d apples are left", n)
	})
	// Output: verified after 4 interleavings
}

// set is a set of names. Names with false are not in it.
type set map[string]bool

func init() {
	proc.RegisterCodec(proc.Codec[set]{
		Encode: func(s set) ([]byte, error) {
			names := []string{}
			for name, in := range s {
				if in {
					names = append(names, name)
				}
			}
			slices.Sort(names)
			return json.Marshal(names)
		},
		Decode: func(data []byte, _ reflect.Type) (set, error) {
			var names []string
			err := json.Unmarshal(data, &names)
			s := set{}
			for _, name := range names {
				s[name] = true
			}
			return s, err
		},
		Show: func(s set) string { return fmt.Sprintf("a set of %d", len(s)) },
	})
}

// Two sets are equal if they have the same names.
func ExampleCodec() {
	check(func(p *proc.P) {
		p.Send(p.Self(), set{"ann": true, "bob": false})
		p.Receive(proc.Equal(set{"ann": true}))
		p.Send(p.Self(), set(nil))
		empty := proc.Receive[set](p)
		empty["ann"] = true // what arrives is a map, and not nil
	})
	fmt.Println(proc.Format(set{"ann": true}))
	// Output:
	// verified after 1 interleavings
	// a set of 1
}

// A library that takes a logger logs to the trace.
func ExampleP_LogHandler() {
	m := checker.Model{Name: "logs", Main: func(p *proc.P) {
		logger := slog.New(p.LogHandler(nil))
		logger.Info("starting", "process", p.Self(), "peers", []string{"a", "b"})
		p.Assert(false, "shown", "so that there is a trace")
	}}
	r, err := checker.Check(context.Background(), m, checker.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(r.Violations[0].Trace.Entries[0].Log)
	// Output: [level=INFO msg=starting process=main peers="[\"a\", \"b\"]"]
}

// The same for a library that takes a writer, or a logger of package log.
func ExampleP_LogWriter() {
	m := checker.Model{Name: "logs", Main: func(p *proc.P) {
		fmt.Fprintf(p.LogWriter(), "starting\n%d peers\n", 2)
		p.Assert(false, "shown", "so that there is a trace")
	}}
	r, err := checker.Check(context.Background(), m, checker.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%q\n", r.Violations[0].Trace.Entries[0].Log)
	// Output: ["starting" "2 peers"]
}

// How many interleavings there are when messages travel.
func ExampleDelivery() {
	m := checker.Model{Name: "two messages", Main: func(p *proc.P) {
		self := p.Self()
		p.Spawn("sender", func(p *proc.P) { p.Send(self, 1); p.Send(self, 2) })
		first := proc.Receive[int](p)
		p.Assert(first == 1, "in order", "%d came first", first)
	}}
	for _, d := range proc.Deliveries() {
		r, err := checker.Check(context.Background(), m, checker.Options{Delivery: d})
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Println(d, r.Verdict, r.Interleavings)
	}
	// Output:
	// instant verified 1
	// channel verified 1
	// bag violated 2
}

// A node finds on its disk what was synced before it crashed.
func ExampleFile() {
	const log = proc.File[string]("log")
	const lives = proc.Durable[int]("lives")
	m := checker.Model{
		Name:   "hello",
		Faults: checker.Faults{Crashes: 1, Restarts: 1, Disk: checker.DiskPrefix},
		Main: func(p *proc.P) {
			p.Spawn("node", func(p *proc.P) {
				life, _ := lives.Get(p)
				lives.Set(p, life+1)
				log.Append(p, "first")
				log.Append(p, "second")
				log.Sync(p)
				p.SyncDir()
				entries, err := log.Read(p)
				p.Assert(life == 0 || len(entries) == 4, "complete", "life %d finds %q (%v)", life+1, entries, err)
			}, proc.Node)
		},
	}
	r, err := checker.Check(context.Background(), m, checker.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(r.Verdict)
	fmt.Println(r.Violations[0].Explanation)
	// Output:
	// violated
	// life 2 finds ["first" "second"] (<nil>)
}
