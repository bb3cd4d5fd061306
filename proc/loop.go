package proc

import (
	"reflect"

	"github.com/checkmodel/checkmodel/internal/world/program"
)

// Loop calls turn until it returns false. Each call gets a pointer to the state that the previous one
// has left; the first gets the initial state.
//
// It is for a process that keeps everything it knows in one value. A turn, and the process after the
// last turn, must depend only on this state and on the variables that the function of the
// process captured at its start: not on variables that an earlier turn has changed, nor on messages
// that came before the loop. Then all histories that lead to the same state continue as one. So each
// search executes less code of the model, and a stateful search visits fewer states.
//
//	proc.Loop(p, account{}, func(a *account) bool {
//		m := proc.Receive[deposit](p)
//		a.balance += m.amount
//		p.Send(m.from, a.balance)
//		return true
//	})
//
// If a turn begins with [Table.Lookup] or [Table.Member], has no other operation, and leaves the state as it was, it changes nothing.
// No search executes such turns: the process waits until it would do something with the row, and a process
// that waits for ever is a deadlock, as with Receive.
//
// The state must be a value that could be sent; each turn is given a copy of its own, so a pointer
// to it must not be kept. If turns with the same state are seen to do different things, the process is
// not deterministic, which is an error of the model.
func Loop[S any](p *P, state S, turn func(state *S) (more bool)) {
	if turn == nil {
		p.x.Misuse("Loop: there is no function for a turn; give it one")
	}
	loop(p, code(turn), state, turn)
}

// code identifies the function of the model that the turns of a loop execute.
func code(function any) uintptr { return reflect.ValueOf(function).Pointer() }

func loop[S any](p *P, code uintptr, state S, turn func(*S) bool) {
	number := program.Loop(&p.x)
	for {
		now := program.Turn(&p.x, number, code, state).(S)
		if !turn(&now) {
			return
		}
		state = now
	}
}
