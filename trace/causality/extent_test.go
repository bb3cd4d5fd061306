package causality_test

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	. "github.com/checkmodel/checkmodel/internal/effects"
	. "github.com/checkmodel/checkmodel/trace"
	. "github.com/checkmodel/checkmodel/trace/causality"
	. "github.com/checkmodel/checkmodel/trace/kind"
)

// TestExtents: two events that touch nothing in common are independent in both orders, whatever takes their messages, and many
// touch nothing in common.
func TestExtents(t *testing.T) {
	all := takes{1, 2, 9}
	others := func(a, b, c ActorID) []Event {
		node := NewEvent(a, 3, Op{Kind: Restart, Object: int32(b)})
		delivery := NewEvent(c, 4, Op{Kind: Deliver, Object: int32(b), Value: 1})
		delivery.To, delivery.Cause = b, EventID{Actor: a, Index: 7}
		passed := NewEvent(8, 0, Op{Kind: Deliver, Object: int32(b), Value: 1})
		passed.To, passed.Cause = b, EventID{Actor: c, Index: 7}
		told := NewEvent(a, 7, Op{Kind: Exit})
		told.Told, told.Instead = EventID{Actor: b, Index: 7}, &Op{Kind: Receive, Flags: Faulty}
		list := []Event{
			node, delivery, passed, told, send(a, 7, b, 1), send(a, 7, c, 2), tooLate(a, 7, all), receive(a, 7, all, send(b, 7, a, 1)),
			NewEvent(a, 7, Op{Kind: Spawn, Object: int32(b)}), NewEvent(a, 7, Op{Kind: Choose, Alternatives: 2}),
		}
		for _, kind := range []Kind{TableInsert, TableLookup, TableSize} {
			for table := range int32(2) {
				e := NewEvent(a, 7, Op{Kind: kind, Object: table, Key: 1, Value: ValueID(a)})
				if e.Effect = Read; kind == TableInsert {
					e.Effect = Write
				}
				list = append(list, e)
			}
		}
		return list
	}
	apart, related := 0, 0
	rapid.Check(t, func(t *rapid.T) {
		state := past(t)
		relation := Relation{ReceivePatterns: rapid.Bool().Draw(t, "patterns")}
		events := func(a, b, c ActorID) []Event { return append(everything(a), others(a, b, c)...) }
		for range 12 {
			a := rapid.SampledFrom(events(p, q, r)).Draw(t, "event")
			if Behaves(&a.Op) {
				Behave(&a, state.get)
			}
			for _, b := range events(q, rapid.SampledFrom([]ActorID{p, r}).Draw(t, "to"), p) {
				if Behaves(&b.Op) {
					Behave(&b, state.get)
				}
				for _, by := range []taken{nil, {receive(p, 0, all, a)}, {receive(r, 0, all, a), receive(p, 0, all, b)}, {receive(q, 9, all, b)}} {
					d := max(relation.Dependent(&a, &b, by), relation.Dependent(&b, &a, by))
					switch meets := Meet(&a, &b); {
					case !meets && d != Independent:
						t.Fatalf("%+v and\n%+v are %v and touch nothing in common", a, b, d)
					case !meets:
						apart++
					case d != Independent:
						related++
					}
				}
			}
		}
	})
	if apart < related {
		t.Errorf("of pairs of events, %d touch nothing in common, and %d are dependent", apart, related)
	}
}

// TestFilter: of messages to one mailbox, a later one of another actor is apart from those that no event takes, and from no
// others.
func TestFilter(t *testing.T) {
	all := takes{1, 2}
	first, second, third := send(p, 0, r, 1), send(q, 0, r, 2), send(p, 1, r, 2)
	events := []Event{first, second, third, receive(r, 0, all, second)}
	later := send(4, 0, r, 1)
	o := Order{Relation: Relation{ReceivePatterns: true}}
	o.Compute(events)
	apart := func(later Event, given int32) (at []int32) {
		f := o.Filter(FootprintOf(&later), given)
		for i := range int32(3) {
			if f.Apart(i) {
				at = append(at, i)
			}
		}
		return at
	}
	for _, test := range []struct {
		what  string
		later Event
		given int32
		want  []int32
	}{
		{"a message", later, -1, []int32{0, 2}},
		{"a message, and the first one is taken in the sequence", later, 0, []int32{2}},
		{"a message of the first actor", send(p, 2, r, 1), -1, nil},
		{"a message to another actor", send(4, 0, 5, 1), -1, []int32{0, 1, 2}},
		{"a receive", tooLate(r, 1, all), -1, nil},
	} {
		if got := apart(test.later, test.given); !slices.Equal(got, test.want) {
			t.Errorf("%s: apart from %v, want %v", test.what, got, test.want)
		}
	}
	o.Relation = Relation{}
	o.Compute(events)
	if got := apart(later, -1); len(got) > 0 {
		t.Errorf("without receive patterns: apart from %v, want none", got)
	}
}
