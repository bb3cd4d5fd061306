package litmus

import "github.com/checkmodel/checkmodel/proc"

// waitForNow is a process that waits for "now" with a timeout, while another one sends it the given
// message.
func waitForNow(sent string) func(*proc.P) {
	return func(p *proc.P) {
		p.Spawn("sender", sendTo(p.Self(), sent))
		p.ReceiveTimeout(proc.Equal("now"))
	}
}

func pollTwice(p *proc.P) {
	p.Spawn("sender", sendTo(p.Self(), "now"))
	for range 2 {
		p.ReceiveTimeout(proc.Equal("now"))
	}
}

func highBeforeLow(p *proc.P) {
	for _, kind := range []string{"low", "high", "low"} {
		p.Spawn("sender", sendTo(p.Self(), kind))
	}
	if _, ok := p.ReceiveTimeout(proc.Equal("high")); !ok {
		p.Receive()
	}
}

func timerOrCancel(p *proc.P) {
	timer := p.SendAfter(p.Self(), "ring")
	if !p.CancelTimer(timer) {
		p.Receive(proc.Equal("ring"))
	}
}

func timerOrMessage(p *proc.P) {
	self := p.Self()
	p.SendAfter(self, "give up")
	p.Spawn("answerer", func(p *proc.P) { p.Send(self, "answer") })
	p.Receive()
}
