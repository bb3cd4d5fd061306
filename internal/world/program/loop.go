package program

import (
	"maps"
	"slices"

	"github.com/checkmodel/checkmodel/internal/whole"
	"github.com/checkmodel/checkmodel/trace"
)

// Loop declares that the process begins a loop. It returns the number of the loop for Turn.
func Loop(x *Execution) int {
	x.loops++
	return x.loops
}

// Turn declares that the process begins a turn of a loop with the given number and code, and that everything it
// does from here on depends only on the state and on the variables that its function captured when the process began.
// All histories that lead to the same state of a loop continue as one. Turn returns a copy of the state.
func Turn(x *Execution, loop int, code uintptr, state any) any {
	x.idle("Loop")
	x.taken = 0
	if x.turn = x.entered(code); x.turn != nil {
		return x.Value(x.turn.State)
	}
	id := x.Intern("the state of a loop", state)
	created := countsFingerprint(x.Spawned()).With(0).Plus(countsFingerprint(x.Tables))
	numbered := trace.Fingerprint{}.With(x.sys.Address(code)).With32(int32(x.Refs), int32(x.Timers)).With(created[0]).With(created[1])
	f := numbered.With(x.origin.print[0]).With(x.origin.print[1]).With(uint64(id))
	for _, e := range x.exposed {
		f = f.With32(int32(e.board), int32(e.state))
	}
	x.turn = &head{print: f, State: id, entry: entry{code: code, loop: loop, loops: x.loops, Refs: x.Refs, timers: x.Timers, created: created, exposed: x.exposed}}
	if x.sys.Viewed {
		x.turn.origin, x.turn.rest = x.origin, numbered
	}
	if x.sys.Contents != nil {
		x.turn.number = numberOfTurn(x, code, id)
	}
	return x.Value(id)
}

// countsFingerprint returns the fingerprint of the numbers of things that a process has created, by name.
func countsFingerprint(numbers map[string]int) (sum trace.Fingerprint) {
	for name, n := range numbers {
		f := trace.Fingerprint{}.With(uint64(n))
		for _, b := range []byte(name) {
			f = f.With(uint64(b))
		}
		sum = sum.Plus(f)
	}
	return sum
}

// numberOfTurn returns the number of the head of a turn with that code and state.
func numberOfTurn(x *Execution, code uintptr, state trace.ValueID) uint32 {
	b := whole.Append(nil, aTurn, int(x.origin.number.Load()), int(state), x.Refs, x.Timers)
	b = whole.Append(b, uint64(code))
	for _, numbers := range []map[string]int{x.Spawned(), x.Tables} {
		b = whole.Append(b, len(numbers))
		for _, name := range slices.Sorted(maps.Keys(numbers)) {
			b = whole.Append(whole.AppendText(b, name), numbers[name])
		}
	}
	for _, e := range x.exposed {
		b = whole.Append(b, int(e.board), int(e.state))
	}
	return x.sys.Contents.Of(b)
}
