package world

import (
	"fmt"
	"reflect"
)

// Board is what carries the states, or the events, of one type from processes to
// properties; States and Events return it. Two boards are equal if they are, and if it
// is the same type: types of one name in different functions are different. The string
// of a board is the name of the type.
type Board interface {
	fmt.Stringer
	carries() reflect.Type
	holds() string // in words
}

// A board travels as a value whose type is all there is to it; so what is the same
// board is what Go takes for the same type.
type (
	states[S any] struct{}
	events[E any] struct{}
)

// States returns the board of the states of type S that processes expose.
func States[S any]() Board { return states[S]{} }

// Events returns the board of the events of type E that processes announce.
func Events[E any]() Board { return events[E]{} }

func (states[S]) carries() reflect.Type { return reflect.TypeFor[S]() }
func (events[E]) carries() reflect.Type { return reflect.TypeFor[E]() }

func (b states[S]) holds() string { return "states of type " + b.String() }
func (b events[E]) holds() string { return "events of type " + b.String() }

func (b states[S]) String() string { return typeName(b) }
func (b events[E]) String() string { return typeName(b) }

func typeName(b Board) string {
	t := b.carries()
	if t.PkgPath() == "" {
		return t.String()
	}
	return t.PkgPath() + "." + t.Name()
}
