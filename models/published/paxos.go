package published

import (
	"cmp"

	"github.com/checkmodel/checkmodel/proc"
)

// ballot is the number of an attempt of a server to get a value chosen. The zero ballot is before all.
type ballot struct{ Round, Server int }

func (b ballot) compare(other ballot) int {
	return cmp.Or(cmp.Compare(b.Round, other.Round), cmp.Compare(b.Server, other.Server))
}

// acceptance is the request of a client, with the ballot in which it was accepted.
type acceptance struct {
	Ballot   ballot
	Proposal request
}

// The messages between servers.
type (
	prepare struct {
		From   proc.PID
		Ballot ballot
	}
	promise struct {
		Ballot   ballot
		Accepted acceptance // the last one; zero if there is none
	}
	accept struct {
		From       proc.PID
		Acceptance acceptance
	}
	accepted struct{ Ballot ballot }
	decided  struct{ Acceptance acceptance }
)

// paxos is the state of a server of single-decree Paxos, which is acceptor and leader.
type paxos struct {
	Number   int
	Servers  []proc.PID
	Ballot   ballot
	Accepted acceptance
	Decided  bool

	// Of the leader of the ballot:
	Proposal request
	Promises int        // the number so far, while it waits for more; otherwise 0
	Latest   acceptance // of these
	Accepts  int        // as Promises

	stubborn bool // proposes its own value in any case
}

// serve is the process of a server. Without stubborn it is right.
func (s paxos) serve(p *proc.P, number int, servers []proc.PID) {
	s.Number, s.Servers = number, servers
	proc.Loop(p, s, func(s *paxos) bool {
		s.step(p, p.Receive(proc.Given(*s, paxos.wants)))
		return true
	})
}

// wants reports whether a message makes a difference to the server. Others stay where they are: a get is
// answered once the server knows the decision.
func (s paxos) wants(message any) bool {
	r, asks := message.(request)
	if gets := asks && r.Body.Puts == nothing; gets || s.Decided {
		return gets && s.Decided
	}
	switch m := message.(type) {
	case request:
		return s.Proposal == request{}
	case prepare:
		return s.Ballot.compare(m.Ballot) < 0
	case promise:
		return s.Promises > 0 && s.Ballot == m.Ballot
	case accept:
		return s.Ballot.compare(m.Acceptance.Ballot) <= 0
	case accepted:
		return s.Accepts > 0 && s.Ballot == m.Ballot
	}
	return true
}

func (s *paxos) step(p *proc.P, message any) {
	switch m := message.(type) {
	case request:
		s.requested(p, m)
	case prepare:
		s.begin(m.Ballot)
		p.Send(m.From, promise{m.Ballot, s.Accepted})
	case promise:
		s.promised(p, m)
	case accept:
		s.begin(m.Acceptance.Ballot)
		s.Accepted = m.Acceptance
		p.Send(m.From, accepted{s.Ballot})
	case accepted:
		s.accepted(p)
	case decided:
		s.decide(m.Acceptance)
	}
}

// requested answers a get, or begins a ballot for a put.
func (s *paxos) requested(p *proc.P, r request) {
	if r.Body.Puts == nothing {
		proc.Answer(p, r, s.Accepted.Proposal.Body.Puts)
		return
	}
	s.Proposal = r
	s.begin(ballot{s.Ballot.Round + 1, s.Number})
	s.Latest, s.Promises = s.Accepted, 1
	s.broadcast(p, prepare{p.Self(), s.Ballot})
}

// begin takes part in a ballot, and stops waiting for answers in an earlier one.
func (s *paxos) begin(b ballot) {
	s.Ballot, s.Promises, s.Accepts, s.Latest = b, 0, 0, acceptance{}
}

// promised counts a promise. Once a majority has promised, the leader proposes what was accepted
// in the latest ballot, or else its own proposal.
func (s *paxos) promised(p *proc.P, m promise) {
	s.Promises++
	if s.Latest.Ballot.compare(m.Accepted.Ballot) < 0 {
		s.Latest = m.Accepted
	}
	if !s.majority(s.Promises) {
		return
	}
	if s.Latest != (acceptance{}) && !s.stubborn {
		s.Proposal = s.Latest.Proposal
	}
	s.begin(s.Ballot)
	s.Accepted, s.Accepts = acceptance{s.Ballot, s.Proposal}, 1
	s.broadcast(p, accept{p.Self(), s.Accepted})
}

// accepted counts an acceptance.
func (s *paxos) accepted(p *proc.P) {
	s.Accepts++
	if s.majority(s.Accepts) {
		s.broadcast(p, decided{s.Accepted})
		proc.Answer(p, s.Accepted.Proposal, s.Accepted.Proposal.Body.Puts)
		s.decide(s.Accepted)
	}
}

// decide keeps the data that is needed to answer gets.
func (s *paxos) decide(a acceptance) {
	*s = paxos{Number: s.Number, Servers: s.Servers, Accepted: acceptance{Proposal: a.Proposal}, Decided: true}
}

func (s *paxos) majority(n int) bool { return n > len(s.Servers)/2 }

func (s *paxos) broadcast(p *proc.P, message any) {
	for i, server := range s.Servers {
		if i != s.Number {
			p.Send(server, message)
		}
	}
}
