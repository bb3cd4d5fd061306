package checker

import (
	"reflect"

	"github.com/checkmodel/checkmodel/internal/rules"
	"github.com/checkmodel/checkmodel/internal/world/guard"
	"github.com/checkmodel/checkmodel/internal/world/program"
	"github.com/checkmodel/checkmodel/result"
)

// Property is something that must hold in every interleaving of a model.
type Property = result.Property

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
	is rules.Rule // without its name
}

// Living returns the rule about the states of those processes only that have not ended: the state of a process that
// returns, exits, crashes or is killed is removed. In a rule without Living, the last state remains. The rule must
// be about states, so not from [Monitor] or [Automaton]. Its function may get an empty list.
//
// The end of a process that has exposed a state then races with exposures of that type, which costs
// interleavings, except for [Finally] and [Sometimes].
func (r Rule) Living() Rule {
	r.is.Living = true
	return r
}

// Strong returns the [Eventually] that must hold in the strongly fair infinite interleavings: each actor that is enabled again
// and again, even if not all the time, takes steps again and again. So a process that waits for a row or a message which is
// there now and then gets it in the end. More is promised then, so less is found: use it where an implementation keeps that
// promise, as a fair lock does. A process that tries again and again is always enabled, and may still fail each time.
func (r Rule) Strong() Rule {
	r.is.Strong = true
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
	r.is.Ends = ends
	return r
}

// Asks describes the calls by which a process gives the rule something to judge.
func (r Rule) Asks() string { return r.is.Asks() }

// Source returns file:line of the rule's function, or "" if it is not known, as for a method value.
func (r Rule) Source() string { return r.is.Source() }

// Goal reports whether the rule is a [Sometimes].
func (r Rule) Goal() bool { return r.is.Goal }

// Begin begins to judge an execution that no search controls, as conform.Judge does. see must be called with each value of the type that a process
// shows, in their order. It returns the error of the rule; of a goal, an error if it is reached. end returns the error of a rule about
// the end. All are nil if the rule has no function. They are not safe for concurrent use.
func (r Rule) Begin() (of reflect.Type, see func(process string, value any) error, end func() error) {
	if run := r.is.Outside(); run != nil {
		return r.is.Board.Type(), run.See, run.End
	}
	return nil, nil, nil
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
	return Rule{p, rules.Always(program.States[S](), guard.Entry(holds), aboutStates(holds))}
}

// Finally returns the property that the states of type S are right when all processes have ended or wait. It
// is not judged if a process waits for ever, or has violated a property, by a panic or a failed assertion. A node that has
// crashed, as a fault of the model, makes no difference.
func Finally[S any](p Property, holds func([]Exposed[S]) error) Rule {
	if holds == nil {
		return Rule{Property: p}
	}
	return Rule{p, rules.Finally(program.States[S](), guard.Entry(holds), aboutStates(holds))}
}

// Sometimes returns the goal that reached returns true for the states of type S at some moment of some
// interleaving. Put it into Model.Rules. If processes expose many states without waiting for each other,
// all combinations of these are moments.
func Sometimes[S any](p Property, reached func([]Exposed[S]) bool) Rule {
	if reached == nil {
		return Rule{Property: p, is: rules.Rule{Goal: true}}
	}
	return Rule{p, rules.Sometimes(program.States[S](), guard.Entry(reached), aboutStates(reached))}
}

// Monitor returns the property that processes announce events of type E in a right order. For each
// interleaving, start returns a function that is called with each event. It may keep a state in its
// variables. It returns nil, or an error that describes the violation in one sentence.
func Monitor[E any](p Property, start func() func(process string, event E) error) Rule {
	if start == nil {
		return Rule{Property: p}
	}
	return Rule{p, rules.Monitor(program.Events[E](), guard.Entry(start), func() func(string, any) error {
		see := start()
		return func(process string, value any) error {
			event, _ := value.(E) // nil is also a value of an interface type
			return see(process, event)
		}
	})}
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
	return Rule{p, rules.Automaton(program.Events[E](), guard.Entry(next), func() (func(string, any) error, func() any) {
		state := initial
		see := func(process string, value any) (err error) {
			event, _ := value.(E) // nil is also a value of an interface type
			state, err = next(state, process, event)
			return err
		}
		return see, func() any { return state }
	})}
}

