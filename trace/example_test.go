package trace_test

import (
	"fmt"
	"slices"

	"github.com/checkmodel/checkmodel/trace"
	"github.com/checkmodel/checkmodel/trace/kind"
)

// An actor has the same name in every interleaving: its place in the spawn tree.
func ExampleActors() {
	actors := trace.NewActors("main")
	main := actors.ByID(0)
	left := actors.Child(main, "left", 1)
	for _, a := range []*trace.Actor{main, left, actors.Child(left, "writer", 2), actors.Timer(left, 1, 1), actors.Channel(main, left, 0)} {
		fmt.Println(a.ID, a)
	}
	// Output:
	// 0 main
	// 1 left
	// 2 left/writer#2
	// 3 left's timer
	// 4 main → left
}

// An alarm is a timer that no model has started itself.
func ExampleAlarm() {
	fmt.Println(trace.Sleep, "ends a sleep;", trace.TimeLimit, "ends the wait of a receive")
	// Output: sleep ends a sleep; time limit ends the wait of a receive
}

// A Collect takes two messages as a set: their order tells nothing.
func ExampleSet() {
	first, second := trace.EventID{Actor: 1, Index: 4}, trace.EventID{Actor: 2, Index: 0}
	e := trace.NewEvent(0, 3, trace.Op{Kind: kind.Collect, Number: 2})
	e.Take([]trace.EventID{second, first})
	fmt.Println(e.Takes(first), e.Takes(second), e.TimedOut())
	e.Took(func(m trace.EventID) { fmt.Println("took a message of actor", m.Actor) })
	// Output:
	// true true false
	// took a message of actor 1
	// took a message of actor 2
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

// A message knows the node from which it comes, as a partition may cut it off.
func ExampleOp_Node() {
	from := trace.Op{Kind: kind.Send, Object: 2, Other: trace.OtherActor(1)}
	nowhere := trace.Op{Kind: kind.Send, Object: 2}
	fmt.Println(from.Node(), nowhere.Node() == trace.NoActor)
	// Output: 1 true
}

// A choice plans a fault of a program. The events of a run before tell what the program does at the moments among which it chooses.
func ExampleMoments() {
	plan := trace.Op{Kind: kind.Choose, Alternatives: 100, Does: trace.Moments{Node: 1}}
	before := []trace.Behavior{{Hash: 7, Node: 1, Moments: 4}, {Hash: 8, Node: 2, Moments: 3}, {Hash: 9, Node: 1, Moments: 2}}
	at := int32(0)
	for _, b := range before {
		if b.Node == plan.Does.(trace.Moments).Node {
			fmt.Printf("alternatives %d to %d are in an event with the calls %d\n", at, at+b.Moments-1, b.Hash)
			at += b.Moments
		}
	}
	// Output:
	// alternatives 0 to 3 are in an event with the calls 7
	// alternatives 4 to 5 are in an event with the calls 9
}

func ExampleVisit() {
	v := trace.Visit{Place: "server.go:43", Operation: kind.Receive.String(), Outcome: "a timeout"}
	fmt.Println(v.Place, v)
	// Output: server.go:43 receive a timeout
}
