package chainrepl

import (
	"slices"

	"github.com/checkmodel/checkmodel/proc"
)

// serverState is the state of a server. All servers run the same code: the messages that they get
// make them head, middle or tail.
type serverState struct {
	stored revision
	log    []stateUpdate // all updates, in the order in which they came

	next     proc.PID // the successor; the zero PID if there is none
	tail     bool     // whether it answers reads
	readOnly bool     // whether it refuses updates
	dedup    bool     // whether it recognizes repeated updates
}

// serve is the process of a server.
func serve(p *proc.P, initial serverState) {
	proc.Loop(p, initial, func(s *serverState) bool {
		switch m := p.Receive().(type) {
		case request:
			s.handle(p, m)
		case downstream:
			s.take(p, m)
		case forward:
			s.pass(p, m.message)
		case crash:
			p.Send(m.master, crashed{})
			return false
		case stop:
			return false
		}
		return true
	})
}

func (s *serverState) handle(p *proc.P, r request) {
	if r.op == (flush{}) {
		s.take(p, flushMark{r.tag})
		return
	}
	if op, ok := r.op.(update); ok && !s.readOnly {
		s.take(p, s.accept(r.tag, op.value))
		return
	}
	p.Send(r.tag.client, reply{r.tag, s.perform(p, r.op)})
}

// accept returns the message to pass down the chain for an update. If a client repeats an update
// that arrived here before the head crashed, that is the same message as then.
func (s *serverState) accept(t tag, v value) stateUpdate {
	if s.dedup {
		again := func(u stateUpdate) bool { return u.tag == t }
		if i := slices.IndexFunc(s.log, again); i >= 0 {
			return s.log[i]
		}
	}
	return stateUpdate{t, revision{s.stored.number + 1, v}}
}

// take stores an update, and passes the message on later: the server sends itself a message, so
// that other requests can come in between.
func (s *serverState) take(p *proc.P, m downstream) {
	p.Send(p.Self(), forward{m})
	if u, ok := m.(stateUpdate); ok {
		s.store(u.revision)
		s.log = append(s.log, u)
	}
}

// store keeps the newer revision of two.
func (s *serverState) store(r revision) {
	if r.number > s.stored.number {
		s.stored = r
	}
}

// pass sends a message to the successor; the last server acknowledges it.
func (s *serverState) pass(p *proc.P, m downstream) {
	if s.next != (proc.PID{}) {
		p.Send(s.next, m)
		return
	}
	a := m.acknowledgment()
	p.Send(a.tag.client, a)
}

// perform executes an operation that concerns only this server, and returns the result.
func (s *serverState) perform(p *proc.P, op any) result {
	switch op := op.(type) {
	case update:
		return result{status: refused}
	case read:
		if !s.tail {
			return result{status: notTail}
		}
		return result{found, s.stored}
	case inspect:
		return result{found, s.stored}
	case install:
		s.store(op.revision)
	case setReadOnly:
		s.readOnly = op.on
	case setTail:
		s.tail = op.on
	case setNext:
		s.next = op.next
	case replaceNext:
		s.next = op.next
		if op.resend {
			for _, u := range s.log {
				s.pass(p, u)
			}
		}
	default:
		panic("not an operation of a server")
	}
	return result{status: accepted}
}