// Eventually returns the property that the exposed states of type S are right at some moment of every fair interleaving. holds
// returns nil, or an error that names in one sentence the missing condition. It is given the states after each exposure, as by
// [Always], until it has returned nil. If nothing is ever exposed, it is called without states, only for its error.
//
// An interleaving that ends without such a moment violates the property, and so does one that goes on for ever
// without it, if it is fair: each actor that is enabled from some moment on for ever takes steps for ever. This is
// weak fairness. The actors are
//
//   - processes. One that can take its next step, and does not wait, takes it in the end. Nothing is said of one that
//     can take it again and again, but not all the time, such as a process that waits for a row which others change;
//     see [Rule.Strong].
//   - timers that have been started: each expires in the end.
//   - channels, unless delivery is instant: each message is delivered in the end. It is received only if a receive asks
//     for it, and if that need not take another one first.
//
// The alternatives of proc.P.Choose are not forced: one may be chosen for ever.
//
// The property needs a search of [States]; for a model with it, the empty Algorithm means States. After the search, all steps
// of all states up to that moment are explored for cycles. An infinite interleaving has a cycle only if states come again, so
// all processes of it must keep their state in proc.Loop or proc.Serve, and must not number anything in it, as by starting
// processes and new timers (see proc.P.ResetTimer). Otherwise it is cut after Options.MaxEvents, and the property is not
// verified.
func Eventually[S any](p Property, holds func([]Exposed[S]) error) Rule {
	if holds == nil {
		return Rule{Property: p}
	}
	return Rule{p, rules.Eventually(program.States[S](), guard.Entry(holds), aboutStates(holds))}
}

// AlwaysPossible returns the property that the exposed states of type S can always become right: from each reachable state, a
// state can be reached in which they are right (AG EF in the logic CTL). For example, the lock can always be taken again, and a
// leader can always still be elected. holds returns nil, or an error that names in one sentence the missing condition. It is
// given the states as by [Finally], of each state of the model; it is given none where nothing has been exposed.
//
// The property does not say that such a state is ever reached. [Eventually] does, and needs fairness. It is enough that some
// steps lead there: of processes, timers and channels, any alternative of proc.P.Choose, and any fault that the model still
// admits. A violation is a dead end: a state from which no right one can be reached any more, such as a deadlock or a livelock,
// or the end of all processes. Violation.Trace is a shortest way to a dead end. Its last event is the first from which no right
// state can be reached. Violation.DeadEnd says how many states can follow.
//
// The property needs a search of [States]; for a model with it, the empty Algorithm means States. After the search, all steps
// of all states are explored, once for each such rule, and then backwards from the right states, in time linear in the steps.
// Where the search does not go on, because of Options.MaxEvents or Model.Within, anything counts as possible, and the property
// is then not verified. As for Eventually, states must come again.
func AlwaysPossible[S any](p Property, holds func([]Exposed[S]) error) Rule {
	r := Finally(p, holds)
	r.is.AtEnd, r.is.Possible = false, holds != nil
	return r
}

// aboutStates returns the function for exposed states of type S.
func aboutStates[S, R any](f func([]Exposed[S]) R) func([]rules.Announcement) R {
	return func(states []rules.Announcement) R {
		given := make([]Exposed[S], len(states))
		for i := range states {
			state, _ := states[i].Value().(S) // nil is also a value of an interface type
			given[i] = Exposed[S]{states[i].Process, state}
		}
		return f(given)
	}
}
