package checker_test

import (
	"context"
	"testing"

	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/proc"
)

// TestConflictsOfMessages: which messages conflict depends on the state in which they are sent, and on the receive that takes them.
func TestConflictsOfMessages(t *testing.T) {
	sends := func(p *proc.P, to proc.PID, messages ...int) {
		for _, m := range messages {
			p.Spawn("sender", func(p *proc.P) { p.Send(to, m) })
		}
	}
	for _, test := range []struct {
		name string
		main func(*proc.P)
		want int
	}{
		// The first one of two receivers takes a message of three, and the other one of two, or the other way round.
		{"addressee", func(p *proc.P) {
			var receivers []proc.PID
			for range 2 {
				receivers = append(receivers, p.Spawn("receiver", func(p *proc.P) { p.Receive() }))
			}
			p.Spawn("chooser", func(p *proc.P) { p.Send(receivers[p.Choose(2)], 0) })
			for _, r := range receivers {
				sends(p, r, 1, 2)
			}
		}, 12},
		// The first receive takes 1 or 2, and the second one 2 or 3.
		{"pattern", func(p *proc.P) {
			r := p.Spawn("receiver", func(p *proc.P) {
				proc.Receive(p, func(m int) bool { return m <= 2 })
				proc.Receive(p, func(m int) bool { return m >= 2 })
			})
			sends(p, r, 1, 2, 2, 3)
		}, 7},
	} {
		t.Run(test.name, func(t *testing.T) {
			for _, afresh := range []bool{false, true} {
				r, err := checker.Check(context.Background(), checker.Model{Name: test.name, Main: test.main}, checker.Options{Afresh: afresh})
				if err != nil {
					t.Fatal(err)
				}
				if r.Interleavings != test.want {
					t.Errorf("%d interleavings, want %d", r.Interleavings, test.want)
				}
			}
		})
	}
}
