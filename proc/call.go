package proc

// Request is what Call sends to a server.
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

// Call sends a request to a server and waits for the reply to it: two events. A
// server receives a Request[Q] and answers with [Answer], or is a [Serve].
func Call[A, Q any](p *P, server PID, body Q) A {
	ref := p.MakeRef()
	p.Send(server, Request[Q]{p.Self(), ref, body})
	mine := Where(func(r Reply[A]) bool { return r.Ref == ref })
	return p.Receive(Describe(mine, "reply to %v", ref)).(Reply[A]).Body
}

// CallTimeout is Call with a time limit: it may return false instead of a reply.
// The reply may still come; nothing receives it then.
func CallTimeout[A, Q any](p *P, server PID, body Q) (A, bool) {
	ref := p.MakeRef()
	p.Send(server, Request[Q]{p.Self(), ref, body})
	mine := Where(func(r Reply[A]) bool { return r.Ref == ref })
	m, ok := p.ReceiveTimeout(Describe(mine, "reply to %v", ref))
	if !ok {
		var none A
		return none, false
	}
	return m.(Reply[A]).Body, true
}

// Answer sends the reply to a request.
func Answer[Q, A any](p *P, to Request[Q], body A) {
	p.Send(to.From, Reply[A]{to.Ref, body})
}

// Serve answers requests, one after the other, with what handle returns, for
// ever; it is the loop of a server whose state is in the variables of handle.
// The process should be a [Daemon]. Other messages stay in the mailbox.
func Serve[Q, A any](p *P, handle func(from PID, body Q) A) {
	if handle == nil {
		p.x.Misuse("Serve: there is no function that answers the requests; give it one")
	}
	for {
		m := Receive[Request[Q]](p)
		Answer(p, m, handle(m.From, m.Body))
	}
}
