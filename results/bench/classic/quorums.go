package classic

import "github.com/checkmodel/checkmodel/proc"

// The messages of Paxos.
type (
	prepare struct {
		from   proc.PID
		ballot int
	}
	accept struct {
		from          proc.PID
		ballot, value int
	}
	// promise answers both: no if the acceptor has promised a later ballot.
	promise struct {
		accepts         bool // it answers an accept
		yes             bool
		accepted, value int // the last ballot in which a value was accepted; 0 if there is none
	}
)

// paxos is n nodes of single-decree Paxos, each a proposer and an acceptor.
func paxos(n int) func(*proc.P) {
	return func(p *proc.P) {
		var acceptors []proc.PID
		for range n {
			acceptors = append(acceptors, p.Spawn("acceptor", acceptor, proc.Daemon))
		}
		for ballot := 1; ballot <= n; ballot++ {
			p.Spawn("proposer", func(p *proc.P) { propose(p, acceptors, ballot) })
		}
	}
}

func acceptor(p *proc.P) {
	promised, accepted, value := 0, 0, 0
	for {
		switch m := p.Receive().(type) {
		case prepare:
			promised = max(promised, m.ballot)
			p.Send(m.from, promise{false, promised == m.ballot, accepted, value})
		case accept:
			if promised <= m.ballot {
				promised, accepted, value = m.ballot, m.ballot, m.value
			}
			p.Send(m.from, promise{true, promised == m.ballot, accepted, value})
		}
	}
}

// propose proposes the number of the ballot.
func propose(p *proc.P, acceptors []proc.PID, ballot int) {
	majority := len(acceptors)/2 + 1
	ask := func(message any, accepts bool) (latest promise, ok bool) {
		for _, a := range acceptors {
			p.Send(a, message)
		}
		for yes, no := 0, 0; yes < majority; {
			m := proc.Receive(p, func(m promise) bool { return m.accepts == accepts })
			if !m.yes {
				if no++; len(acceptors)-no < majority {
					return latest, false
				}
				continue
			}
			if yes++; m.accepted > latest.accepted {
				latest = m
			}
		}
		return latest, true
	}
	latest, ok := ask(prepare{p.Self(), ballot}, false)
	if !ok {
		return
	}
	value := ballot
	if latest.accepted > 0 {
		value = latest.value
	}
	ask(accept{p.Self(), ballot, value}, true)
}

// The messages of a register with copies.
type (
	store struct {
		from       proc.PID
		tag, value int
	}
	fetch  struct{ from proc.PID }
	stored struct {
		stores     bool // it answers a store
		tag, value int
	}
)

// abd is a register with n copies, which one process writes and another one reads (Attiya, Bar-Noy, Dolev, "Sharing
// Memory Robustly in Message-Passing Systems", JACM 1995).
func abd(n int) func(*proc.P) {
	return func(p *proc.P) {
		var copies []proc.PID
		for range n {
			copies = append(copies, p.Spawn("copy", holder, proc.Daemon))
		}
		p.Spawn("writer", func(p *proc.P) { ask(p, copies, store{p.Self(), 1, 1}, true) })
		p.Spawn("reader", func(p *proc.P) {
			latest := ask(p, copies, fetch{p.Self()}, false)
			ask(p, copies, store{p.Self(), latest.tag, latest.value}, true)
		})
	}
}

func holder(p *proc.P) {
	tag, value := 0, 0
	for {
		switch m := p.Receive().(type) {
		case store:
			if m.tag > tag {
				tag, value = m.tag, m.value
			}
			p.Send(m.from, stored{true, tag, value})
		case fetch:
			p.Send(m.from, stored{false, tag, value})
		}
	}
}

// ask sends a message to all copies, waits for a majority of answers, and returns the one with the highest tag.
func ask(p *proc.P, copies []proc.PID, message any, stores bool) (latest stored) {
	for _, c := range copies {
		p.Send(c, message)
	}
	for range len(copies)/2 + 1 {
		if m := proc.Receive(p, func(m stored) bool { return m.stores == stores }); m.tag > latest.tag {
			latest = m
		}
	}
	return latest
}
