package checker

import (
	"github.com/checkmodel/checkmodel/internal/claims"
	"github.com/checkmodel/checkmodel/internal/world/guard"
)

// Commuting is a claim of a model that two messages commute: the order in which a process handles them makes no
// difference. [Commutes] returns it.
//
// To handle a message is all that a process does from the receive that takes it until its next receive. If a process handles
// both messages in succession, its state and its later behaviour must be the same in both orders. Its effects must be the
// same, too: the same messages to each process in the same order, or with proc.Bag in any order, and so on. This must hold
// wherever both messages can be taken next; they need not commute if one is sent because the other was handled.
//
// Algorithms that draw interleavings use the claims of a model: messages that commute do not race. Each search
// executes some of these messages in the other order, from the same state. A false claim is an error of the model.
type Commuting struct {
	Property
	holds func(to string, a, b any) bool
	code  uintptr // of the function of the model
}

// Commutes returns the claim that any two messages of types A and B commute if they are sent to the same process and holds
// returns true for them, in either order of arrival. holds gets the name of the process. It must be a pure function, as a
// function of a [Rule] must. With nil, all messages of the types commute. A type may be an interface; any is every message
// except nil.
func Commutes[A, B any](p Property, holds func(to string, a A, b B) bool) Commuting {
	ask := func(to string, x, y any) bool {
		a, isA := x.(A)
		b, isB := y.(B)
		return isA && isB && (holds == nil || holds(to, a, b))
	}
	c := Commuting{Property: p, holds: func(to string, x, y any) bool { return ask(to, x, y) || ask(to, y, x) }}
	if holds != nil {
		c.code = guard.Entry(holds)
	}
	return c
}

// claims returns the claims of the model.
func (m *Model) claims() (all []claims.Claim) {
	for _, c := range m.Commuting {
		all = append(all, claims.Claim{Name: c.Name, Holds: c.holds, Code: c.code})
	}
	return all
}
