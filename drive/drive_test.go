package drive_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/drive"
	"github.com/checkmodel/checkmodel/proc"
)

// answers is a program that answers by a function.
type answers func(drive.Input) ([]drive.Output, error)

func (a answers) Do(in drive.Input) ([]drive.Output, error) { return a(in) }
func (answers) State(string) any                            { return nil }
func (answers) Close()                                      {}

// always starts the same program.
func always(s drive.System) func() (drive.System, error) {
	return func() (drive.System, error) { return s, nil }
}

var sut = drive.Options{Processes: []string{"sut"}}

// TestInputs: the inputs of all kinds, with their payloads.
func TestInputs(t *testing.T) {
	t.Parallel()
	file := proc.File[string]("file")
	m := checker.Model{Name: "kinds", Faults: checker.Faults{Crashes: 1, Restarts: 1}, Main: func(p *proc.P) {
		node := p.Spawn("sut", func(p *proc.P) {
			if records, err := file.Read(p); err == nil {
				proc.Announce(p, records[0])
				p.Receive()
				return
			}
			file.Write(p, "kept")
			file.Sync(p)
			p.SyncDir()
			p.SendAfter(p.Self(), "alarm")
			proc.External(p, "command", 7, func(int) {})
			if _, ok := p.ReceiveTimeout(proc.Equal("never")); !ok {
				p.Receive(proc.Equal("alarm"))
			}
			p.Monitor(p.Spawn("child", func(p *proc.P) { p.Receive() }, proc.Daemon))
			p.Receive()
			p.Receive()
		}, proc.Node, proc.Daemon)
		p.Spawn("other", func(p *proc.P) { p.Send(node, "hello") })
	}}
	seen := map[string]bool{}
	r, err := drive.Check(t.Context(), m, sut, always(answers(func(in drive.Input) (out []drive.Output, err error) {
		seen[in.String()] = true
		if in.Kind == drive.Restart {
			out = append(out, drive.Output{Message: "kept"})
		}
		return out, nil
	})))
	if err != nil {
		t.Fatal(err)
	}
	if r.Failure != nil || r.Covered != r.Pairs || !r.Complete {
		t.Fatalf("%v\n%v", r, r.Failure)
	}
	for _, want := range []string{"sut: start", "sut: crash", "sut: restart", "sut: timeout", "sut: command 7", `other → sut: "hello"`, `sut's timer → sut: "alarm"`} {
		if !seen[want] {
			t.Errorf("no input %s among %v", want, seen)
		}
	}
}

// TestAnswers: each answer that the model allows passes, also where states of the model are the same after different ones, and no other one does.
func TestAnswers(t *testing.T) {
	t.Parallel()
	type shows int
	m := checker.Model{Name: "answers", Main: func(p *proc.P) {
		var to []proc.PID
		for i := range 2 {
			to = append(to, p.Spawn(fmt.Sprint("env", i), func(p *proc.P) { p.Receive() }, proc.Daemon))
		}
		s := p.Spawn("sut", func(p *proc.P) {
			helper := p.Spawn("helper", func(p *proc.P) {
				proc.Loop(p, 0, func(*int) bool {
					proc.Announce(p, p.Receive())
					return true
				})
			}, proc.Daemon)
			p.Spawn("short", func(p *proc.P) {
				if proc.Expose(p, shows(2)); p.Choose(2) == 0 {
					proc.Expose(p, shows(1))
				}
			})
			proc.Loop(p, 0, func(*int) bool {
				p.Receive()
				proc.Announce(p, p.Choose(2)) // which nothing keeps
				for range 2 {
					p.Send(to[1], "b")
				}
				if p.Choose(2) == 0 {
					p.Send(to[0], "a")
				}
				p.Send(helper, 9)
				return true
			})
		}, proc.Daemon)
		p.Send(s, "go")
		p.Send(s, "go")
	}}
	for _, c := range []struct {
		announced, sent, shown int
		fits                   bool
	}{{0, 0, 1, true}, {1, 0, 1, true}, {0, 1, 2, true}, {1, 1, 2, true}, {2, 0, 1, false}, {0, 2, 1, false}, {0, 0, 3, false}} {
		r, err := drive.Check(t.Context(), m, sut, always(shower{shows(c.shown), func(in drive.Input) (out []drive.Output, err error) {
			if in.Kind == drive.Start {
				return nil, nil
			}
			out = append(out, drive.Output{Message: c.announced}, drive.Output{Process: "sut/helper", Message: 9})
			for i := range 2 + c.sent {
				out = append(out, drive.Output{To: "env" + string("1100"[i]), Message: string("bbaa"[i])})
			}
			return out, nil
		}}))
		if err != nil || (r.Failure == nil) != c.fits {
			t.Errorf("%v: %v, %v\n%v", c, err, r, r.Failure)
		}
	}
}

