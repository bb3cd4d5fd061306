package published

import (
	"cmp"

	"github.com/checkmodel/checkmodel/proc"
)

// stamp orders the values of the register.
type stamp struct{ Time, Server int }

// stamped is a value with its stamp.
type stamped struct {
	Stamp stamp
	Value value
}

func (s stamped) before(other stamped) bool {
	return cmp.Or(cmp.Compare(s.Stamp.Time, other.Stamp.Time), cmp.Compare(s.Stamp.Server, other.Stamp.Server)) < 0
}

// The messages between servers.
type (
	query struct {
		From    proc.PID
		Request request
	}
	answer struct {
		Request request
		Held    stamped
	}
	record struct {
		From    proc.PID
		Request request
		Held    stamped
	}
	recorded struct{ Request request }
)

// phase is the kind of messages for which a server that executes a request waits.
type phase int

const (
	idle phase = iota
	querying
	recording
)

// work is the request that a server executes, and its phase.
type work struct {
	Phase   phase
	Request request
}

// abd is the state of a server of the register of Attiya, Bar-Noy and Dolev.
type abd struct {
	Number  int
	Servers []proc.PID
	Held    stamped

	Work    work
	Answers int     // in this phase, with its own
	Latest  stamped // of the answers; when recording, what is recorded

	inOrder bool // takes also answers that come too late, so that none stays before what comes after it
	hasty   bool // does not wait until a majority has recorded a value
}

// serve is the process of a server. Without hasty it is right.
func (s abd) serve(p *proc.P, number int, servers []proc.PID) {
	s.Number, s.Servers, s.Held.Stamp.Server = number, servers, number
	proc.Loop(p, s, func(s *abd) bool {
		if s.inOrder {
			if m := p.Receive(proc.Given(s.Work.Phase, phase.reads)); s.Work.wants(m) {
				s.step(p, m)
			}
			return true
		}
		s.step(p, p.Receive(proc.Given(s.Work, work.wants)))
		return true
	})
}

// wants reports whether a server with this work takes a message. Requests wait until it has none.
func (w work) wants(message any) bool {
	switch m := message.(type) {
	case request:
		return w.Phase == idle
	case answer:
		return w == work{querying, m.Request}
	case recorded:
		return w == work{recording, m.Request}
	}
	return true
}

// reads reports whether a server in this phase takes a message, to execute it or to drop it.
func (f phase) reads(message any) bool {
	_, asks := message.(request)
	return !asks || f == idle
}

func (s *abd) step(p *proc.P, message any) {
	switch m := message.(type) {
	case request:
		s.query(p, m)
	case query:
		p.Send(m.From, answer{m.Request, s.Held})
	case answer:
		s.answered(p, m.Held)
	case record:
		s.keep(m.Held)
		p.Send(m.From, recorded{m.Request})
	case recorded:
		s.recorded(p)
	}
}

// query begins to execute a request.
func (s *abd) query(p *proc.P, r request) {
	s.Work, s.Answers, s.Latest = work{querying, r}, 1, s.Held
	s.broadcast(p, query{p.Self(), r})
}

// answered counts an answer. A majority of them has the latest value.
func (s *abd) answered(p *proc.P, held stamped) {
	s.Answers++
	if s.Latest.before(held) {
		s.Latest = held
	}
	if !s.majority() {
		return
	}
	if puts := s.Work.Request.Body.Puts; puts != nothing {
		s.Latest = stamped{stamp{s.Latest.Stamp.Time + 1, s.Number}, puts}
	}
	s.keep(s.Latest)
	s.Work.Phase, s.Answers = recording, 1
	s.broadcast(p, record{p.Self(), s.Work.Request, s.Latest})
	if s.hasty {
		s.reply(p)
	}
}

// recorded counts the servers that have recorded the value.
func (s *abd) recorded(p *proc.P) {
	if s.Answers++; s.majority() {
		s.reply(p)
	}
}

// reply ends the execution of the request.
func (s *abd) reply(p *proc.P) {
	proc.Answer(p, s.Work.Request, s.Latest.Value)
	s.Work, s.Answers, s.Latest = work{}, 0, stamped{}
}

func (s *abd) keep(held stamped) {
	if s.Held.before(held) {
		s.Held = held
	}
}

func (s *abd) majority() bool { return s.Answers > len(s.Servers)/2 }

func (s *abd) broadcast(p *proc.P, message any) {
	for i, server := range s.Servers {
		if i != s.Number {
			p.Send(server, message)
		}
	}
}
