package states

import (
	"testing"

	"github.com/checkmodel/checkmodel/internal/effects"
	"github.com/checkmodel/checkmodel/trace"
	"github.com/checkmodel/checkmodel/trace/kind"
)

// odd matches messages with odd values, and every matches all.
type odd struct{}

func (odd) Match(v trace.ValueID) bool { return v%2 == 1 }

type every struct{}

func (every) Match(trace.ValueID) bool { return true }

const receiver1 trace.ActorID = 1

func delivery(from trace.ActorID, v trace.ValueID) *trace.Event {
	e := trace.NewEvent(from, 0, trace.Op{Kind: kind.Send, Object: int32(receiver1), Value: v})
	e.To = receiver1
	return &e
}

func receive(p trace.Patterns) *trace.Event {
	e := trace.NewEvent(receiver1, 0, trace.Op{Kind: kind.Receive, Does: p})
	return &e
}

// know returns ties that have noted the events, each of its own actor.
func know(t *testing.T, events ...*trace.Event) *messageDeps {
	ties := newTies()
	for i, e := range events {
		if !ties.note(e, e.Actor, nil) {
			t.Fatalf("event %d contradicts something", i)
		}
	}
	return ties
}

func TestTiedMessages(t *testing.T) {
	for _, c := range []struct {
		name    string
		ties    *messageDeps
		a, b    trace.ValueID
		commute bool
	}{
		{"no receive", know(t, delivery(2, 3), delivery(3, 5)), 3, 5, true},
		{"a receive of one of them", know(t, delivery(2, 3), delivery(3, 4), receive(odd{})), 3, 4, true},
		{"a receive of both", know(t, delivery(2, 3), delivery(3, 5), receive(odd{})), 3, 5, false},
		{"a receive before both", know(t, receive(odd{}), delivery(2, 3), delivery(3, 5)), 3, 5, false},
		{"equal messages", know(t, delivery(2, 3), delivery(3, 3), receive(odd{})), 3, 3, false},
		{"equal messages after a receive", know(t, receive(odd{}), delivery(2, 3)), 3, 3, false},
		{"a message that has not come", know(t, delivery(2, 3)), 3, 5, false},
	} {
		if got := c.ties.Commute(receiver1, c.a, c.b); got != c.commute {
			t.Errorf("%s: the messages commute: %v", c.name, got)
		}
	}
}

// What the search relies on is contradicted by a receive that matches both messages.
func TestContradictedTies(t *testing.T) {
	ties := know(t, delivery(2, 3), delivery(3, 5))
	ties.Commute(receiver1, 3, 5)
	if ties.note(receive(odd{}), receiver1, nil) {
		t.Error("messages that were independent are tied, and the search goes on")
	}
	if !ties.note(receive(every{}), receiver1, nil) {
		t.Error("messages that were tied are tied again, and the search does not go on")
	}
}

// A message is explored alone if no other actor delivers one that is tied with it, before or later.
func TestTiedMessagesAlone(t *testing.T) {
	for _, tie := range []bool{false, true} {
		ties := know(t, delivery(2, 3), delivery(3, 4))
		if tie {
			ties.note(receive(every{}), receiver1, nil)
		}
		if got := ties.mayDeliver(2, receiver1, 3); got == tie {
			t.Errorf("tied: %v; explored alone: %v", tie, got)
		}
		if ties.mayDeliver(2, receiver1, 7) {
			t.Error("a message that has not come is explored alone, after one of another actor")
		}
		ties = know(t, delivery(2, 3))
		if tie {
			ties.note(receive(every{}), receiver1, nil)
		}
		ties.delivered(delivery(2, 3), 2)
		if !ties.note(delivery(2, 4), 2, nil) {
			t.Error("another message of the same actor contradicts that one was explored alone")
		}
		if got := ties.note(delivery(3, 6), 3, nil); got == tie {
			t.Errorf("tied: %v; the message of another actor contradicts nothing: %v", tie, got)
		}
	}
}

// Messages that are not tied commute, unless what delivers them depends on each other for another reason.
func TestTiesOfCells(t *testing.T) {
	s := New(Config{ReceivePatterns: true})
	s.uses.ties = know(t, delivery(2, 3), delivery(3, 4), receive(odd{}))
	a, b := delivery(2, 3), delivery(3, 4)
	if s.dependent(a, b) {
		t.Error("messages that are not tied depend on each other")
	}
	cell := trace.Access{Cell: trace.Cell{Space: effects.Ended, Object: 9}, Effect: trace.Write}
	a.Accesses = append(a.Accesses, cell)
	cell.After = 1
	b.Accesses = append(b.Accesses, cell)
	if !s.dependent(a, b) {
		t.Error("two sends that write a cell are independent")
	}
	if c := delivery(3, 5); !s.dependent(a, c) {
		t.Error("messages that are not known yet are independent")
	}
}

// A channel of one message is a user by itself only while no other one could have had its name.
func TestUserOfBag(t *testing.T) {
	of := func(change func(e *trace.Event)) *trace.Event {
		e := trace.NewEvent(5, 0, trace.Op{Kind: kind.Deliver, Object: int32(receiver1), Value: 3})
		e.To, e.Cause = receiver1, (&trace.Event{Actor: 2}).ID()
		change(&e)
		return &e
	}
	known := know(t, delivery(5, 3))
	others := know(t, delivery(6, 3))
	for _, c := range []struct {
		name string
		uses uses
		e    *trace.Event
		want trace.ActorID
	}{
		{"not in a bag", uses{}, of(func(*trace.Event) {}), 5},
		{"a process", uses{bags: true}, of(func(e *trace.Event) { e.Cause = trace.NoEvent }), 5},
		{"a message", uses{bags: true}, of(func(*trace.Event) {}), 5},
		{"a reply", uses{bags: true}, of(func(e *trace.Event) { e.Reply = true }), trace.NoActor},
		{"a signal", uses{bags: true}, of(func(e *trace.Event) { e.Kind = kind.Down }), trace.NoActor},
		{"no other message, with ties", uses{bags: true, ties: known}, of(func(*trace.Event) {}), 5},
		{"another message, with ties", uses{bags: true, ties: others}, of(func(*trace.Event) {}), trace.NoActor},
		{"another message to a process that keeps all results", uses{bags: true, ties: others}, of(func(e *trace.Event) { e.Kept = true }), 5},
	} {
		if got := c.uses.user(c.e); got != c.want {
			t.Errorf("%s: the user is %d, want %d", c.name, got, c.want)
		}
	}
}
