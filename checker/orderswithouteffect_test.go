package checker_test

import (
	"testing"

	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/proc"
)

// TestOrdersWithoutEffect has an example of each pair that docs/faults.md lists, with the number of classes. Beside it is the number
// without the pair, or of what can be told.
func TestOrdersWithoutEffect(t *testing.T) {
	crash := checker.Faults{Crashes: 1, Restarts: 1}
	ends := checker.Faults{Crashes: 1, Restarts: 1, Connections: true}
	silent := func(send bool) func(*proc.P) {
		return func(p *proc.P) {
			node := p.Spawn("node", func(p *proc.P) {}, proc.Node, proc.Daemon)
			if send {
				p.Send(node, 1)
			}
		}
	}
	copied := func(p *proc.P) {
		to := p.Spawn("to", func(p *proc.P) { p.Receive() }, proc.Daemon)
		p.Spawn("from", func(p *proc.P) { p.Send(to, 1) })
	}
	timers := func(durations ...int) func(*proc.P) {
		return func(p *proc.P) {
			for _, d := range durations {
				p.Spawn("owner", func(p *proc.P) { p.SendIn(d, p.Self(), 1); p.Receive() })
			}
		}
	}
	for name, c := range map[string]struct {
		m    checker.Model
		o    checker.Options
		want int
	}{
		"no message":                  {checker.Model{Main: silent(false), Faults: crash}, checker.Options{}, 3},
		"a message and a restart":     {checker.Model{Main: silent(true), Faults: crash}, checker.Options{}, 4},
		"a late message":              {checker.Model{Main: silent(true), Faults: crash}, checker.Options{Delivery: proc.Channel}, 4},
		"one to an ended life":        {checker.Model{Main: silent(true), Faults: ends}, checker.Options{Delivery: proc.Channel}, 5},
		"a message":                   {checker.Model{Main: copied}, checker.Options{Delivery: proc.Channel}, 1},
		"a message and its copy":      {checker.Model{Main: copied, Faults: checker.Faults{Duplicates: 1}}, checker.Options{Delivery: proc.Channel}, 3},
		"an expiry now":               {checker.Model{Main: timers(0)}, checker.Options{}, 1},
		"an expiry now and a start":   {checker.Model{Main: timers(0, 0)}, checker.Options{}, 3},
		"an expiry":                   {checker.Model{Main: timers(1)}, checker.Options{}, 1},
		"an expiry and another start": {checker.Model{Main: timers(1, 1)}, checker.Options{}, 3},
	} {
		c.m.Name = "m"
		if r := check(t, c.m, c.o); r.Interleavings != c.want {
			t.Errorf("%s: %d interleavings, want %d", name, r.Interleavings, c.want)
		}
	}
}
