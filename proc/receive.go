package proc

import (
	"fmt"
	"reflect"

	"github.com/checkmodel/checkmodel/internal/world/conditions"
	"github.com/checkmodel/checkmodel/internal/world/program"
	"github.com/checkmodel/checkmodel/internal/world/values"
	"github.com/checkmodel/checkmodel/mailbox"
	"github.com/checkmodel/checkmodel/trace"
	"github.com/checkmodel/checkmodel/trace/kind"
)

// Pattern says which messages a receive takes. It must be a pure function of the message.
type Pattern = mailbox.Pattern

// Any matches every message.
func Any() Pattern { return mailbox.Any() }

// Type matches the messages whose type is M, or implements the interface M. The
// message nil has no type: only Type[any] matches it, and Any.
func Type[M any]() Pattern { return mailbox.Type[M]() }

// Where matches the messages of type M for which the condition holds. The condition must be a pure
// function of the message; it may read variables of the process only if they do not change any
// more. For a condition that depends on the state of the process, use [Given].
func Where[M any](condition func(M) bool) Pattern { return mailbox.Where(condition) }

// Describe returns a pattern that matches the same messages as the given one and is shown
// in traces as the format and its arguments say, as by fmt.Sprintf.
func Describe(pattern Pattern, format string, args ...any) Pattern {
	return mailbox.Describe(pattern, format, args...)
}

// Equal matches the messages that are deeply equal to want, type included. If parts of want have a
// [Codec], it matches the messages that are the same as want; see [P.Send].
func Equal(want any) Pattern { return mailbox.EqualTo(want, values.Equality(want), Format) }

// Receive takes the oldest message that any of the patterns matches, and waits for one if there is
// none. Without patterns it takes any message. It is an error of the model if a pattern or its
// condition is nil, or if the state of a pattern cannot be copied.
func (p *P) Receive(patterns ...Pattern) any {
	m, _ := p.receive(trace.Op{Kind: kind.Receive}, patterns, 0)
	return m
}

// ReceiveTimeout is Receive with a time limit: it takes the oldest message that any of the
// patterns matches, or returns nil and false. Time has no length: if no message matches, the
// timeout may happen next, however long it was meant to be. As the expiry of a timer, it is the last
// step that a search tries, and seldom drawn by random runs.
func (p *P) ReceiveTimeout(patterns ...Pattern) (message any, ok bool) {
	return p.receive(trace.Op{Kind: kind.ReceiveTimeout}, patterns, 0)
}

// Receive takes the oldest message of type M for which all the conditions hold,
// and waits for one if there is none.
func Receive[M any](p *P, conditions ...func(M) bool) M {
	m, _ := p.Receive(conditionPattern(&p.x, "Receive", conditions)).(M) // the zero M if the message is nil
	return m
}

// ReceiveTimeout is Receive with a time limit: where no message matches it may
// return the zero M and false.
func ReceiveTimeout[M any](p *P, conditions ...func(M) bool) (M, bool) {
	m, ok := p.ReceiveTimeout(conditionPattern(&p.x, "ReceiveTimeout", conditions))
	message, _ := m.(M)
	return message, ok
}

// conditionPattern returns the pattern of a receive with conditions. call names the function in errors.
func conditionPattern[M any](x *program.Execution, call string, conditions []func(M) bool) Pattern {
	if len(conditions) == 0 {
		return Type[M]()
	}
	for i, holds := range conditions {
		if holds == nil {
			x.Misuse("%s: condition %d is nil; leave it out to take any message of the type %v",
				call, i+1, reflect.TypeFor[M]())
		}
	}
	return Where(func(m M) bool {
		for _, holds := range conditions {
			if !holds(m) {
				return false
			}
		}
		return true
	})
}

// receive executes a receive. The last pattern takes the message of an alarm, unless that is 0.
func (p *P) receive(op trace.Op, patterns []Pattern, alarm trace.Alarm) (any, bool) {
	_, op.Alternatives = p.x.Alternatives()
	got := take(&p.x, op, patterns, alarm)
	if got.Status == program.TimedOut {
		return nil, false
	}
	return p.x.Value(got.Value), true
}

// take executes an operation that takes messages.
func take(x *program.Execution, op trace.Op, patterns []Pattern, alarm trace.Alarm) program.Result {
	if len(patterns) == 0 {
		patterns = []Pattern{Any()}
	}
	refuse(x, op.Kind, patterns)
	if program.Repeats(x) {
		op.Does = x.Conditions().Compared(patterns)
	} else {
		op.Does = x.Conditions().Select(patterns)
	}
	return x.Perform(program.Operation{Op: op, Alarm: alarm})
}

// refuse reports invalid patterns where they are given to a receive. When they are matched later,
// the place of that call is unknown.
func refuse(x *program.Execution, k kind.Kind, patterns []Pattern) {
	call := "Receive"
	if k == kind.ReceiveTimeout {
		call = "ReceiveTimeout"
	}
	for i, pattern := range patterns {
		if mailbox.Nil(pattern, "it") != "" { // do not format in the usual case
			x.Misuse("%s: %s is nil; make a pattern by Type, Where, Given or Equal",
				call, mailbox.Nil(pattern, fmt.Sprintf("pattern %d", i+1)))
		}
		if err := conditions.Uncopied(pattern); err != nil {
			x.Misuse("%s: the state that pattern %d is given cannot be copied: %v. Give it a struct of what the condition reads",
				call, i+1, err)
		}
	}
}
