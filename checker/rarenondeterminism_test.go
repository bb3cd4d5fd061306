package checker_test

import (
	"context"
	"strings"
	"testing"

	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/proc"
)

// Rare nondeterminism is detected even if there are only one or two interleavings, and if it is
// only in the second, because these are repeated many times.
func TestRareNondeterminism(t *testing.T) {
	for _, c := range []struct{ outcomes, seldom, call int }{{1, 0, 40}, {2, 0, 40}, {2, 1, 20}, {3, 2, 12}} {
		executed := 0
		fails(t, func(p *proc.P) {
			if p.Choose(c.outcomes) == c.seldom {
				executed++
			}
			p.Send(p.Self(), "mine")
			if executed == c.call {
				p.Send(p.Self(), "seldom")
			}
			p.Receive()
		}, "process main, step ", "the process is not deterministic")
	}
}

// The first interleaving, unless it is very long, leaves enough repetitions for later ones: they
// are repeated, too, and their leftover goroutines are found.
func TestNondeterminismInALaterInterleaving(t *testing.T) {
	stop := make(chan bool)
	t.Cleanup(func() { close(stop) })
	for _, length := range []int{0, 5, 10, 20, 50, 200} {
		shared := 0
		fails(t, func(p *proc.P) {
			outcome := p.Choose(2)
			for i := range length {
				p.Send(p.Self(), i)
			}
			if outcome == 1 {
				shared++
				p.Send(p.Self(), shared)
			}
		}, "process main, step ", "the process is not deterministic")
	}
	_, err := checker.Check(t.Context(), checker.Model{Name: "stray", Main: func(p *proc.P) {
		if p.Choose(2) == 1 {
			go func() { <-stop }()
		}
	}}, checker.Options{})
	if err == nil || !strings.Contains(err.Error(), "it has started a goroutine that is still there") {
		t.Errorf("the error is %v", err)
	}
}

// A process that ends where it continued before, or vice versa, is detected at once: the checker
// need not wait.
func TestRareEarlierEnd(t *testing.T) {
	ends := map[string]func(p *proc.P){
		"returns": func(*proc.P) {},
		"panics":  func(*proc.P) { panic("no more") },
		"exits":   func(p *proc.P) { p.Exit("no more") },
		"goes on": func(p *proc.P) { p.Send(p.Self(), 2) },
	}
	for now, other := range map[string]string{"returns": "goes on", "goes on": "returns", "panics": "returns", "exits": "goes on"} {
		t.Run(now+", not "+other, func(t *testing.T) {
			for call := 1; call <= 20; call++ {
				executed := 0
				failsWith(t, func(p *proc.P) {
					p.Send(p.Self(), 1)
					if executed++; executed == call {
						ends[now](p)
					} else {
						ends[other](p)
					}
				}, checker.Options{Patience: unlimited}, "process main, step 2", "the process is not deterministic", `"end`)
			}
		})
	}
}

// unlimited is a patience without a limit except the end of the test.
func unlimited() (context.Context, context.CancelFunc) {
	return context.WithCancel(context.Background())
}
