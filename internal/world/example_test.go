package world_test

import (
	"fmt"
	"strings"

	"github.com/checkmodel/checkmodel/internal/world/program"
	"github.com/checkmodel/checkmodel/proc"
	"github.com/checkmodel/checkmodel/trace"
	"github.com/checkmodel/checkmodel/trace/kind"
)

// twoSenders starts two processes that each send it a number, and receives one of the numbers.
func twoSenders(p *proc.P) {
	self := p.Self()
	for n := range 2 {
		p.Spawn("sender", func(p *proc.P) { p.Send(self, n) })
	}
	proc.Receive[int](p)
}

// A world executes the operations that it is told to, one at a time, and can step back.
func ExampleSystem() {
	s := newSystem(twoSenders)
	defer s.Close()
	for _, actor := range []trace.ActorID{0, 0, 1, 2, 0} {
		e := s.Step(trace.Step{Actor: actor})
		fmt.Println(s.Entry(&e))
	}
	s.StepBack(2) // to where both have been started
	for _, actor := range []trace.ActorID{2, 0} {
		e := s.Step(trace.Step{Actor: actor})
		fmt.Println(s.Entry(&e))
	}
	// Output:
	// 1. main: spawn sender
	// 2. main: spawn sender#2
	// 3. sender: send 0 to main
	// 4. sender#2: send 1 to main
	// 5. main: receive int = 0 from sender
	// 3. sender#2: send 1 to main
	// 4. main: receive int = 1 from sender#2
}

// What each process is about to do, and what the blocked ones wait for.
func ExampleSystem_Pending() {
	s := newSystem(twoSenders)
	defer s.Close()
	s.Step(trace.Step{Actor: 0})
	s.Step(trace.Step{Actor: 0})
	for id := range trace.ActorID(3) {
		asked, _ := s.Pending(id)
		fmt.Printf("%s: %s\n", asked.Process, asked.Operation)
	}
	for _, w := range s.Waiting() {
		fmt.Println(w.Process, "waits for", w.For)
	}
	// Output:
	// main: receive int
	// sender: send 0 to main
	// sender#2: send 1 to main
	// main waits for int
}

// Why a process ended.
func ExampleSystem_ExitReason() {
	s := newSystem(func(p *proc.P) { p.Assert(1 > 2, "arithmetic", "%d is not more than %d", 1, 2) })
	defer s.Close()
	e := s.Step(trace.Step{Actor: 0})
	reason := s.ExitReason(&e)
	fmt.Printf("%s: %s\n", reason.Property, reason.Text)
	// Output: arithmetic: 1 is not more than 2
}

// The error for a process that does something else than before.
func ExampleNotDeterministic() {
	before := trace.Request{Process: "client", Operation: "send 1 to server", Source: "client.go:12"}
	now := trace.Request{Process: "client", Operation: "send 2 to server", Source: "client.go:12"}
	err := program.NotDeterministic(3, before, now, program.SameSchedule)
	problem, _, _ := strings.Cut(err.Error(), ". ")
	fmt.Println(problem)
	// Output: process client, step 3, at client.go:12: the process is not deterministic: it asked for "send 1 to server" before, and asks for "send 2 to server" when the same schedule is executed again
}

// An announcement is ordered only if a rule can tell its order: here the states of type int, not the
// events.
func ExampleBoard() {
	s := newSystem(func(p *proc.P) {
		proc.Expose(p, 1)
		proc.Announce(p, 1)
	})
	defer s.Close()
	s.SetOrdered(map[program.Board]bool{program.States[int](): true}, nil)
	for range 2 {
		e := s.Step(trace.Step{Actor: 0})
		board := s.Value(e.Key).(program.Board)
		fmt.Printf("%s: %s; states: %t, ordered: %t\n", s.Entry(&e).Operation, board,
			board == program.States[int](), e.Flags&kind.Unordered == 0)
	}
	// Output:
	// expose 1: int; states: true, ordered: true
	// announce 1: int; states: false, ordered: false
}
