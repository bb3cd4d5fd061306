package causality_test

import (
	"fmt"

	"github.com/checkmodel/checkmodel/internal/effects"
	"github.com/checkmodel/checkmodel/trace"
	"github.com/checkmodel/checkmodel/trace/causality"
	"github.com/checkmodel/checkmodel/trace/kind"
)

// only is a pattern that matches one message.
type only trace.ValueID

func (o only) Match(v trace.ValueID) bool { return v == trace.ValueID(o) }

// sent returns the event by which an actor puts a message into the mailbox of actor 0.
func sent(actor trace.ActorID, message trace.ValueID) trace.Event {
	e := trace.NewEvent(actor, 0, trace.Op{Kind: kind.Send, Object: 0, Value: message})
	e.To, e.Message = 0, e.ID()
	return e
}

// received returns the event by which actor 0 takes a message.
func received(index int32, patterns trace.Patterns, send trace.Event) trace.Event {
	e := trace.NewEvent(0, index, trace.Op{Kind: kind.Receive, Does: patterns})
	e.Taken, e.Result = send.ID(), send.Value
	return e
}

// Two messages race where any two do; but here the receive asks for one of them only, so no process
// can tell which came first.
func ExampleOrder() {
	a, b := sent(1, 10), sent(2, 20)
	events := []trace.Event{a, b, received(0, only(10), a)}
	for _, r := range []causality.Relation{{ReceivePatterns: false}, {ReceivePatterns: true}} {
		order := causality.Order{Relation: r}
		order.Compute(events)
		fmt.Printf("with receive patterns %t: races %v, the send happens before its receive: %t\n",
			r.ReceivePatterns, order.Races(), order.Before(0, 2))
	}
	// Output:
	// with receive patterns false: races [{0 1 false}], the send happens before its receive: true
	// with receive patterns true: races [], the send happens before its receive: true
}

// The same events in another order of the same class.
func ExampleSignature() {
	a, b := sent(1, 10), sent(2, 20)
	take := received(0, only(10), a)
	signature := func(events ...trace.Event) causality.Signature {
		order := causality.Order{Relation: causality.Relation{ReceivePatterns: true}}
		order.Compute(events)
		return order.Signature()
	}
	fmt.Println(signature(a, b, take) == signature(b, a, take))
	// Output: true
}

// stored returns the event by which an actor stores a value in row 1 of table 0.
func stored(actor trace.ActorID, value trace.ValueID) trace.Event {
	e := trace.NewEvent(actor, 0, trace.Op{Kind: kind.TableInsert, Object: 0, Key: 1, Value: value})
	e.Table, e.After, e.Effect = 0, value, trace.Write
	return e
}

// noTakers is for events without messages.
type noTakers struct{}

func (noTakers) Taker(*trace.Event) *trace.Event { return nil }

// Two writes of the same value commute, and those of different values do not.
func ExampleRelation() {
	a, same, other := stored(1, 7), stored(2, 7), stored(2, 8)
	var r causality.Relation
	fmt.Println(r.Dependent(&a, &same, noTakers{}), r.Dependent(&a, &other, noTakers{}))
	// Output: independent reversible
}

// Two messages to one process that receives none of them: their order does not matter.
func ExampleFilter() {
	message := func(from trace.ActorID) trace.Event {
		return trace.NewEvent(from, 0, trace.Op{Kind: kind.Send, Object: 0, Value: 1})
	}
	order := causality.Order{Relation: causality.Relation{ReceivePatterns: true}}
	order.Compute([]trace.Event{message(1)})
	later := message(2)
	f := order.Filter(causality.FootprintOf(&later), -1)
	fmt.Println(f.Apart(0))
	// Output: true
}

// A process starts a timer with a duration of 5 ticks, which then expires.
func ExampleOrder_Timers() {
	cells := map[trace.Cell]int32{}
	events := []trace.Event{
		trace.NewEvent(0, 0, trace.Op{Kind: kind.TimerStart, Flags: kind.Timed, Object: 1, Number: 5, Does: effects.Clocks{}}),
		trace.NewEvent(1, 0, trace.Op{Kind: kind.TimerExpire, Flags: kind.Timed}),
	}
	for i := range events {
		effects.Behave(&events[i], func(c trace.Cell) int32 { return cells[c] })
		for _, a := range events[i].Accesses {
			if a.Effect != trace.Read {
				cells[a.Cell] = a.After
			}
		}
	}
	var o causality.Order
	o.Compute(events)
	for _, t := range o.Timers() {
		fmt.Println("started by event", t.Start, "until", t.Deadline, "and expires with event", o.ExpiryOf(t))
	}
	// Output: started by event 0 until 5 and expires with event 1
}
