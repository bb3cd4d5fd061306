package checker

import (
	"github.com/checkmodel/checkmodel/internal/linear"
	"github.com/checkmodel/checkmodel/internal/rules"
	"github.com/checkmodel/checkmodel/internal/world/guard"
	"github.com/checkmodel/checkmodel/proc"
)

// Operation is the announcement of an operation for [Linearizable]. A process makes it when it calls the operation,
// and when it returns.
type Operation[C, R any] struct {
	Call     C
	Result   R // once it has returned
	Returned bool
}

// String returns the call, with the result if there is one.
func (o Operation[C, R]) String() string {
	if o.Returned {
		return proc.Format(o.Call) + " → " + proc.Format(o.Result)
	}
	return "call " + proc.Format(o.Call)
}

// Operate executes an operation of the process, by which it gets a result. It announces the call before, and the return after
// that. If execute does not return, the operation does not return either: it may have taken effect or not. Operate may block,
// as execute may.
func Operate[C, R any](p *proc.P, call C, execute func() R) R {
	p.Helper()
	proc.Announce(p, Operation[C, R]{Call: call})
	result := execute()
	proc.Announce(p, Operation[C, R]{Call: call, Result: result, Returned: true})
	return result
}

// Linearizable returns the property that processes see a single object, which executes one operation at a time, each at some
// moment between its call and its return (Herlihy, Wing, "Linearizability: A Correctness Condition for Concurrent Objects",
// 1990). Processes announce calls and returns, as [Operate] does. A return belongs to the last pending call of its process.
// Operations that never return may take effect at any time after their call, or not at all.
//
// The object is specified by its initial state and by apply, which returns the state after an operation, and its result.
// Results are equal if reflect.DeepEqual says so. apply must be a pure function, and must not change data to which the
// state refers.
//
// Only a call and a return race, as with [Rule.Intervals]: the order of calls among each other, and of returns, makes no
// difference. In a violation, Violation.History has the operations.
//
// At each return the rule tries the orders in which pending operations can have taken effect, each as late as possible, and
// keeps the different outcomes (Lowe, "Testing for Linearizability", 2017, just-in-time linearization, which searches as Wing,
// Gong, "Testing and Verifying Concurrent Objects", 1993). The time grows exponentially with the number of operations that
// overlap, and not with the length of the history.
func Linearizable[S, C, R any](p Property, initial S, apply func(state S, call C) (S, R)) Rule {
	if apply == nil {
		return Rule{Property: p}
	}
	first := linear.New[S, C, R](initial)
	r := Automaton(p, first, func(l linear.State[S, C, R], process string, o Operation[C, R]) (linear.State[S, C, R], error) {
		return l.Next(apply, process, linear.Event[C, R](o))
	}).Intervals(func(event any) bool { return event.(Operation[C, R]).Returned })
	r.is.Code = guard.Entry(apply)
	r.is.History = func(announced []rules.Observation) []HistoryOperation {
		var events []linear.HistoryEvent[C, R]
		for _, a := range announced {
			o, _ := a.Event.(Operation[C, R])
			events = append(events, linear.HistoryEvent[C, R]{Process: a.Process, Event: linear.Event[C, R](o), Number: a.Number})
		}
		return first.History(apply, events)
	}
	return r
}
