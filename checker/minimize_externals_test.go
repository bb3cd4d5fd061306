package checker_test

import (
	"fmt"
	"testing"

	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/proc"
	"pgregory.net/rapid"
)

// inTurns has a client that sends numbered requests to servers in turn. One of them is opened at some time, and fails with the second
// request that it receives from then on. The client waits before each request.
func inTurns(servers, bad int, timers bool) func(*proc.P) {
	return func(p *proc.P) {
		var all []proc.PID
		for i := range servers {
			all = append(all, p.Spawn(fmt.Sprint("server ", i), func(p *proc.P) {
				if i == bad {
					p.SendAfter(p.Self(), "open")
				}
				for n, open := 0, false; ; {
					switch p.Receive().(type) {
					case string:
						open = true
					case int:
						if open {
							n++
						}
						p.Assert(n < 2, "bearable", "it has received %d", n)
					}
				}
			}, proc.Daemon))
		}
		for i := range 30 {
			if timers {
				p.SendAfter(p.Self(), "next")
			} else {
				p.Send(p.Self(), "next")
			}
			p.Receive()
			proc.External(p, fmt.Sprint("request ", i), i, func(i int) { p.Send(all[i%servers], i) })
		}
	}
}

// If one of several external events is needed, an early one is left, so that its process does not wait any longer than it has to.
func TestMinimizeKeepsEarlyExternals(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		servers := rapid.IntRange(1, 4).Draw(t, "servers")
		bad, timers := rapid.IntRange(0, servers-1).Draw(t, "bad"), rapid.Bool().Draw(t, "timers")
		m := checker.Model{Name: "in turns", Main: inTurns(servers, bad, timers), Delivery: proc.Bag}
		r, err := checker.Check(t.Context(), m, checker.Options{Algorithm: checker.RandomWalk, Seed: rapid.Uint64Range(1, 100).Draw(t, "seed"), Workers: 1})
		if err != nil || len(r.Violations) == 0 {
			t.Fatal(r, err)
		}
		v, err := checker.Minimize(t.Context(), r, r.Violations[0], checker.Minimizing{Schedules: 200})
		if err != nil {
			t.Fatal(err)
		}
		// The servers are spawned, and one is opened; the client waits for each request up to the second one of the bad server; two are made, and one fails.
		want := servers + (bad+servers+1)*2 + 2*4 + 3 + 1
		if timers {
			want += bad + servers + 1
		}
		if got := stage(v, "earlier external events").Events; got != want {
			t.Errorf("%d events are left, want %d", got, want)
		}
	})
}
