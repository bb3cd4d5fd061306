// Package bounding says what a schedule costs, so that a search can be limited
// to cheap ones.
//
// Both bounds here charge for branches of the exploration tree, not for
// switches between processes, which is what makes them fit optimal DPOR: a
// branch is only there because a race justified it. See Aronis, Fritchie,
// Sagonas, "Testing and Verifying Chain Repair Methods for CORFU", section 3
// ("exploration tree bounding").
package bounding

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"
)

// Bound limits a search to interleavings of at most a certain cost. The cost of
// an interleaving is the sum of the charges along its path in the exploration
// tree.
type Bound interface {
	// Charge returns the cost of taking the child that stands at that place
	// among its siblings, in the order in which they were planned; 0 is the first.
	// It must not be lower for a later sibling.
	Charge(sibling int) int
	// Limit returns the highest cost that is still explored, at least 0.
	Limit() int
	// Name says which bound it is.
	Name() string
}

// Tree is exploration-tree bounding: every divergence from the first child costs one.
type Tree int

// Charge implements Bound.
func (Tree) Charge(sibling int) int { return min(sibling, 1) }

// Limit implements Bound.
func (b Tree) Limit() int { return int(b) }

// Name implements Bound.
func (Tree) Name() string { return "tree" }

// Delay charges k for the kth sibling, as Concuerror's bound of that name does.
// It is not the delay bounding of the literature.
type Delay int

// Charge implements Bound.
func (Delay) Charge(sibling int) int { return sibling }

// Limit implements Bound.
func (b Delay) Limit() int { return int(b) }

// Name implements Bound.
func (Delay) Name() string { return "delay" }

// None is no bound: it admits everything. It is for a search whose model asks for a bound.
type None struct{}

// Charge implements Bound.
func (None) Charge(int) int { return 0 }

// Limit implements Bound.
func (None) Limit() int { return math.MaxInt }

// Name implements Bound.
func (None) Name() string { return none }

const none = "none"

// Deepening asks for several searches, one after the other: the first under the limit From,
// which must be at least 0, the last under the limit of the Bound within.
type Deepening struct {
	Bound
	From int
}

// Limit implements Bound. Without a Bound within it is -1, which no search accepts.
func (d Deepening) Limit() int {
	if d.Bound == nil {
		return -1
	}
	return d.Bound.Limit()
}

// Name implements Bound.
func (d Deepening) Name() string {
	if d.Bound == nil {
		return none
	}
	return d.Bound.Name()
}

// At returns the bound of the search under that limit.
func (d Deepening) At(limit int) Bound { return limited{d.Bound, limit} }

// limited is a bound with another limit.
type limited struct {
	Bound
	limit int
}

// Limit implements Bound.
func (l limited) Limit() int { return l.limit }

// A Range is the bounds of a search: one, or one after the other from the first to
// the last.
type Range struct {
	First, Last int
	Several     bool // the first is given, too
	None        bool // no bound at all
}

// ParseRange parses a bound, as "4", several, as "0..4", or "none".
func ParseRange(s string) (Range, error) {
	if s == none {
		return Range{None: true}, nil
	}
	first, last, several := strings.Cut(s, "..")
	if !several {
		last = first
	}
	from, err := strconv.Atoi(first)
	to, err2 := strconv.Atoi(last)
	if err := cmp.Or(err, err2); errors.Is(err, strconv.ErrRange) {
		return Range{}, fmt.Errorf("%q is too large: %w", s, err)
	}
	if err != nil || err2 != nil || from < 0 || from > to {
		return Range{}, fmt.Errorf("%q is neither a bound, as 4, nor a first and a last one, as 0..4, from 0, nor %s", s, none)
	}
	return Range{First: from, Last: to, Several: several}, nil
}

// Tree returns the range of bounds of that kind.
func (r Range) Tree() Bound { return r.of(Tree(r.Last)) }

// Delay returns the range of bounds of that kind.
func (r Range) Delay() Bound { return r.of(Delay(r.Last)) }

func (r Range) of(last Bound) Bound {
	if r.None {
		return None{}
	}
	if r.Several {
		return Deepening{last, r.First}
	}
	return last
}
