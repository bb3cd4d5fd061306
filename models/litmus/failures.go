package litmus

import (
	"fmt"

	"github.com/checkmodel/checkmodel/proc"
)

func deadlockAlways(p *proc.P) {
	me := p.Self()
	other := p.Spawn("other", func(p *proc.P) {
		p.Receive()
		p.Send(me, "hello")
	})
	p.Receive()
	p.Send(other, "hello")
}

func deadlockSometimes(p *proc.P) {
	a, b := p.Spawn("lock", lock), p.Spawn("lock", lock)
	both := func(first, second proc.PID) func(*proc.P) {
		return func(p *proc.P) {
			take(p, first)
			take(p, second)
			giveBack(p, second)
			giveBack(p, first)
		}
	}
	join(p, run(p, "client", both(a, b)), run(p, "client", both(b, a)))
	p.Send(a, stop{})
	p.Send(b, stop{})
}

func wrongOrderCrashes(p *proc.P) {
	for n := 1; n <= 2; n++ {
		p.Spawn("sender", sendTo(p.Self(), n))
	}
	if first := p.Receive(); first != 1 {
		panic(fmt.Sprintf("%v came first", first))
	}
}
