package literal

import (
	"cmp"

	"github.com/checkmodel/checkmodel/proc"
)

// ballot is the number of an attempt to get a value chosen.
type ballot struct{ Round, Leader int }

func (b ballot) compare(other ballot) int {
	return cmp.Or(cmp.Compare(b.Round, other.Round), cmp.Compare(b.Leader, other.Leader))
}

// vote is the request that a server has accepted last, and in which ballot; zero if none.
type vote struct {
	Ballot   ballot
	Proposal request
}

type (
	prepare struct {
		From   proc.PID
		Ballot ballot
	}
	promise struct {
		From   proc.PID
		Ballot ballot
		Last   vote
	}
	accept struct {
		From     proc.PID
		Ballot   ballot
		Proposal request
	}
	accepted struct {
		From   proc.PID
		Ballot ballot
	}
	decided struct {
		Ballot   ballot
		Proposal request
	}
)

// paxos is a server of single-decree Paxos.
func paxos(p *proc.P, id int, servers []proc.PID) {
	var (
		now       ballot
		proposal  request
		promises  = map[proc.PID]vote{}
		accepts   = map[proc.PID]bool{}
		last      vote
		isDecided bool
	)
	majority := len(servers)/2 + 1
	for {
		message := p.Receive()
		if isDecided {
			if m, ok := message.(request); ok && m.Body.Puts == 0 {
				proc.Answer(p, m, last.Proposal.Body.Puts)
			}
			continue
		}
		switch m := message.(type) {
		case request:
			if m.Body.Puts == 0 || proposal != (request{}) {
				continue
			}
			proposal = m
			now = ballot{now.Round + 1, id}
			promises = map[proc.PID]vote{p.Self(): last}
			accepts = map[proc.PID]bool{}
			broadcast(p, servers, prepare{p.Self(), now})
		case prepare:
			if now.compare(m.Ballot) < 0 {
				now = m.Ballot
				p.Send(m.From, promise{p.Self(), now, last})
			}
		case promise:
			if m.Ballot != now {
				continue
			}
			promises[m.From] = m.Last
			if len(promises) != majority {
				continue
			}
			latest := vote{}
			for _, v := range promises {
				if latest.Ballot.compare(v.Ballot) < 0 {
					latest = v
				}
			}
			if latest != (vote{}) {
				proposal = latest.Proposal
			}
			last = vote{now, proposal}
			accepts[p.Self()] = true
			broadcast(p, servers, accept{p.Self(), now, proposal})
		case accept:
			if now.compare(m.Ballot) <= 0 {
				now = m.Ballot
				last = vote{m.Ballot, m.Proposal}
				p.Send(m.From, accepted{p.Self(), now})
			}
		case accepted:
			if m.Ballot != now {
				continue
			}
			accepts[m.From] = true
			if len(accepts) == majority {
				isDecided = true
				broadcast(p, servers, decided{now, proposal})
				proc.Answer(p, proposal, proposal.Body.Puts)
			}
		case decided:
			now, isDecided = m.Ballot, true
			last = vote(m)
		}
	}
}
