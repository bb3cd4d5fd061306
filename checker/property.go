package checker

import (
	"errors"
	"slices"
	"strings"

	"github.com/checkmodel/checkmodel/internal/world/guard"
	"github.com/checkmodel/checkmodel/internal/world/program"
	"github.com/checkmodel/checkmodel/trace"
)

// Property is something that must hold in every interleaving of a model.
type Property struct {
	Name string `json:"name"`          // as given to proc.P.Assert
	Doc  string `json:"doc,omitempty"` // in a sentence
}

// Rule is a property of the states that processes expose, or of the events that they announce. It sees
// these in the order of the interleaving. All interleavings of a class have the same order, because all
// states exposed under one type depend on each other, and so do all events announced under one type. The
// order makes no difference to [Finally], which therefore costs no interleavings, nor to [Sometimes]: it
// is evaluated at each moment of any order of an interleaving, unless another rule about the type orders
// the exposures.
//
// The functions of a Rule must be pure, as several workers may call them at once. They must not be nil. Each is
// called several times with the same arguments, and also with the arguments of a part of an interleaving. If
// its answers differ, or if it panics, the model has an error, and the last of Result.Examples shows the events
// that led to it.
type Rule struct {
	Property
	board    program.Board
	goal     bool                              // must be reached
	atEnd    bool                              // about the end only
	living   bool                              // about processes that have not ended
	eventual bool                              // must hold at some moment
	strong   bool                              // of every strongly fair interleaving only
	possible bool                              // must be able to hold again in every state
	events   bool                              // about events, not states
	states   bool                              // an automaton, whose memory is a state
	ends     func(event any) bool              // whether an event is an end; nil if it can tell the order of all events
	operated func([]announcedEvent) []Operated // the history of a violation; nil unless the rule is about operations
	begin    func() referee
	holds    func(states []announcement) error // of a rule about the states at each moment
	code     uintptr                           // of its function
}

// Living returns the rule about the states of those processes only that have not ended: the state of a process that
// returns, exits, crashes or is killed is removed. In a rule without Living, the last state remains. The rule must
// be about states, so not from [Monitor] or [Automaton]. Its function may get an empty list.
//
// The end of a process that has exposed a state then races with exposures of that type, which costs
// interleavings, except for [Finally] and [Sometimes].
func (r Rule) Living() Rule {
	r.living = true
	return r
}

// Strong returns the [Eventually] that must hold in the strongly fair infinite interleavings: each actor that is enabled again
// and again, even if not all the time, takes steps again and again. So a process that waits for a row or a message which is
// there now and then gets it in the end. More is promised then, so less is found: use it where an implementation keeps that
// promise, as a fair lock does. A process that tries again and again is always enabled, and may still fail each time.
func (r Rule) Strong() Rule {
	r.strong = true
	return r
}

// Intervals returns the rule about events each of which ends or begins an activity of a process, such as the return and
// the call of an operation. The rule must be able to tell only which ends come before which beginnings. So the order of
// beginnings among each other, and the order of ends, must make no difference to it, as it makes none to whether
// operations are linearizable. Then only an end and a beginning race, not any two announcements of the type, which costs
// far fewer interleavings. The function reports whether an event is an end; it must be pure.
//
// The rule must be about events, from [Monitor] or [Automaton]. If the model has another rule about events of that type,
// all of them race nevertheless. In interleavings that are repeated or have a violation, the search exchanges events
// whose order must make no difference; if the rule can tell, the model has an error.
func (r Rule) Intervals(ends func(event any) bool) Rule {
	r.ends = ends
	return r
}

// referee judges one interleaving by a rule.
type referee struct {
	// see is called for each announcement. It returns the error of the rule, or, for a goal, an error if it is reached.
	see func(announcement) error
	// end is called after the last one, unless it is nil.
	end func() error
	// state returns the present state of an automaton; nil for other rules.
	state func() any
}

// Asks describes the calls by which a process gives the rule something to judge.
func (r Rule) Asks() string {
	if r.events {
		return "announces an event of type " + r.board.String()
	}
	return "exposes a state of type " + r.board.String()
}

// Source returns file:line of the rule's function, or "" if it is not known, as for a method value.
func (r Rule) Source() string {
	if r.code == 0 {
		return ""
	}
	if at := guard.Position(r.code); !strings.HasPrefix(at, "<") { // it is not <autogenerated>
		return at
	}
	return ""
}

