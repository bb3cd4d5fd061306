package cluster

import (
	"log/slog"
	"slices"

	"github.com/checkmodel/checkmodel/proc"
)

// node is how nodes are executed.
type node struct {
	lib       Library
	sendFirst bool // sends messages before it stores what they depend on
}

// run is the process of a node. It begins in the given state, or after a restart with the content of its disk.
func (n node) run(p *proc.P, s state, peers proc.Table[string, []proc.PID]) {
	if disk, ok := recovered(p, s.Begin.Disk); ok {
		s = restored(s.Begin.ID, disk)
		s.HasFile = true
	}
	s.Peers = peers.Await(p, everyone, nil)
	c := s.core(n.lib, &Logger{})
	n.handle(p, &s, c)
	s.note(n.lib, c)
	proc.Loop(p, s, func(s *state) bool {
		n.turn(p, s)
		return true
	})
}

// turn takes one input, and does the work that the library then asks for.
func (n node) turn(p *proc.P, s *state) {
	in := n.receive(p, s)
	log := &Logger{}
	c := s.core(n.lib, log)
	log.To = slog.New(p.LogHandler(nil)) // not before, as the rest has been logged already
	in.into(c)
	n.handle(p, s, c)
	s.after(in, n.lib, c)
}

// receive takes an input that makes a difference.
func (n node) receive(p *proc.P, s *state) input {
	message := p.Receive(proc.Given(view{s.Role, s.Term}, n.wants))
	if r, ok := message.(request); ok {
		s.Clients = append(s.Clients, r)
		return input{Do: r.Do, Data: r.Data}
	}
	return input{Do: step, Message: message}
}

// view is the part of a state that decides which inputs make a difference.
type view struct {
	Role string
	Term uint64
}

// wants tells whether an input makes a difference. A message of an earlier term makes none, and neither does an answer
// to a node that has lost or won meanwhile. A node that leads does not campaign, and the others do not take requests.
func (n node) wants(v view, message any) bool {
	if r, ok := message.(request); ok {
		return (v.Role == leader) == (r.Do != campaign)
	}
	h := n.lib.Header(message)
	switch {
	case h.Term == 0: // forwarded by another node
		return true
	case h.Term != v.Term:
		return h.Term > v.Term
	case h.Kind == voted:
		return v.Role == candidate
	case h.Kind == appended, h.Kind == heard:
		return v.Role == leader
	}
	return true
}

// handle is the loop that the library asks for: it stores, sends, applies and advances until there is nothing to do.
func (n node) handle(p *proc.P, s *state, c Core) {
	for rd, more := c.Ready(); more; rd, more = c.Ready() {
		if n.sendFirst {
			send(p, s, rd)
			store(p, s, rd)
		} else {
			store(p, s, rd)
			send(p, s, rd)
		}
		apply(p, s, rd, c)
		c.Advance()
	}
}

func send(p *proc.P, s *state, rd Ready) {
	for _, m := range rd.Messages {
		p.Send(s.Peers[m.To-1], m.Body)
	}
}

// apply tells the rules and the clients the new state of the node and its log.
func apply(p *proc.P, s *state, rd Ready, c Core) {
	if rd.Leads {
		proc.Announce(p, Elected{c.Status().Disk.Hard.Term, s.Begin.ID})
	}
	if len(rd.Committed) > 0 {
		s.Applied = append(s.Applied, rd.Committed...)
		proc.Expose(p, Applied{s.Applied})
	}
	for _, e := range rd.Committed {
		if e.Data != "" {
			p.Reach(EntryApplied)
		}
		answer(p, s, propose, e.Data, e.Index)
	}
	for _, r := range rd.Reads {
		answer(p, s, read, r.Context, r.Index)
	}
}

// answer answers those who wait for this.
func answer(p *proc.P, s *state, do action, data string, index uint64) {
	s.Clients = slices.DeleteFunc(s.Clients, func(r request) bool {
		if r.Do != do || r.Data != data {
			return false
		}
		if r.From != (proc.PID{}) {
			p.Send(r.From, done{do, data, index})
		}
		return true
	})
}
