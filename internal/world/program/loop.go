package program

import (
	"maps"

	"github.com/checkmodel/checkmodel/internal/world/conditions"
	"github.com/checkmodel/checkmodel/trace"
)

// head is the beginning of a turn of a loop.
type head struct {
	print  trace.Fingerprint // of everything on which the process depends from here on
	State  trace.ValueID
	Refs   int    // how many references the process has made
	number uint32 // a number for print, unlike any other; 0 if whole states are not kept

	rest    trace.Fingerprint               // like print, but of nothing that is a value
	exposed map[trace.ValueID]trace.ValueID // the last states that the process has exposed, by board
	doubt                                   // guarded by histories.mu
}

// Turn declares that the process begins a turn of a loop with the given code, and that everything it
// does from here on depends only on the state and on the variables that its function captured when the process began.
// All histories that lead to the same state of a loop continue as one. Turn returns a copy of the state.
func Turn(x *Execution, code uintptr, state any) any {
	x.idle("Loop")
	x.taken = 0
	id := x.Intern("the state of a loop", state)
	f := x.origin.print.With(x.sys.Address(code)).With(uint64(id)).With32(int32(x.Refs), int32(x.Timers))
	for _, set := range []trace.Fingerprint{counted(x.Spawned()), counted(x.Tables), shown(x.exposed)} {
		f = f.With(set[0]).With(set[1])
	}
	x.turn = &head{print: f, State: id, Refs: x.Refs}
	if x.sys.Viewed {
		f = x.origin.print.With(x.sys.Address(code)).With32(int32(x.Refs), int32(x.Timers))
		for _, set := range []trace.Fingerprint{counted(x.Spawned()), counted(x.Tables)} {
			f = f.With(set[0]).With(set[1])
		}
		x.turn.rest, x.turn.exposed = f, maps.Clone(x.exposed)
	}
	if x.sys.Contents != nil {
		x.turn.number = numberOfTurn(x, code, id)
	}
	return x.Value(id)
}

// begun returns the head of a loop, if the process has begun a turn since its last operation; else nil.
func (x *Execution) begun() *head {
	h := x.turn
	x.turn = nil
	return h
}

// same reports whether two points are at the head of a loop in the same state, or both at none.
func (h *head) same(k *head) bool {
	if h == nil || k == nil {
		return h == k
	}
	return h.print == k.print
}

// text describes the turn that begins at a point. In another execution, the turn other begins
// there.
func (h *head) text(s *Runner, other *head) string {
	switch {
	case h == nil:
		return " in the same turn"
	case other != nil && other.State == h.State:
		return " in a turn after other references, timers, processes, tables or exposed states"
	}
	return " in a turn with the state " + conditions.Brief(s.Values.Text(h.State))
}

// counted returns the fingerprint of the numbers of things that a process has created, by name.
func counted(numbers map[string]int) (sum trace.Fingerprint) {
	for name, n := range numbers {
		f := trace.Fingerprint{}.With(uint64(n))
		for _, b := range []byte(name) {
			f = f.With(uint64(b))
		}
		sum = sum.Plus(f)
	}
	return sum
}

// shown returns the fingerprint of the last states that a process has exposed, by board.
func shown(exposed map[trace.ValueID]trace.ValueID) (sum trace.Fingerprint) {
	for board, state := range exposed {
		sum = sum.Plus(trace.Fingerprint{}.With32(int32(board), int32(state)))
	}
	return sum
}
