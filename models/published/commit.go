package published

import (
	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/proc"
)

const consistent = "consistent"

var commitProperties = []checker.Property{{Name: consistent, Doc: "No resource manager aborts if another one commits."}}

const (
	allAbort  = "abort agreement"
	allCommit = "commit agreement"
)

var commitGoals = []checker.Property{
	{Name: allAbort, Doc: "All resource managers abort."},
	{Name: allCommit, Doc: "All resource managers commit."},
}

// The messages between the processes of two-phase commit.
type (
	prepared struct{ From proc.PID }
	decision struct{ Commit bool }
	outcome  struct {
		From   proc.PID
		Commit bool
	}
)

// commit is two-phase commit with a number of resource managers.
type commit struct {
	managers int
	hasty    bool // the transaction manager does not wait for the last resource manager
	anyOrder bool // the transaction manager takes messages in any order
}

// run is the first process, the transaction manager. It may abort at any time: a receive with a timeout
// may give up although the message is on its way. In the end it receives the outcome of each resource manager.
func (c commit) run(p *proc.P) {
	self := p.Self()
	var managers []proc.PID
	for range c.managers {
		managers = append(managers, p.Spawn("manager", func(p *proc.P) { manage(p, self) }))
	}
	if c.anyOrder {
		proc.Loop(p, ledger{}, func(l *ledger) bool { return c.turn(p, l, managers) })
		return
	}
	d := c.collect(p, managers)
	for _, m := range managers {
		p.Send(m, d)
	}
	commits := 0
	for _, m := range managers {
		if proc.Receive(p, func(o outcome) bool { return o.From == m }).Commit {
			commits++
		}
	}
	c.judge(p, commits)
}

// judge judges the outcome.
func (c commit) judge(p *proc.P, commits int) {
	p.Assert(commits == 0 || commits == c.managers, consistent,
		"%d of %d resource managers commit, the others abort", commits, c.managers)
	switch commits {
	case 0:
		p.Reach(allAbort)
	case c.managers:
		p.Reach(allCommit)
	}
}

// collect waits until all resource managers are prepared, and decides. It takes their messages in the
// order of the resource managers, since no process can tell.
func (c commit) collect(p *proc.P, managers []proc.PID) decision {
	if c.hasty {
		managers = managers[:len(managers)-1]
	}
	for _, m := range managers {
		if _, ok := proc.ReceiveTimeout(p, func(r prepared) bool { return r.From == m }); !ok {
			return decision{Commit: false}
		}
	}
	return decision{Commit: true}
}

// manage is the process of a resource manager. It aborts, or is prepared and waits for the decision.
func manage(p *proc.P, transaction proc.PID) {
	commits := false
	if proc.Pick(p, "prepares", "aborts") == "prepares" {
		p.Send(transaction, prepared{p.Self()})
		commits = proc.Receive[decision](p).Commit
	}
	p.Send(transaction, outcome{p.Self(), commits})
}

// ledger is the state of a transaction manager that takes messages in any order.
type ledger struct {
	Prepared, Outcomes, Commits int
	Decided                     bool
}

// turn is a turn of that transaction manager.
func (c commit) turn(p *proc.P, l *ledger, managers []proc.PID) bool {
	if !l.Decided {
		_, ok := proc.ReceiveTimeout[prepared](p)
		if ok {
			l.Prepared++
		}
		if all := l.Prepared == c.managers; all || !ok {
			l.Decided = true
			for _, m := range managers {
				p.Send(m, decision{all})
			}
		}
		return true
	}
	if proc.Receive[outcome](p).Commit {
		l.Commits++
	}
	if l.Outcomes++; l.Outcomes == c.managers {
		c.judge(p, l.Commits)
	}
	return l.Outcomes < c.managers
}
