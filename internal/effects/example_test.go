package effects_test

import (
	"fmt"

	"github.com/checkmodel/checkmodel/internal/effects"
	"github.com/checkmodel/checkmodel/trace"
	"github.com/checkmodel/checkmodel/trace/kind"
)

// An exit signal is a message to a process that traps exits, unless it is to kill.
func ExampleBehave() {
	traps := func(c trace.Cell) int32 {
		if c.Space == effects.Trapping {
			return 1
		}
		return 0
	}
	for _, flags := range []kind.Flags{0, kind.Kill} {
		e := trace.NewEvent(1, 0, trace.Op{Kind: kind.ExitSignal, Flags: flags, Object: 2})
		effects.Behave(&e, traps)
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
	op := trace.Op{Kind: kind.TableAwait, Key: 1, Does: high{}}
	fmt.Println(effects.Awaited(&op, true, 7), effects.Awaited(&op, true, 11), effects.Awaited(&op, false, trace.NoValue))
	// Output: false true true
}

// adding counts by two, where a value is its own number.
type adding struct{}

func (adding) Sum(old trace.ValueID) trace.ValueID { return old + 2 }

// The new value of a counter is computed by the operation, so that the search also knows it for an
// order of events that was not executed.
func ExampleCounting() {
	op := trace.Op{Kind: kind.TableUpdateCounter, Does: adding{}}
	fmt.Println(effects.RowEffect(&op, true, 5), op.Does.(effects.Counting).Sum(5))
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
	e := trace.NewEvent(1, 0, trace.Op{Kind: kind.FileAppend, Does: counted{}})
	effects.Behave(&e, func(trace.Cell) int32 { return 4 })
	fmt.Println(len(e.Accesses), e.Accesses[0].Cell == trace.Cell{Space: effects.Files, Object: 1}, e.Accesses[0].After)
	// Output: 1 true 5
}

// apart is the link from actor 1 to actor 2.
type apart struct{}

func (apart) Each(f func(from, to trace.ActorID)) { f(1, 2) }

// A partition changes the cells of the links that it cuts.
func ExampleLinks() {
	e := trace.NewEvent(0, 0, trace.Op{Kind: kind.Sever, Does: apart{}})
	effects.Behave(&e, func(trace.Cell) int32 { return 0 })
	fmt.Println(len(e.Accesses), e.Accesses[0].Space == effects.Severed, e.Accesses[0].After)
	// Output: 1 true 1
}
