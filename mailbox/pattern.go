package mailbox

import (
	"fmt"
	"reflect"
	"regexp"

	"github.com/checkmodel/checkmodel/trace"
)

// Pattern says which messages a receive takes. A pattern must be a pure function of the message:
// the checker may call it any number of times, even long after the receive, to find out which other
// messages could have been taken.
type Pattern interface {
	// Matches reports whether a receive with this pattern may take the message.
	Matches(message any) bool
	// String describes the pattern for a trace.
	String() string
}

// Any matches every message.
func Any() Pattern { return anything{} }

// Type matches every message whose type is M; if M is an interface, every message that implements
// it. Nil matches only if M is an empty interface type, such as any.
func Type[M any]() Pattern { return typed[M]{} }

// Where matches the messages of type M for which the condition holds. The condition must be a pure
// function. It may read variables of the process only if they are not changed later.
func Where[M any](condition func(M) bool) Pattern { return conditional[M]{condition} }

// Describe returns a pattern that matches the same messages as the given one, and that traces show
// as the format and its arguments, as in fmt.Sprintf.
func Describe(pattern Pattern, format string, args ...any) Pattern {
	return described{pattern, fmt.Sprintf(format, args...)}
}

// Equal matches every message that is deeply equal to want, including its type.
func Equal(want any) Pattern {
	same := func(message any) bool { return reflect.DeepEqual(message, want) }
	return EqualTo(want, same, func(want any) string { return fmt.Sprintf("%+v", want) })
}

// EqualTo is like Equal, but matches the messages for which same returns true, and traces show it
// as show shows want.
func EqualTo(want any, same func(message any) bool, show func(want any) string) Pattern {
	return equal{want, same, show}
}

// Nil returns which part of the pattern p is nil although it must not be: p itself, the condition
// of a Where, or the pattern in a Describe. The argument name is the caller's name for p. Nil
// returns "" if no part is nil.
func Nil(p Pattern, name string) string {
	switch p := p.(type) {
	case nil:
		return name
	case described:
		if Nil(p.Pattern, name) != "" {
			return Nil(p.Pattern, "what "+name+" describes")
		}
	case wrapper:
		return Nil(p.Unwrap(), name)
	case interface{ unconditional() bool }:
		if p.unconditional() {
			return "the condition of " + name
		}
	}
	return ""
}

// wrapper is a pattern that matches the same messages as the one it wraps.
type wrapper interface{ Unwrap() Pattern }

type anything struct{}

func (anything) Matches(any) bool { return true }
func (anything) String() string   { return "any message" }

// as returns the message as an M, if it is one. The message nil is only of type any.
func as[M any](message any) (m M, ok bool) {
	if message == nil {
		return m, isAny(reflect.TypeFor[M]())
	}
	m, ok = message.(M)
	return m, ok
}

func isAny(t reflect.Type) bool { return t.Kind() == reflect.Interface && t.NumMethod() == 0 }

type typed[M any] struct{}

func (typed[M]) Matches(message any) bool { _, ok := as[M](message); return ok }
func (typed[M]) String() string           { return typeName[M]() }
func (typed[M]) takes() reflect.Type      { return reflect.TypeFor[M]() }
func (typed[M]) unlike() string           { return "it does not match" }

type conditional[M any] struct{ condition func(M) bool }

func (c conditional[M]) Matches(message any) bool {
	m, ok := as[M](message)
	return ok && c.condition(m)
}
func (c conditional[M]) String() string      { return typeName[M]() + " where …" }
func (c conditional[M]) unconditional() bool { return c.condition == nil }
func (c conditional[M]) takes() reflect.Type { return reflect.TypeFor[M]() }
func (c conditional[M]) unlike() string      { return "the condition does not hold" }

type described struct {
	Pattern
	text string
}

func (d described) String() string  { return d.text }
func (d described) Unwrap() Pattern { return d.Pattern }

type equal struct {
	want any
	same func(any) bool
	show func(any) string
}

func (e equal) Matches(message any) bool { return e.same(message) }
func (e equal) String() string           { return e.show(e.want) }
func (e equal) takes() reflect.Type      { return reflect.TypeOf(e.want) }
func (e equal) unlike() string           { return trace.AnotherValue }

// typeName returns the name of M as shortName does.
func typeName[M any]() string { return shortName(reflect.TypeFor[M]()) }

// shortName returns the name of a type without packages, as traces show values, also in its type
// arguments.
func shortName(t reflect.Type) string {
	if name := t.Name(); name != "" {
		return qualifier.ReplaceAllString(name, "")
	}
	return t.String()
}

// qualifier matches the package before the name of a type in type arguments, and the number after
// the name of a local type.
var qualifier = regexp.MustCompile(`[^][,*(){}\s]*[./]|·\d+`)
