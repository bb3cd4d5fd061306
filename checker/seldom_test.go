package checker_test

import (
	"testing"

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
