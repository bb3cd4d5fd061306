package report_test

import (
	"bytes"
	"strings"
	"testing"

	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/internal/report/console"
	"github.com/checkmodel/checkmodel/internal/report/prose"
	"github.com/checkmodel/checkmodel/proc"
)

type summand struct{ N int }

// rivals ask a server, which serves one of them. With deaf, the server does not receive the second
// request, so no trace has it.
func rivals(deaf bool) checker.Model {
	return checker.Model{Name: "rivals", Main: func(p *proc.P) {
		server := p.Spawn("server", func(p *proc.P) {
			r := proc.Receive[proc.Request[summand]](p)
			p.Assert(r.Body != summand{2}, "only one", "it was asked for %v", r.Body)
			p.Receive()
		}, proc.Daemon)
		for n := range 2 {
			p.Spawn("client", func(p *proc.P) {
				if deaf {
					proc.CallTimeout[int](p, server, summand{n + 1})
				} else {
					proc.Call[int](p, server, summand{n + 1})
				}
			}, proc.Daemon)
		}
	}}
}

// TestWhyInBrief: the reason for an order uses the words of its steps, without the envelope of a
// request. With Full it shows all.
func TestWhyInBrief(t *testing.T) {
	for _, delivery := range []proc.Delivery{proc.Instant, proc.Channel} {
		for _, full := range []bool{false, true} {
			it := searched(t, []checker.Model{rivals(delivery == proc.Instant)}, "rivals", checker.Options{Delivery: delivery})
			var b bytes.Buffer
			if err := console.Model((prose.Text{Full: full}), &b, it); err != nil {
				t.Fatal(err)
			}
			_, why, _ := strings.Cut(b.String(), "Why this order was tried")
			why, _, _ = strings.Cut(why, "To execute just this")
			if n := strings.Count(why, "summand{"); n != 2 {
				t.Errorf("%s: %d of both requests are named:\n%s", delivery, n, b.String())
			}
			if has := strings.Contains(why, "Request{"); has != full {
				t.Errorf("%s, full %t: %s", delivery, full, why)
			}
		}
	}
}

// TestProcessNamedAsANumber: a field with the name of a process need not be about that process, so
// it is shown, too.
func TestProcessNamedAsANumber(t *testing.T) {
	type write struct {
		Value int
		Last  bool
	}
	for _, name := range []string{"1", "true", "writer"} {
		m := checker.Model{Name: "m", Main: func(p *proc.P) {
			me := p.Self()
			p.Spawn(name, func(p *proc.P) { p.Send(me, write{1, true}) })
			proc.Receive[write](p)
			p.Assert(false, "never", "it came")
		}}
		var b bytes.Buffer
		if err := console.Model((prose.Text{}), &b, searched(t, []checker.Model{m}, "m", checker.Options{})); err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(b.String(), "write{Value: 1, Last: true}") {
			t.Errorf("of process %s the message is not told in full:\n%s", name, b.String())
		}
	}
}

// two is a message with its sender in several fields.
type two struct {
	From, For proc.PID
	N         int
	Also      proc.PID
}

// TestSenderInSeveralFields: a message without these fields is still written as a message.
func TestSenderInSeveralFields(t *testing.T) {
	m := checker.Model{Name: "fields", Main: func(p *proc.P) {
		main := p.Self()
		p.Spawn("a", func(p *proc.P) {
			p.Send(main, two{p.Self(), p.Self(), 3, p.Self()})
			p.Send(main, struct{ From, For proc.PID }{p.Self(), p.Self()})
		})
		p.Receive()
		p.Receive()
		p.Assert(false, "never", "")
	}}
	it := searched(t, []checker.Model{m}, "fields", checker.Options{})
	var b bytes.Buffer
	if err := console.Model((prose.Text{}), &b, it); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"two{N: 3}", "{}"} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("%q is not there:\n%s", want, b.String())
		}
	}
}
