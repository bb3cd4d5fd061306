package checker

import (
	"fmt"

	"github.com/checkmodel/checkmodel/proc"
	"pgregory.net/rapid"
)

// callers is a program in which clients call servers, while others may disturb them.
type callers struct {
	Servers []answering
	Clients [][]asking
	Others  [][]disturbing
}

// answering says what a server does with a call: the acts in the list with the number of the question.
type answering [3][]string

// asking is an act of a client.
type asking struct {
	Do           string
	To, Question int
}

// disturbing is an act of another process on a client, or a server if To is too large.
type disturbing struct {
	Do string
	To int
}

func drawCallers(t *rapid.T) callers {
	servers := rapid.IntRange(1, 2).Draw(t, "servers")
	var c callers
	for i := range servers {
		var a answering
		for q := range a {
			a[q] = rapid.SliceOfN(rapid.SampledFrom([]string{"answer", "answer", "answer", "tell", "pass on", "swap", "kill"}), 1, 3).Draw(t, fmt.Sprint("server ", i))
		}
		c.Servers = append(c.Servers, a)
	}
	one := rapid.Custom(func(t *rapid.T) asking {
		return asking{rapid.SampledFrom([]string{"ask", "ask", "ask", "ask for a while", "take", "look", "trap", "link"}).Draw(t, "do"),
			rapid.IntRange(0, servers-1).Draw(t, "to"), rapid.IntRange(0, 2).Draw(t, "question")}
	})
	for range rapid.IntRange(1, 3).Draw(t, "clients") {
		c.Clients = append(c.Clients, rapid.SliceOfN(one, 1, 3).Draw(t, "client"))
	}
	other := rapid.Custom(func(t *rapid.T) disturbing {
		return disturbing{rapid.SampledFrom([]string{"tell", "tell", "swap", "kill", "monitor", "signal"}).Draw(t, "do"), rapid.IntRange(0, 3).Draw(t, "to")}
	})
	for range rapid.IntRange(0, 2).Draw(t, "others") {
		c.Others = append(c.Others, rapid.SliceOfN(other, 1, 2).Draw(t, "other"))
	}
	t.Logf("%+v", c)
	return c
}

func (c callers) main(p *proc.P) {
	row := proc.NewTable[int, int](p, "t")
	var servers, all []proc.PID
	for i, a := range c.Servers {
		servers = append(servers, p.Spawn(fmt.Sprint("s", i), func(p *proc.P) { a.run(p, row) }, proc.Daemon))
	}
	for i, acts := range c.Clients {
		all = append(all, p.Spawn(fmt.Sprint("c", i), func(p *proc.P) {
			for _, a := range acts {
				a.do(p, servers[a.To], row)
			}
		}))
	}
	all = append(all, servers...)
	for i, acts := range c.Others {
		p.Spawn(fmt.Sprint("o", i), func(p *proc.P) {
			for _, a := range acts {
				disturb(p, a.Do, all[a.To%len(all)], row)
			}
		})
	}
}

func (a answering) run(p *proc.P, row proc.Table[int, int]) {
	for {
		q, ok := p.Receive().(proc.Request[int])
		if !ok {
			continue
		}
		for n, do := range a[q.Body] {
			switch do {
			case "answer":
				proc.Answer(p, q, n)
			case "pass on": // to a process that answers
				p.Spawn("deputy", func(p *proc.P) { proc.Answer(p, q, 10) })
			default:
				disturb(p, do, q.From, row)
			}
		}
	}
}

func (a asking) do(p *proc.P, to proc.PID, row proc.Table[int, int]) {
	switch a.Do {
	case "ask":
		row.Insert(p, 0, proc.Call[int](p, to, a.Question))
	case "ask for a while":
		proc.CallTimeout[int](p, to, a.Question)
	case "take":
		p.Receive()
	case "look":
		p.ReceiveTimeout()
	case "trap":
		p.TrapExits(true)
	case "link":
		p.Link(to)
	}
}

func disturb(p *proc.P, do string, to proc.PID, row proc.Table[int, int]) {
	switch do {
	case "tell":
		p.Send(to, "news")
	case "swap":
		if v, _ := row.Lookup(p, 0); v > 0 {
			row.Insert(p, 0, 0)
		}
	case "kill":
		p.Kill(to)
	case "signal":
		p.SendExit(to, "please")
	case "monitor":
		p.Monitor(to)
	}
}
