package world

import (
	"fmt"

	"github.com/checkmodel/checkmodel/internal/world/guard"
)

// Asked is an operation in words, for messages about what a process asked for.
type Asked struct {
	Process   string
	Operation string
	Reason    string // of an end, in so far as Operation does not say it
	Source    string // file:line of the call in the model, if known
}

// String returns the operation with its source.
func (a Asked) String() string {
	if a.Source == "" {
		return a.quoted()
	}
	return fmt.Sprintf("%s (%s)", a.quoted(), a.Source)
}

func (a Asked) quoted() string {
	if a.Reason == "" {
		return fmt.Sprintf("%q", a.Operation)
	}
	return fmt.Sprintf("%q", a.Operation+" → "+a.Reason)
}

// Circumstance is under which circumstances a process did something else.
type Circumstance string

const (
	// SamePast: it had learnt the same before.
	SamePast Circumstance = "with the same past"
	// SameSchedule: the whole program was executed again, in the same order.
	SameSchedule Circumstance = "when the same schedule is executed again"
	alone        Circumstance = "when it is executed again with the same results, and no other process beside it"
	twice        Circumstance = "when its function is called again with the same results"
)

// NotDeterministic returns the error that a process has asked for something else
// at a step (0 if it was not executed any more) than it had before.
func NotDeterministic(step int, before, now Asked, how Circumstance) *guard.ModelError {
	if before.Source == now.Source { // the error begins with it
		before.Source = ""
	}
	return &guard.ModelError{
		Process: now.Process, Step: step, Source: now.Source,
		Problem: fmt.Sprintf("the process is not deterministic: it asked for %v before, and asks for %v %s. %s",
			before, now.quoted(), how, how.remedy()),
	}
}

func (c Circumstance) remedy() string {
	const general = "use Choose instead of random numbers, timeouts and timers instead of the clock, sorted keys instead of the order of a map, " +
		"processes instead of goroutines and channels, messages and tables instead of variables that several processes use. " + guard.VetFinds
	switch c {
	case alone:
		return "So it depends on a variable that another process changes, or on something else that is no result of an operation: " + general
	case twice:
		return "So it depends on what is not the same each time, as the order of a map, or changes a variable that it does not create itself, " +
			"but finds in its package or captures: range over sorted keys, create inside of the function of a process all that it changes, " +
			"and use messages and tables to share something. " + guard.VetFinds
	}
	return "It may depend on nothing but the results of its operations: " + general
}
