package literal

import (
	"cmp"

	"github.com/checkmodel/checkmodel/proc"
)

// stamp orders the values of the register.
type stamp struct{ Time, Server int }

func (s stamp) compare(other stamp) int {
	return cmp.Or(cmp.Compare(s.Time, other.Time), cmp.Compare(s.Server, other.Server))
}

// stamped is a value with its stamp.
type stamped struct {
	Stamp stamp
	Value int
}

type (
	query struct {
		From    proc.PID
		Request request
	}
	answer struct {
		From    proc.PID
		Request request
		Held    stamped
	}
	record struct {
		From    proc.PID
		Request request
		Held    stamped
	}
	recorded struct {
		From    proc.PID
		Request request
	}
)

// abd is a server of the register of Attiya, Bar-Noy and Dolev.
func abd(p *proc.P, id int, servers []proc.PID) {
	held := stamped{Stamp: stamp{Server: id}}
	var (
		phase   int // 0: no request, 1: it asks for values, 2: it has one recorded
		work    request
		answers map[proc.PID]stamped
		acks    map[proc.PID]bool
		result  int
	)
	majority := len(servers)/2 + 1
	for {
		switch m := p.Receive().(type) {
		case request:
			if phase != 0 {
				continue
			}
			phase, work = 1, m
			answers = map[proc.PID]stamped{p.Self(): held}
			broadcast(p, servers, query{p.Self(), m})
		case query:
			p.Send(m.From, answer{p.Self(), m.Request, held})
		case answer:
			if phase != 1 || m.Request != work {
				continue
			}
			answers[m.From] = m.Held
			if len(answers) != majority {
				continue
			}
			latest := held
			for _, a := range answers {
				if latest.Stamp.compare(a.Stamp) < 0 {
					latest = a
				}
			}
			if work.Body.Puts != 0 {
				latest = stamped{stamp{latest.Stamp.Time + 1, id}, work.Body.Puts}
			}
			if held.Stamp.compare(latest.Stamp) < 0 {
				held = latest
			}
			phase, result = 2, latest.Value
			acks = map[proc.PID]bool{p.Self(): true}
			broadcast(p, servers, record{p.Self(), work, latest})
		case record:
			p.Send(m.From, recorded{p.Self(), m.Request})
			if held.Stamp.compare(m.Held.Stamp) < 0 {
				held = m.Held
			}
		case recorded:
			if phase != 2 || m.Request != work {
				continue
			}
			acks[m.From] = true
			if len(acks) == majority {
				proc.Answer(p, work, result)
				phase = 0
			}
		}
	}
}
