package world

import (
	"slices"

	"github.com/checkmodel/checkmodel/internal/world/program"
	"github.com/checkmodel/checkmodel/trace"
)

// GoOn compares how a process goes on in two systems that share their histories, a and b: its next operation, and its
// state of a loop. Outside of a loop it also looks at the later operations of the process in the present interleaving of the
// system known, if that went on as in a: it compares them with the operations that the process requests in b with the same
// results. GoOn returns the first difference in words, or "".
func GoOn(a, b, known *System, id trace.ActorID) (difference string) {
	p, q := a.process(id), b.process(id)
	if p.ended || q.ended {
		if p.ended == q.ended {
			return ""
		}
		return "it ends in one order only"
	}
	if p.at == q.at {
		return ""
	}
	t := &program.Trial{At: p.at, Differs: func(then, now trace.Request) {
		then.Source, now.Source = "", ""
		difference = "it goes on with " + then.String() + ", and after the other order with " + now.String()
	}}
	route, _ := (*program.Coroutine)(nil).Route(nil, q.at)
	if p.at.Head == nil {
		later := since(known, id, p.at)
		route = append(route, later...)
		if len(later) > 0 {
			t.At = later[len(later)-1]
		}
	}
	program.Along(b.Runner, q.at.Root().Program, q.at.Root(), route, t)
	return difference
}

// since returns the points of a process after the point from, in the present interleaving; none after the head of a
// loop, or if the process was not there.
func since(s *System, id trace.ActorID, from *program.History) (later []*program.History) {
	var points []*program.History
	for i := range s.undos {
		if u := &s.undos[i]; u.process != nil && u.process.id.ID == id && !isDebt(&u.op.Op) {
			points = append(points, u.at)
		}
	}
	points = append(points, s.process(id).at)
	for i := slices.Index(points, from) + 1; i > 0 && i < len(points) && points[i].Parent == points[i-1]; i++ {
		later = append(later, points[i])
	}
	return later
}

// Asks returns the next operation of an actor, or nil if it has none.
func Asks(s *System, id trace.ActorID) *trace.Op {
	a, ok := s.actor(id)
	if !ok {
		return nil
	}
	if op := a.pending(); op != nil {
		return &op.Op
	}
	return nil
}

// Text returns the value with that number as text.
func Text(s *System, id trace.ValueID) string { return s.text(id) }
