// Package election is leader election by majority: candidates ask voters for their vote, and a
// candidate with more than half of the votes leads. A voter may crash and restart in between, so it
// must not forget its vote.
package election

import (
	"fmt"

	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/proc"
)

// Models returns the models.
func Models() []checker.Model {
	once := checker.Faults{Crashes: 1, Restarts: 1}
	return []checker.Model{
		{
			Name: "election",
			Doc:  "Voters write their vote to disk before they answer.",
			Main: variant{durable: true}.run, Rules: rules, Faults: once,
		},
		{
			Name: "election-in-memory",
			Doc:  "Voters forget their vote when they crash.",
			Main: variant{durable: false}.run, Rules: rules, Faults: once,
			Violates: []string{oneLeader},
		},
	}
}

const oneLeader = "one leader"

// office is the state that candidates expose.
type office struct{ Leads bool }

var rules = []checker.Rule{
	checker.Always(checker.Property{Name: oneLeader, Doc: "Not more than one candidate leads at any time."},
		func(all []checker.Exposed[office]) error {
			if len(all) > 1 && all[0].State.Leads && all[1].State.Leads {
				return fmt.Errorf("%s and %s both lead", all[0].Process, all[1].Process)
			}
			return nil
		}),
	checker.Sometimes(checker.Property{Name: "second wins", Doc: "The second candidate can be elected, too."},
		func(all []checker.Exposed[office]) bool {
			return len(all) == 1 && all[0].Process == "candidate#2" && all[0].State.Leads
		}),
}

// variant is the difference between the models.
type variant struct {
	durable bool // votes survive a crash
}

const voters = 3

type requestVote struct{}

// run is the first process: it starts the others.
func (v variant) run(p *proc.P) {
	var all []proc.PID
	for range voters {
		all = append(all, p.Spawn("voter", v.vote, proc.Daemon, proc.Node))
	}
	for range 2 {
		p.Spawn("candidate", func(p *proc.P) {
			if win(p, all) {
				proc.Expose(p, office{Leads: true})
			}
		})
	}
}

// win asks the voters for their votes, in turn. A voter that is down does not answer.
func win(p *proc.P, all []proc.PID) bool {
	votes := 0
	for _, voter := range all {
		if granted, _ := proc.CallTimeout[bool](p, voter, requestVote{}); granted {
			votes++
		}
	}
	return votes > len(all)/2
}

// ballot is the file of a voter on its disk.
const ballot = proc.Durable[proc.PID]("ballot")

// vote is a voter: the first candidate that asks gets its vote.
func (v variant) vote(p *proc.P) {
	none := proc.PID{}
	before, _ := ballot.Get(p) // its vote before a crash
	proc.Serve(p, before, func(votedFor *proc.PID, candidate proc.PID, _ requestVote) bool {
		if *votedFor == none {
			*votedFor = candidate
			if v.durable {
				ballot.Set(p, candidate)
			}
		}
		return *votedFor == candidate
	})
}
