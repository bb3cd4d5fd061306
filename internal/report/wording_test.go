package report_test

import (
	"html"
	"strings"
	"testing"

	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/internal/report"
	"github.com/checkmodel/checkmodel/internal/report/document"
	"github.com/checkmodel/checkmodel/internal/report/prose"
	"github.com/checkmodel/checkmodel/proc"
)

// worded are models with what people read in each form of a report about them, and what they do not.
var worded = map[string]struct {
	model       checker.Model
	says, never []string
}{
	"sleep": {checker.Model{Main: func(p *proc.P) {
		main := p.Self()
		p.Spawn("short", func(p *proc.P) { p.Sleep(2); p.Send(main, 2) })
		p.Spawn("long", func(p *proc.P) { p.Sleep(3); p.Send(main, 3) })
		proc.Receive[int](p)
		proc.Receive[int](p)
		_, ok := proc.ReceiveWithin[int](p, 0)
		p.Assert(ok, "in time", "it gives up")
	}}, []string{"sleep 2 → until 2", "wake up, at 3", "wait at most 0 → until 3", "give up, at 3"}, []string{"timer", "elapsed"}},
	"wait": {checker.Model{Main: func(p *proc.P) {
		main := p.Self()
		p.Spawn("other", func(p *proc.P) { p.Send(main, 2) })
		proc.ReceiveWithin[int](p, 1)
		p.Sleep(1)
		p.Assert(false, "none", "it wakes up")
	}}, []string{"wait at most 1 → until 1", "wait no longer → yes", "sleep 1 → until 1"}, []string{"timer", "elapsed"}},
	"cancelled": {checker.Model{Main: func(p *proc.P) {
		main := p.Self()
		p.Spawn("other", func(p *proc.P) { p.Send(main, 2) })
		proc.ReceiveWithin[int](p, 1)
		p.Sleep(5)
		p.Assert(p.Now() != 5, "none", "it wakes up")
	}}, []string{"let time go on → at 1; it was cancelled", "wake up, at 5"}, []string{"timer", "elapsed"}},
	"choices": {checker.Model{Main: func(p *proc.P) {
		n := proc.Pick(p, 0, 7)
		p.Assert(n == 0 || p.Choose(3) < 2, "none", "both")
	}}, []string{"pick 7 (one of 2)", "choose 2 (one of 3)"}, nil},
	"lives": {checker.Model{Faults: checker.Faults{Crashes: 1, Restarts: 1}, Main: func(p *proc.P) {
		const boots = proc.Durable[int]("boots")
		p.Spawn("node", func(p *proc.P) {
			n, _ := boots.Get(p)
			boots.Set(p, n+1)
			p.SendAfter(p.Self(), "ring")
			child := p.Spawn("child", func(p *proc.P) { p.Receive() }, proc.Daemon)
			p.Send(child, p.Self())
			p.Assert(proc.Receive[string](p) == "" || n == 0, "none", "it rings again")
		}, proc.Node)
	}}, []string{"crashes; is restarted", "node's timer (life 2)", "spawn node/child (life 2)"}, []string{"#life"}},
	"nested": {checker.Model{Main: func(p *proc.P) {
		p.Spawn("pool", func(p *proc.P) {
			type ask struct{ From, Of proc.PID }
			first := p.Spawn("worker", func(p *proc.P) {
				m := proc.Receive[ask](p)
				p.Assert(m.From == p.Self(), "none", "a message comes")
			})
			p.Spawn("worker", func(p *proc.P) { p.Send(first, ask{p.Self(), first}) })
		})
	}}, []string{"spawn worker, worker#2", "{Of: worker}", "Names are without pool/ in front: worker, worker#2"}, []string{"pool/worker"}},
}

// Sleeps, choices, lives of nodes and nested names are told in words, and in the same ones in each form that people read.
func TestWording(t *testing.T) {
	for name, c := range worded {
		c.model.Name = name
		doc := document.NewDocument(searched(t, []checker.Model{c.model}, name, checker.Options{}))
		if len(doc.Distinct) != 1 {
			t.Fatalf("%s: %d violations", name, len(doc.Distinct))
		}
		doc.Distinct[0].Replay = "" // which has the names of schedules
		for _, format := range []report.Format{report.TextFormat, report.SVGFormat, report.HTMLFormat} {
			var b strings.Builder
			if err := report.Write((prose.Text{Width: 200}), &b, format, []document.Document{doc}); err != nil {
				t.Fatal(err)
			}
			text, data, _ := strings.Cut(html.UnescapeString(b.String()), `<script type="application/json"`)
			if text, _, _ = strings.Cut(text, `<dialog id="keys"`); format == report.TextFormat || format == report.HTMLFormat {
				for _, say := range c.says {
					if !strings.Contains(text, say) {
						t.Errorf("%s as %s: %q is not there", name, format, say)
					}
				}
			}
			for _, never := range c.never {
				if strings.Contains(text, never) {
					t.Errorf("%s as %s: %q is there", name, format, never)
				}
				if events, _, _ := strings.Cut(data, `"actors":`); strings.Contains(events, never) {
					t.Errorf("%s as %s: %q is in the data", name, format, never)
				}
			}
		}
	}
}
