package claims

import (
	"fmt"

	"github.com/checkmodel/checkmodel/internal/stage"
	"github.com/checkmodel/checkmodel/internal/world"
	"github.com/checkmodel/checkmodel/internal/world/guard"
	"github.com/checkmodel/checkmodel/internal/world/values"
	"github.com/checkmodel/checkmodel/trace"
	"github.com/checkmodel/checkmodel/trace/causality"
)

// Claim is a claim of a model that two messages to a process commute if Holds returns true.
type Claim struct {
	Name  string
	Holds func(to string, a, b any) bool
	Code  uintptr // of the function of the model; 0 if there is none
}

// Claims answers by the claims of a model which messages commute, remembers the answers, and checks the claims. It is used by one
// goroutine.
type Claims struct {
	list  []Claim
	sys   *world.System
	calls *stage.Calls
	known map[meeting]int

	names     []uint64        // of actors; see name
	order     causality.Order // of the interleaving whose messages are exchanged; see Check
	exchanged []int           // by claim: how many messages
	cost      int             // how many events interleavings had in which messages were exchanged, besides the first ones
}

// meeting is a pair of messages to a process, by hashes of their contents: unlike their numbers, these stay theirs.
type meeting struct {
	to   trace.ActorID
	a, b uint64
}

// manyMeetings is how many answers are remembered.
const manyMeetings = 1 << 16

// New returns the claims about messages in a world. It records its calls of the model in calls.
func New(list []Claim, sys *world.System, calls *stage.Calls) *Claims {
	return &Claims{list: list, sys: sys, calls: calls, known: map[meeting]int{}, exchanged: make([]int, len(list)),
		order: causality.Order{Relation: causality.Relation{ReceivePatterns: true}}}
}

// Commute implements [trace.Commutation].
func (c *Claims) Commute(to trace.ActorID, a, b trace.ValueID) bool { return c.claim(to, a, b) >= 0 }

// claim returns the index of the first claim by which messages to a process commute, or -1.
func (c *Claims) claim(to trace.ActorID, a, b trace.ValueID) int {
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
func (c *Claims) find(to trace.ActorID, a, b trace.ValueID) int {
	for i := range c.list {
		first := c.ask(&c.list[i], to, a, b)
		if c.ask(&c.list[i], to, a, b) != first {
			panic(&guard.ModelError{Source: guard.Position(c.list[i].Code), Problem: fmt.Sprintf(
				"the claim %q says of the same messages once that they commute, and once that they do not. "+
					"It may depend on nothing but its arguments", c.list[i].Name)})
		}
		if first {
			return i
		}
	}
	return -1
}

// ask asks one function of the model. It panics with a [*guard.ModelError] if that panics.
//
//go:noinline
func (c *Claims) ask(claim *Claim, to trace.ActorID, a, b trace.ValueID) (holds bool) {
	c.calls.Begin(c, func() *guard.ModelError {
		return guard.Endless(fmt.Sprintf("the claim %q", claim.Name), fmt.Sprintf("claims.(*Claims).ask(%p", c), claim.Code)
	})
	defer c.calls.End(c)
	returned := false
	defer func() {
		if problem := recover(); problem != nil || !returned {
			panic(values.PanicError(fmt.Sprintf("the claim %q, asked about messages to process %s,", claim.Name, c.sys.Actor(to).Name), problem,
				"It must be a pure function that accepts everything of its types"))
		}
	}()
	holds = claim.Holds(c.sys.Actor(to).Name, c.sys.Value(a), c.sys.Value(b))
	returned = true
	return holds
}
