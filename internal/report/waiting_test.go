package report_test

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/internal/report/console"
	"github.com/checkmodel/checkmodel/internal/report/prose"
	"github.com/checkmodel/checkmodel/proc"
)

// leftovers are models in which messages remain in mailboxes.
var leftovers = []checker.Model{
	{Name: "deadlock", Main: func(p *proc.P) {
		type note struct {
			From proc.PID
			Text string
		}
		me := p.Self()
		deaf := p.Spawn("deaf", func(p *proc.P) { proc.Receive(p, func(n int) bool { return n > 9 }) }, proc.Daemon)
		p.Spawn("sender", func(p *proc.P) {
			p.Send(me, note{p.Self(), "hello"})
			p.Send(deaf, 7)
		})
		proc.Receive[string](p)
	}},
	{Name: "ended", Main: func(p *proc.P) {
		me := p.Self()
		late := p.Spawn("late", func(p *proc.P) {
			p.Send(me, 1)
			p.Send(me, 2)
			proc.Receive[bool](p)
			p.Send(me, 3)
			proc.Receive[string](p)
		})
		p.Spawn("early", func(p *proc.P) {
			p.Monitor(me)
			proc.Receive[proc.Down](p)
			p.Send(late, true)
		})
		proc.Receive(p, func(n int) bool { return n == 2 })
	}},
	{Name: "equal", Main: func(p *proc.P) {
		type note struct {
			From proc.PID
			Text string
		}
		me := p.Self()
		p.Spawn("sender", func(p *proc.P) { p.Send(me, note{p.Self(), "hello"}) })
		p.Receive(proc.Equal(note{me, "hello"}))
	}},
	{Name: "sound", Main: func(p *proc.P) {
		p.Send(p.Spawn("deaf", func(p *proc.P) { proc.Receive[string](p) }, proc.Daemon), 1)
		proc.Expose(p, 7)
	}, Rules: []checker.Rule{checker.Finally(checker.Property{Name: "eight"}, func(all []checker.Exposed[int]) error {
		return fmt.Errorf("%s has %d", all[0].Process, all[0].State)
	})}},
}

// TestLeftovers: messages that are not taken are listed with their mailbox, their sender, and the
// reason.
func TestLeftovers(t *testing.T) {
	for name, want := range map[string][]string{
		"deadlock": {
			`note{Text: "hello"} (never taken)`,
			"\n  Waiting for ever:\n    main waits for string, ",
			`      note{Text: "hello"} from sender, sent at `,
			": of type note, not string\n    deaf, a daemon, waits for int where …, ",
			"; its mailbox holds\n      7 from sender, sent at ",
			": the condition does not hold\n",
		},
		"ended": {"◀──●   │      1 (not taken: main ends at 7)", "◀──●   │      3 (main has ended)"},
		"equal": {
			"\n    main waits for note{From: main, Text: \"hello\"}, ",
			"\n      note{From: sender, Text: \"hello\"} from sender, sent at 2: another value\n",
		},
		"sound": {"\n  Messages that are not taken:\n    deaf, a daemon, waits for string, ", "\n      1 from main, sent at 2: of type int, not string\n"},
	} {
		var b bytes.Buffer
		if err := console.Model((prose.Text{}), &b, searched(t, leftovers, name, checker.Options{})); err != nil {
			t.Fatal(err)
		}
		for _, w := range want {
			if !strings.Contains(b.String(), w) {
				t.Errorf("%s: there is no %q in\n%s", name, w, b.String())
			}
		}
	}
}

// unanswered are models in which a request gets no answer.
var unanswered = []checker.Model{
	{Name: "call", Main: func(p *proc.P) {
		server := p.Spawn("server", func(p *proc.P) {
			for {
				if n, ok := p.Receive().(int); ok {
					p.Logf("%d", n)
				}
			}
		}, proc.Daemon)
		proc.Call[int](p, server, 7)
	}},
	{Name: "ends", Main: func(p *proc.P) {
		p.Send(p.Spawn("once", func(p *proc.P) { proc.Receive[int](p) }), 7)
		proc.Receive[string](p)
	}},
	{Name: "leaves much", Main: func(p *proc.P) {
		p.TrapExits(true)
		leaver := p.Spawn("leaver", func(p *proc.P) {
			proc.NewTable[int, int](p, "its")
			proc.Receive[int](p)
			proc.Receive[int](p)
		}, proc.Linked)
		p.Monitor(leaver)
		p.Send(leaver, 7)
		p.Send(leaver, 8)
		proc.Receive[string](p)
	}},
	{Name: "passed on", Main: func(p *proc.P) {
		idle := p.Spawn("idle", func(p *proc.P) { proc.Receive[string](p) }, proc.Daemon)
		p.Send(p.Spawn("broker", func(p *proc.P) {
			proc.Receive[int](p)
			p.Send(idle, 8)
			proc.Receive[string](p)
		}, proc.Daemon), 7)
		proc.Receive[string](p)
	}},
	{Name: "receives", Main: func(p *proc.P) {
		me := p.Self()
		server := p.Spawn("server", func(p *proc.P) {
			for {
				p.Send(me, proc.Receive[int](p))
			}
		})
		p.Send(server, 7)
		for {
			proc.Receive[int](p)
		}
	}},
	{Name: "reports", Main: func(p *proc.P) {
		me := p.Self()
		p.Spawn("reports", func(p *proc.P) { p.Send(me, 1) })
		p.Spawn("forgets", func(p *proc.P) {})
		for range 2 {
			proc.Receive[int](p)
		}
	}},
}

// TestUnanswered: the report names processes that took a message and did nothing then. It does not
// advise the first process, which is not spawned, to be a daemon.
func TestUnanswered(t *testing.T) {
	for name, want := range map[string]string{
		"call":        "\n\n  Taken by processes that did nothing since:\n    server took Request{From: main, Ref: main ref 1, Body: 7} from main, sent at 2\n",
		"ends":        "\n    once took 7 from main, sent at 2; it has ended\n",
		"leaves much": "\n    leaver took 7 from main, sent at 5; it has ended\n    leaver took 8 from main, sent at 7; it has ended\n",
		"passed on":   "\n    main waits for string, ",
		"reports":     "\n    main waits for int, ",
		"receives":    "\n  If server is a server, which may wait for ever, spawn it with proc.Daemon.\n",
	} {
		var b bytes.Buffer
		if err := console.Model((prose.Text{}), &b, searched(t, unanswered, name, checker.Options{})); err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(b.String(), want) {
			t.Errorf("%s: there is no %q in\n%s", name, want, b.String())
		}
		for _, not := range []string{" took ", "proc.Daemon"} {
			if !strings.Contains(want, not) && strings.Contains(b.String(), not) {
				t.Errorf("%s: there is %q in\n%s", name, not, b.String())
			}
		}
	}
}
