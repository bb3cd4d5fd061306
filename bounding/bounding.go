// Package bounding defines the cost of an interleaving, by which a search can be limited to cheap
// ones.
//
// The bounds Tree and Delay charge for branches of the exploration tree. That fits optimal DPOR, in which each
// branch is justified by a race. See Aronis, Fritchie, Sagonas, "Testing and Verifying Chain Repair Methods for
// CORFU", section 3 ("exploration tree bounding"). The bound Preemption charges for switches between actors, so it
// fits searches that decide step by step, such as source-DPOR. See Coons, Musuvathi, McKinley, "Bounded
// Partial-Order Reduction", OOPSLA 2013.
package bounding

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/checkmodel/checkmodel/trace"
)

// Kind says for which branches a bound charges.
type Kind string

const (
	// ByTree charges 1 for every divergence from the first branch of a state.
	ByTree Kind = "tree"
	// ByDelay charges k for the kth branch of a state, counted from 0, as Concuerror's bound of that name does.
	// It is not the delay bounding of the literature.
	ByDelay Kind = "delay"
	// ByPreemption charges 1 for every preemption: a step by another actor although the actor of the previous
	// step is enabled. Timers and channels are actors, too. An actor whose receive would time out counts as one that waits.
	ByPreemption Kind = "preemption"
)

// Kinds lists the kinds of bounds.
func Kinds() []Kind { return []Kind{ByTree, ByDelay, ByPreemption} }

// Branch is a step that is explored at a state of the exploration tree.
type Branch struct {
	Sibling int           // number of steps planned before it at the same state
	Before  trace.ActorID // of the previous step; trace.NoActor at the beginning
	Enabled bool          // Before can move, and not only by a receive that times out
	Actor   trace.ActorID // of the step
}

// Bound limits a search to interleavings up to a cost, which is the sum of the charges for their steps. It can
// also be a sequence of bounds for several searches; see [Bound.From]. The zero Bound means that none is given.
// Bounds can be compared.
type Bound struct {
	kind               Kind // none is no bound, "" not given
	first, last, limit int
	several            bool
}

const none Kind = "none"

// Tree returns the bound ByTree with a limit, which must not be negative.
func Tree(limit int) Bound { return Of(ByTree, limit) }

// Delay returns the bound ByDelay with a limit, which must not be negative.
func Delay(limit int) Bound { return Of(ByDelay, limit) }

// Preemption returns the bound ByPreemption with a limit, which must not be negative.
func Preemption(limit int) Bound { return Of(ByPreemption, limit) }

// Of returns the bound of a kind with a limit: the maximal cost of an interleaving.
func Of(kind Kind, limit int) Bound {
	return Bound{kind: kind, first: limit, last: limit, limit: limit}
}

// None returns the bound that admits everything. It overrides the bound of a model.
func None() Bound { return Bound{kind: none} }

// From returns the sequence of bounds with the limits first, first+1, and so on up to the limit of b. first must
// be at least 0 and at most the limit of b.
func (b Bound) From(first int) Bound {
	b.first, b.several = first, true
	return b
}

// At returns the bound of a sequence that has the given limit.
func (b Bound) At(limit int) Bound {
	b.limit = limit
	return b
}

// Kind returns the kind of the bound; "" if it admits everything.
func (b Bound) Kind() Kind {
	if b.kind == none {
		return ""
	}
	return b.kind
}

// Limits reports whether the bound has a limit.
func (b Bound) Limits() bool { return b.Kind() != "" }

// Limit returns the maximal cost of an interleaving. For a sequence, it is the limit of the last bound unless
// At has set it.
func (b Bound) Limit() int {
	if !b.Limits() {
		return math.MaxInt
	}
	return b.limit
}

// First returns the limit of the first bound.
func (b Bound) First() int { return b.first }

// Last returns the limit of the last bound.
func (b Bound) Last() int { return b.last }

// Several reports whether the bound is a sequence; see From.
func (b Bound) Several() bool { return b.several }

// Charge returns the cost of a branch. With ByTree and ByDelay it depends only on Sibling, and does not decrease.
func (b Bound) Charge(branch Branch) int {
	switch b.kind {
	case ByTree:
		return min(branch.Sibling, 1)
	case ByDelay:
		return branch.Sibling
	case ByPreemption:
		if branch.Enabled && branch.Before != branch.Actor {
			return 1
		}
	}
	return 0
}

// Admits reports whether the branch is within the bound, at a state that was reached at that cost.
func (b Bound) Admits(branch Branch, cost int) bool { return b.Charge(branch) <= b.Limit()-cost }

// Parse returns the bound that a text gives: a limit such as "4", a sequence such as "0..4", or "none". It is one ByTree unless
// the text begins with another kind and a colon, as in "preemption:2".
func Parse(text string) (Bound, error) {
	if text == string(none) {
		return None(), nil
	}
	kind, limits := ByTree, text
	if before, after, ok := strings.Cut(text, ":"); ok {
		if kind, limits = Kind(before), after; !slices.Contains(Kinds(), kind) {
			return Bound{}, fmt.Errorf("%q is no kind of bound; want one of %s", before, Kinds())
		}
	}
	first, last, several := strings.Cut(limits, "..")
	if !several {
		last = first
	}
	from, err := strconv.Atoi(first)
	to, err2 := strconv.Atoi(last)
	if err := cmp.Or(err, err2); errors.Is(err, strconv.ErrRange) {
		return Bound{}, fmt.Errorf("%q is too large: %w", text, err)
	}
	if err != nil || err2 != nil || from < 0 || from > to {
		return Bound{}, fmt.Errorf("invalid bound %q: want a number from 0, a range such as 0..4, or %s", text, none)
	}
	b := Of(kind, to)
	if several {
		b = b.From(from)
	}
	return b, nil
}

// String returns the text from which Parse makes the bound; "" for the zero Bound.
func (b Bound) String() string {
	if b.kind == "" || b.kind == none {
		return string(b.kind)
	}
	text := strconv.Itoa(b.last)
	if b.several {
		text = fmt.Sprintf("%d..%d", b.first, b.last)
	}
	if b.kind != ByTree {
		text = string(b.kind) + ":" + text
	}
	return text
}

// MarshalText implements [encoding.TextMarshaler].
func (b Bound) MarshalText() ([]byte, error) { return []byte(b.String()), nil }

// UnmarshalText implements [encoding.TextUnmarshaler].
func (b *Bound) UnmarshalText(text []byte) (err error) {
	if *b = (Bound{}); len(text) > 0 {
		*b, err = Parse(string(text))
	}
	return err
}
