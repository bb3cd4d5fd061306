package classic

import "github.com/checkmodel/checkmodel/proc"

// senders is n processes that send to one.
func senders(n int) func(*proc.P) { return receives(n, n) }

// oneOf is n processes that send to one, which takes one message.
func oneOf(n int) func(*proc.P) { return receives(n, 1) }

func receives(n, messages int) func(*proc.P) {
	return func(p *proc.P) {
		me := p.Self()
		for i := range n {
			p.Spawn("sender", func(p *proc.P) { p.Send(me, i) })
		}
		for range messages {
			proc.Receive[int](p)
		}
	}
}

// sleepers is n processes that sleep, each for a time of its own.
func sleepers(n int) func(*proc.P) {
	return func(p *proc.P) {
		for i := range n {
			p.Spawn("sleeper", func(p *proc.P) { p.Sleep(i + 1) })
		}
	}
}

type vote struct {
	from proc.PID
	yes  bool
}

// commit is two-phase commit with n participants. A single participant votes no.
func commit(n int) func(*proc.P) {
	return func(p *proc.P) {
		coordinator := p.Self()
		var participants []proc.PID
		for i := range n {
			participants = append(participants, p.Spawn("participant", func(p *proc.P) {
				proc.Receive[string](p)
				p.Send(coordinator, vote{p.Self(), i > 0})
				proc.Receive[bool](p)
				p.Send(coordinator, p.Self())
			}))
		}
		for _, participant := range participants {
			p.Send(participant, "prepare")
		}
		decision := true
		for range participants {
			decision = proc.Receive[vote](p).yes && decision
		}
		for _, participant := range participants {
			p.Send(participant, decision)
		}
		for range participants {
			proc.Receive[proc.PID](p)
		}
	}
}
