package program

import (
	"maps"
	"slices"

	"github.com/checkmodel/checkmodel/internal/whole"
	"github.com/checkmodel/checkmodel/trace"
)

// Turn declares that the process begins a turn of a loop with the given code, and that everything it
// does from here on depends only on the state and on the variables that its function captured when the process began.
// All histories that lead to the same state of a loop continue as one. Turn returns a copy of the state.
func Turn(x *Execution, code uintptr, state any) any {
	x.idle("Loop")
	x.taken = 0
	id := x.Intern("the state of a loop", state)
	f := x.origin.print.With(x.sys.Address(code)).With(uint64(id)).With32(int32(x.Refs), int32(x.Timers))
	for _, set := range []trace.Fingerprint{countsFingerprint(x.Spawned()), countsFingerprint(x.Tables), boardsFingerprint(x.exposed)} {
		f = f.With(set[0]).With(set[1])
	}
	x.turn = &head{print: f, State: id, Refs: x.Refs}
	if x.sys.Viewed {
		f = trace.Fingerprint{}.With(x.sys.Address(code)).With32(int32(x.Refs), int32(x.Timers))
		for _, set := range []trace.Fingerprint{countsFingerprint(x.Spawned()), countsFingerprint(x.Tables)} {
			f = f.With(set[0]).With(set[1])
		}
		x.turn.origin, x.turn.rest, x.turn.exposed = x.origin, f, maps.Clone(x.exposed)
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

// boardsFingerprint returns the fingerprint of the last states that a process has exposed, by board.
func boardsFingerprint(exposed map[trace.ValueID]trace.ValueID) (sum trace.Fingerprint) {
	for board, state := range exposed {
		sum = sum.Plus(trace.Fingerprint{}.With32(int32(board), int32(state)))
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
	for _, board := range slices.Sorted(maps.Keys(x.exposed)) {
		b = whole.Append(b, board, x.exposed[board])
	}
	return x.sys.Contents.Of(b)
}
