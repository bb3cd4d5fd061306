package checker

import (
	"fmt"

	"github.com/checkmodel/checkmodel/internal/stage"
	"github.com/checkmodel/checkmodel/internal/world"
	"github.com/checkmodel/checkmodel/internal/world/guard"
	"github.com/checkmodel/checkmodel/internal/world/values"
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
		c.code = entry(holds)
	}
	return c
}

// Claim is a claim of a model in the result of a search.
type Claim struct {
	Property
	// Exchanged is how often two messages that commute by the claim were executed in the other order as well. It
	// counts the interleavings in which all such messages are exchanged. (In others some are; how many depends
	// on the number of workers.) If it is 0, the claim was hardly checked.
	Exchanged int `json:"exchanged"`
}

// claims answers by the claims of a model which messages commute, and remembers the answers. It is used by one goroutine.
type claims struct {
	list  []Commuting
	sys   *world.System
	calls *stage.Calls
	known map[meeting]int

	names     []uint64    // of actors; see name
	order     trace.Order // of the interleaving whose messages are exchanged; see judge.exchange
	exchanged []int       // by claim: how many messages
	cost      int         // how many events interleavings had in which messages were exchanged, besides the first ones
}

// meeting is a pair of messages to a process, by hashes of their contents: unlike their numbers, these stay theirs.
type meeting struct {
	to   trace.ActorID
	a, b uint64
}

// manyMeetings is how many answers are remembered.
const manyMeetings = 1 << 16

func newClaims(list []Commuting, sys *world.System, calls *stage.Calls) *claims {
	return &claims{list: list, sys: sys, calls: calls, known: map[meeting]int{}, exchanged: make([]int, len(list)),
		order: trace.Order{Relation: trace.Relation{ReceivePatterns: true}}}
}

// Commute implements [trace.Commutation].
func (c *claims) Commute(to trace.ActorID, a, b trace.ValueID) bool { return c.claim(to, a, b) >= 0 }

// claim returns the index of the first claim by which messages to a process commute, or -1.
func (c *claims) claim(to trace.ActorID, a, b trace.ValueID) int {
	m := meeting{to, c.sys.Content(a), c.sys.Content(b)}
	if m.a > m.b {
		m.a, m.b = m.b, m.a
	}
	i, ok := c.known[m]
	if !ok {
		if len(c.known) == manyMeetings {
			clear(c.known)
		}
		i = c.find(to, a, b)
		c.known[m] = i
	}
	return i
}

// find asks the functions of the model, each twice.
func (c *claims) find(to trace.ActorID, a, b trace.ValueID) int {
	for i := range c.list {
		first := c.ask(&c.list[i], to, a, b)
		if c.ask(&c.list[i], to, a, b) != first {
			panic(&guard.ModelError{Source: where(c.list[i].code), Problem: fmt.Sprintf(
				"the claim %q says of the same messages once that they commute, and once that they do not. "+
					"It may depend on nothing but its arguments", c.list[i].Name)})
		}
		if first {
			return i
		}
	}
	return -1
}

// ask asks one function of the model. It panics with a [*ModelError] if that panics.
//
//go:noinline
func (c *claims) ask(claim *Commuting, to trace.ActorID, a, b trace.ValueID) (holds bool) {
	c.calls.Begin(c, func() *guard.ModelError {
		return notReturned(fmt.Sprintf("the claim %q", claim.Name), fmt.Sprintf("checker.(*claims).ask(%p", c), claim.code)
	})
	defer c.calls.End(c)
	returned := false
	defer func() {
		if problem := recover(); problem != nil || !returned {
			panic(values.Panicked(fmt.Sprintf("the claim %q, asked about messages to process %s,", claim.Name, c.sys.Actor(to).Name), problem,
				"It must be a pure function that accepts everything of its types"))
		}
	}()
	holds = claim.holds(c.sys.Actor(to).Name, c.sys.Value(a), c.sys.Value(b))
	returned = true
	return holds
}

// commutation returns which messages commute in a search that draws interleavings, or nil if none do.
func (c *claims) commutation(o *Options) trace.Commutation {
	if c == nil || o.AnyDeliveriesRace {
		return nil
	}
	return c
}
