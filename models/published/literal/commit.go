package literal

import (
	"fmt"

	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/proc"
)

const (
	consistent = "consistent"
	allAbort   = "abort agreement"
	allCommit  = "commit agreement"
)

type (
	prepared struct{ From proc.PID }
	decision struct{ Commit bool }
	outcome  struct{ Commit bool }
)

// commitment returns the model of two-phase commit. The transaction manager commits when so many are prepared.
func commitment(name string, managers, enough int) checker.Model {
	return checker.Model{
		Name:       fmt.Sprintf("%s-%d", name, managers),
		Doc:        "Two-phase commit.",
		Main:       func(p *proc.P) { transaction(p, managers, enough) },
		Delivery:   proc.Bag,
		Properties: []checker.Property{{Name: consistent, Doc: "No resource manager aborts if another one commits."}},
		Goals: []checker.Property{
			{Name: allAbort, Doc: "All resource managers abort."},
			{Name: allCommit, Doc: "All resource managers commit."},
		},
	}
}

// transaction is the transaction manager. It may abort at any time.
func transaction(p *proc.P, n, enough int) {
	self := p.Self()
	var managers []proc.PID
	for range n {
		managers = append(managers, p.Spawn("manager", func(p *proc.P) { manager(p, self) }))
	}
	isPrepared := map[proc.PID]bool{}
	decided, commits, aborts := false, 0, 0
	for commits+aborts < n {
		var message any
		all := len(isPrepared) == enough
		if !decided && !all {
			message, _ = p.ReceiveTimeout()
		} else if decided {
			message = p.Receive()
		}
		switch m := message.(type) {
		case prepared:
			isPrepared[m.From] = true
		case outcome:
			if m.Commit {
				commits++
			} else {
				aborts++
			}
		case nil:
			decided = true
			for _, to := range managers {
				p.Send(to, decision{all})
			}
		}
	}
	p.Assert(commits == 0 || aborts == 0, consistent, "%d of %d resource managers commit, the others abort", commits, n)
	if commits == 0 {
		p.Reach(allAbort)
	} else {
		p.Reach(allCommit)
	}
}

// manager is a resource manager. It prepares, or aborts by itself.
func manager(p *proc.P, transaction proc.PID) {
	if proc.Pick(p, "prepares", "aborts") == "aborts" {
		p.Send(transaction, outcome{false})
		return
	}
	p.Send(transaction, prepared{p.Self()})
	for {
		switch m := p.Receive().(type) {
		case decision:
			p.Send(transaction, outcome(m))
			return
		}
	}
}
