// Package philosophers has the dining philosophers, who sit around a table and share a fork with each neighbor. A
// philosopher eats with both forks, puts them back, and gets hungry again, for ever. Each must eat some time.
package philosophers

import (
	"fmt"

	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/proc"
)

// Models returns the models.
func Models() []checker.Model {
	return []checker.Model{
		{
			Name: "philosophers",
			Doc:  "A fork goes to those who want it in turn, and all philosophers want the forks in the same order.",
			Main: variant{}.run, Rules: rules, Parameters: []checker.Parameter{philosophers},
		},
		{
			Name: "philosophers-left-first",
			Doc:  "All philosophers want the fork to their left first.",
			Main: variant{leftFirst: true}.run, Rules: rules, Parameters: []checker.Parameter{philosophers},
			Violates: []string{proc.NoDeadlock, everyoneEats},
		},
		{
			Name: "philosophers-polite",
			Doc:  "A philosopher who cannot have the second fork puts the first one back, and tries again.",
			Main: variant{leftFirst: true, polite: true}.run, Rules: rules, Parameters: []checker.Parameter{philosophers},
			Violates: []string{everyoneEats},
		},
	}
}

// philosophers is how many there are.
var philosophers = checker.Parameter{Name: "philosophers", Default: 2, Min: 2, Max: 5}

const everyoneEats = "everyone eats"

var rules = []checker.Rule{
	checker.Eventually(
		checker.Property{Name: everyoneEats, Doc: "Each philosopher eats some time."},
		func(fed []checker.Exposed[ate]) error {
			if n := philosophers.Value(); len(fed) < n {
				return fmt.Errorf("only %d of %d philosophers have eaten", len(fed), n)
			}
			return nil
		}),
}

// variant is the difference between the models.
type variant struct {
	leftFirst, polite bool
}

type (
	take   struct{ From proc.PID }    // to a fork
	put    struct{}                   // to a fork, by the philosopher who has it
	answer struct{ Yours bool }       // to a philosopher who takes a fork
	seat   struct{ Forks []proc.PID } // to a philosopher: the forks, in the order in which to take them
	ate    struct{}                   // exposed by a philosopher who has eaten
)

// run is the first process. It starts the forks and the philosophers, and assigns the forks.
func (v variant) run(p *proc.P) {
	var forks []proc.PID
	for range philosophers.Value() {
		forks = append(forks, p.Spawn("fork", v.fork, proc.Daemon))
	}
	for n := range forks {
		left, right := forks[n], forks[(n+1)%len(forks)]
		if !v.leftFirst && n == len(forks)-1 {
			left, right = right, left
		}
		//checkmodel:allow endlessreceive a philosopher who waits for ever is a deadlock, which must be found
		p.Send(p.Spawn("philosopher", v.philosopher), seat{[]proc.PID{left, right}})
	}
}

// fork gives itself to one philosopher after the other. While one has it, requests of others stay in its mailbox, or a
// polite one is told so at once.
func (v variant) fork(p *proc.P) {
	proc.Loop(p, false, func(taken *bool) bool {
		wanted := []proc.Pattern{proc.Type[put]()}
		if !*taken || v.polite {
			wanted = append(wanted, proc.Type[take]())
		}
		t, asked := p.Receive(wanted...).(take)
		if asked {
			p.Send(t.From, answer{!*taken})
		}
		*taken = asked
		return true
	})
}

// philosopher takes the forks and eats, again and again.
func (v variant) philosopher(p *proc.P) {
	proc.Loop(p, proc.Receive[seat](p), func(s *seat) bool {
		for n, fork := range s.Forks {
			p.Send(fork, take{p.Self()})
			if !proc.Receive[answer](p).Yours {
				putBack(p, s.Forks[:n])
				return true
			}
		}
		proc.Expose(p, ate{})
		putBack(p, s.Forks)
		return true
	})
}

func putBack(p *proc.P, forks []proc.PID) {
	for _, fork := range forks {
		p.Send(fork, put{})
	}
}
