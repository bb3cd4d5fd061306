// Package election is leader election by majority: candidates ask voters for
// their vote, and who has more than half of them leads. A voter may crash and
// start again in between, so it must not forget for whom it has voted.
package election

import (
	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/proc"
)

// Models returns the models.
func Models() []checker.Model {
	return []checker.Model{
		{
			Name: "election",
			Doc:  "Voters write their vote to disk before they answer.",
			Main: variant{durable: true}.run, Properties: properties,
		},
		{
			Name: "election-in-memory",
			Doc:  "Voters forget their vote when they crash.",
			Main: variant{durable: false}.run, Properties: properties,
			Violates: []string{oneLeader},
		},
	}
}

const oneLeader = "one leader"

var properties = []checker.Property{{Name: oneLeader, Doc: "Not more than one candidate is elected."}}

// variant is what the models differ in.
type variant struct {
	durable bool // votes survive a crash
}

const voters = 3

type (
	requestVote struct{}
	campaign    struct {
		Candidate proc.PID
		Elected   bool
	}
)

// run is the first process: it starts the others and judges.
func (v variant) run(p *proc.P) {
	var all []proc.PID
	for range voters {
		all = append(all, p.Spawn("voter", v.vote, proc.Daemon))
	}
	main := p.Self()
	stand := func(p *proc.P) { p.Send(main, campaign{p.Self(), win(p, all)}) }
	a, b := p.Spawn("candidate", stand), p.Spawn("candidate", stand)

	p.Assert(!elected(p, a) || !elected(p, b), oneLeader, "both candidates were elected")
}

// elected waits for the end of a candidate's campaign. It names the candidate, so
// that the search need not try in which order the campaigns end.
func elected(p *proc.P, candidate proc.PID) bool {
	return proc.Receive(p, func(c campaign) bool { return c.Candidate == candidate }).Elected
}

// win asks one voter after the other for its vote.
func win(p *proc.P, all []proc.PID) bool {
	votes := 0
	for _, voter := range all {
		if proc.Call[bool](p, voter, requestVote{}) {
			votes++
		}
	}
	return votes > len(all)/2
}

// vote is a voter: the first who asks gets its vote.
func (v variant) vote(p *proc.P) {
	disk := proc.NewTable[string, proc.PID](p, "disk")
	votedFor := proc.PID{} // nobody
	proc.Serve(p, func(candidate proc.PID, _ requestVote) bool {
		if votedFor != (proc.PID{}) && p.Choose(2) == 1 { // it has crashed, and is back
			votedFor, _ = disk.Lookup(p, "vote")
		}
		if votedFor == (proc.PID{}) {
			votedFor = candidate
			if v.durable {
				disk.Insert(p, "vote", candidate)
			}
		}
		return votedFor == candidate
	})
}
