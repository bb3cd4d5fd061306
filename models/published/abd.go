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

// request is the request of a client that a server executes; of each client there is one of each kind.
type request struct {
	Client proc.PID
	Puts   value // nothing if it gets
}

// What servers send each other.
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

// phase says what a server that executes a request waits for.
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

	hasty bool // does not wait until a majority has recorded a value
}

// serve is the process of a server. Without hasty it is right.
func (s abd) serve(p *proc.P, number int, servers []proc.PID) {
	s.Number, s.Servers, s.Held.Stamp.Server = number, servers, number
	proc.Loop(p, s, func(s *abd) bool {
		s.step(p, p.Receive(proc.Given(s.Work, work.wants)))
		return true
	})
}

// wants reports whether a server with this work takes a message. Requests wait until it has none.
func (w work) wants(message any) bool {
	switch m := message.(type) {
	case put, get:
		return w.Phase == idle
	case answer:
		return w == work{querying, m.Request}
	case recorded:
		return w == work{recording, m.Request}
	}
	return true
}

func (s *abd) step(p *proc.P, message any) {
	switch m := message.(type) {
	case put:
		s.query(p, request{m.From, m.Value})
	case get:
		s.query(p, request{Client: m.From})
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
	if s.Work.Request.Puts != nothing {
		s.Latest = stamped{stamp{s.Latest.Stamp.Time + 1, s.Number}, s.Work.Request.Puts}
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
	if r := s.Work.Request; r.Puts != nothing {
		p.Send(r.Client, putOK{})
	} else {
		p.Send(r.Client, gotOK{s.Latest.Value})
	}
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
