package proc

import (
	"reflect"

	"github.com/checkmodel/checkmodel/trace"
)

// identity returns the name of what a pointer stands for, if it is what makes a handle
// of the world (PID, Timer, Ref, Table) one: it travels as it is, and is equal to that
// of every handle of the same thing. All else is what it consists of, also what embeds a
// handle, or is defined as one, whatever methods it has.
func identity(v reflect.Value) (name string, ok bool) {
	switch v.Type() {
	case typeOfActor:
		if it := (*trace.Actor)(v.UnsafePointer()); it != nil {
			name = it.Name
		}
	case typeOfRef:
		if it := (*refID)(v.UnsafePointer()); it != nil {
			name = it.name
		}
	case typeOfObject:
		if it := (*object)(v.UnsafePointer()); it != nil {
			name = it.key
		}
	default:
		return "", false
	}
	return name, true
}

// isHandle reports whether the value is a PID, a Timer, a Ref or a Table.
func isHandle(v reflect.Value) bool {
	if v.Kind() != reflect.Struct || v.NumField() != 1 || v.Type().PkgPath() != typeOfP.PkgPath() {
		return false
	}
	_, is := identity(v.Field(0))
	return is
}

var (
	typeOfActor  = reflect.TypeFor[*trace.Actor]()
	typeOfRef    = reflect.TypeFor[*refID]()
	typeOfObject = reflect.TypeFor[*object]()
)
