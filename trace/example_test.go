package trace_test

import (
	"fmt"
	"slices"

	"github.com/checkmodel/checkmodel/trace"
)

// An actor has the same name in every interleaving: its place in the spawn tree.
func ExampleActors() {
	actors := trace.NewActors("main")
	main := actors.ByID(0)
	left := actors.Child(main, "left", 1)
	for _, a := range []*trace.Actor{main, left, actors.Child(left, "writer", 2), actors.Timer(left, "", 1), actors.Channel(main, left, 0)} {
		fmt.Println(a.ID, a)
	}
	// Output:
	// 0 main
	// 1 left
	// 2 left/writer#2
	// 3 left's timer
	// 4 main → left
}

// only is a pattern that matches one message.
type only trace.ValueID

func (o only) Match(v trace.ValueID) bool { return v == trace.ValueID(o) }

// sent returns the event by which an actor puts a message into the mailbox of actor 0.
func sent(actor trace.ActorID, message trace.ValueID) trace.Event {
	e := trace.NewEvent(actor, 0, trace.Op{Kind: trace.Send, Object: 0, Value: message})
	e.To, e.Message = 0, e.ID()
	return e
}

// received returns the event by which actor 0 takes a message.
func received(index int32, patterns trace.Patterns, send trace.Event) trace.Event {
	e := trace.NewEvent(0, index, trace.Op{Kind: trace.Receive, Does: patterns})
	e.Taken, e.Result = send.ID(), send.Value
	return e
}

// Two messages race where any two do; but here the receive asks for one of them only, so no process
// can tell which came first.
func ExampleAlarm() {
	fmt.Println(trace.Sleep, "ends a sleep;", trace.TimeLimit, "ends the wait of a receive")
	// Output: sleep ends a sleep; time limit ends the wait of a receive
}

