package effects_test

import (
	"maps"
	"testing"

	. "github.com/checkmodel/checkmodel/internal/effects"
	. "github.com/checkmodel/checkmodel/trace"
	. "github.com/checkmodel/checkmodel/trace/kind"
)

const (
	p ActorID = iota
	q
	r
)

// cells is a state of all cells.
type cells map[Cell]int32

// do executes an event in a state and returns the state after it.
func (c cells) do(e *Event) cells {
	Behave(e, func(at Cell) int32 { return c[at] })
	after := maps.Clone(c)
	for _, a := range e.Accesses {
		if a.Effect != Read {
			after[a.Cell] = a.After
		}
	}
	return after
}

// TestOnTheWay: a message is on its way from the question to which the answer is no, until its receiver says that it has
// come, is restarted, or a partition loses it.
func TestOnTheWay(t *testing.T) {
	const message = ValueID(7)
	ask := func(state cells, to ActorID, key ValueID) (cells, bool) {
		e := NewEvent(p, 0, Op{Kind: PutOnTheWay, Object: int32(to), Key: key})
		after := state.do(&e)
		return after, e.Ok
	}
	do := func(state cells, a ActorID, op Op) cells {
		e := NewEvent(a, 0, op)
		return state.do(&e)
	}
	node := func(a ActorID) Op {
		return Op{Kind: Spawn, Flags: Faulty, Object: int32(a), Other: OtherActor(a)}
	}
	start := do(do(cells{}, r, node(p)), r, node(q))
	cut := start.do(&Event{Op: Op{Kind: Sever, Does: links{p, q}}})
	send := Op{Kind: Send, Object: int32(q), Key: message, Value: 9, Other: OtherActor(p), Alternatives: 3}
	arrives := send
	arrives.Kind, arrives.Alternatives = Deliver, 0
	plain := send
	plain.Flags, plain.Key = 0, NoValue
	late := NewEvent(p, 1, send)
	Vary(&late, int32(Reordered))
	for _, c := range []struct {
		name  string
		state cells
		event Event
		want  bool
	}{
		{"sent", start, NewEvent(p, 1, send), true},
		{"delivered", start, NewEvent(9, 0, arrives), true},
		{"another one has come", start, NewEvent(q, 0, Op{Kind: OffTheWay, Object: int32(q), Key: message + 1}), true},
		{"come", start, NewEvent(q, 0, Op{Kind: OffTheWay, Object: int32(q), Key: message}), false},
		{"the receiver is restarted", start, NewEvent(9, 0, Op{Kind: Restart, Object: int32(q)}), false},
		{"the sender is restarted", start, NewEvent(9, 0, Op{Kind: Restart, Object: int32(p)}), true},
		{"cut off", cut, NewEvent(p, 1, send), false},
		{"cut off in a channel", cut, NewEvent(9, 0, arrives), false},
		{"not cut off, as it is reordered", cut, late, true},
		{"another message is cut off", cut, NewEvent(p, 1, plain), true},
	} {
		state, ok := ask(c.state, q, message)
		if ok {
			t.Errorf("%s: it is on its way before it is sent", c.name)
		}
		after := state.do(&c.event)
		if _, ok := ask(after, q, message); ok != c.want {
			t.Errorf("%s: it is on its way: %v, want %v", c.name, ok, c.want)
		}
		if _, ok := ask(after, q, message+1); ok {
			t.Errorf("%s: another message is on its way", c.name)
		}
	}
}

// links are the link from the first node to the second one.
type links [2]ActorID

func (l links) Each(f func(from, to ActorID)) { f(l[0], l[1]) }
