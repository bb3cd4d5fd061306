package proc

import (
	"github.com/checkmodel/checkmodel/internal/world/values"
	"github.com/checkmodel/checkmodel/trace"
	"github.com/checkmodel/checkmodel/trace/kind"
)

// Request is the message that Call sends to a server.
type Request[Q any] struct {
	From PID
	Ref  Ref // known to this request only; the reply must carry it
	Body Q
}

// Reply answers a Request.
type Reply[A any] struct {
	Ref  Ref
	Body A
}

func (r Request[Q]) call() *values.Call {
	return &values.Call{Ref: r.Ref.id, From: r.From.actor, Body: r.Body}
}
func (r Reply[A]) call() *values.Call { return &values.Call{Ref: r.Ref.id, Body: r.Body} }

// Call sends a request to a server and waits for its reply: two events. The server
// receives a Request[Q] and answers with [Answer], or calls [Serve].
func Call[A, Q any](p *P, server PID, body Q) A {
	reply := request[A](p, server, body)
	m, _ := p.receive(trace.Op{Kind: kind.Receive, Flags: kind.Calling}, []Pattern{reply}, 0)
	return m.(Reply[A]).Body
}

// CallTimeout is Call with a time limit: it may return false instead of a reply. The reply may
// still arrive later; it stays in the mailbox.
func CallTimeout[A, Q any](p *P, server PID, body Q) (A, bool) {
	m, ok := p.ReceiveTimeout(request[A](p, server, body))
	reply, _ := m.(Reply[A])
	return reply.Body, ok
}

// request sends a request and returns the pattern of the reply to it.
func request[A, Q any](p *P, server PID, body Q) Pattern {
	ref := p.MakeRef()
	p.Send(server, Request[Q]{p.Self(), ref, body})
	return Describe(Where(func(r Reply[A]) bool { return r.Ref == ref }), "reply to %v", ref)
}

// Answer sends the reply to a request.
func Answer[Q, A any](p *P, to Request[Q], body A) {
	p.Send(to.From, Reply[A]{to.Ref, body})
}

// Serve answers requests, one after the other, with the results of handle. It calls handle with a
// pointer to the state after the previous request, or to the initial state. Serve does not
// return, so the process should be a [Daemon]. Other messages stay in the mailbox.
//
//	proc.Serve(p, 0, func(sum *int, from proc.PID, n int) int {
//		*sum += n
//		return *sum
//	})
//
// It is a [Loop], so handle must keep nothing but this state. A server without a state passes
// struct{}{}.
func Serve[S, Q, A any](p *P, state S, handle func(state *S, from PID, body Q) A) {
	if handle == nil {
		p.x.Misuse("Serve: there is no function that answers the requests; give it one")
	}
	loop(p, code(handle), state, func(s *S) bool {
		m := Receive[Request[Q]](p)
		Answer(p, m, handle(s, m.From, m.Body))
		return true
	})
}