// announcement is an announcement of an interleaving, or the end of a process.
type announcement struct {
	process string
	events  int // number of events up to this one
	number  trace.ValueID
	values  numbered
	given   any    // the value
	anew    bool   // give another copy of the value each time
	ended   bool   // the process has ended
	needs   []need // the events that must come before it; nil unless other orders of the interleaving count
}

// numbered returns copies of values by their numbers.
type numbered interface {
	Value(trace.ValueID) any
	Is(trace.ValueID, any) bool
}

// value returns the value that the rule gets.
func (a *announcement) value() any {
	if a.anew && !a.ended {
		return a.values.Value(a.number)
	}
	return a.given
}

// Exposed is the last state that a process has exposed (see proc.Expose).
type Exposed[S any] struct {
	Process string
	State   S
}

// Always returns the property that the exposed states of type S are right at every moment: holds returns nil,
// or an error that describes the violation in one sentence. It gets the last state of each process that has
// exposed one, even of a process that has ended (see [Rule.Living]), in the order of the names of the processes.
func Always[S any](p Property, holds func([]Exposed[S]) error) Rule {
	if holds == nil {
		return Rule{Property: p}
	}
	at := func(states []announcement) error { return holds(exposed[S](states)) }
	return Rule{Property: p, board: program.States[S](), code: guard.Entry(holds), holds: at, begin: func() referee {
		var states []announcement
		return referee{see: func(a announcement) error {
			if !show(&states, a) {
				return nil
			}
			return at(states)
		}}
	}}
}

// Finally returns the property that the states of type S are right when all processes have ended or wait. It
// is not judged if a process waits for ever, or has violated a property, by a panic or a failed assertion. A node that has
// crashed, as a fault of the model, makes no difference.
func Finally[S any](p Property, holds func([]Exposed[S]) error) Rule {
	if holds == nil {
		return Rule{Property: p}
	}
	return Rule{Property: p, board: program.States[S](), code: guard.Entry(holds), atEnd: true, begin: func() referee {
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

// Sometimes returns the goal that reached returns true for the states of type S at some moment of some
// interleaving. Put it into Model.Rules. If processes expose many states without waiting for each other,
// all combinations of these are moments.
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
	c.goal, c.code = true, guard.Entry(reached)
	return c
}

var errReached = errors.New("reached")

// Monitor returns the property that processes announce events of type E in a right order. For each
// interleaving, start returns a function that is called with each event. It may keep a state in its
// variables. It returns nil, or an error that describes the violation in one sentence.
func Monitor[E any](p Property, start func() func(process string, event E) error) Rule {
	if start == nil {
		return Rule{Property: p}
	}
	return Rule{Property: p, board: program.Events[E](), code: guard.Entry(start), events: true, begin: func() referee {
		see := start()
		return referee{see: func(a announcement) error {
			event, _ := a.value().(E) // nil is also a value of an interface type
			return see(a.process, event)
		}}
	}}
}

// Automaton returns the property that processes announce events of type E in a right order. It is a [Monitor]
// that summarizes the events so far in one value: first the initial state, then the value that next returns
// for each event. If an event is wrong, next returns an error that describes the violation in one sentence.
//
// A search of [States] continues once from all interleavings that lead to equal states of the rule, and with
// Monitor only from interleavings with the same events in the same order. So keep in the state only the data that
// later events need. The state should be a value that could be sent; interleavings never continue as one from a
// state that could not. next must be a pure function, and must not change data to which the state refers.
func Automaton[S, E any](p Property, initial S, next func(state S, process string, event E) (S, error)) Rule {
	if next == nil {
		return Rule{Property: p}
	}
	return Rule{Property: p, board: program.Events[E](), code: guard.Entry(next), events: true, states: true, begin: func() referee {
		state := initial
		return referee{
			see: func(a announcement) (err error) {
				event, _ := a.value().(E) // nil is also a value of an interface type
				state, err = next(state, a.process, event)
				return err
			},
			state: func() any { return state },
		}
	}}
}

// show updates the states, sorted by the names of their processes, by an announcement. It reports whether
// the announcement concerns them.
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

// exposed returns the states in the form in which a rule gets them.
func exposed[S any](states []announcement) []Exposed[S] {
	given := make([]Exposed[S], len(states))
	for i := range states {
		state, _ := states[i].value().(S) // nil is also a value of an interface type
		given[i] = Exposed[S]{states[i].process, state}
	}
	return given
}

// Goal is something that some interleaving must reach.
type Goal struct {
	Property
	Hits  int `json:"hits"`  // number of interleavings that reach it; 1 if a search of States has reached it
	First int `json:"first"` // number of the first of them; 0 if there is none
}