func ExampleOrder() {
	a, b := sent(1, 10), sent(2, 20)
	events := []trace.Event{a, b, received(0, only(10), a)}
	for _, r := range []trace.Relation{{ReceivePatterns: false}, {ReceivePatterns: true}} {
		order := trace.Order{Relation: r}
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
	signature := func(events ...trace.Event) trace.Signature {
		order := trace.Order{Relation: trace.Relation{ReceivePatterns: true}}
		order.Compute(events)
		return order.Signature()
	}
	fmt.Println(signature(a, b, take) == signature(b, a, take))
	// Output: true
}

// stored returns the event by which an actor stores a value in row 1 of table 0.
func stored(actor trace.ActorID, value trace.ValueID) trace.Event {
	e := trace.NewEvent(actor, 0, trace.Op{Kind: trace.TableInsert, Object: 0, Key: 1, Value: value})
	e.Table, e.After, e.Effect = 0, value, trace.EffectOf(&e.Op, true, trace.NoValue)
	return e
}

// noTakers is for events without messages.
type noTakers struct{}

func (noTakers) Taker(*trace.Event) *trace.Event { return nil }

// Two writes of the same value commute, and those of different values do not.
func ExampleRelation() {
	a, same, other := stored(1, 7), stored(2, 7), stored(2, 8)
	var r trace.Relation
	fmt.Println(r.Dependent(&a, &same, noTakers{}), r.Dependent(&a, &other, noTakers{}))
	// Output: independent reversible
}

// An exit signal is a message to a process that traps exits, unless it is to kill.
func ExampleEvent_Behave() {
	traps := func(c trace.Cell) int32 {
		if c.Space == trace.Trapping {
			return 1
		}
		return 0
	}
	for _, flags := range []trace.Flags{0, trace.Kill} {
		e := trace.NewEvent(1, 0, trace.Op{Kind: trace.ExitSignal, Flags: flags, Object: 2})
		e.Behave(traps)
		fmt.Printf("a message: %t; the end: %t; accesses: %d\n", e.To == 2, e.Fatal == 2, len(e.Accesses))
	}
	// Output:
	// a message: true; the end: false; accesses: 1
	// a message: false; the end: true; accesses: 2
}

// high matches rows with a value above 10.
type high struct{}

func (high) MatchRow(_, value trace.ValueID) bool { return value > 10 }

// An Await continues when its row matches, or the table no longer exists.
func ExampleAwaited() {
	op := trace.Op{Kind: trace.TableAwait, Key: 1, Does: high{}}
	fmt.Println(trace.Awaited(&op, true, 7), trace.Awaited(&op, true, 11), trace.Awaited(&op, false, trace.NoValue))
	// Output: false true true
}

// adding counts by two, where a value is its own number.
type adding struct{}

func (adding) Sum(old trace.ValueID) trace.ValueID { return old + 2 }

// The new value of a counter is computed by the operation, so that the search also knows it for an
// order of events that was not executed.
func ExampleCounting() {
	op := trace.Op{Kind: trace.TableUpdateCounter, Does: adding{}}
	fmt.Println(trace.EffectOf(&op, true, 5), op.Does.(trace.Counting).Sum(5))
	// Output: 3 7
}

// counted is a disk whose state is the number of its records.
type counted struct{}

func (counted) After(_ *trace.Op, _ int32, before trace.ValueID) (trace.ValueID, bool) {
	return before + 1, true
}

// The disk of a node is in one cell. An operation on it accesses nothing else, so only what ends the node conflicts
// with it.
func ExampleDisk() {
	e := trace.NewEvent(1, 0, trace.Op{Kind: trace.FileAppend, Does: counted{}})
	e.Behave(func(trace.Cell) int32 { return 4 })
	fmt.Println(len(e.Accesses), e.Accesses[0].Cell == trace.Cell{Space: trace.Files, Object: 1}, e.Accesses[0].After)
	// Output: 1 true 5
}

// apart is the link from actor 1 to actor 2.
type apart struct{}

func (apart) Each(f func(from, to trace.ActorID)) { f(1, 2) }

// A partition changes the cells of the links that it cuts.
func ExampleLinks() {
	e := trace.NewEvent(0, 0, trace.Op{Kind: trace.Sever, Does: apart{}})
	e.Behave(func(trace.Cell) int32 { return 0 })
	fmt.Println(len(e.Accesses), e.Accesses[0].Space == trace.Severed, e.Accesses[0].After)
	// Output: 1 true 1
}

// A schedule that means the same in each exploration has names instead of numbers.
func ExampleNamedSchedule() {
	actors := trace.NewActors("main")
	actors.Child(actors.ByID(0), "left hand", 1)
	schedule := trace.Schedule{{Actor: 0}, {Actor: 0}, {Actor: 1, Alternative: 2}}
	text := schedule.Named(actors.ByID).String()
	fmt.Println(text)
	parsed, err := trace.ParseSchedule(text + " # the other hand rests")
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(slices.Equal(parsed, schedule.Named(actors.ByID)), parsed.Short([]string{"main", "left hand"}))
	// Output:
	// v1 main*2 "left hand"=2
	// true v1 0*2 1=2
}

// A budget admits one loss, and two receives compete for it.
func ExampleBudget() {
	budget := &trace.Budget{Number: 1}
	budget.Limits[trace.Lost] = 1
	receive := trace.NewEvent(0, 0, trace.Op{Kind: trace.Receive, Alternatives: 2})
	receive.Budget = budget
	receive.Vary(1)
	var spent *trace.Spent
	fmt.Println(receive.Fault(), spent.Left(budget, trace.Lost), spent.With(&receive).Left(budget, trace.Lost))
	barred := trace.Alternatives(1 << 1) // for the other one, from now on
	fmt.Println(barred.Has(0), barred.Has(1))
	// Output:
	// lost 1 0
	// false true
}

// Two messages to one process touch it, and so does what it does itself.
func ExampleTouched() {
	send := func(from, to trace.ActorID) trace.Touched {
		e := trace.NewEvent(from, 0, trace.Op{Kind: trace.Send, Object: int32(to)})
		e.To = to
		return e.Touched()
	}
	fmt.Println(send(1, 2).Meets(send(3, 2)), send(1, 2).Meets(send(2, 4)), send(1, 2).Meets(send(3, 4)))
	// Output: true true false
}

// Two messages to one process that receives none of them: their order does not matter.
func ExampleFilter() {
	message := func(from trace.ActorID) trace.Event {
		return trace.NewEvent(from, 0, trace.Op{Kind: trace.Send, Object: 0, Value: 1})
	}
	order := trace.Order{Relation: trace.Relation{ReceivePatterns: true}}
	order.Compute([]trace.Event{message(1)})
	later := message(2)
	f := trace.NewFilter(&order, later.Footprint(), -1)
	fmt.Println(f.Apart(0))
	// Output: true
}

// A process starts a timer with a duration of 5 ticks, which then expires.
func ExampleTimers() {
	cells := map[trace.Cell]int32{}
	events := []trace.Event{
		trace.NewEvent(0, 0, trace.Op{Kind: trace.TimerStart, Flags: trace.Timed, Object: 1, Number: 5, Does: trace.Clocks{}}),
		trace.NewEvent(1, 0, trace.Op{Kind: trace.TimerExpire, Flags: trace.Timed}),
	}
	for i := range events {
		events[i].Behave(func(c trace.Cell) int32 { return cells[c] })
		for _, a := range events[i].Accesses {
			if a.Effect != trace.Read {
				cells[a.Cell] = a.After
			}
		}
	}
	var o trace.Order
	o.Compute(events)
	for _, t := range trace.Timers(&o) {
		fmt.Println("started by event", t.Start, "until", t.Deadline, "and expires with event", trace.ExpiryOf(&o, t))
	}
	// Output: started by event 0 until 5 and expires with event 1
}

// A strategy asks what operations of a kind do, and needs no list of kinds.
func ExampleKind_Is() {
	for _, k := range []trace.Kind{trace.Choose, trace.DecideFaults, trace.Crash, trace.Send} {
		fmt.Println(k, k.Is(trace.Chooses), k.Is(trace.Decides|trace.OfNode))
	}
	// Output:
	// choose true false
	// faults true true
	// crash false true
	// send false false
}

// A message knows the node from which it comes, as a partition may cut it off.
func ExampleOp_Node() {
	from := trace.Op{Kind: trace.Send, Object: 2, Other: trace.OtherActor(1)}
	nowhere := trace.Op{Kind: trace.Send, Object: 2}
	fmt.Println(from.Node(), nowhere.Node() == trace.NoActor)
	// Output: 1 true
}
