package program

import (
	"fmt"
	"reflect"
)

// Board carries the states, or the events, of one type from processes to properties; States and Events
// return it. Boards are equal if both carry states, or both events, of the same Go type. The string of
// a board is the name of the type.
type Board interface {
	fmt.Stringer
	Type() reflect.Type // of its content
	holds() string      // its content in words
}

// Holds returns the content of a board in words, such as "states of type int".
func Holds(b Board) string { return b.holds() }

type (
	states[S any] struct{}
	events[E any] struct{}
)

// States returns the board of the states of type S that processes expose.
func States[S any]() Board { return states[S]{} }

// Events returns the board of the events of type E that processes announce.
func Events[E any]() Board { return events[E]{} }

func (b states[S]) holds() string { return "states of type " + b.String() }

func (b events[E]) holds() string { return "events of type " + b.String() }

func (states[S]) Type() reflect.Type { return reflect.TypeFor[S]() }

func (events[E]) Type() reflect.Type { return reflect.TypeFor[E]() }

func (b states[S]) String() string { return typeName(b.Type()) }

func (b events[E]) String() string { return typeName(b.Type()) }

func typeName(t reflect.Type) string {
	if t.PkgPath() == "" {
		return t.String()
	}
	return t.PkgPath() + "." + t.Name()
}
