// Package bounding says what an interleaving costs, so that a search can be limited to
// cheap ones.
//
// The bounds Tree and Delay charge for branches of the exploration tree. That fits optimal
// DPOR: a branch is only there because a race justified it. See Aronis, Fritchie, Sagonas,
// "Testing and Verifying Chain Repair Methods for CORFU", section 3 ("exploration tree
// bounding"). The bound Preemption charges for switches between actors, so it fits
// searches that decide step by step, as source-DPOR does. See Coons, Musuvathi, McKinley,
// "Bounded Partial-Order Reduction", OOPSLA 2013.
package bounding

import (
	"math"

	"github.com/checkmodel/checkmodel/trace"
)

// Kind says what a bound charges for.
type Kind string

const (
	// ByTree charges 1 for every divergence from the first branch of a state.
	ByTree Kind = "tree"
	// ByDelay charges k for the kth branch of a state, counted from 0, as Concuerror's bound of
	// that name does. It is not the delay bounding of the literature.
	ByDelay Kind = "delay"
	// ByPreemption charges 1 for every preemption: a step by another actor than the one before,
	// while that one could have gone on. Every actor counts, timers and channels too.
	ByPreemption Kind = "preemption"
)

// Kinds lists the kinds of bounds.
func Kinds() []Kind { return []Kind{ByTree, ByDelay, ByPreemption} }

// Branch is one of the steps that are explored at a state of the exploration tree.
type Branch struct {
	// Sibling is how many steps were planned before it at the same state.
	Sibling int
	// Before took the step that led to the state; trace.NoActor at the beginning.
	Before trace.ActorID
	// Enabled says that Before could have gone on.
	Enabled bool
	// Actor takes the step instead, unless it is Before.
	Actor trace.ActorID
}

// Preempts reports whether the step is by another actor although the one before could have
// gone on.
func (b Branch) Preempts() bool { return b.Enabled && b.Before != b.Actor }

// Bound limits a search to interleavings of at most a certain cost, which is the sum of the
// charges for their steps. Several bounds, one after the other, are a Bound too; see
// [Bound.From]. The zero Bound asks for nothing. Bounds can be compared.
type Bound struct {
	kind               Kind // none is no bound, "" asks for nothing
	first, last, limit int
	several            bool
}

const none Kind = "none"

// Tree returns the bound ByTree that admits interleavings of at most that cost. A limit
// below 0 is no valid bound.
func Tree(limit int) Bound { return Of(ByTree, limit) }

// Delay returns the bound ByDelay that admits interleavings of at most that cost. A limit
// below 0 is no valid bound.
func Delay(limit int) Bound { return Of(ByDelay, limit) }

// Preemption returns the bound ByPreemption that admits interleavings of at most so many
// preemptions. A limit below 0 is no valid bound.
func Preemption(limit int) Bound { return Of(ByPreemption, limit) }

// Of returns the bound of a kind that admits interleavings of at most that cost.
func Of(kind Kind, limit int) Bound {
	return Bound{kind: kind, first: limit, last: limit, limit: limit}
}

// None returns the bound that admits everything. It is for a search whose model asks for a
// bound.
func None() Bound { return Bound{kind: none} }

// From returns several bounds: one search has the limit first, the next one the limit
// first+1, and so on up to the limit of b. They are valid if first is at least 0 and not above
// that.
func (b Bound) From(first int) Bound {
	b.first, b.several = first, true
	return b
}

// At returns the bound that one of several searches has: the one with that limit.
func (b Bound) At(limit int) Bound {
	b.limit = limit
	return b
}

// Kind returns what the bound charges for; "" if it admits everything.
func (b Bound) Kind() Kind {
	if b.kind == none {
		return ""
	}
	return b.kind
}

// Limits reports whether there is anything that the bound may not admit.
func (b Bound) Limits() bool { return b.Kind() != "" }

// Limit returns the highest cost that is still explored. Of several bounds, it is the last.
func (b Bound) Limit() int {
	if !b.Limits() {
		return math.MaxInt
	}
	return b.limit
}

// First returns the limit of the first search.
func (b Bound) First() int { return b.first }

// Last returns the limit of the last search, whichever of several b is the bound of.
func (b Bound) Last() int { return b.last }

// Several reports whether there is a search for each limit from First to Last; see From.
func (b Bound) Several() bool { return b.several }

// Charge returns the cost of a branch. Those of ByTree and ByDelay are not lower for a later
// sibling, and go by nothing else.
func (b Bound) Charge(branch Branch) int {
	switch b.kind {
	case ByTree:
		return min(branch.Sibling, 1)
	case ByDelay:
		return branch.Sibling
	case ByPreemption:
		if branch.Preempts() {
			return 1
		}
	}
	return 0
}

// Admits reports whether the branch is within the bound at a state that was reached at that
// cost.
func (b Bound) Admits(branch Branch, cost int) bool { return b.Charge(branch) <= b.Limit()-cost }
