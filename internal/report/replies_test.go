package report_test

import (
	"strings"
	"testing"

	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/internal/report/console"
	"github.com/checkmodel/checkmodel/internal/report/prose"
	"github.com/checkmodel/checkmodel/proc"
)

// A late answer of a server is not taken for a request, neither with Call nor with other
// messages.
func TestLateReplies(t *testing.T) {
	for name, exchange := range map[string]struct{ server, client func(*proc.P, proc.PID) }{
		"call": {
			func(p *proc.P, main proc.PID) {
				first := proc.Receive[proc.Request[string]](p)
				proc.Receive[int](p)
				proc.Answer(p, first, "first answer")
				proc.Answer(p, proc.Receive[proc.Request[string]](p), "second answer")
			},
			func(p *proc.P, server proc.PID) {
				proc.Call[string](p, server, "first question")
				proc.Call[string](p, server, "second question")
			},
		},
		"any": {
			func(p *proc.P, main proc.PID) {
				client := proc.Receive[proc.PID](p)
				proc.Receive[int](p)
				p.Send(client, "first answer")
				proc.Receive[string](p)
				p.Send(client, "second answer")
			},
			func(p *proc.P, server proc.PID) {
				p.Send(server, p.Self())
				proc.Receive[string](p)
				p.Send(server, "second question")
				proc.Receive[string](p)
			},
		},
	} {
		t.Run(name, func(t *testing.T) {
			m := checker.Model{Name: "late", Main: func(p *proc.P) {
				me := p.Self()
				server := p.Spawn("server", func(p *proc.P) { exchange.server(p, me) })
				p.SpawnMonitor("client", func(p *proc.P) { exchange.client(p, server) })
				p.Send(server, 1)
				proc.Receive[proc.Down](p)
				p.Assert(false, "never done", "it is")
			}}
			var b strings.Builder
			if err := console.Model((prose.Text{}), &b, searched(t, []checker.Model{m}, m.Name, checker.Options{})); err != nil {
				t.Fatal(err)
			}
			text := b.String()
			if !strings.Contains(text, "●◀─▷■") { // the server is left of the client, at which the reply ends
				t.Errorf("who asks is not the client:\n%s", text)
			}
		})
	}
}
