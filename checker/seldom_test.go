package checker_test

import (
	"context"
	"testing"

	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/proc"
)

// What a process does otherwise only seldom shows also if there is only one interleaving,
// or two, as these are executed again many times.
func TestSeldomOtherwise(t *testing.T) {
	for _, others := range []int{0, 1} {
		executed := 0
		fails(t, func(p *proc.P) {
			for i := range others {
				p.Spawn("other", func(o *proc.P) { o.Send(p.Self(), i) })
			}
			p.Send(p.Self(), "mine")
			executed++
			if executed == 40 {
				p.Send(p.Self(), "seldom")
			}
			p.Receive()
		}, "process main, step ", "the process is not deterministic")
	}
}

// A process that comes to its end where it went on before, or the other way round, is
// noticed at once, whenever it does so: nothing has to be waited for.
func TestEndsEarlier(t *testing.T) {
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

func unlimited() (context.Context, context.CancelFunc) {
	return context.WithCancel(context.Background())
}
