package zookeeper

import (
	"fmt"

	"github.com/checkmodel/checkmodel/proc"
)

type role string

const (
	looking   role = "looking"
	following role = "following"
	leading   role = "leading"
)

// notification says whom a server proposes, or whom it follows.
type notification struct {
	From, Leader, Epoch int // Epoch is the number of the election
	Role                role
}

// ballot is the part of a notification that counts.
type ballot struct {
	Leader, Epoch int
	Role          role
}

// server is the state of a server.
type server struct {
	ID       int        // counted from 1
	Servers  []proc.PID // all of them, by their identities
	Version  version
	Role     role
	Epoch    int
	Proposal int            // whom it proposes while it looks, then whom it follows
	Received map[int]ballot // the proposals of servers that look, in this election
	Outside  map[int]ballot // the notifications of servers that do not look
	Agreed   bool           // a majority proposes the same; it waits for something better
	Resends  int            // how often it may still send its notification again
}

// resends is how often a server sends its notification again in one life.
const resends = 1

// version is a version of ZooKeeper.
type version string

const (
	v3_4_3  version = "3.4.3"
	v3_4_13 version = "3.4.13"
)

// run is the process of a server. After a crash it begins anew.
func (s server) run(p *proc.P) {
	s.Role, s.Resends = looking, resends
	s.expose(p)
	s.begin(p)
	proc.Loop(p, s, func(s *server) bool {
		s.turn(p)
		return true
	})
}

// begin begins an election.
func (s *server) begin(p *proc.P) {
	s.Epoch++
	s.Proposal = s.ID
	s.tellAll(p)
}

// turn handles a notification, or a timeout if there is none for a while.
func (s *server) turn(p *proc.P) {
	if s.Role == looking && (s.Agreed || s.Resends > 0) {
		n, ok := proc.ReceiveTimeout[notification](p)
		switch {
		case ok:
			s.look(p, n)
		case s.Agreed:
			s.settle(p, s.Proposal)
		default:
			s.Resends--
			s.tellAll(p)
		}
		return
	}
	n := proc.Receive[notification](p)
	if s.Role == looking {
		s.look(p, n)
	} else if n.Role == looking {
		s.tell(p, n.From)
	}
}

// look handles a notification while the server looks for a leader.
func (s *server) look(p *proc.P, n notification) {
	if s.Agreed { // it waits for something better, and ignores all else
		if s.Agreed = n.Role != looking || !s.better(n); !s.Agreed {
			p.Send(p.Self(), n) // it comes after the messages that have arrived meanwhile
		}
		return
	}
	if n.Role != looking {
		s.join(p, n)
		return
	}
	switch {
	case n.Epoch < s.Epoch:
		s.tell(p, n.From)
		return
	case n.Epoch > s.Epoch:
		s.Epoch = n.Epoch
		s.Received = nil
		s.Proposal = max(n.Leader, s.ID)
		s.tellAll(p)
	case s.better(n):
		s.Proposal = n.Leader
		s.tellAll(p)
	}
	s.Received = with(s.Received, n)
	s.Agreed = s.majority(s.Received, ballot{s.Proposal, s.Epoch, looking})
}

// better reports whether the notification proposes another leader that is to be preferred.
func (s *server) better(n notification) bool { return n.Leader > s.Proposal }

// join handles a notification of a server that leads or follows.
func (s *server) join(p *proc.P, n notification) {
	if n.Epoch == s.Epoch {
		s.Received = with(s.Received, n)
		if s.agrees(s.Received, n) {
			s.settle(p, n.Leader)
			return
		}
	}
	s.Outside = with(s.Outside, n)
	if s.agrees(s.Outside, n) {
		s.Epoch = n.Epoch
		s.settle(p, n.Leader)
	}
}

// agrees reports whether a majority of the ballots is for the leader of the notification, and this server may follow it.
func (s *server) agrees(ballots map[int]ballot, n notification) bool {
	return s.majority(ballots, ballot{n.Leader, n.Epoch, n.Role}) && s.leads(n)
}

// leads reports whether the leader of the notification is known to lead. If all others follow this server, it must lead;
// since version 3.4.13 only in the same election.
func (s *server) leads(n notification) bool {
	if n.Leader == s.ID {
		return s.Version == v3_4_3 || s.Epoch == n.Epoch
	}
	return n.From == n.Leader && n.Role == leading || s.Outside[n.Leader].Role == leading
}

// majority reports whether a majority of all servers has cast a ballot for the leader in that election, this server
// included if it proposes it.
func (s *server) majority(ballots map[int]ballot, b ballot) bool {
	votes := 0
	for i := range s.Servers {
		id := i + 1
		of, cast := ballots[id]
		if id == s.ID && b.Role == looking {
			of, cast = ballot{s.Proposal, s.Epoch, looking}, true
		}
		if cast && of.Leader == b.Leader && of.Epoch == b.Epoch {
			votes++
		}
	}
	return votes > len(s.Servers)/2
}

// settle ends the election.
func (s *server) settle(p *proc.P, leader int) {
	s.Proposal, s.Role = leader, following
	if leader == s.ID {
		s.Role = leading
	}
	s.Received, s.Outside, s.Agreed, s.Resends = nil, nil, false, 0
	s.expose(p)
}

func (s *server) tellAll(p *proc.P) {
	for i := range s.Servers {
		if id := i + 1; id != s.ID {
			s.tell(p, id)
		}
	}
}

func (s *server) tell(p *proc.P, to int) {
	p.Send(s.Servers[to-1], notification{From: s.ID, Leader: s.Proposal, Epoch: s.Epoch, Role: s.Role})
}

// with returns the ballots with the ballot of a notification.
func with(ballots map[int]ballot, n notification) map[int]ballot {
	if ballots == nil {
		ballots = map[int]ballot{}
	}
	ballots[n.From] = ballot{n.Leader, n.Epoch, n.Role}
	return ballots
}

// expose shows the state to the rules.
func (s *server) expose(p *proc.P) { proc.Expose(p, Server{s.ID, string(s.Role), s.Proposal}) }

// Server is the state of a server, as rules see it.
type Server struct {
	ID     int
	Role   string
	Leader int // whom it follows, or proposes
}

// String returns the state in words.
func (s Server) String() string {
	switch role(s.Role) {
	case leading:
		return fmt.Sprintf("server %d leads", s.ID)
	case following:
		return fmt.Sprintf("server %d follows server %d", s.ID, s.Leader)
	}
	return fmt.Sprintf("server %d looks", s.ID)
}
