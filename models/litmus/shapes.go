package litmus

import (
	"slices"

	"github.com/checkmodel/checkmodel/proc"
)

// gates is the shape for which source sets are not enough: a late writer reaches the goal only if
// every gate has the right value, which depends on two other processes.
func gates(names ...string) func(*proc.P) {
	return func(p *proc.P) {
		t := proc.NewTable[string, string](p, "shared")
		all := []proc.PID{
			run(p, "direct", func(p *proc.P) { t.Insert(p, "goal", "direct") }),
			run(p, "shutter", func(p *proc.P) {
				for _, gate := range names {
					t.Insert(p, gate, "shut")
				}
			}),
		}
		for _, gate := range names {
			all = append(all, run(p, "guard", func(p *proc.P) {
				if _, shut := t.Lookup(p, gate); !shut {
					t.Insert(p, "seen "+gate, "open")
				}
			}))
		}
		all = append(all, run(p, "roundabout", func(p *proc.P) {
			through := true
			for _, gate := range names {
				_, seen := t.Lookup(p, "seen "+gate)
				through = through && seen
			}
			for _, gate := range names {
				_, shut := t.Lookup(p, gate)
				through = through && !shut
			}
			if through {
				t.Insert(p, "goal", "roundabout")
			}
		}))
		join(p, all...)
	}
}

type token struct{ N int }

// ring is a number of tokens that pass three nodes twice.
func ring(tokens int) func(*proc.P) {
	return func(p *proc.P) {
		node := func(next proc.PID) func(*proc.P) {
			return func(p *proc.P) {
				for range 2 * tokens {
					p.Send(next, proc.Receive[token](p))
				}
			}
		}
		third := p.Spawn("third", node(p.Self()))
		second := p.Spawn("second", node(third))
		first := p.Spawn("first", node(second))
		for n := 1; n <= tokens; n++ {
			p.Send(first, token{n})
		}
		for range tokens {
			p.Send(first, proc.Receive[token](p))
		}
		for range tokens {
			proc.Receive[token](p)
		}
	}
}

type (
	prepare  struct{}
	vote     struct{ Yes bool }
	decision struct{ Commit bool }
	finished struct {
		From     proc.PID
		Decision decision
	}
)

func twoPhaseCommit(p *proc.P) {
	me := p.Self()
	var members []proc.PID
	for _, yes := range []bool{true, false, true} {
		members = append(members, p.Spawn("member", func(p *proc.P) {
			proc.Receive[prepare](p)
			p.Send(me, vote{yes})
			p.Send(me, finished{p.Self(), p.Receive().(decision)})
		}))
	}
	for _, member := range members {
		p.Send(member, prepare{})
	}
	outcome := poll(p, len(members))
	for _, member := range members {
		p.Send(member, outcome)
	}
	for _, member := range members {
		proc.Receive(p, func(f finished) bool { return f == finished{member, outcome} })
	}
}

// poll takes votes until a vote is no or all were yes.
func poll(p *proc.P, members int) decision {
	for range members {
		if !proc.Receive[vote](p).Yes {
			return decision{Commit: false}
		}
	}
	return decision{Commit: true}
}

// increment adds one to the counter in two steps: it reads, then it writes.
func increment(p *proc.P, t counters) {
	n, _ := t.Lookup(p, "n")
	t.Insert(p, "n", n+1)
}

func lockServer(p *proc.P) {
	l := p.Spawn("lock", lock)
	t := newCounters(p)
	t.Insert(p, "n", 0)
	var clients []proc.PID
	for range 3 {
		clients = append(clients, run(p, "client", func(p *proc.P) {
			take(p, l)
			increment(p, t)
			giveBack(p, l)
		}))
	}
	join(p, clients...)
	p.Send(l, stop{})
	assertCount(p, t, 3)
}

func lostUpdate(p *proc.P) {
	t := newCounters(p)
	t.Insert(p, "n", 0)
	var clients []proc.PID
	for range 2 {
		clients = append(clients, run(p, "client", func(p *proc.P) { increment(p, t) }))
	}
	join(p, clients...)
	assertCount(p, t, 2)
}

type (
	ping struct {
		From proc.PID
		N    int
	}
	pong struct{ N int }
)

func pingPong(p *proc.P) {
	partner := p.Spawn("partner", func(p *proc.P) {
		for range 4 {
			m := proc.Receive[ping](p)
			p.Send(m.From, pong{m.N})
		}
	})
	play := func(p *proc.P) {
		for n := 1; n <= 2; n++ {
			p.Send(partner, ping{p.Self(), n})
			proc.Receive(p, func(m pong) bool { return m.N == n })
		}
	}
	join(p, run(p, "left", play), run(p, "right", play))
}

type (
	up    struct{ From proc.PID }
	count struct{ N int } // full if it has reached the limit
)

const full = -1

// counter assigns the numbers up to two, and then says that it is full.
func counter(p *proc.P) {
	for n := 0; ; {
		m, ok := p.Receive(proc.Type[stop](), proc.Type[up]()).(up)
		if !ok {
			return
		}
		if n < 2 {
			n++
			p.Send(m.From, count{n})
		} else {
			p.Send(m.From, count{full})
		}
	}
}

func boundedCounter(p *proc.P) {
	c := p.Spawn("counter", counter)
	var clients []proc.PID
	for range 3 {
		clients = append(clients, compute(p, "client", func(p *proc.P) any {
			p.Send(c, up{p.Self()})
			return proc.Receive[count](p).N
		}))
	}
	got := join(p, clients...)
	p.Send(c, stop{})
	for _, want := range []int{1, 2, full} {
		p.Assert(slices.Contains(got, any(want)), staysWithinLimit.Name, "three clients got %v (%d is full)", got, full)
	}
}

// twoMailboxes is a number of senders that all write to both of two sinks.
func twoMailboxes(senders int) func(*proc.P) {
	return func(p *proc.P) {
		var sinks []proc.PID
		for range 2 {
			sinks = append(sinks, p.Spawn("sink", func(p *proc.P) { receiveAny(p, senders) }))
		}
		for n := 1; n <= senders; n++ {
			p.Spawn("sender", func(p *proc.P) {
				for _, sink := range sinks {
					p.Send(sink, n)
				}
			})
		}
	}
}

func relayChoice(p *proc.P) {
	me := p.Self()
	out := p.Spawn("out", func(p *proc.P) { receiveAny(p, 2) })
	relay := p.Spawn("relay", func(p *proc.P) {
		if p.Receive() == "left" {
			p.Send(out, "via left")
			p.Send(me, "done")
		} else {
			p.Send(me, "done")
			p.Send(out, "via right")
		}
	})
	for _, side := range []string{"left", "right"} {
		p.Spawn(side, func(p *proc.P) {
			p.Send(relay, side)
			p.Send(out, side)
		})
	}
	p.Receive(proc.Equal("done"))
}

func wakeLadder(p *proc.P) {
	const none = "none"
	t := proc.NewTable[int, string](p, "ladder")
	get := func(p *proc.P, step int) string {
		if value, ok := t.Lookup(p, step); ok {
			return value
		}
		return none
	}
	var all []proc.PID
	for _, value := range []string{"x", "y"} {
		all = append(all, run(p, "writer", func(p *proc.P) { t.Insert(p, 0, value) }))
	}
	for step := range 3 {
		all = append(all, run(p, "copier", func(p *proc.P) { t.Insert(p, step+1, get(p, step)) }))
	}
	join(p, all...)
	for step := 1; step <= 3; step++ {
		t.Lookup(p, step)
	}
}