// shower is a program that shows a state of its process sut/short.
type shower struct {
	shown any
	answers
}

func (s shower) State(process string) any {
	if process == "sut/short" {
		return s.shown
	}
	return nil
}

// ask is a request without a reference.
type ask struct {
	From proc.PID
	What string
}

// counting is a model of a server that adds modulo 3, and forgets at each "reset". The clients go on for ever, or call the server n times.
func counting(n int) checker.Model {
	return checker.Model{Name: "counting", Main: func(p *proc.P) {
		server := p.Spawn("sut", func(p *proc.P) {
			proc.Loop(p, 0, func(sum *int) bool {
				switch r := p.Receive().(type) {
				case proc.Request[string]:
					proc.Answer(p, r, count(sum, r.Body))
				case ask:
					p.Send(r.From, count(sum, r.What))
				}
				return true
			})
		}, proc.Daemon)
		for _, name := range []string{"ann", "bob"} {
			p.Spawn(name, func(p *proc.P) {
				for range n {
					proc.Call[int](p, server, proc.Pick(p, "add", "reset", "look"))
				}
				proc.Loop(p, 0, func(*int) bool {
					if n == 0 {
						p.Send(server, ask{p.Self(), proc.Pick(p, "add", "reset", "look")})
					}
					p.Receive()
					return true
				})
			}, proc.Daemon)
		}
	}}
}

func count(sum *int, what string) int {
	switch what {
	case "add":
		*sum = (*sum + 1) % 3
	case "reset":
		*sum = 0
	default:
		return -1
	}
	return *sum
}

// counter is a program that counts, until it has looked twice and then adds.
type counter struct{ sum, looks int }

func (c *counter) Do(in drive.Input) (out []drive.Output, err error) {
	answer := func(what string) int {
		if what == "look" {
			c.looks++
		}
		if what == "add" && c.looks > 1 {
			err = errors.New("overlooked")
		}
		return count(&c.sum, what)
	}
	switch r := in.Message.(type) {
	case proc.Request[string]:
		out = append(out, drive.Output{To: in.From, Message: proc.Reply[int]{Ref: r.Ref, Body: answer(r.Body)}})
	case ask:
		out = append(out, drive.Output{To: in.From, Message: answer(r.What)})
	}
	return out, err
}

func (c *counter) State(string) any { return c.sum }
func (c *counter) Close()           {}

// TestSmaller: what the failure does not need is left out, also if the model knows nothing of its cause.
func TestSmaller(t *testing.T) {
	t.Parallel()
	for _, n := range []int{0, 3} {
		for _, cover := range []drive.Cover{drive.Histories, drive.Draws, drive.Pairs}[:3-min(n, 1)] { // pairs of the first calls show nothing
			o := drive.Options{Processes: sut.Processes, Cover: cover, States: 3000}
			r, err := drive.Check(t.Context(), counting(n), o, func() (drive.System, error) { return &counter{}, nil })
			if err != nil || r.Failure == nil {
				t.Fatalf("%d, %s: %v, %v", n, cover, err, r)
			}
			if text := r.Failure.String(); len(r.Failure.Steps) != 4 || !strings.Contains(text, "overlooked") || strings.Contains(text, "reset") || r.Failure.Inputs < 4 {
				t.Errorf("%d, %s: %v\n%s", n, cover, r, text)
			}
			if len(r.Failure.Prefix.Interleaving.Trace.Entries) == 0 {
				t.Errorf("%d, %s: no events", n, cover)
			}
		}
	}
}

