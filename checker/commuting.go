package checker

import (
	"github.com/checkmodel/checkmodel/internal/claims"
	"github.com/checkmodel/checkmodel/internal/explain"
	"github.com/checkmodel/checkmodel/internal/stage"
	"github.com/checkmodel/checkmodel/internal/world"
	"github.com/checkmodel/checkmodel/internal/world/guard"
	"github.com/checkmodel/checkmodel/trace"
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

// newClaims returns the claims of a model for a world, nil if it has none.
func newClaims(m *Model, sys *world.System, calls *stage.Calls) *claims.Claims {
	if len(m.Commuting) == 0 {
		return nil
	}
	var list []claims.Claim
	for _, c := range m.Commuting {
		list = append(list, claims.Claim{Name: c.Name, Holds: c.holds, Code: c.code})
	}
	return claims.New(list, sys, calls)
}

// commutation returns which messages commute in a search that draws interleavings, or nil if none do.
func (j *judge) commutation() trace.Commutation {
	if j.claims == nil || j.result.Options.AnyDeliveriesRace {
		return nil
	}
	return j.claims
}

// checkClaims checks the claims of the model that messages commute on the current interleaving. It records the failure of the
// search if one is false, and shows both orders as examples.
func (j *judge) checkClaims() error {
	o := &j.result.Options
	if j.claims == nil || o.TrustModel || o.Replay != nil {
		return nil
	}
	check := claims.Check{Player: j.player, Schedule: j.found.schedule, Executed: j.repeater.Executed, Stop: j.hurried, Unordered: j.merges}
	if k, is := j.search.driver.(*stateful); j == j.search.first && !(is && k.joined) {
		check.Number = j.repeater.Interleavings
		if c := o.Resume; c != nil {
			check.Number += c.Interleavings
		}
	}
	exchanged, wrong, err := j.claims.Check(check)
	j.found.exchanged = exchanged
	if err != nil || wrong == nil {
		return err
	}
	f := &failure{err: wrong.Err}
	for _, order := range wrong.Orders {
		v := &Violation{Process: wrong.Err.Process, Count: 1, Length: len(order.Events), Explanation: order.Words}
		c := explain.NewClass(order.Events, order.Evidence)
		if !j.recorded(v, c, c.Readable()) && !j.recorded(v, c, c.AsExecuted()) {
			if j.hurried() {
				return stage.ErrStopped
			}
			return j.repeater.Attribute("one of the orders of two messages that commute by a claim cannot be executed again")
		}
		v.Reversal = nil
		f.at = append(f.at, v)
	}
	j.found.failure = f
	return nil
}
