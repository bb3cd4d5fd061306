package causality_test

import (
	"slices"

	. "github.com/checkmodel/checkmodel/internal/effects"
	. "github.com/checkmodel/checkmodel/trace"
	. "github.com/checkmodel/checkmodel/trace/kind"
)

// The notation of the tests: events are written down one by one, with their results, as if they had
// been executed.

const (
	p ActorID = iota
	q
	r
	s
)

// takes is a receive pattern: the messages it matches.
type takes []ValueID

func (t takes) Match(v ValueID) bool { return slices.Contains(t, v) }

// send is the index-th event of an actor: it puts a message into to's mailbox.
func send(a ActorID, index int32, to ActorID, value ValueID) Event {
	e := NewEvent(a, index, Op{Kind: Send, Object: int32(to), Value: value})
	e.To = to
	return e
}

// receive takes the message that from sent.
func receive(a ActorID, index int32, pattern Patterns, from Event) Event {
	return taking(NewEvent(a, index, Op{Kind: Receive, Does: pattern}), from)
}

// inTime is a receive with timeout that takes the message that from sent.
func inTime(a ActorID, index int32, pattern Patterns, from Event) Event {
	return taking(NewEvent(a, index, Op{Kind: ReceiveTimeout, Does: pattern}), from)
}

// tooLate is a receive with timeout that took nothing.
func tooLate(a ActorID, index int32, pattern Patterns) Event {
	return NewEvent(a, index, Op{Kind: ReceiveTimeout, Does: pattern})
}

func taking(e, from Event) Event {
	e.Taken, e.Result = from.Message, from.Value
	return e
}

// onRow is an operation on the row under a key of the table 0.
func onRow(a ActorID, index int32, kind Kind, key, value ValueID, effect Effect) Event {
	e := NewEvent(a, index, Op{Kind: kind, Key: key, Value: value})
	e.Effect = effect
	if ChangesRow(&e) {
		e.After = value
	}
	return e
}

func insert(a ActorID, index int32, key, value ValueID) Event {
	return onRow(a, index, TableInsert, key, value, Write)
}

func lookup(a ActorID, index int32, key ValueID) Event {
	return onRow(a, index, TableLookup, key, NoValue, Read)
}

// onTable is an operation on the table 0 as a whole.
func onTable(a ActorID, index int32, kind Kind, effect Effect) Event {
	return onRow(a, index, kind, NoValue, NoValue, effect)
}

// onCells is an operation that accesses cells.
func onCells(a ActorID, index int32, accesses ...Access) Event {
	e := NewEvent(a, index, Op{Kind: Announce})
	e.Accesses = accesses
	return e
}

// plain is an operation on an actor, or on nothing.
func plain(a ActorID, index int32, kind Kind, object ActorID) Event {
	return NewEvent(a, index, Op{Kind: kind, Object: int32(object)})
}

// taken says who takes which message in a sequence of events.
type taken []Event

func (t taken) Taker(message *Event) *Event {
	for i := range t {
		if t[i].Taken == message.Message {
			return &t[i]
		}
	}
	return nil
}

// inOrder numbers events by their actor, in the order given.
func inOrder(events ...Event) []Event {
	count := map[ActorID]int32{}
	for _, e := range events {
		if e.Index != count[e.Actor] {
			panic("an event has the wrong index")
		}
		count[e.Actor]++
	}
	return events
}