// TestErrors: a model, options or a program that cannot be compared.
func TestErrors(t *testing.T) {
	t.Parallel()
	silent := always(answers(func(drive.Input) ([]drive.Output, error) { return nil, nil }))
	server := func(body func(*proc.P)) checker.Model {
		return checker.Model{Name: "m", Main: func(p *proc.P) {
			s := p.Spawn("sut", body, proc.Daemon)
			p.Send(s, "hello")
			p.Kill(s)
		}}
	}
	few := drive.Options{Processes: []string{"sut"}, States: 100}
	told := func(body func(*proc.P, proc.PID)) checker.Model {
		return checker.Model{Name: "m", Main: func(p *proc.P) {
			s := p.Spawn("sut", func(p *proc.P) { body(p, proc.Receive[proc.PID](p)) }, proc.Daemon)
			gone, _ := p.SpawnMonitor("gone", func(*proc.P) {})
			proc.Receive[proc.Down](p)
			p.Send(s, gone)
		}}
	}
	done, cancel := context.WithCancel(t.Context())
	cancel()
	for _, c := range []struct {
		m     checker.Model
		o     drive.Options
		start func() (drive.System, error)
		want  string
	}{
		{counting(3), drive.Options{}, silent, "must have the names of the processes"},
		{counting(3), drive.Options{Processes: []string{"sut"}, Cover: "all"}, silent, `Cover is "all"; it must be "pairs", "histories" or "draws"`},
		{counting(3), drive.Options{Processes: []string{"sut"}, Tests: -1}, silent, "must be 0 (the default) or more"},
		{counting(3), drive.Options{Processes: []string{"server"}}, silent, `no input reaches ["server"] in model counting, whose processes are ["main" "sut" "ann" "bob"]`},
		{checker.Model{Name: "empty"}, sut, silent, "no first process"},
		{told(func(p *proc.P, gone proc.PID) { p.IsAlive(gone) }), sut, silent, `executes "is alive" and learns something of others`},
		{told(func(p *proc.P, gone proc.PID) { p.Monitor(gone) }), sut, silent, `executes "monitor" and learns something of others`},
		{told(func(p *proc.P, _ proc.PID) { p.SendName("nobody", 1) }), sut, silent, `executes "send to name" and learns something of others`},
		{told(func(p *proc.P, _ proc.PID) { proc.NewTable[int, int](p, "t").Lookup(p, 1) }), sut, silent, `table" and learns something of others`},
		{server(func(p *proc.P) { p.Receive(); p.Receive() }), sut, silent, "is told to end by main"},
		{counting(3), few, func() (drive.System, error) { return nil, errors.New("no port") }, "cannot be started for a test: no port"},
		{counting(3), few, always(answers(func(in drive.Input) ([]drive.Output, error) {
			return []drive.Output{{To: "ann", Message: func() {}}}, nil
		})), "the output"},
		{counting(3), few, always(shower{nil, nil}), ""},
	} {
		ctx := t.Context()
		if c.want == "" {
			ctx, c.want = done, "canceled"
		}
		if _, err := drive.Check(ctx, c.m, c.o, c.start); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%v, want %s", err, c.want)
		}
	}
	shows := checker.Model{Name: "shows", Main: func(p *proc.P) {
		p.Send(p.Spawn("sut", func(p *proc.P) { p.Spawn("short", func(*proc.P) {}); p.Receive() }), "hello")
	}}
	if _, err := drive.Check(t.Context(), shows, sut, always(shower{7, func(drive.Input) ([]drive.Output, error) { return nil, nil }})); err == nil || !strings.Contains(err.Error(), "is a int, and the model shows no state of that type") {
		t.Error(err)
	}
}

// TestPanic: a program that panics fails.
func TestPanic(t *testing.T) {
	t.Parallel()
	r, err := drive.Check(t.Context(), counting(3), drive.Options{Processes: []string{"sut"}, States: 100}, always(answers(func(drive.Input) ([]drive.Output, error) { panic("dividing by zero") })))
	if err != nil || r.Failure == nil || !strings.Contains(r.Failure.String(), "panic: dividing by zero") {
		t.Errorf("%v, %v", err, r)
	}
}

// TestLate: a message that comes while the process waits for another one is an input when it arrives.
func TestLate(t *testing.T) {
	t.Parallel()
	m := checker.Model{Name: "late", Delivery: proc.Channel, Main: func(p *proc.P) {
		s := p.Spawn("sut", func(p *proc.P) {
			p.Receive(proc.Equal("first"))
			proc.Announce(p, p.Receive())
		}, proc.Daemon)
		for _, message := range []string{"first", "second"} {
			p.Spawn(message, func(p *proc.P) { p.Send(s, message) })
		}
	}}
	var orders []string
	r, err := drive.Check(t.Context(), m, sut, func() (drive.System, error) {
		var got []string
		return answers(func(in drive.Input) ([]drive.Output, error) {
			if in.Kind == drive.Start {
				return nil, nil
			}
			if got = append(got, in.Message.(string)); len(got) < 2 {
				return nil, nil
			}
			orders = append(orders, strings.Join(got, " "))
			return []drive.Output{{Message: "second"}}, nil
		}), nil
	})
	slices.Sort(orders)
	if err != nil || r.Failure != nil || !slices.Equal(orders, []string{"first second", "second first"}) {
		t.Errorf("%v, %v, %v", err, r, orders)
	}
}
