package checker

import (
	"errors"
	"slices"
	"strings"

	"github.com/checkmodel/checkmodel/internal/world"
	"github.com/checkmodel/checkmodel/trace"
)

// Property is something that must hold in every interleaving of a model.
type Property struct {
	Name string // as given to proc.P.Assert
	Doc  string // in a sentence
}

// Rule is a property that the checker judges itself, by what processes expose or
// announce. It sees that in the order of the interleaving; that is one order for all
// interleavings of a class, because all states exposed under one type depend on each
// other, and so do all events announced under one. So nothing is missed by exploring
// one interleaving of each class. To a property of the end the order makes no
// difference, so [Finally] costs no interleavings. Neither does [Sometimes]: it is asked about
// each moment that any order of an interleaving has, unless another rule about the type makes
// the search explore the orders.
//
// What a Rule is made of must be pure functions of their arguments, and not nil; several
// workers may call them at once. One that keeps something from an interleaving for the next would
// give wrong answers, so they are asked several times about the same, also about a part of what an
// interleaving shows; other answers are an error of the model. So is a panic in one of them: it says
// where, and the last of Result.Examples shows what led there.
type Rule struct {
	Property
	board  world.Board
	goal   bool // to be reached, not to hold
	atEnd  bool // about the end only
	living bool // the states of processes go away as they end
	events bool // about events, not states
	begin  func() referee
	holds  func(states []announcement) error // of a rule about the states at each moment
	code   uintptr                           // of the function that it was given
}

// Living returns the rule about the states of those processes only that have not
// ended: it takes the states of a process away that returns, exits, crashes or is
// ended, at its end: one that has been killed counts until that, too. Without it, what
// a process has exposed last stays. The rule must be one about states, so not from
// [Monitor]; what holds or reached are given may be empty.
//
// The end of a process that has exposed a state races with exposures of that type
// then, which costs interleavings, but for [Finally] and [Sometimes].
func (r Rule) Living() Rule {
	r.living = true
	return r
}

// referee judges one interleaving by a rule.
type referee struct {
	// see is given the announcements, one by one. It returns what is wrong, or for
	// a goal an error if it is reached.
	see func(announcement) error
	// end is called after the last one; nil if nothing is to be said then.
	end func() error
}

// Asks says what a process does that the rule can judge: that it exposes a state of
// some type, or announces an event of it.
func (r Rule) Asks() string {
	if r.events {
		return "announces an event of type " + r.board.String()
	}
	return "exposes a state of type " + r.board.String()
}

// announcement is one of the announcements of an interleaving, or the end of a
// process.
type announcement struct {
	process string
	events  int // up to this one
	number  trace.ValueID
	values  values
	given   any  // the value, as this asking of the rule gives it
	anew    bool // give another copy of it each time
	ended   bool
	needs   []need // what happens before it, if it is one of several orders that count; else nil
}

// values returns copies of values by their numbers.
type values interface {
	Value(trace.ValueID) any
	Is(trace.ValueID, any) bool
}

// value returns what the rule is given.
func (a *announcement) value() any {
	if a.anew && !a.ended {
		return a.values.Value(a.number)
	}
	return a.given
}

// Exposed is the state that a process has exposed last (see proc.Expose).
type Exposed[S any] struct {
	Process string
	State   S
}

// Always returns the property that the states of type S that processes expose are
// as they should at every moment: holds returns nil, or else an error that says in
// one sentence what was seen. The states are given in the order of the processes'
// names; a process that has not exposed one is not among them, but one that has ended
// is (see [Rule.Living]).
func Always[S any](p Property, holds func([]Exposed[S]) error) Rule {
	if holds == nil {
		return Rule{Property: p}
	}
	at := func(states []announcement) error { return holds(exposed[S](states)) }
	return Rule{Property: p, board: world.States[S](), code: entry(holds), holds: at, begin: func() referee {
		var states []announcement
		return referee{see: func(a announcement) error {
			if !show(&states, a) {
				return nil
			}
			return at(states)
		}}
	}}
}

// Finally returns the property that the states of type S are as they should when
// all processes have ended or wait. It is not judged where a process has crashed or
// waits for ever.
func Finally[S any](p Property, holds func([]Exposed[S]) error) Rule {
	if holds == nil {
		return Rule{Property: p}
	}
	return Rule{Property: p, board: world.States[S](), code: entry(holds), atEnd: true, begin: func() referee {
		var states []announcement
		return referee{
			see: func(a announcement) error {
				show(&states, a)
				return nil
			},
			end: func() error { return holds(exposed[S](states)) },
		}
	}}
}

// Sometimes returns the goal that the states of type S are at some moment, in some
// interleaving, as reached says. It counts among the goals of the model. Of processes
// that expose many states without waiting for each other, the moments are as many as there are
// combinations of these.
func Sometimes[S any](p Property, reached func([]Exposed[S]) bool) Rule {
	if reached == nil {
		return Rule{Property: p, goal: true}
	}
	c := Always(p, func(states []Exposed[S]) error {
		if reached(states) {
			return errReached
		}
		return nil
	})
	c.goal, c.code = true, entry(reached)
	return c
}

var errReached = errors.New("reached")

// Monitor returns the property that the events of type E that processes announce
// come in an order that is as it should be. For each interleaving, start returns a
// function that is given the events one by one; it may keep what it needs in its
// variables, and returns an error that says in one sentence what is wrong.
func Monitor[E any](p Property, start func() func(process string, event E) error) Rule {
	if start == nil {
		return Rule{Property: p}
	}
	return Rule{Property: p, board: world.Events[E](), code: entry(start), events: true, begin: func() referee {
		see := start()
		return referee{see: func(a announcement) error {
			event, _ := a.value().(E) // nil is one of an interface type, too
			return see(a.process, event)
		}}
	}}
}

// show makes the states, in the order of the processes' names, what they are when one more
// has been exposed, or a process has ended. It reports whether that is about them at all.
func show(states *[]announcement, a announcement) bool {
	i, found := slices.BinarySearchFunc(*states, a.process, func(s announcement, process string) int {
		return strings.Compare(s.process, process)
	})
	switch {
	case a.ended && !found:
		return false
	case a.ended:
		*states = slices.Delete(*states, i, i+1)
	case found:
		(*states)[i] = a
	default:
		*states = slices.Insert(*states, i, a)
	}
	return true
}

// exposed returns the states as a rule is given them.
func exposed[S any](states []announcement) []Exposed[S] {
	given := make([]Exposed[S], len(states))
	for i := range states {
		state, _ := states[i].value().(S) // nil is one of an interface type, too
		given[i] = Exposed[S]{states[i].process, state}
	}
	return given
}

// Goal is something that some interleaving must reach.
type Goal struct {
	Property
	Hits  int // how many interleavings reach it
	First int // the number of the first of them, 0 if there is none
}
