package mailbox

import (
	"fmt"
	"reflect"
	"regexp"
)

// Pattern says which messages a receive takes. A pattern must be a pure
// function of the message: the checker calls it as often as it likes, also long
// after the receive, to find out which other message could have been taken.
type Pattern interface {
	// Matches reports whether a receive with this pattern may take the message.
	Matches(message any) bool
	// String describes the pattern for a trace.
	String() string
}

// Any matches every message.
func Any() Pattern { return anything{} }

// Type matches every message whose type is M; if M is an interface, every
// message that implements it.
func Type[M any]() Pattern { return typed[M]{} }

// Where matches the messages of type M for which the condition holds. The
// condition must be a pure function: it may read variables of the process only
// if they do not change any more.
func Where[M any](condition func(M) bool) Pattern { return conditional[M]{condition} }

// Describe returns a pattern that matches what the given one does and is shown
// in traces as the format and its arguments say, as by fmt.Sprintf.
func Describe(pattern Pattern, format string, args ...any) Pattern {
	return described{pattern, fmt.Sprintf(format, args...)}
}

// Equal matches every message that is deeply equal to want, type included.
func Equal(want any) Pattern { return equal{want} }

// OtherType is the [Refusal] of a message that is not even of the type that a pattern
// wants.
const OtherType = "another type"

// Refusal says in a few words why a pattern does not match a message, which it must
// not do. It asks no condition again.
func Refusal(p Pattern, message any) string {
	if r, ok := p.(refusing); ok {
		return r.refusal(message)
	}
	return "it does not match"
}

// refusing is a pattern that knows why it does not match.
type refusing interface{ refusal(message any) string }

// Nil says which part of a pattern that is called by the name is nil, though it must
// not be: itself, the condition of a Where, what a Describe describes. It returns ""
// if none is.
func Nil(p Pattern, name string) string {
	switch p := p.(type) {
	case nil:
		return name
	case described:
		return Nil(p.Pattern, "what "+name+" describes")
	case interface{ unconditional() bool }:
		if p.unconditional() {
			return "the condition of " + name
		}
	}
	return ""
}

type anything struct{}

func (anything) Matches(any) bool { return true }
func (anything) String() string   { return "any message" }

type typed[M any] struct{}

func (typed[M]) Matches(message any) bool { _, ok := message.(M); return ok }
func (typed[M]) String() string           { return typeName[M]() }
func (typed[M]) refusal(any) string       { return OtherType }

type conditional[M any] struct{ condition func(M) bool }

func (c conditional[M]) Matches(message any) bool {
	m, ok := message.(M)
	return ok && c.condition(m)
}
func (c conditional[M]) String() string      { return typeName[M]() + " where …" }
func (c conditional[M]) unconditional() bool { return c.condition == nil }
func (c conditional[M]) refusal(message any) string {
	if _, ok := message.(M); !ok {
		return OtherType
	}
	return "the condition does not hold"
}

type described struct {
	Pattern
	text string
}

func (d described) String() string             { return d.text }
func (d described) refusal(message any) string { return Refusal(d.Pattern, message) }

type equal struct{ want any }

func (e equal) Matches(message any) bool { return reflect.DeepEqual(message, e.want) }
func (e equal) String() string           { return fmt.Sprintf("%+v", e.want) }
func (e equal) refusal(message any) string {
	if reflect.TypeOf(message) != reflect.TypeOf(e.want) {
		return OtherType
	}
	return "another value"
}

// typeName returns the name of M without its package, as traces show values; nor
// are those of its type arguments shown.
func typeName[M any]() string {
	t := reflect.TypeFor[M]()
	if name := t.Name(); name != "" {
		return qualifier.ReplaceAllString(name, "")
	}
	return t.String()
}

// qualifier matches what is in front of the name of a type in type arguments, and
// the number behind that of a local type.
var qualifier = regexp.MustCompile(`[^][,*(){}\s]*[./]|·\d+`)
