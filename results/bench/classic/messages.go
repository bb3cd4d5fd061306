package classic

import "github.com/checkmodel/checkmodel/proc"

// Senders is n processes that send to one.
func Senders(n int) func(*proc.P) { return receives(n, n) }

// oneOf is n processes that send to one, which takes one message.
func oneOf(n int) func(*proc.P) { return receives(n, 1) }

func receives(senders, messages int) func(*proc.P) {
	return func(p *proc.P) {
		me := p.Self()
		for i := range senders {
			p.Spawn("sender", func(p *proc.P) { p.Send(me, i) })
		}
		for range messages {
			proc.Receive[int](p)
		}
	}
}

// firstOf is n processes that send to one that was started before them and takes one message.
func firstOf(n int) func(*proc.P) {
	return func(p *proc.P) {
		server := p.Spawn("server", func(p *proc.P) { proc.Receive[int](p) })
		for i := range n {
			p.Spawn("sender", func(p *proc.P) { p.Send(server, i) })
		}
	}
}

// timers is n timers of a process that takes the message of one.
func timers(n int) func(*proc.P) {
	return func(p *proc.P) {
		for i := range n {
			p.SendAfter(p.Self(), i)
		}
		proc.Receive[int](p)
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

// clients is n clients that call a server.
func clients(n int) func(*proc.P) {
	return func(p *proc.P) {
		server := p.Spawn("server", func(p *proc.P) {
			proc.Serve(p, 0, func(count *int, _ proc.PID, by int) int {
				*count += by
				return *count
			})
		}, proc.Daemon)
		for range n {
			p.Spawn("client", func(p *proc.P) { proc.Call[int](p, server, 1) })
		}
	}
}

type vote struct {
	from proc.PID
	yes  bool
}

// Commit is two-phase commit with n participants, one of which votes no.
func Commit(n int) func(*proc.P) {
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
