package mailbox

import (
	"reflect"
	"slices"
	"strings"
)

// Refusal says in a few words why none of the patterns matches the message. If there are several
// reasons, it gives the reason of the pattern that comes nearest to a match. It does not call any
// condition.
func Refusal(message any, patterns ...Pattern) string {
	var taken []reflect.Type
	for _, p := range patterns {
		r, ok := unwrapped(p).(refusing)
		if !ok {
			return "it does not match"
		}
		t := r.takes()
		if isOf(message, t) {
			return r.unlike()
		}
		if !slices.Contains(taken, t) {
			taken = append(taken, t)
		}
	}
	return otherType(reflect.TypeOf(message), taken)
}

// unwrapped returns the innermost pattern, which the others wrap.
func unwrapped(p Pattern) Pattern {
	for w, ok := p.(wrapper); ok; w, ok = p.(wrapper) {
		p = w.Unwrap()
	}
	return p
}

// Takes returns the type that messages must have, or implement, for the pattern to match; nil if that is not known.
func Takes(p Pattern) reflect.Type {
	if r, ok := unwrapped(p).(refusing); ok {
		return r.takes()
	}
	return nil
}

// TypeName returns the name of a type as traces show it, without packages. Nil is the type of the message nil.
func TypeName(t reflect.Type) string { return nameBy(shortName, t) }

// refusing is a pattern that says why it does not match.
type refusing interface {
	takes() reflect.Type // the type that messages must have or implement; nil is the type of nil
	unlike() string      // why it does not match a message of that type
}

func isOf(message any, t reflect.Type) bool {
	is := reflect.TypeOf(message)
	return is == t || is == nil && isAny(t) || is != nil && t != nil && t.Kind() == reflect.Interface && is.Implements(t)
}

// otherType says that a message has none of the types that are taken. Types with the same name are
// shown with their packages.
func otherType(is reflect.Type, taken []reflect.Type) string {
	for _, named := range []func(reflect.Type) string{shortName, reflect.Type.String, fullName} {
		var names []string
		for _, t := range taken {
			names = append(names, nameBy(named, t))
		}
		if name := nameBy(named, is); !slices.Contains(names, name) {
			return "of type " + name + ", not " + strings.Join(names, " or ")
		}
	}
	return "of another type that is also called " + shortName(is)
}

// nameBy returns the name of a type; nil is the type of nil.
func nameBy(named func(reflect.Type) string, t reflect.Type) string {
	if t == nil {
		return "nil"
	}
	return named(t)
}

// fullName returns the name of a type with the path of its package, if it has one.
func fullName(t reflect.Type) string {
	if t.PkgPath() == "" {
		return t.String()
	}
	return t.PkgPath() + "." + t.Name()
}
