// Package retry is an account, and a client that deposits amounts on it over a network that loses, duplicates and
// reorders messages. So the client sends a request again if there is no reply, and the account must not count it twice.
package retry

import (
	"fmt"

	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/proc"
)

// Models returns the models.
func Models() []checker.Model {
	return []checker.Model{
		{
			Name: "retry",
			Doc:  "The client sends a request again, and the account knows the numbers of all requests.",
			Main: variant{amounts: 1}.run, Rules: rules,
			Faults: checker.Faults{Losses: 1, Duplicates: 1, Reorderings: 1},
		},
		{
			Name: "retry-never",
			Doc:  "The client sends a request once, and waits for the reply.",
			Main: variant{amounts: 1, never: true}.run, Rules: rules,
			Faults:   checker.Faults{Losses: 1},
			Violates: []string{proc.NoDeadlock},
		},
		{
			Name: "retry-not-counted",
			Doc:  "The account does not look whether it has had the request before.",
			Main: variant{amounts: 1, never: true, forgets: true}.run, Rules: rules,
			Faults:   checker.Faults{Duplicates: 1},
			Violates: []string{once},
		},
		{
			Name: "retry-in-order",
			Doc:  "The account takes every number above the last one for a new request. The client does not wait for replies.",
			Main: variant{amounts: 2, hasty: true}.run, Rules: rules,
			Faults:   checker.Faults{Links: []checker.Link{{From: "client", Message: "deposit", Reorderings: 1}}},
			Violates: []string{once},
		},
	}
}

const once = "once"

// rules judge the account in the end.
var rules = []checker.Rule{checker.Finally(checker.Property{Name: once, Doc: "In the end each deposit has been counted once."},
	func(accounts []checker.Exposed[account]) error {
		for _, a := range accounts {
			if a.State.Balance != a.State.Expected {
				return fmt.Errorf("the balance is %d, not %d", a.State.Balance, a.State.Expected)
			}
		}
		return nil
	})}

// variant is the difference between the models.
type variant struct {
	amounts               int // how many deposits there are
	never, forgets, hasty bool
}

// account is the state of the server. Each deposit is of 1.
type account struct{ Balance, Expected int }

type (
	deposit struct {
		From   proc.PID
		Number int
	}
	deposited struct{ Number int }
)

// run is the first process.
func (v variant) run(p *proc.P) {
	server := p.Spawn("account", v.serve, proc.Daemon)
	p.Spawn("client", func(p *proc.P) {
		for n := 1; n <= v.amounts; n++ {
			p.Send(server, deposit{p.Self(), n})
			if !v.hasty {
				v.await(p, server, n)
			}
		}
		for n := 1; n <= v.amounts && v.hasty; n++ {
			p.Receive(proc.Equal(deposited{n}))
		}
	})
}

// await waits for the reply, and sends the request once more if it does not come.
func (v variant) await(p *proc.P, server proc.PID, n int) {
	reply := proc.Equal(deposited{n})
	if !v.never {
		if _, ok := p.ReceiveTimeout(reply); ok {
			return
		}
		p.Send(server, deposit{p.Self(), n})
	}
	p.Receive(reply)
}

// serve is the process of the account.
func (v variant) serve(p *proc.P) {
	a, seen, last := account{Expected: v.amounts}, map[int]bool{}, 0
	for {
		m := proc.Receive[deposit](p)
		isNew := !seen[m.Number]
		if v.hasty {
			isNew = m.Number > last
		}
		if isNew || v.forgets {
			a.Balance++
			proc.Expose(p, a)
		}
		seen[m.Number], last = true, max(last, m.Number)
		p.Send(m.From, deposited{m.Number})
	}
}
